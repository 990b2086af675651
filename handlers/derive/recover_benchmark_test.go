package derive

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/model"
)

// application returns the schema of an application of a number of tables, and a
// statement on each. Five tables store the same thing under different keys.
func application(tables int) (schema, statements string) {
	var create, ask strings.Builder
	create.WriteString("CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n")
	things := tables / 5
	for i := range tables {
		thing, owner := i%things, (i%things+i/things+1)%things
		names := strings.NewReplacer("TABLE_NAME", fmt.Sprintf("shop.things%d_by_%d", thing, i/things),
			"THING", fmt.Sprintf("thing%d", thing), "OWNER", fmt.Sprintf("thing%d", owner))
		create.WriteString(names.Replace("CREATE TABLE TABLE_NAME (OWNER_id uuid, created timestamp, THING_id uuid"))
		for k := range 12 {
			fmt.Fprintf(&create, ", thing%d_value%d text", thing, k)
		}
		create.WriteString(names.Replace(", PRIMARY KEY (OWNER_id, created, THING_id));\n"))
		ask.WriteString(names.Replace([]string{
			"SELECT * FROM TABLE_NAME WHERE OWNER_id = ? AND created > ?;\n",
			"INSERT INTO TABLE_NAME (OWNER_id, created, THING_id, THING_value1, THING_value2) VALUES (?, ?, ?, ?, ?);\n",
			"UPDATE TABLE_NAME SET THING_value3 = ? WHERE OWNER_id = ? AND created = ? AND THING_id = ?;\n",
		}[i%3]))
	}
	return create.String(), ask.String()
}

// BenchmarkRecoverStatements measures the page of the statements of an application:
// what they become, with the verdicts on all.
func BenchmarkRecoverStatements(b *testing.B) {
	schema, statements := application(300)
	m, _ := cql.Import(schema, "shop")
	for b.Loop() {
		form := &RecoverForm{Values: url.Values{}, Text: statements}
		r, err := form.Recover(m, model.SeededIDs([]byte("shop")))
		if err != nil {
			b.Fatal(err)
		}
		if len(r.Accesses) != 300 {
			b.Fatalf("%d of 300 statements; left out: %+v", len(r.Accesses), r.Left)
		}
		if err := judgeAccesses(RecoverView(form, m, r), r, form); err != nil {
			b.Fatal(err)
		}
	}
}
