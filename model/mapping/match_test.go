package mapping

import "testing"

// A column that a query compares and orders by is in both parts of a key.
func TestSameKeyOfWhatIsOrderedByAndGiven(t *testing.T) {
	day, room := atom{attribute: "day"}, atom{attribute: "room"}
	late := atom{attribute: "room", descending: true}
	a := &shape{equal: []atom{day}, tail: []atom{day, room}}
	b := &shape{equal: []atom{day}, tail: []atom{late}}
	if !sameKey(a, a) || sameKey(a, b) || sameKey(b, a) {
		t.Error("the order of room counts, and day is compared once")
	}
}
