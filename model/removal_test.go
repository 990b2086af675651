package model

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEffectOfRemoving(t *testing.T) {
	for id, want := range map[ID][]string{
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
		effect, ok := m.EffectOfRemoving(id)
		if !ok {
			t.Errorf("EffectOfRemoving(%s) is not known", id)
		}
		if diff := cmp.Diff(want, effect.Sentences(m)); diff != "" {
			t.Errorf("EffectOfRemoving(%s) (-want +got):\n%s", id, diff)
		}
		if local := id == "address" || want == nil; effect.IsLocal() != local {
			t.Errorf("the removal of %s is local: %v, want %v", id, effect.IsLocal(), local)
		}
		if string(m.Encode()) != text {
			t.Errorf("EffectOfRemoving(%s) changed the document", id)
		}
	}
	for _, id := range []ID{"", "q1", "orders", "nobody"} {
		if _, ok := shop(t).EffectOfRemoving(id); ok {
			t.Errorf("EffectOfRemoving(%q) is known", id)
		}
	}
}
