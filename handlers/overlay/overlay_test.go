package overlay_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/diagram"
	"widerow/diagram/figure"
	"widerow/handlers/overlay"
	"widerow/model"
	"widerow/model/advice"
	"widerow/model/example"
	"widerow/model/sizing"
	"widerow/model/validation"
)

// shop has two tables that realize the same logical one. The first by ID has
// large partitions, and a column of it has no name.
func shop() *model.Model {
	return &model.Model{
		Logical: model.Logical{Tables: map[model.ID]*model.LogicalTable{"l1": {Name: "orders"}}},
		Physical: model.Physical{
			Keyspaces: map[model.ID]*model.Keyspace{"k1": {Name: "shop"}},
			Relations: map[model.ID]*model.Relation{
				"r1": {Keyspace: "k1", Name: "orders", Kind: model.Table, Realizes: model.SetOfIDs("l1"),
					Columns: map[model.ID]*model.Column{"c1": {Role: model.Partition}}},
				"r2": {Keyspace: "k1", Name: "orders_by_day", Kind: model.Table, Realizes: model.SetOfIDs("l1")},
			},
		},
	}
}

var sizes = map[model.ID]sizing.Size{
	"r1": {Level: sizing.Bad, WorstOnly: true, Terms: sizing.Terms{Formula: sizing.Disk}, Assumed: []sizing.Assumption{{What: "rows of orders", Value: 1000}}},
	"r2": {Level: sizing.OK, Terms: sizing.Terms{Formula: sizing.Disk}, Assumed: []sizing.Assumption{{What: "rows of orders_by_day", Value: 1000}}},
}

func TestBadges(t *testing.T) {
	first := figure.Badge{Level: "bad", WorstOnly: true, Text: "~0 B on disk, 0 cells; assumed: rows of orders, 1,000"}
	second := figure.Badge{Level: "ok", Text: "~0 B on disk, 0 cells; assumed: rows of orders_by_day, 1,000"}
	for kind, want := range map[diagram.Kind]map[model.ID]figure.Badge{
		diagram.KindER:       {},
		diagram.KindWorkflow: {},
		diagram.KindPhysical: {"r1": first, "r2": second},
		diagram.KindLogical:  {"r1": first, "r2": second, "l1": first},
	} {
		if diff := cmp.Diff(want, overlay.Badges(shop(), kind, sizes)); diff != "" {
			t.Errorf("%s: %s", kind, diff)
		}
	}
}

func TestFindings(t *testing.T) {
	m := shop()
	problems := map[model.ID]int{}
	for _, problem := range validation.Problems(m) {
		problems[problem.Element]++
	}
	if problems["c1"] == 0 {
		t.Fatalf("the column has no problem: %v", problems)
	}
	ofOrders := problems["r1"] + problems["c1"] // of the table and its column
	got := overlay.Findings(m, diagram.KindER, sizes, nil)
	if got["r1"] != ofOrders || got["r2"] != problems["r2"] || got["k1"] != 0 || got["c1"] != 0 {
		t.Errorf("without sizes: %v, of the problems %v", got, problems)
	}
	got = overlay.Findings(m, diagram.KindLogical, sizes, nil)
	if got["r1"] != ofOrders+1 || got["r2"] != problems["r2"] || got["l1"] != problems["l1"]+1 {
		t.Errorf("with sizes: %v, of the problems %v", got, problems)
	}
}

// TestDifferentTypesAreFindings changes the type of a column that another table has
// too.
func TestDifferentTypesAreFindings(t *testing.T) {
	m, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	count := func() int { return overlay.Findings(m, diagram.KindPhysical, nil, nil)["preservationsbyguest"] }
	before := count()
	for _, column := range m.Physical.Relations["preservationsbyguest"].Columns {
		if column.Name == "guest_id" {
			column.Type = model.Native("text")
		}
	}
	if got := count(); got != before+1 {
		t.Errorf("%d findings with a column of another type, %d without", got, before)
	}
}

// TestColumnsWithoutAttributeAreFindings clears the attribute of a logical column.
func TestColumnsWithoutAttributeAreFindings(t *testing.T) {
	m, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	count := func() int { return overlay.Findings(m, diagram.KindLogical, nil, nil)["hotelsbypoi"] }
	before := count()
	m.Logical.Tables["hotelsbypoi"].Columns["q1phone"].Attribute = ""
	if got := count(); got != before+1 {
		t.Errorf("%d findings with a column that stores nothing, %d without", got, before)
	}
}

// Errors and warnings of advice count at their table, also those about a column, and at the logical table that it realizes.
// Notes, and sizes, which have a badge, do not.
func TestFindingsCountAdvice(t *testing.T) {
	m, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	var column, table, logical model.ID
	for id, relation := range m.Physical.Relations {
		if len(relation.Realizes) > 0 && len(relation.Columns) > 0 {
			table, column, logical = id, relation.SortedColumns()[0].ID, relation.Realizes.Sorted()[0]
			break
		}
	}
	plain := overlay.Findings(m, diagram.KindPhysical, nil, nil)
	got := overlay.Findings(m, diagram.KindPhysical, nil, []advice.Finding{
		{Code: "option/gc-grace", Level: advice.Warning, Element: table}, {Code: "size/row", Level: advice.Error, Element: column},
		{Code: "type/secret", Level: advice.Info, Element: column}, {Code: "size/partition", Level: advice.Warning, Element: table},
	})
	if got[table] != plain[table]+2 || got[logical] != plain[logical]+2 {
		t.Errorf("%d at the table, %d at its logical one, want 2 more than %d and %d", got[table], got[logical], plain[table], plain[logical])
	}
}
