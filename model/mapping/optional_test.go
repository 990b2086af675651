package mapping

import (
	"slices"
	"testing"

	"widerow/model/edit"
	"widerow/model/stored"
)

// What identifies a weak instance is there with it: no row lacks the hotel of its room.
func TestOwnersAreNotOptional(t *testing.T) {
	b := build(t)
	b.entity("Hotel", "id key")
	b.entity("weak Room", "number partial", "kind")
	b.entity("Reservation", "id key")
	b.relationship("identifying has", "Hotel 1", "Room n")
	b.relationship("booked", "Room 1", "Reservation n")
	b.query("Q1", "find Room.number Room.kind Hotel.id given Reservation.id")
	b.derive(nil)
	rows := NewStored(b.m).Of(b.table("rooms_by_reservation"))
	for _, n := range rows.Nodes {
		if n.Optional {
			t.Errorf("a row may lack its %s", b.m.Title(n.Of))
		}
	}
}

// What VIA names is in each row. Without VIA, what a row has one of at most is optional.
func TestWhatViaNamesIsInEachRow(t *testing.T) {
	for path, want := range map[string]bool{"contains holds": false, "": true} {
		b := build(t)
		b.entity("Purchase", "id key")
		b.entity("Item", "id key", "label", "color")
		b.entity("Shelf", "id key", "width")
		b.relationship("contains", "Purchase n", "Item n")
		b.relationship("holds", "Shelf 1", "Item n")
		b.query("Q1", "find Item.label Item.color Shelf.width given Purchase.id")
		if path != "" {
			b.do(edit.Set{Element: "q1", Field: "path", Value: path})
		}
		b.derive(nil)
		rows := NewStored(b.m).Of(b.table("items_by_purchase"))
		at := slices.IndexFunc(rows.Nodes, func(n stored.Node) bool { return n.Of == "holds" })
		if at < 0 || rows.Nodes[at].Optional != want {
			t.Errorf("VIA %q: holds is node %d of %+v, want optional %t", path, at, rows.Nodes, want)
		}
	}
}
