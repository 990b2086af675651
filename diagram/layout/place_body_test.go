package layout

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
)

// A group moves away by as much as a box in it grew, not by the size of the
// box.
func TestGroupsGiveWayByGrowth(t *testing.T) {
	g := graphtest.Kept(2)
	g.Boxes[0].Growth = 23
	v, err := NewView(g)
	if err != nil {
		t.Fatal(err)
	}
	if got := v.newKeeper().growth(); got != 23+2*GroupGap {
		t.Errorf("a row more asks for %g px, want %d", got, 23+2*GroupGap)
	}
}

// Pinned boxes stay as close as they were put, though the entry arrow of one lies over the
// other.
func TestStillBoxesStay(t *testing.T) {
	g := &graph.Graph{Direction: graph.LeftRight, Edges: []graph.Edge{{ID: "entry", To: "right", LabelWidth: 40, LabelHeight: 16}},
		Boxes: []graph.Box{{ID: "left", Width: 100, Height: 100, At: &geom.Point{}, Pinned: true}, {ID: "right", Width: 100, Height: 100, At: &geom.Point{X: 104}, Pinned: true}}}
	v, err := NewView(g)
	if err != nil {
		t.Fatal(err)
	}
	if at := v.newKeeper().rects[1].X; at != 104 {
		t.Errorf("the box is at %g", at)
	}
}

// A group of dropped boxes goes to the same place as by an exhaustive search.
func TestShortestWay(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 5))
	for range 300 {
		walls := make([]geom.Rect, random.IntN(25))
		for i := range walls {
			walls[i] = geom.NewRect(float64(random.IntN(80)-50), float64(random.IntN(80)-50), float64(1+random.IntN(40)), float64(1+random.IntN(40)))
		}
		within := func(x, y float64) bool {
			return slices.ContainsFunc(walls, func(w geom.Rect) bool { return x > w.X && x < w.X+w.Width && y > w.Y && y < w.Y+w.Height })
		}
		least := math.Inf(1)
		for x := -100.0; x <= 100; x++ {
			for y := -100.0; y <= 100; y++ {
				if math.Hypot(x, y) < least && !within(x, y) {
					least = math.Hypot(x, y)
				}
			}
		}
		if got := shortestWay(walls); within(got.X, got.Y) || math.Hypot(got.X, got.Y) != least {
			t.Errorf("the way is %v, want one of %g; walls are %v", got, least, walls)
		}
	}
}

// A box that is pushed past a row of pinned boxes returns to a place that is
// much closer.
func TestPushedInALineTurnsBack(t *testing.T) {
	pin := func(x, y, width, height float64) body {
		return body{area: geom.NewRect(x, y, width, height), pinned: true}
	}
	p := &pusher{more: 12, bodies: []body{
		{area: geom.NewRect(0, 0, 100, 100), grown: true}, {area: geom.NewRect(50, 0, 100, 100)},
		pin(160, 0, 1100, 100), pin(-1410, 0, 1400, 100), pin(-1410, -650, 2700, 640), pin(-1410, 110, 2700, 640),
	}}
	p.push()
	if way := wayBetween(p.before[1], p.bodies[1].area); way > 800 {
		t.Errorf("the box went %g px to %+v", way, p.bodies[1].area)
	}
}

// TestNearestFree: nearestFree finds the same place as an exhaustive search.
func TestNearestFree(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	side := func(most int) float64 { return float64(random.IntN(most)) / 2 }
	for range 300 {
		r, more := geom.NewRect(side(400), side(400), 1+side(200), 1+side(200)), side(50)
		var taken []geom.Rect
		xs, ys := []float64{r.X}, []float64{r.Y}
		for range random.IntN(25) {
			t := geom.NewRect(side(600), side(600), 1+side(200), 1+side(200))
			taken = append(taken, t)
			xs, ys = append(xs, t.X-r.Width-more, t.X+t.Width+more), append(ys, t.Y-r.Height-more, t.Y+t.Height+more)
		}
		least := math.Inf(1)
		for _, x := range xs {
			for _, y := range ys {
				if at := (geom.NewRect(x, y, r.Width, r.Height)); !at.OverlapsAny(taken) {
					least = min(least, wayBetween(r, at))
				}
			}
		}
		if got := nearestFree(r, taken, more); got.OverlapsAny(taken) || wayBetween(r, got) != least {
			t.Errorf("%v goes to %v, %g px, want %g; taken are %v", r, got, wayBetween(r, got), least, taken)
		}
	}
}
