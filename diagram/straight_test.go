package diagram

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/diagram/geom"
	"widerow/diagram/layout/layouttest"
	"widerow/model"
	"widerow/model/example"
)

// What is nearly in line, or nearly in the middle, is meant to be so: worked out by hand.
func TestStraightened(t *testing.T) {
	box := func(x, y float64) geom.Rect { return geom.NewRect(x, y, 100, 60) }
	for _, test := range []struct {
		name         string
		lines        geom.Point
		rects, wants []geom.Rect
	}{
		{"a row with one box off it", geom.Point{}, []geom.Rect{box(0, 0), box(200, 13), box(400, 0)}, []geom.Rect{box(0, 0), box(200, 0), box(400, 0)}},
		{"a column with one box off it", geom.Point{}, []geom.Rect{box(0, 0), box(-9, 200), box(0, 400)}, []geom.Rect{box(0, 0), box(0, 200), box(0, 400)}},
		{"middles of boxes of different heights", geom.Pt(0.5, 0.5), []geom.Rect{geom.NewRect(0, 0, 100, 100), box(200, 24)}, []geom.Rect{geom.NewRect(0, 0, 100, 100), box(200, 20)}},
		{"gaps of 100 and 140", geom.Point{}, []geom.Rect{box(0, 0), box(200, 0), box(440, 0)}, []geom.Rect{box(0, 0), box(220, 0), box(440, 0)}},
		{"far from any line", geom.Point{}, []geom.Rect{box(0, 0), box(300, 40)}, []geom.Rect{box(0, 0), box(300, 40)}},
		{"no room to move", geom.Point{}, []geom.Rect{box(0, 0), box(200, 10), box(200, -75)}, []geom.Rect{box(0, 0), box(200, 10), box(200, -75)}},
	} {
		if diff := cmp.Diff(test.wants, straightened(test.rects, test.lines)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// Tidy straightens what a hand has put a little out of line, though it is pinned, and by no
// more than 24 px. The ER diagram is left out: in a grid its lines would lie on each
// other.
func TestTidySeesWhatIsRagged(t *testing.T) {
	for _, kind := range []Kind{KindWorkflow, KindLogical, KindPhysical} {
		m, err := example.Load("hotel")
		if err != nil {
			t.Fatal(err)
		}
		at, err := Tidied(t.Context(), layouttest.Grid{}, m, kind)
		if err != nil {
			t.Fatal(err)
		}
		i := 0
		for _, id := range model.SortedKeys(at) {
			position := at[id]
			position.Pinned = true
			if i++; i%3 == 0 {
				position.X, position.Y = position.X+11, position.Y-7
			}
			at[id] = position
		}
		m = m.WithPositions(string(kind), at)
		proposal, err := Propose(t.Context(), layouttest.Grid{}, m, kind)
		if err != nil {
			t.Fatal(err)
		}
		if proposal.Now.Ragged == 0 || proposal.Then.Ragged >= proposal.Now.Ragged || proposal.At == nil {
			t.Errorf("%s: %d ragged boxes, %d once tidied", kind, proposal.Now.Ragged, proposal.Then.Ragged)
		}
		for id, then := range proposal.At {
			if now := at[id]; !then.Pinned || math.Abs(then.X-now.X) > nearly || math.Abs(then.Y-now.Y) > nearly {
				t.Errorf("%s: the pinned %s moves from %v to %v", kind, id, now, then)
			}
		}
	}
}
