package proof_test

import (
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/concepttext"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/proof"
	"widerow/model/querytext"
)

// written makes a document of concepts and queries as text, with derived tables.
func written(t *testing.T, concepts string, queries ...string) *model.Model {
	t.Helper()
	m, ids := model.New("Test"), model.SeededIDs([]byte(concepts))
	commands, problems := concepttext.Commands(m, ids, concepts)
	if len(problems) > 0 {
		t.Fatalf("%+v", problems)
	}
	m = applied(t, m, commands...)
	for i, text := range queries {
		id := model.ID("q" + string(rune('1'+i)))
		parts, problems := querytext.Parse(m, text)
		if len(problems) > 0 {
			t.Fatalf("%s: %+v", text, problems)
		}
		m = applied(t, m, edit.Add{Kind: model.QueryKind, ID: id, Values: map[string]string{"label": "Q" + string(rune('1'+i)), "name": text}})
		m = applied(t, m, querytext.Commands(m, id, parts)...)
	}
	return applied(t, m, mapping.Derive(m, nil, nil).Commands(model.SeededIDs([]byte("derive")), nil)...)
}

func applied(t *testing.T, m *model.Model, commands ...edit.Command) *model.Model {
	t.Helper()
	after, err := edit.Apply(m, model.RandomIDs(), commands...)
	if err != nil {
		t.Fatal(err)
	}
	return after
}

// TestTablesOfAnotherPath: a table with the columns that a query needs does not serve it
// if its rows are related otherwise, or are of instances in another role.
func TestTablesOfAnotherPath(t *testing.T) {
	const alerts = `Technician: technician_id, name
Sensor: sensor_id, kind
Alert: alert_id, message
Sensor 1 raises n Alert
Technician 1 handles n Alert: taken_at
Technician n maintains m Sensor
Technician(senior) 1 teaches n Technician(junior)`
	for _, test := range []struct {
		queries       []string
		from, to      model.ID // the arrow of a query goes to the table of another one
		want, ofOther string
	}{
		{[]string{"SELECT Technician.technician_id, Technician.name WHERE Sensor.sensor_id = ? VIA maintains",
			"SELECT Alert.alert_id, Technician.technician_id, Technician.name WHERE Sensor.sensor_id = ? VIA handles, raises"}, "q1", "q2",
			"was served by another path than VIA: its rows are related by handles and raises, not by maintains", ""},
		{[]string{"SELECT Technician(senior).name WHERE Technician(junior).technician_id = ?",
			"SELECT Technician(junior).name WHERE Technician(senior).technician_id = ?"}, "q1", "q2", "", ""},
		{[]string{"SELECT Alert.alert_id, Alert.message WHERE Sensor.sensor_id = ? VIA raises",
			"SELECT Alert.alert_id, Alert.message WHERE Technician.technician_id = ? VIA handles"}, "q1", "q2", "", ""},
		{[]string{"SELECT Sensor.sensor_id, Sensor.kind WHERE Sensor.sensor_id = ?",
			"SELECT Sensor.sensor_id, Alert.alert_id, Sensor.kind WHERE Sensor.sensor_id = ? VIA raises"}, "q1", "q2",
			"its rows are related by raises, not by no relationship", ""},
	} {
		m := written(t, alerts, test.queries...)
		to := m.TablesOf(test.to)[0]
		for _, item := range model.Sorted(m.Logical.Arrows) {
			if item.Value.Access == test.from {
				m = applied(t, m, edit.Remove{Element: item.ID})
			}
		}
		m = applied(t, m, edit.Add{Kind: model.ArrowKind, ID: "arrow", Values: map[string]string{"access": string(test.from), "to": string(to)}})
		result, other := proof.Of(m, test.from), proof.Of(m, test.to)
		best, _ := result.Best()
		if best.Serves() || test.want != "" && !strings.Contains(best.Mismatch, test.want) {
			t.Errorf("%s: %s, %q", test.queries[0], best.Verdict, best.Mismatch)
		}
		if kept, _ := other.Best(); !kept.Serves() || kept.Mismatch != test.ofOther {
			t.Errorf("%s: %s, %q", test.queries[1], kept.Verdict, kept.Mismatch)
		}
	}
}

// TestOneRowOfNulls: a query of at most one row accepts nulls as an absent instance, so a table of
// all parcels serves the query for the receiver.
func TestOneRowOfNulls(t *testing.T) {
	m := written(t, "Parcel: parcel_no, weight\nCustomer: customer_id, name\nCustomer 1 receives n Parcel",
		"SELECT Parcel WHERE Parcel.parcel_no = ?", "SELECT Customer.customer_id, Customer.name WHERE Parcel.parcel_no = ? VIA receives",
		"SELECT Parcel.weight WHERE Parcel.parcel_no = ? VIA receives")
	if to := m.TablesOf("q1"); !slices.Equal(to, m.TablesOf("q2")) || slices.Equal(to, m.TablesOf("q3")) {
		t.Errorf("tables of %v, %v, %v", to, m.TablesOf("q2"), m.TablesOf("q3"))
	}
	result := proof.Of(m, "q2")
	if best, _ := result.Best(); best.Verdict != proof.Partition || !slices.Equal(best.None, []string{"Customer", "receives"}) {
		t.Errorf("%s, without %v", best.Verdict, best.None)
	}
}

// TestRowsThatLackSomething: a table with rows without a receiver serves no query that asks for the
// receivers, as one with VIA does.
func TestRowsThatLackSomething(t *testing.T) {
	const parcels = `Stop: stop_no
Parcel: parcel_no, weight
Customer: customer_id, name
Stop 1 delivers n Parcel
Customer 1 receives n Parcel`
	for query, want := range map[string]string{
		"SELECT count(receives) WHERE Stop.stop_no = ? VIA delivers, receives":                        "some of its rows have no receives and Customer, and the query asks only for those",
		"SELECT Parcel.parcel_no, Parcel.weight WHERE Stop.stop_no = ? VIA delivers, receives":        "and the query asks only for those that have it",
		"SELECT Parcel.parcel_no, Customer.name WHERE Stop.stop_no = ? VIA delivers, receives":        "and the query asks only for those that have it",
		"SELECT Customer.name, Customer.customer_id WHERE Stop.stop_no = ? ORDER BY Parcel.parcel_no": "and the query asks only for those that have it",
		"SELECT Parcel.parcel_no, Customer.name WHERE Stop.stop_no = ?":                               "",
		"SELECT Parcel.parcel_no, Parcel.weight WHERE Stop.stop_no = ? VIA delivers":                  "",
		"SELECT Customer.name, Parcel.parcel_no WHERE Stop.stop_no = ? ORDER BY Parcel.parcel_no":     "",
	} {
		m := written(t, parcels, "SELECT Parcel.parcel_no, Parcel.weight, Customer.customer_id, Customer.name WHERE Stop.stop_no = ?", query)
		to := m.TablesOf("q1")[0]
		for _, item := range model.Sorted(m.Logical.Arrows) {
			if item.Value.Access == "q2" {
				m = applied(t, m, edit.Remove{Element: item.ID})
			}
		}
		m = applied(t, m, edit.Add{Kind: model.ArrowKind, ID: "arrow", Values: map[string]string{"access": "q2", "to": string(to)}})
		result := proof.Of(m, "q2")
		if best, _ := result.Best(); best.Serves() != (want == "") || !strings.Contains(best.Mismatch, want) {
			t.Errorf("%s: %s, %q", query, best.Verdict, best.Mismatch)
		}
	}
}
