package edit

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
	"widerow/model/carry"
)

// must applies commands and fails the test on an error.
func must(t *testing.T, m *model.Model, commands ...Command) *model.Model {
	t.Helper()
	after, err := Apply(m, model.SeededIDs(m.Encode()), commands...)
	if err != nil {
		t.Fatalf("Apply(%+v): %v", commands, err)
	}
	return after
}

// shop returns a small document with an element of every kind.
func shop(t *testing.T) *model.Model {
	t.Helper()
	return must(t, model.New("Shop"), shopCommands()...)
}

func shopCommands() []Command {
	add := func(kind model.Kind, parent, id model.ID, pairs ...string) Command {
		values := map[string]string{}
		for i := 0; i < len(pairs); i += 2 {
			values[pairs[i]] = pairs[i+1]
		}
		return Add{Kind: kind, Parent: parent, ID: id, Values: values}
	}
	return []Command{
		add(model.EntityKind, "", "customer", "name", "Customer"),
		add(model.AttributeKind, "customer", "email", "name", "email", "key", "key"),
		add(model.AttributeKind, "customer", "address", "name", "address"),
		add(model.AttributeKind, "customer", "street", "name", "street", "parent", "address"),
		add(model.EntityKind, "", "order", "name", "Order"),
		add(model.AttributeKind, "order", "orderid", "name", "order_id", "key", "key"),
		add(model.AttributeKind, "order", "placed", "name", "placed"),
		add(model.RelationshipKind, "", "places", "name", "places"),
		add(model.ParticipantKind, "places", "placer", "entity", "customer", "cardinality", "1"),
		add(model.ParticipantKind, "places", "placedone", "entity", "order"),
		add(model.HierarchyKind, "", "isa", "supertype", "customer"),
		add(model.SubtypeKind, "isa", "isaorder", "entity", "order"),
		add(model.ActorKind, "", "clerk", "name", "Clerk"),
		add(model.StepKind, "", "list", "name", "List orders", "actor", "clerk"),
		add(model.StepKind, "", "open", "name", "Open an order"),
		add(model.QueryKind, "", "q1", "name", "Orders of a customer", "limit", "10"),
		add(model.FindKind, "q1", "q1find", "attribute", "orderid"),
		add(model.GivenKind, "q1", "q1given", "attribute", "email"),
		add(model.SortKind, "q1", "q1sort", "attribute", "placed", "descending", "true"),
		add(model.UpdateElement, "", "u1", "name", "Place an order"),
		add(model.WriteKind, "u1", "u1write", "element", "order"),
		add(model.TransitionKind, "", "enter", "to", "list", "access", "q1"),
		add(model.TransitionKind, "", "go", "from", "list", "to", "open"),
		add(model.QuantityKind, "", "percustomer", "name", "orders_per_customer", "typical", "20", "worst", "2000"),
		add(model.KeyspaceKind, "", "ks", "name", "shop"),
		add(model.UserTypeKind, "ks", "addresstype", "name", "address"),
		add(model.TypeFieldKind, "addresstype", "streetfield", "name", "street", "type", "text"),
		add(model.TableKind, "", "orders", "name", "orders_by_customer"),
		add(model.ColumnKind, "orders", "oemail", "name", "email", "role", "partition", "attribute", "email", "query", "q1"),
		add(model.ColumnKind, "orders", "oplaced", "name", "placed", "role", "clustering", "descending", "true"),
		add(model.ColumnKind, "orders", "oid", "name", "order_id", "role", "clustering"),
		add(model.ColumnKind, "orders", "oaddress", "name", "address", "collection", "udt"),
		add(model.ColumnKind, "orders", "otags", "name", "tags", "collection", "set"),
		add(model.ArrowKind, "", "arrow", "access", "q1", "to", "orders"),
		add(model.RelationElement, "ks", "carts", "name", "carts", "rows", "orders_per_customer * 2"),
		add(model.RelationColumnKind, "carts", "cartid", "name", "cart_id", "type", "uuid", "role", "partition"),
		add(model.RelationColumnKind, "carts", "cartuser", "name", "user", "type", "text", "length", "30"),
		add(model.IndexKind, "carts", "cartindex", "column", "cartuser"),
		add(model.MeasurementKind, "carts", "measured", "tool", "tablestats", "node", "10.0.0.1", "date", "2026-11-02", "figures", "max_bytes = 73457"),
		add(model.NoteKind, "", "memo", "text", "# Ask\nWho **pays**?", "diagram", "er"),
		add(model.AreaKind, "", "zone", "name", "Billing", "diagram", "er", "color", "green"),
		add(model.StatementKind, "ks", "carttrigger", "text", "CREATE TRIGGER audit ON shop.carts USING 'shop.Audit'", "table", "carts"),
	}
}

func TestAddMakesEveryKind(t *testing.T) {
	m := shop(t)
	made := map[model.Kind]bool{}
	for element := range m.Elements() {
		made[element.Kind] = true
		if title := m.TitleOf(element); title == "" || strings.Contains(title, "?") || strings.HasPrefix(title, "unnamed") {
			t.Errorf("Title(%s %s) = %q, want a name", element.Kind, element.ID, title)
		}
		if again, found := m.Element(element.ID); !found || again != element {
			t.Errorf("Element(%s) = %+v, %v, want %+v", element.ID, again, found, element)
		}
	}
	for _, kind := range append(allKinds(model.ModelKind), model.ModelKind) {
		if kind != model.ModelKind && !made[kind] {
			t.Errorf("no element of kind %s was made", kind)
		}
		if FieldsOf(kind) == nil {
			t.Errorf("FieldsOf(%s) is empty", kind)
		}
	}
}

