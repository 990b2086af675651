package route

import (
	"math"
	"math/rand/v2"
	"testing"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// The count for a rectangle equals that of clipped lines in every direction. A
// count that stops early reaches the requested number.
func TestEdgeBitsThroughRectangle(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 9))
	at := func() geom.Point { return geom.Pt(float64(random.IntN(90)), float64(random.IntN(60))) }
	routes := make([]graph.Route, 120)
	for i := range routes {
		points := []geom.Point{at()}
		for range 1 + random.IntN(4) {
			p, last := at(), points[len(points)-1]
			switch random.IntN(5) {
			case 0, 1:
				p.X = last.X
			case 2, 3:
				p.Y = last.Y
			}
			points = append(points, p)
		}
		routes[i].Points = points
	}
	bits := newEdgeBits(geom.NewRect(0, 0, 90, 60), routes)
	if len(bits.upright) < 50 || len(bits.level) < 50 || len(bits.slanted) < 20 {
		t.Fatalf("%d upright, %d level, %d slanted", len(bits.upright), len(bits.level), len(bits.slanted))
	}
	for range 500 {
		corner, without := at(), random.IntN(len(routes))
		r := geom.NewRect(corner.X-5, corner.Y-5, float64(1+random.IntN(30)), float64(1+random.IntN(20)))
		want := 0
		for edge := range routes {
			points := routes[edge].Points
			for k := 1; k < len(points); k++ {
				if edge != without && geom.SegmentMeets(points[k-1], points[k], r) {
					want++
				}
			}
		}
		if got := bits.through(r, without, math.MaxInt); got != want {
			t.Errorf("%d segments run through %+v, want %d", got, r, want)
		}
		most := random.IntN(10)
		if got := bits.through(r, without, most); got < min(most, want) || got > want {
			t.Errorf("counted to %d, %d segments run through %+v, want up to %d", most, got, r, want)
		}
	}
}
