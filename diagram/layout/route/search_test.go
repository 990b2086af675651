package route

import (
	"testing"

	"widerow/diagram/geom"
)

// A path is found however few states may be explored, and none where walls
// leave none.
func TestSearchFindsEveryWay(t *testing.T) {
	grid := newRouteGrid(lines{x: []float64{0, 50, 100, 150, 200}, y: []float64{0, 50, 100}})
	starts := []port{{node: grid.node(0, 1), way: geom.Right, border: geom.Pt(-10, 50)}}
	ends := []port{{node: grid.node(4, 1), way: geom.Left, border: geom.Pt(210, 50)}}
	find := func(budget int) int {
		s := newSearch(grid, 1)
		s.budget = budget
		nodes, start, end, found := s.find(starts, ends)
		if found && (start != starts[0] || end != ends[0]) {
			t.Errorf("from %+v to %+v, want %+v to %+v", start, end, starts[0], ends[0])
		}
		return len(nodes)
	}
	for _, budget := range []int{1, 2, 1000} {
		if got := find(budget); got != 5 {
			t.Errorf("%d states at first: a way of %d crossings, want the 5 of the middle line", budget, got)
		}
	}
	grid.block(geom.NewRect(90, 20, 20, 60))
	for _, budget := range []int{1, 2, 1000} {
		if got := find(budget); got < 7 {
			t.Errorf("%d states at first: a way of %d crossings leads through a box", budget, got)
		}
	}
	grid.block(geom.NewRect(90, -20, 20, 140))
	for _, budget := range []int{1, 2, 1000} {
		if got := find(budget); got != 0 {
			t.Errorf("%d states at first: a way of %d crossings leads through a wall", budget, got)
		}
	}
}
