package diff

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
)

// TestTake resolves conflicts in favour of the second side: its values are taken,
// and other changes by the first side stay.
func TestTake(t *testing.T) {
	relation := func(m *model.Model) *model.Relation { return m.Physical.Relations["r1"] }
	quantity := func(m *model.Model) { m.Quantities["n2"] = &model.Quantity{Name: "rate", Typical: "1"} }
	for _, test := range []struct {
		name               string
		theirs, mine, want func(m *model.Model)
	}{
		{"a field", func(m *model.Model) { m.Name = "store" }, func(m *model.Model) { m.Name = "market" }, func(m *model.Model) { m.Name = "market" }},
		{"what they changed is removed",
			func(m *model.Model) { relation(m).Columns["c3"].Name = "amount" },
			func(m *model.Model) { delete(relation(m).Columns, "c3") },
			func(m *model.Model) { delete(relation(m).Columns, "c3") }},
		{"what they removed is there again, once",
			func(m *model.Model) { delete(m.Physical.Relations, "r1") },
			func(m *model.Model) {
				relation(m).Columns["c3"].Name = "amount"
				relation(m).Columns["c4"] = &model.Column{Name: "x"}
			},
			func(m *model.Model) {
				relation(m).Columns["c3"].Name = "amount"
				relation(m).Columns["c4"] = &model.Column{Name: "x"}
			}},
		{"a container that they emptied",
			func(m *model.Model) { m.Physical = model.Physical{} },
			func(m *model.Model) { relation(m).Columns["c4"] = &model.Column{Name: "x"} },
			func(m *model.Model) {
				table := relation(m)
				table.Columns["c4"] = &model.Column{Name: "x"}
				m.Physical = model.Physical{Relations: map[model.ID]*model.Relation{"r1": table}}
			}},
	} {
		theirs := edited(func(m *model.Model) { test.theirs(m); quantity(m) })
		mine := edited(test.mine)
		merged, conflicts := mustMerge(t, theirs, mustMake(t, shop().Encode(), mine))
		if len(conflicts) == 0 {
			t.Errorf("%s: no conflict", test.name)
		}
		patch, err := Take(merged, mine, conflicts)
		if err != nil {
			t.Fatal(err)
		}
		decided, left := mustMerge(t, merged, patch)
		want := edited(func(m *model.Model) { test.want(m); quantity(m) })
		if diff := cmp.Diff(string(want), string(decided)); diff != "" || len(left) > 0 {
			t.Errorf("%s: %d conflicts left (-want +got):\n%s", test.name, len(left), diff)
		}
	}
}

func TestElementAt(t *testing.T) {
	for _, test := range []struct {
		path []string
		want model.ID
	}{
		{[]string{"name"}, ""},
		{[]string{"physical", "relations", "r1"}, "r1"},
		{[]string{"physical", "relations", "r1", "columns"}, "r1"},
		{[]string{"physical", "relations", "r1", "columns", "c3", "name"}, "c3"},
	} {
		if got := ElementAt(test.path); got != test.want {
			t.Errorf("%v: %q, want %q", test.path, got, test.want)
		}
	}
}