func allKinds(kind model.Kind) []model.Kind {
	var kinds []model.Kind
	for _, child := range model.ChildrenOf(kind) {
		kinds = append(append(kinds, child), allKinds(child)...)
	}
	return kinds
}

func TestAddedTableIsRealised(t *testing.T) {
	m := shop(t)
	relations := carry.Of(m).Realizing("orders")
	if len(relations) != 1 {
		t.Fatalf("%d relations realise orders, want 1", len(relations))
	}
	var got []string
	for _, column := range relations[0].Value.SortedColumns() {
		got = append(got, column.Value.Name+" "+m.TypeText(column.Value.Type)+" "+string(column.Value.Role))
	}
	want := []string{"email text partition", "placed text clustering", "order_id text clustering",
		"address frozen<address> regular", "tags set<text> regular"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("columns of %s (-want +got):\n%s", relations[0].Value.Name, diff)
	}
	if differences := model.Differences(m, relations[0].ID); len(differences) > 0 {
		t.Errorf("Differences = %+v, want none", differences)
	}
}

func TestTableWithoutKeyspaceMakesOne(t *testing.T) {
	m := must(t, model.New("Café & Bar № 1"), Add{Kind: model.TableKind, Values: map[string]string{"name": "drinks"}})
	keyspaces := model.Sorted(m.Physical.Keyspaces)
	if len(keyspaces) != 1 || keyspaces[0].Value.Name != "cafe_bar_1" {
		t.Errorf("keyspaces = %+v, want cafe_bar_1", keyspaces)
	}
}

func TestSet(t *testing.T) {
	for _, test := range []struct {
		command Set
		name    string
		words   string
	}{
		{Set{"oid", "name", "order_id", "id"}, "RenameColumn", "renamed column orders_by_customer.order_id to id"},
		{Set{"oid", "role", "clustering", "regular"}, "SetColumnRole", "set role of orders_by_customer.order_id from C clustering to regular"},
		{Set{"cartuser", "type", "text", "ascii"}, "SetRelationColumnType", "set type of carts.user from text to ascii"},
		{Set{"customer", "weak", "", "true"}, "SetEntityWeak", "set weak of Customer from no to yes"},
		{Set{"customer", "note", "", "Who buys\r\nfrom us"}, "SetEntityNote", "changed note of Customer"},
		{Set{"q1", "limit", "10", ""}, "SetQueryLimit", "cleared limit of Q1"},
		{Set{"q1", "label", "Q1", "Q2.1"}, "RenameQuery", "set label of Q1 from Q1 to Q2.1"},
		{Set{"go", "access", "", "u1"}, "SetTransitionAccess", "set query or update of List orders → Open an order to U1"},
		{Set{"", "name", "Shop", "Store"}, "RenameModel", "renamed the model to Store"},
		{Set{"percustomer", "typical", "20", "2_000 / 10"}, "SetQuantityTypical", "set typical of orders_per_customer from 20 to 2_000 / 10"},
		{Set{"cartuser", "type", "text", "varchar"}, "SetRelationColumnType", ""},
		{Set{"cartuser", "name", "seen long ago", "seen long ago"}, "RenameRelationColumn", ""},
	} {
		before := shop(t)
		text := string(before.Encode())
		after := must(t, before, test.command)
		if got := test.command.Name(before); got != test.name {
			t.Errorf("Name of %+v = %s, want %s", test.command, got, test.name)
		}
		if got := Words(before, after, test.command); got != test.words {
			t.Errorf("Words of %+v = %q, want %q", test.command, got, test.words)
		}
		if string(before.Encode()) != text {
			t.Errorf("Apply(%+v) changed its input", test.command)
		}
		if changed := string(after.Encode()) != text; changed != (test.words != "") {
			t.Errorf("Apply(%+v) changed the document: %v, but its words are %q", test.command, changed, test.words)
		}
	}
}

func TestSetConflict(t *testing.T) {
	m := shop(t)
	_, err := Apply(m, model.RandomIDs(), Set{"oid", "name", "number", "id"}, Set{"oid", "note", "old", "mine"})
	want := []*Conflict{
		{Element: "oid", Field: "name", Label: "Name", Saw: "number", Theirs: "order_id", Mine: "id"},
		{Element: "oid", Field: "note", Label: "Note", Saw: "old", Theirs: "", Mine: "mine"},
	}
	if diff := cmp.Diff(want, Conflicts(err)); diff != "" {
		t.Errorf("conflicts (-want +got):\n%s", diff)
	}
	var first *Conflict
	if !errors.As(err, &first) || first.Field != "name" {
		t.Errorf("errors.As(%v) found %+v, want the conflict of the name", err, first)
	}
	if _, err := Apply(m, model.RandomIDs(), Set{"cartuser", "type", "int", "varchar"}); err != nil {
		t.Errorf("setting what somebody else has set already: %v, want no conflict", err)
	}
}

func TestGone(t *testing.T) {
	for _, command := range []Command{Set{Element: "nobody", Field: "name", Value: "x"}, Remove{"nobody"}, Move{"nobody", 1},
		Add{Kind: model.ColumnKind, Parent: "nobody"}, Realize{Table: "nobody"}, Realize{Table: "orders", Keyspace: "nobody"}} {
		_, err := Apply(shop(t), model.RandomIDs(), command)
		var gone *GoneError
		if !errors.As(err, &gone) || gone.Element != "nobody" {
			t.Errorf("Apply(%+v) = %v, want a GoneError of nobody", command, err)
		}
	}
}
