package effect_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/effect"
)

func TestOfRemoving(t *testing.T) {
	for id, want := range map[model.ID][]string{
		"customer": {"Removes 3 attributes.", "Removes a participant of places.", "Removes or shrinks IsA of Customer.",
			"Changes Q1: what refers to it there keeps its name only, and no table is derived from a name.", "Columns of orders_by_customer stay, but lose their attribute."},
		"order": {"Removes 2 attributes.", "Removes a participant of places.", "Removes or shrinks IsA of Customer.",
			"Changes Q1, U1: what refers to it there keeps its name only, and no table is derived from a name."},
		"email": {"Changes Q1: what refers to it there keeps its name only, and no table is derived from a name.",
			"Columns of orders_by_customer stay, but lose their attribute."},
		"address": {"Removes 1 attribute."},
		"places":  nil,
		"placer":  nil,
	} {
		m := shop(t)
		text := string(m.Encode())
		removal, ok := effect.OfRemoving(m, id)
		if !ok {
			t.Errorf("OfRemoving(%s) is not known", id)
		}
		if diff := cmp.Diff(want, removal.Sentences(m)); diff != "" {
			t.Errorf("OfRemoving(%s) (-want +got):\n%s", id, diff)
		}
		if local := id == "address" || want == nil; removal.IsLocal() != local {
			t.Errorf("the removal of %s is local: %v, want %v", id, removal.IsLocal(), local)
		}
		if string(m.Encode()) != text {
			t.Errorf("OfRemoving(%s) changed the document", id)
		}
	}
	for _, id := range []model.ID{"", "q1", "orders", "nobody"} {
		if _, ok := effect.OfRemoving(shop(t), id); ok {
			t.Errorf("OfRemoving(%q) is known", id)
		}
	}
}

// shop returns a small document: an ER model, a query, an update and a table.
func shop(t *testing.T) *model.Model {
	t.Helper()
	add := func(kind model.Kind, parent, id model.ID, pairs ...string) edit.Command {
		values := map[string]string{}
		for i := 0; i < len(pairs); i += 2 {
			values[pairs[i]] = pairs[i+1]
		}
		return edit.Add{Kind: kind, Parent: parent, ID: id, Values: values}
	}
	m, err := edit.Apply(model.New("Shop"), model.RandomIDs(),
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
		add(model.QueryKind, "", "q1", "name", "Orders of a customer", "limit", "10"),
		add(model.FindKind, "q1", "q1find", "attribute", "orderid"),
		add(model.GivenKind, "q1", "q1given", "attribute", "email"),
		add(model.SortKind, "q1", "q1sort", "attribute", "placed", "descending", "true"),
		add(model.UpdateElement, "", "u1", "name", "Place an order"),
		add(model.WriteKind, "u1", "u1write", "element", "order"),
		add(model.KeyspaceKind, "", "ks", "name", "shop"),
		add(model.TableKind, "", "orders", "name", "orders_by_customer"),
		add(model.ColumnKind, "orders", "oemail", "name", "email", "role", "partition", "attribute", "email", "query", "q1"),
		add(model.ColumnKind, "orders", "oplaced", "name", "placed", "role", "clustering", "descending", "true"),
		add(model.ColumnKind, "orders", "oid", "name", "order_id", "role", "clustering"),
		add(model.ColumnKind, "orders", "oaddress", "name", "address", "collection", "udt"),
		add(model.ColumnKind, "orders", "otags", "name", "tags", "collection", "set"))
	if err != nil {
		t.Fatal(err)
	}
	return m
}
