package edit

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
)

// inventory returns a document with a logical table (a partition key, two
// clustering columns and two regular ones) and the relation "p" that realizes it,
// with columns "pa" … "pe". The IDs of new elements are n1, n2, ….
func inventory(t *testing.T) *model.Model {
	t.Helper()
	ids := &listedIDs{ids: []model.ID{"p", "pa", "pb", "pc", "pd", "pe"}}
	column := func(id model.ID, name, role string, descending string) Command {
		return Add{Kind: model.ColumnKind, Parent: "l", ID: id, Values: map[string]string{"name": name, "role": role, "descending": descending}}
	}
	m, err := Apply(model.New("Inventory"), ids,
		Add{Kind: model.KeyspaceKind, ID: "ks", Values: map[string]string{"name": "ks"}},
		Add{Kind: model.UserTypeKind, Parent: "ks", ID: "place", Values: map[string]string{"name": "place"}},
		Add{Kind: model.TableKind, ID: "l", Values: map[string]string{"name": "stock"}},
		column("a", "shop", "partition", ""), column("b", "day", "clustering", "true"), column("c", "item", "clustering", ""),
		column("d", "amount", "regular", ""), column("e", "place", "regular", ""))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// listedIDs generates the listed IDs, then n1, n2, ….
type listedIDs struct {
	ids  []model.ID
	more int
}

func (l *listedIDs) New() model.ID {
	if len(l.ids) > 0 {
		id := l.ids[0]
		l.ids = l.ids[1:]
		return id
	}
	l.more++
	return model.ID("n" + string(rune('0'+l.more)))
}

// shape describes a relation in one line, with the marks of a Chebotko diagram.
func shapeOf(m *model.Model, id model.ID) string {
	relation := m.Physical.Relations[id]
	if relation == nil {
		return "gone"
	}
	var columns []string
	for _, column := range relation.SortedColumns() {
		mark := map[model.Role]string{model.Partition: " K", model.Clustering: " C↑", model.Static: " S"}[column.Value.Role]
		if column.Value.Descending {
			mark = " C↓"
		}
		columns = append(columns, column.Value.Name+" "+m.TypeText(column.Value.Type)+mark)
	}
	return relation.Name + "(" + strings.Join(columns, ", ") + ")"
}

func TestCarryOver(t *testing.T) {
	set := func(id model.ID, field, was, value string) Command { return Set{id, field, was, value} }
	added := func(name, role, collection string) Command {
		return Add{Kind: model.ColumnKind, Parent: "l", ID: "f", Values: map[string]string{"name": name, "role": role, "collection": collection}}
	}
	for _, test := range []struct {
		name     string
		physical []Command // earlier changes to the physical model
		logical  []Command
		want     string
	}{
		{"nothing", nil, nil, "stock(shop text K, day text C↓, item text C↑, amount text, place text)"},
		{"rename follows", nil, []Command{set("d", "name", "amount", "pieces")},
			"stock(shop text K, day text C↓, item text C↑, pieces text, place text)"},
		{"changed name stays", []Command{set("pd", "name", "amount", "qty")}, []Command{set("d", "name", "amount", "pieces")},
			"stock(shop text K, day text C↓, item text C↑, qty text, place text)"},
		{"changed type stays while the name follows", []Command{set("pd", "type", "text", "int")}, []Command{set("d", "name", "amount", "pieces")},
			"stock(shop text K, day text C↓, item text C↑, pieces int, place text)"},
		{"rename to a name that physical design took", []Command{set("pe", "name", "place", "pieces")}, []Command{set("d", "name", "amount", "pieces")},
			"stock(shop text K, day text C↓, item text C↑, amount text, pieces text)"},
		{"table's name follows", nil, []Command{set("l", "name", "stock", "goods")},
			"goods(shop text K, day text C↓, item text C↑, amount text, place text)"},
		{"table's changed name stays", []Command{set("p", "name", "stock", "stock_v2")}, []Command{set("l", "name", "stock", "goods")},
			"stock_v2(shop text K, day text C↓, item text C↑, amount text, place text)"},
		{"C becomes regular", nil, []Command{set("c", "role", "clustering", "regular")},
			"stock(shop text K, day text C↓, item text, amount text, place text)"},
		{"C becomes K, behind the other", nil, []Command{set("b", "role", "clustering", "partition")},
			"stock(shop text K, day text K, item text C↑, amount text, place text)"},
		{"changed role stays", []Command{set("pc", "role", "clustering", "partition")}, []Command{set("c", "role", "clustering", "regular")},
			"stock(shop text K, item text K, day text C↓, amount text, place text)"},
		{"direction follows", nil, []Command{set("b", "descending", "true", "")},
			"stock(shop text K, day text C↑, item text C↑, amount text, place text)"},
		{"changed direction stays", []Command{set("pc", "descending", "", "true")}, []Command{set("b", "descending", "true", "")},
			"stock(shop text K, day text C↑, item text C↓, amount text, place text)"},
		{"order follows", nil, []Command{Move{"c", -1}},
			"stock(shop text K, item text C↑, day text C↓, amount text, place text)"},
		{"order follows around an added column", []Command{Add{Kind: model.RelationColumnKind, Parent: "p", ID: "week", Before: "pc",
			Values: map[string]string{"name": "week", "type": "date", "role": "clustering"}}}, []Command{Move{"c", -1}},
			"stock(shop text K, item text C↑, day text C↓, week date C↑, amount text, place text)"},
		{"changed order stays", []Command{Move{"pe", -1}}, []Command{Move{"d", 1}},
			"stock(shop text K, day text C↓, item text C↑, place text, amount text)"},
		{"order follows among one role while another's was changed", []Command{Move{"pe", -1}}, []Command{Move{"b", 1}},
			"stock(shop text K, item text C↑, day text C↓, place text, amount text)"},
		{"list of what the type was", []Command{set("pd", "type", "text", "int")}, []Command{set("d", "collection", "", "list")},
			"stock(shop text K, day text C↓, item text C↑, amount list<int>, place text)"},
		{"map, then one value", nil, []Command{set("d", "collection", "", "map"), set("d", "collection", "map", "")},
			"stock(shop text K, day text C↓, item text C↑, amount text, place text)"},
		{"type of that name", nil, []Command{set("e", "collection", "", "udt")},
			"stock(shop text K, day text C↓, item text C↑, amount text, place frozen<place>)"},
		{"counter", nil, []Command{set("d", "role", "regular", "counter")},
			"stock(shop text K, day text C↓, item text C↑, amount counter, place text)"},
		{"new regular column", nil, []Command{added("seen", "regular", "set")},
			"stock(shop text K, day text C↓, item text C↑, amount text, place text, seen set<text>)"},
		{"new key column", nil, []Command{added("shelf", "clustering", "")},
			"stock(shop text K, day text C↓, item text C↑, shelf text C↑, amount text, place text)"},
		{"new column that physical design had before", []Command{Add{Kind: model.RelationColumnKind, Parent: "p", ID: "week",
			Values: map[string]string{"name": "week", "type": "date", "role": "partition"}}}, []Command{added("week", "partition", "")},
			"stock(shop text K, week date K, day text C↓, item text C↑, amount text, place text)"},
		{"removal follows", nil, []Command{Remove{"d"}}, "stock(shop text K, day text C↓, item text C↑, place text)"},
		{"removal keeps what was renamed", []Command{set("pd", "name", "amount", "qty")}, []Command{Remove{"d"}},
			"stock(shop text K, day text C↓, item text C↑, qty text, place text)"},
		{"merged column stays when one of its two goes", []Command{set("pd", "from", "d", "d e"), Remove{"pe"}}, []Command{Remove{"e"}},
			"stock(shop text K, day text C↓, item text C↑, amount text)"},
		{"table's removal follows", nil, []Command{Remove{"l"}}, "gone"},
		{"table's removal keeps what was changed", []Command{set("pc", "role", "clustering", "regular")}, []Command{Remove{"l"}},
			"stock(shop text K, day text C↓, item text, amount text, place text)"},
		{"unrealised stays so", []Command{set("p", "realizes", "l", "")}, []Command{set("d", "name", "amount", "pieces")},
			"stock(shop text K, day text C↓, item text C↑, amount text, place text)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := inventory(t)
			m = must(t, m, test.physical...)
			before := string(m.Encode())
			after := must(t, m, test.logical...)
			if got := shapeOf(after, "p"); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			if string(m.Encode()) != before {
				t.Error("Apply changed its input")
			}
		})
	}
}

