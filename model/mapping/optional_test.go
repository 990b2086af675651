package mapping

import "testing"

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
