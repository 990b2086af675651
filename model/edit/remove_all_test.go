package edit

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
)

// TestRemoveAll removes elements that depend on each other, and parts with what
// contains them.
func TestRemoveAll(t *testing.T) {
	withView := func() *model.Model {
		return must(t, shop(t), Add{Kind: model.RelationElement, Parent: "ks", ID: "bysize", Values: map[string]string{"kind": string(model.MaterializedView), "name": "carts_by_size", "base": "carts"}})
	}
	for _, test := range []struct {
		elements []model.ID
		words    string
		refused  string
	}{
		{[]model.ID{"carts", "bysize"}, "removed table carts, table carts_by_size", ""},
		{[]model.ID{"customer", "email", "customer"}, "removed entity type Customer, attribute Customer.email", ""},
		{[]model.ID{"customer", "order", "places", "q1"}, "removed entity type Customer, entity type Order, relationship type places and 1 more", ""},
		{[]model.ID{"orders", "carts"}, "", "Table carts is the base of the materialized view carts_by_size; remove the view first"},
		{[]model.ID{"orders", "nothing"}, "", `element "nothing" is not in this model; it may have been removed meanwhile`},
	} {
		before := withView()
		after, err := Apply(before, model.RandomIDs(), RemoveAll{test.elements})
		if test.refused != "" {
			if err == nil || err.Error() != test.refused {
				t.Errorf("RemoveAll(%v): %v, want %q", test.elements, err, test.refused)
			}
			continue
		}
		if err != nil {
			t.Errorf("RemoveAll(%v): %v", test.elements, err)
			continue
		}
		for _, id := range test.elements {
			if _, still := after.Element(id); still {
				t.Errorf("RemoveAll(%v) keeps %s", test.elements, id)
			}
		}
		if dangling := danglingReferences(after); len(dangling) > 0 {
			t.Errorf("after RemoveAll(%v): %s", test.elements, dangling)
		}
		if got := Words(before, after, RemoveAll{test.elements}); got != test.words {
			t.Errorf("Words of RemoveAll(%v) = %q, want %q", test.elements, got, test.words)
		}
	}
}

func TestAddTags(t *testing.T) {
	before := must(t, shop(t), Set{Element: "orders", Field: "tags", Value: "billing"})
	add := AddTags{[]model.ID{"orders", "carts"}, "hot path, billing"}
	after := must(t, before, add)
	want := model.TagSet{"billing": true, "hot path": true}
	for id, got := range map[model.ID]model.TagSet{"orders": after.Logical.Tables["orders"].Tags, "carts": after.Physical.Relations["carts"].Tags} {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("tags of %s (-want +got):\n%s", id, diff)
		}
	}
	if got, want := Words(before, after, add), "tagged orders_by_customer and 1 more as billing, hot path"; got != want {
		t.Errorf("Words = %q, want %q", got, want)
	}
	for tags, want := range map[string]string{
		" , ": "Type at least one tag",
		"x":   "Only tables have tags; Customer is of another kind",
	} {
		if _, err := Apply(before, model.RandomIDs(), AddTags{[]model.ID{"customer"}, tags}); err == nil || err.Error() != want {
			t.Errorf("AddTags(%q): %v, want %q", tags, err, want)
		}
	}
}
