package sizes

import (
	"math"
	"testing"
)

// A token belongs to the first node clockwise, also beyond the highest token.
func TestRingOwner(t *testing.T) {
	ring := KeyRing{Nodes: []KeyNode{{Turn: 0}, {Turn: .25}, {Turn: .5}, {Turn: .75}}}
	for _, test := range []struct{ turn, want float64 }{{.1, .25}, {.25, .25}, {.26, .5}, {.76, 1}, {.999, 1}} {
		if got := ring.owner(test.turn); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("the owner of %v is at %v, want %v", test.turn, got, test.want)
		}
	}
}

// Tokens grow clockwise from the top.
func TestRingPoint(t *testing.T) {
	for _, test := range []struct{ turn, x, y float64 }{{0, 0, -10}, {.25, 10, 0}, {.5, 0, 10}, {.75, -10, 0}} {
		if x, y := ringPoint(test.turn, 10); math.Abs(x-test.x)+math.Abs(y-test.y) > 1e-9 {
			t.Errorf("turn %v is at %v, %v", test.turn, x, y)
		}
	}
}

// Partitions with close tokens do not cover each other.
func TestCloseTokens(t *testing.T) {
	marks := KeyRing{Nodes: []KeyNode{{Turn: 0}}}.partitionMarks([]KeyPartition{{Turn: .3}, {Turn: .31}, {Turn: .32}, {Turn: .6}})
	for i, a := range marks {
		for _, b := range marks[:i] {
			if math.Hypot(a.X-b.X, a.Y-b.Y) < 20 {
				t.Errorf("%s and %s overlap", a.Words, b.Words)
			}
		}
	}
}
