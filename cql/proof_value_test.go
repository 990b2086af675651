package cql_test

import (
	"fmt"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/cassandratest"
	"widerow/cql/print"
	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/proof"
)

// TestValuesOnCassandra runs statements of derived tables on few rows: averages keep their
// fraction, sums do not overflow, a group without rows is no row, a partition with static
// values only is recognized, and a prefix has an end.
func TestValuesOnCassandra(t *testing.T) {
	session := cassandratest.Session(t)
	for number, test := range []struct {
		query, insert, want string
		rowless             string
	}{
		{"SELECT avg(Purchase.total), sum(Purchase.file_size) WHERE Account.account_id = ?",
			"INSERT INTO %s (account_id, purchase_id, total, file_size) VALUES (11111111-1111-4111-8111-111111111111, 00000000-0000-4000-8000-00000000000#, 1#, 922337203685477580#)",
			"[11.5 36893488147419103000]", ""},
		{"SELECT Account.plan, count(Account) WHERE Account.plan = 'gone' GROUP BY Account.plan",
			"INSERT INTO %s (plan, account_id) VALUES ('here', 00000000-0000-4000-8000-00000000000#)", "", ""},
		{"SELECT Account.login, Purchase.total WHERE Account.account_id = ?",
			"UPDATE %s SET account_login = '#' WHERE account_id = 11111111-1111-4111-8111-111111111111", "[3 <nil> 00000000-0000-0000-0000-000000000000]", "purchase_id"},
		{"SELECT Account.login, count(Purchase) WHERE Account.account_id = ?",
			"UPDATE %s SET account_login = '#' WHERE account_id = 11111111-1111-4111-8111-111111111111", "[3 0 00000000-0000-0000-0000-000000000000]", "purchase_id"},
		{"SELECT Account.login WHERE Account.plan = 'here' AND Account.login LIKE 'a\uFFFD%'",
			"INSERT INTO %s (plan, login, account_id) VALUES ('here', 'a\uFFFD#', 00000000-0000-4000-8000-00000000000#)", "[a\uFFFD0] [a\uFFFD1] [a\uFFFD2] [a\uFFFD3]", ""},
	} {
		m := documentOf(t, answeredConcepts+test.query)
		name := fmt.Sprint("values", number)
		m.Physical.Keyspaces = map[model.ID]*model.Keyspace{"ks": {Name: name, Replication: map[string]string{"class": "SimpleStrategy", "replication_factor": "1"}}}
		cassandratest.DropAfter(t, session, name)
		login := model.ID("")
		for element := range m.ElementsOf(model.AttributeKind) {
			if m.Title(element.ID) == "Account.login" {
				login = element.ID
			}
		}
		m.Workflow.Updates = map[model.ID]*model.Update{"u1": {Label: "U1", Kind: model.Change, Writes: map[model.ID]*model.Write{"w1": {Element: login}}}}
		m = applied(t, m, mapping.Derive(m, nil, map[model.ID]mapping.Choice{}).Commands(model.RandomIDs(), nil))
		for _, statement := range statements(t, cql.PrintModel(m, cql.PrintOptions{})) {
			cassandratest.Run(t, session, statement)
		}
		best, _ := proof.All(m)[0].Best()
		for row := range 4 {
			insert := strings.ReplaceAll(strings.Replace(test.insert, "%s", best.Access.Keyspace+"."+best.Access.Name, 1), "#", fmt.Sprint(row))
			cassandratest.Run(t, session, insert)
		}
		statement := strings.ReplaceAll(strings.TrimSuffix(print.SelectLine(best.Access, best.Select), ";"), "?", "11111111-1111-4111-8111-111111111111")
		iterator := session.Query(statement).Iter()
		var rows []string
		data, err := iterator.RowData()
		for err == nil && iterator.Scan(data.Values...) {
			rows = append(rows, rowText(data.Values))
		}
		if err := iterator.Close(); err != nil {
			t.Errorf("%s: %v", statement, err)
		}
		if got := strings.Join(rows, " "); got != test.want || best.Rowless != test.rowless {
			t.Errorf("%s\n%s: got %s, without rows %q, want %s, %q", test.query, statement, got, best.Rowless, test.want, test.rowless)
		}
	}
}

func rowText(pointers []any) string {
	var texts []string
	for _, pointer := range pointers {
		texts = append(texts, textOf(pointer, ""))
	}
	return "[" + strings.Join(texts, " ") + "]"
}
