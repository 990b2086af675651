package mapping_test

import (
	"strings"
	"testing"
	"widerow/cql/print"
	"widerow/model"
	"widerow/model/example"
	"widerow/model/mapping"
	"widerow/model/proof"
	"widerow/model/querytext"
)

// sensors has one query, and no tables.
func sensors(t *testing.T, query string) *model.Model {
	t.Helper()
	m, err := example.Load("sensors")
	if err != nil {
		t.Fatal(err)
	}
	m.Logical, m.Physical.Relations, m.Workflow.Transitions = model.Logical{}, nil, nil
	m.Workflow.Queries = map[model.ID]*model.Query{"q1": {Label: "Q1"}}
	parts, problems := querytext.Parse(m, query)
	if len(problems) > 0 {
		t.Fatalf("%s: %+v", query, problems)
	}
	return apply(t, m, querytext.Commands(m, "q1", parts)...)
}

// TestStoredAggregates derives tables with one row a group. Over a range or IN, sums,
// counts, minima and maxima of several rows are combined; averages cannot be, so sums
// and counts are stored.
func TestStoredAggregates(t *testing.T) {
	const byDate = " WHERE Sensor.sensor_id = ? AND Temperature.date >= ? AND Temperature.date <= ?"
	const dates = "FROM t WHERE sensor_id = ? AND date >= ? AND date <= ?"
	for _, test := range []struct{ query, key, table, statement string }{
		{"SELECT avg(Temperature.value)" + byDate, "((sensor_id), date) computed",
			"sensor_id K, date C, sum_value, count_value", "SELECT sum(sum_value), sum(count_value) " + dates},
		{"SELECT avg(Temperature.value), sum(Temperature.value)" + byDate, "((sensor_id), date) computed",
			"sensor_id K, date C, sum_value, count_value", "SELECT sum(sum_value), sum(count_value), sum(sum_value) " + dates},
		{"SELECT min(Temperature.value), max(Temperature.value)" + byDate, "((sensor_id), date) computed",
			"sensor_id K, date C, min_value, max_value", "SELECT min(min_value), max(max_value) " + dates},
		{"SELECT avg(Temperature.value) WHERE Sensor.sensor_id IN ?[5]", "((sensor_id)) computed",
			"sensor_id K, sum_value, count_value", "SELECT sum(sum_value), sum(count_value) FROM t WHERE sensor_id IN ?"},
		{"SELECT max(Temperature.value) WHERE Sensor.sensor_id IN ?[5]", "((sensor_id)) computed",
			"sensor_id K, max_value", "SELECT max(max_value) FROM t WHERE sensor_id IN ?"},
		{"SELECT count(Temperature)" + byDate, "((sensor_id), temperature_date) counter",
			"sensor_id K, date C, number_of_temperatures", "SELECT sum(number_of_temperatures) " + dates},
		{"SELECT count(Temperature) WHERE Sensor.sensor_id = ? GROUP BY Temperature.date", "((sensor_id), date) computed",
			"sensor_id K, date C, number_of_temperatures", "SELECT number_of_temperatures, date FROM t WHERE sensor_id = ?"},
		{"SELECT Temperature.date, avg(Temperature.value)" + byDate, "((sensor_id), date) computed",
			"sensor_id K, date C, avg_value", "SELECT date, avg_value " + dates},
		{"SELECT avg(Temperature.value), max(Temperature.value) WHERE Network.name = ? GROUP BY Temperature.date", "((network_name), date) computed",
			"network_name K, date C, avg_value, max_value", "SELECT avg_value, max_value, date FROM t WHERE network_name = ?"},
	} {
		m := sensors(t, test.query)
		d := mapping.Derive(m, nil, map[model.ID]mapping.Choice{"q1": {Key: test.key}})
		d.Proposals[0].Name = "t"
		m = apply(t, m, d.Commands(model.RandomIDs(), nil)...)
		for _, table := range m.Logical.Tables {
			if got := inWords(table); got != test.table {
				t.Errorf("%s: derived %s, want %s", test.query, got, test.table)
			}
		}
		m.Physical.Relations = nil
		result := proof.Of(m, "q1")
		best, _ := result.Best()
		if got := strings.TrimSuffix(print.SelectLine(best.Access, best.Select), ";"); got != test.statement || best.Faulty() || len(best.Missing) > 0 {
			t.Errorf("%s: %s (%s), want %s", test.query, got, best.Verdict, test.statement)
		}
	}
}

// TestStoredAverageOfARange: a table of averages by date has no average of several
// dates, and no edit adds one.
func TestStoredAverageOfARange(t *testing.T) {
	m := sensors(t, "SELECT Temperature.date, avg(Temperature.value) WHERE Sensor.sensor_id = ? AND Temperature.date >= ? AND Temperature.date <= ?")
	m = apply(t, m, mapping.Derive(m, nil, map[model.ID]mapping.Choice{"q1": {Key: "((sensor_id), date) computed"}}).Commands(model.RandomIDs(), nil)...)
	for id, find := range m.Workflow.Queries["q1"].Find {
		if find.Aggregate == "" {
			delete(m.Workflow.Queries["q1"].Find, id)
		}
	}
	result := proof.Of(m, "q1")
	best, _ := result.Best()
	if len(best.Missing) != 1 || best.Missing[0].Name != "avg of Temperature.value" {
		t.Errorf("lacks %+v: %s", best.Missing, print.SelectLine(best.Access, best.Select))
	}
	for _, fix := range proof.Fixes(m, "q1", model.RandomIDs()) {
		if strings.Contains(fix.Text, "value") {
			t.Errorf("offers %s", fix.Text)
		}
	}
}

// TestAggregateOfManyRows: where a query would aggregate too many rows, tables with one row per
// group come before the table of the rows, which is the last. The reasons for a counter name the
// statement that counts a row.
func TestAggregateOfManyRows(t *testing.T) {
	for _, test := range []struct{ members, first, last string }{
		{"n(50)", "((club_id), member_id)", "((club_id)) counter"},
		{"n(50000000)", "((club_id)) computed", "((club_id), member_id)"},
	} {
		concepts := "Club (40): club_id\nMember: member_id, name\nClub 1 has " + test.members + " Member"
		plan := mapping.Explore(document(t, concepts, "SELECT count(Member) WHERE Club.club_id = ?"), "q1")
		first, last := plan.Alternatives[0].Signature(), plan.Alternatives[len(plan.Alternatives)-1].Signature()
		if first != test.first || last != test.last {
			t.Errorf("%s members: the first table is %s and the last is %s, want %s and %s", test.members, first, last, test.first, test.last)
		}
		var said []string
		for _, a := range plan.Alternatives {
			said = append(said, a.Reasons...)
		}
		if want := "each one is counted by UPDATE … SET number_of_members = number_of_members + 1 WHERE club_id = ?"; !strings.Contains(strings.Join(said, "; "), want) {
			t.Errorf("%s members: the reasons are %q, want %q among them", test.members, said, want)
		}
	}
}
