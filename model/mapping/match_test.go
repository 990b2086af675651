package mapping

import (
	"testing"

	"widerow/model/mapping/er"
)

// A column that a query compares and orders by is in both parts of a key.
func TestSameKeyOfWhatIsOrderedByAndGiven(t *testing.T) {
	day, room := er.Atom{Attribute: "day"}, er.Atom{Attribute: "room"}
	late := er.Atom{Attribute: "room", Descending: true}
	a := &shape{equal: []er.Atom{day}, tail: []er.Atom{day, room}}
	b := &shape{equal: []er.Atom{day}, tail: []er.Atom{late}}
	if !sameKey(a, a) || sameKey(a, b) || sameKey(b, a) {
		t.Error("the order of room counts, and day is compared once")
	}
}
