package route

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"widerow/diagram/geom"
)

// The queue returns items in order, also if an estimate is lower than earlier
// ones, equals others or lies beyond the last bucket.
func TestSearchQueue(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	queue := &searchQueue{}
	for _, least := range []float64{0, 250, 10_000} {
		queue.clear(least)
		var want []searchItem
		compare := func(a, b searchItem) int {
			return cmp.Or(cmp.Compare(a.estimate, b.estimate), cmp.Compare(b.cost, a.cost), cmp.Compare(a.place, b.place))
		}
		for i := range 2000 {
			if i%3 == 2 {
				slices.SortFunc(want, compare)
				if got, found := queue.pop(); !found || got != want[0] {
					t.Fatalf("pop %d = %+v, %t; want %+v", i, got, found, want[0])
				}
				want = want[1:]
				continue
			}
			item := searchItem{float64(random.IntN(500)), float64(random.IntN(4)), placeAt(random.IntN(50), random.IntN(50), geom.Heading(random.IntN(4)))}
			if i%7 == 0 {
				item.estimate *= bucketWidth * queueBuckets
			}
			queue.push(item)
			want = append(want, item)
		}
	}
	queue.clear(0)
	if got, found := queue.pop(); found {
		t.Errorf("pop of an empty queue = %+v", got)
	}
}

// No estimate exceeds the true cost. Otherwise the search could miss the
// cheapest route.
func TestEstimateIsNeverTooHigh(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for round := range 200 {
		var l lines
		for i := range 12 {
			l.x, l.y = append(l.x, float64(40*i)), append(l.y, float64(30*i))
		}
		grid := newRouteGrid(l)
		box := geom.NewRect(float64(80+40*random.IntN(6)), float64(60+30*random.IntN(6)), 40, 60)
		grid.block(box.Grown(1))
		var ends []port
		for way := geom.Right; way <= geom.Above; way++ {
			at := map[geom.Heading]geom.Point{geom.Right: geom.Pt(box.X+80, box.Y+30), geom.Left: geom.Pt(box.X-40, box.Y+30), geom.Below: geom.Pt(box.X+40, box.Y+90), geom.Above: geom.Pt(box.X, box.Y-30)}[way]
			i, j := slices.Index(grid.xs, at.X), slices.Index(grid.ys, at.Y)
			if i >= 0 && j >= 0 && random.IntN(3) > 0 {
				ends = append(ends, port{node: grid.node(i, j), way: way, cost: float64(random.IntN(3) * 45)})
			}
		}
		i, j, way := random.IntN(12), random.IntN(12), geom.Heading(random.IntN(4))
		if len(ends) == 0 || grid.inside[grid.node(i, j)] {
			continue
		}
		s := newSearch(grid, 1)
		if _, _, _, found := s.find([]port{{node: grid.node(i, j), way: way}}, ends); !found {
			continue
		}
		if estimate := s.aim.estimate(grid.xs[i], grid.ys[j], way); estimate > s.bound {
			t.Errorf("round %d: estimate %g of a way that costs %g", round, estimate, s.bound)
		}
	}
}
