package edit

import (
	"slices"
	"testing"

	"widerow/model"
	"widerow/model/carry"
)

// TestPaste copies elements into the document itself, into an empty one and into a
// copy of the model.
func TestPaste(t *testing.T) {
	source := func() *model.Model {
		return must(t, shop(t),
			Add{Kind: model.RelationElement, Parent: "ks", ID: "bysize", Values: map[string]string{"kind": string(model.MaterializedView), "name": "carts_by_size", "base": "carts"}})
	}
	for _, test := range []struct {
		name     string
		into     func() *model.Model
		elements []model.ID
		words    string
		problem  string
		titles   []string // of all elements that were added
	}{
		{"two entity types and what is between them", func() *model.Model { return model.New("Other") }, []model.ID{"order", "customer"},
			"pasted entity type Customer and 1 more from Shop", "",
			[]string{"Customer", "Customer.email", "Customer.address", "Customer.street", "Order", "Order.order_id", "Order.placed", "places", "places – Customer", "places – Order", "IsA of Customer", "IsA of Customer – Order"}},
		{"one entity type again", source, []model.ID{"customer"}, "pasted entity type Customer_2", "",
			[]string{"Customer_2", "Customer_2.email", "Customer_2.address", "Customer_2.street"}},
		{"a relationship type again", source, []model.ID{"places"}, "pasted relationship type places", "", []string{"places", "places – Customer", "places – Order"}},
		{"a hierarchy alone", func() *model.Model { return model.New("Other") }, []model.ID{"isa"}, "", "IsA of Customer cannot be copied without its entity types: copy them with it", nil},
		{"a view alone", source, []model.ID{"bysize"}, "", "carts_by_size is a view of carts: copy both", nil},
		{"a column", source, []model.ID{"oid"}, "", "A column cannot be copied alone: copy what it is a part of", nil},
		{"nothing", source, nil, "", "Nothing was copied", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			before := test.into()
			command := Paste{From: source(), Elements: test.elements, First: "pasted"}
			after, err := Apply(before, model.SeededIDs([]byte("paste")), command)
			if test.problem != "" {
				if err == nil || err.Error() != test.problem {
					t.Fatalf("%v, want %q", err, test.problem)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var titles []string
			for element := range after.Elements() {
				if _, was := before.Element(element.ID); !was {
					titles = append(titles, after.Title(element.ID))
				}
			}
			if !slices.Equal(titles, test.titles) {
				t.Errorf("added %q,\nwant %q", titles, test.titles)
			}
			if words := command.words(before, after); words != test.words {
				t.Errorf("%q, want %q", words, test.words)
			}
			first, _ := after.Element("pasted")
			if asked, _ := command.From.Element(test.elements[0]); first.Kind != asked.Kind {
				t.Errorf("the copy of the first element is a %q", first.Kind)
			}
		})
	}
}

// A table keeps its types, indexes and sizes in another document, and gets a
// logical table. Pasted twice, it uses the type that came with it the first time.
func TestPasteTable(t *testing.T) {
	from := shop(t)
	from.Physical.Relations["carts"].Columns["where"] = &model.Column{Name: "where", Role: model.Regular, Type: model.Frozen(model.Type{Kind: model.UserTypeRef, UserType: "addresstype"}), Order: "zz"}
	from.Physical.Relations["carts"].Rows = "2 * @percustomer"
	into := must(t, model.New("Other"), Add{Kind: model.QuantityKind, ID: "mine", Values: map[string]string{"name": "orders_per_customer", "typical": "3"}})
	once := must(t, into, Paste{From: from, Elements: []model.ID{"carts"}, First: "pasted"})
	relation := once.Physical.Relations["pasted"]
	if relation == nil || relation.Name != "carts" || once.Title(relation.Keyspace) != "shop" || relation.Rows != "2 * @mine" || len(relation.Realizes) != 1 {
		t.Fatalf("pasted %+v", relation)
	}
	if got, want := len(relation.Columns), len(from.Physical.Relations["carts"].Columns); got != want {
		t.Errorf("%d columns, want %d", got, want)
	}
	column, _ := relation.ColumnNamed("where")
	if text := once.TypeText(relation.Columns[column].Type); text != "frozen<address>" || len(once.Physical.Types) != 1 {
		t.Errorf("type %s of %d types", text, len(once.Physical.Types))
	}
	twice := must(t, once, Paste{From: from, Elements: []model.ID{"carts"}, First: "again"})
	if name := twice.Physical.Relations["again"].Name; name != "carts_2" || len(twice.Physical.Types) != 1 {
		t.Errorf("pasted again as %s with %d types", name, len(twice.Physical.Types))
	}
	logical := must(t, into, Paste{From: from, Elements: []model.ID{"orders"}, First: "pasted"})
	table := logical.Logical.Tables["pasted"]
	if table.Name != "orders_by_customer" || len(table.Columns) != 5 || len(carry.Of(logical).Realizing("pasted")) != 1 {
		t.Errorf("pasted %+v", table)
	}
}
