package diagram

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"widerow/diagram/engine"
	"widerow/diagram/engine/enginetest"
	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/model"
	"widerow/model/example"
)

// Each type is below a table that uses it, as wide as the tables of its column, or beside one
// at its level, and lines to it move nothing.
func TestTypesAreBesideTheirTables(t *testing.T) {
	m, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	engine := engine.New(enginetest.Pool(t, nil), nil)
	before, err := Build(m, KindPhysical, Display{}).Layout(t.Context(), engine)
	if err != nil {
		t.Fatal(err)
	}
	lined := Build(m, KindPhysical, Display{Uses: true})
	after, err := lined.Layout(t.Context(), engine)
	if err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(before.Boxes, after.Boxes) {
		t.Errorf("with lines to types the boxes are at %v, without at %v", after.Boxes, before.Boxes)
	}
	for kind, table := range map[string]string{"hoteladdresstype": "photelsbypoi", "reservationaddresstype": "pguestsbyid"} {
		at, above := before.Boxes[kind], before.Boxes[table]
		below := at.X == above.X && at.Width == above.Width && at.Y == above.Y+above.Height+36
		gap := at.X - above.X - above.Width
		if beside := at.Y == above.Y && gap > 0 && gap < 100; !below && !beside {
			t.Errorf("%s is at %v, and %s at %v", kind, at, table, above)
		}
	}
	var lines []string
	for _, edge := range lined.graph.Edges {
		if lined.connectors[edge.ID].uses {
			lines = append(lines, m.Title(model.ID(edge.FromRow))+" → "+edge.To)
		}
	}
	want := []string{"hotels.address → hoteladdresstype", "hotels_by_poi.address → hoteladdresstype", "guests.addresses → reservationaddresstype"}
	slices.Sort(lines)
	slices.Sort(want)
	if !slices.Equal(lines, want) {
		t.Errorf("lines %q, want %q", lines, want)
	}
	if texts := shown(lined.Scene(after, figure.Options{}).Items); len(texts) == 0 || strings.Contains(strings.Join(texts, "|"), "→") {
		t.Errorf("a line has a text: %q", texts)
	}
}

// A column gets one width only where all its tables have the room.
func TestColumnsHaveOneWidth(t *testing.T) {
	m := model.New("columns")
	for _, name := range []string{"a", "a_table_with_a_much_longer_name", "c"} {
		m.Logical.Tables = withTable(m.Logical.Tables, name)
	}
	d := Build(m, KindLogical, Display{})
	ids := []string{"ta", "ta_table_with_a_much_longer_name", "tc"}
	placed := func(x2, y2 float64, route ...geom.Point) *graph.Layout {
		l := &graph.Layout{Boxes: map[string]geom.Rect{}, Edges: map[string]graph.Route{}}
		for i, at := range []geom.Point{geom.Pt(0, 0), geom.Pt(0, 100), geom.Pt(x2, y2)} {
			box := d.graph.Boxes[i]
			l.Boxes[box.ID] = geom.NewRect(at.X, at.Y, box.Width, box.Height)
		}
		if route != nil {
			l.Edges["line"] = graph.Route{Points: route}
		}
		return l
	}
	narrow, wide := d.graph.Boxes[0].Width, d.graph.Boxes[1].Width
	if narrow >= wide || d.graph.Boxes[0].ID != ids[0] {
		t.Fatalf("boxes %+v", d.graph.Boxes)
	}
	for _, test := range []struct {
		name          string
		layout        *graph.Layout
		first, second float64
	}{
		{"a column of three", placed(0, 200), wide, wide},
		{"one far below", placed(0, 600), wide, narrow},
		{"one elsewhere", placed(900, 0), wide, narrow},
		{"a box in the way", placed(narrow+8, 0), narrow, narrow},
		{"a line in the way", placed(900, 0, geom.Pt(narrow+20, -50), geom.Pt(narrow+20, 90)), narrow, narrow},
		{"a line above", placed(900, 0, geom.Pt(-50, -40), geom.Pt(500, -40)), wide, narrow},
	} {
		even := d.evened(test.layout)
		if first, second := even.Boxes[ids[0]].Width, even.Boxes[ids[2]].Width; first != test.first || second != test.second {
			t.Errorf("%s: widths %v and %v, want %v and %v", test.name, first, second, test.first, test.second)
		}
		if test.layout.Boxes[ids[0]].Width != narrow {
			t.Errorf("%s: the shared layout was changed", test.name)
		}
	}
}

func withTable(tables map[model.ID]*model.LogicalTable, name string) map[model.ID]*model.LogicalTable {
	if tables == nil {
		tables = map[model.ID]*model.LogicalTable{}
	}
	tables[model.ID("t"+name)] = &model.LogicalTable{Order: model.Order(name[:1]), Name: name, Columns: map[model.ID]*model.LogicalColumn{}}
	return tables
}
