package model

import "testing"

func TestSuggestKey(t *testing.T) {
	m := &Model{Concepts: Concepts{Entities: map[ID]*Entity{
		"hotel": {Name: "Hotel"},
		"room":  {Name: "Room", Weak: true},
		"guest": {Name: "Guest", Attributes: map[ID]*Attribute{"name": {Name: "name"}}},
	}}}
	for _, test := range []struct {
		owner ID
		name  string
		want  KeyKind
	}{
		{"hotel", "hotel_id", Key}, {"hotel", "hotelId", Key}, {"hotel", "ISBN", Key}, {"hotel", "confirm number", Key},
		{"room", "room_number", PartialKey},
		{"hotel", "name", NoKey}, {"hotel", "number_of_rooms", NoKey}, {"hotel", "paid", NoKey}, {"hotel", "", NoKey},
		{"guest", "phone_number", NoKey}, // not the first
		{"gone", "hotel_id", NoKey},
	} {
		if got := m.SuggestKey(test.owner, test.name); got != test.want {
			t.Errorf("the key of %s.%s is %q, want %q", test.owner, test.name, got, test.want)
		}
	}
}