// withView adds a materialized view by item that realizes a separate logical
// table.
func withView(t *testing.T, m *model.Model) *model.Model {
	t.Helper()
	ids := &listedIDs{ids: []model.ID{"v", "vc", "va", "vb", "vd"}}
	column := func(id model.ID, name, role string) Command {
		return Add{Kind: model.ColumnKind, Parent: "lv", ID: id, Values: map[string]string{"name": name, "role": role}}
	}
	after, err := Apply(m, ids, Add{Kind: model.TableKind, ID: "lv", Values: map[string]string{"name": "stock_by_item"}},
		column("lvc", "item", "partition"), column("lva", "shop", "clustering"), column("lvb", "day", "clustering"), column("lvd", "amount", "regular"),
		Set{"v", "base", "", "p"}, Set{"v", "kind", "table", "view"})
	if err != nil {
		t.Fatal(err)
	}
	return after
}

func TestCarryOverToView(t *testing.T) {
	for _, test := range []struct {
		name     string
		commands []Command
		want     string
	}{
		{"as made", nil, "stock_by_item(item text K, shop text C↑, day text C↑, amount text)"},
		{"a view's column has its base's name", []Command{Set{"lvd", "name", "amount", "pieces"}},
			"stock_by_item(item text K, shop text C↑, day text C↑, amount text)"},
		{"and follows it", []Command{Set{"d", "name", "amount", "pieces"}},
			"stock_by_item(item text K, shop text C↑, day text C↑, pieces text)"},
		{"and its type", []Command{Set{"pd", "type", "text", "int"}},
			"stock_by_item(item text K, shop text C↑, day text C↑, amount int)"},
		{"and its removal", []Command{Remove{"d"}}, "stock_by_item(item text K, shop text C↑, day text C↑)"},
		{"a role follows the logical table", []Command{Set{"lvb", "role", "clustering", "regular"}},
			"stock_by_item(item text K, shop text C↑, day text, amount text)"},
		{"a new column that the base has", []Command{Add{Kind: model.ColumnKind, Parent: "lv", Values: map[string]string{"name": "place"}}},
			"stock_by_item(item text K, shop text C↑, day text C↑, amount text, place text)"},
		{"a new column that the base lacks", []Command{Add{Kind: model.ColumnKind, Parent: "lv", Values: map[string]string{"name": "colour"}}},
			"stock_by_item(item text K, shop text C↑, day text C↑, amount text)"},
		{"the view goes with its table", []Command{Remove{"lv"}}, "gone"},
	} {
		t.Run(test.name, func(t *testing.T) {
			after := must(t, withView(t, inventory(t)), test.commands...)
			if got := shapeOf(after, "v"); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
	after := must(t, withView(t, inventory(t)), Remove{"l"})
	if got := shapeOf(after, "p"); got == "gone" {
		t.Error("the base of a view went with its logical table")
	}
}

// TestCarryOverToSplitTable splits a table: both parts have the key, and each
// other column is in one of them.
func TestCarryOverToSplitTable(t *testing.T) {
	m := inventory(t)
	ids := &listedIDs{ids: []model.ID{"q", "qa", "qb", "qc", "qd", "qe"}}
	m, err := Apply(m, ids, Realize{Table: "l"}, Set{"q", "name", "stock_2", "stock_places"}, Remove{"qd"}, Remove{"pe"})
	if err != nil {
		t.Fatal(err)
	}
	after := must(t, m, Add{Kind: model.ColumnKind, Parent: "l", Values: map[string]string{"name": "shelf", "role": "clustering"}},
		Add{Kind: model.ColumnKind, Parent: "l", Values: map[string]string{"name": "price"}}, Set{"e", "name", "place", "corner"})
	for id, want := range map[model.ID]string{
		"p": "stock(shop text K, day text C↓, item text C↑, shelf text C↑, amount text, price text)",
		"q": "stock_places(shop text K, day text C↓, item text C↑, shelf text C↑, corner text)",
	} {
		if got := shapeOf(after, id); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestDifferences(t *testing.T) {
	m := must(t, inventory(t), Set{"p", "name", "stock", "stock_v2"}, Set{"pd", "name", "amount", "qty"},
		Set{"pc", "role", "clustering", "partition"}, Set{"pb", "descending", "true", ""}, Set{"pe", "type", "text", "list<text>"},
		Add{Kind: model.RelationColumnKind, Parent: "p", ID: "week", Values: map[string]string{"name": "week", "type": "date"}}, Move{"pe", -1})
	want := []model.Difference{
		{Kind: model.RelationRenamed, Column: "", Logical: "l", Was: "stock", Is: "stock_v2"},
		{Kind: model.RoleChanged, Column: "pc", Logical: "c", Was: "clustering", Is: "partition"},
		{Kind: model.DirectionTurned, Column: "pb", Logical: "b", Was: "descending", Is: "ascending"},
		{Kind: model.ShapeChanged, Column: "pe", Logical: "e", Was: "", Is: "list"},
		{Kind: model.ColumnRenamed, Column: "pd", Logical: "d", Was: "amount", Is: "qty"},
		{Kind: model.ColumnMoved, Column: "pd", Logical: "d", Was: "", Is: ""},
		{Kind: model.ColumnAdded, Column: "week", Logical: "", Was: "", Is: "week"},
	}
	if diff := cmp.Diff(want, model.Differences(m, "p")); diff != "" {
		t.Errorf("Differences (-want +got):\n%s", diff)
	}
	m.Logical.Tables["l"].Name = m.Physical.Keyspaces[m.Physical.Relations["p"].Keyspace].Name + "_stock_v2"
	if got := model.Differences(m, "p")[0]; got.Kind == model.RelationRenamed {
		t.Errorf("a table that its twin calls by keyspace and name is %+v", got)
	}
	m = must(t, m, Remove{"pe"})
	got := model.Differences(m, "p")
	if last := got[len(got)-1]; last != (model.Difference{Kind: model.ColumnMissing, Column: "", Logical: "e", Was: "place", Is: ""}) {
		t.Errorf("after a column's removal the last difference is %+v, want that it is missing", last)
	}
	if got := model.Differences(must(t, m, Set{"p", "realizes", "l", ""}), "p"); len(got) != 1 || got[0].Kind != model.RelationAdded {
		t.Errorf("Differences of a table that realises nothing = %+v, want %s", got, model.RelationAdded)
	}
}

func TestLogicalTwins(t *testing.T) {
	m := must(t, model.New("Imported"), Add{Kind: model.KeyspaceKind, ID: "k1", Values: map[string]string{"name": "k1"}},
		Add{Kind: model.KeyspaceKind, ID: "k2", Values: map[string]string{"name": "k2"}},
		Add{Kind: model.RelationElement, Parent: "k1", ID: "t1", Values: map[string]string{"name": "t"}},
		Add{Kind: model.RelationElement, Parent: "k2", ID: "t2", Values: map[string]string{"name": "t"}},
		Add{Kind: model.RelationColumnKind, Parent: "t1", ID: "c1", Values: map[string]string{"name": "id", "type": "uuid", "role": "partition"}},
		Add{Kind: model.RelationColumnKind, Parent: "t1", ID: "c2", Values: map[string]string{"name": "at", "type": "date", "role": "clustering", "descending": "true"}},
		Add{Kind: model.RelationColumnKind, Parent: "t1", ID: "c3", Values: map[string]string{"name": "views", "type": "counter"}},
		Add{Kind: model.RelationColumnKind, Parent: "t1", ID: "c4", Values: map[string]string{"name": "all_views", "type": "counter", "role": "static"}},
		Add{Kind: model.RelationColumnKind, Parent: "t2", ID: "c5", Values: map[string]string{"name": "tags", "type": "frozen<map<text, int>>"}})
	before := m.Clone()
	LogicalCopies(m, model.SeededIDs([]byte("twins")))
	var tables []string
	for _, table := range model.Sorted(m.Logical.Tables) {
		var columns []string
		for _, column := range table.Value.SortedColumns() {
			columns = append(columns, strings.TrimSpace(column.Value.Name+" "+string(column.Value.Role)+" "+string(column.Value.Collection)))
		}
		tables = append(tables, table.Value.Name+": "+strings.Join(columns, ", "))
	}
	want := []string{"t: id partition, at clustering, all_views static, views counter", "k2_t: tags regular map"}
	if diff := cmp.Diff(want, tables); diff != "" {
		t.Errorf("twins (-want +got):\n%s", diff)
	}
	for _, id := range []model.ID{"t1"} {
		if differences := model.Differences(m, id); len(differences) > 0 {
			t.Errorf("Differences(%s) = %+v, want none", id, differences)
		}
	}
	again := before.Clone()
	LogicalCopies(again, model.SeededIDs([]byte("twins")))
	if string(again.Encode()) != string(m.Encode()) {
		t.Error("two runs with one seed differ")
	}
	LogicalCopies(m, model.RandomIDs())
	if string(again.Encode()) != string(m.Encode()) {
		t.Error("a second run added twins of twins")
	}
}
