package diagram

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
)

// However little an edge may look at, its way is found; none is where walls
// leave none.
func TestSearchFindsEveryWay(t *testing.T) {
	grid := newRouteGrid(lines{x: []float64{0, 50, 100, 150, 200}, y: []float64{0, 50, 100}})
	starts := []port{{node: grid.node(0, 1), way: geom.Right, border: geom.Pt(-10, 50)}}
	ends := []port{{node: grid.node(4, 1), way: geom.Left, border: geom.Pt(210, 50)}}
	find := func(looks int) int {
		s := newSearch(grid, 1)
		s.looks = looks
		nodes, start, end, found := s.find(starts, ends)
		if found && (start != starts[0] || end != ends[0]) {
			t.Errorf("from %+v to %+v, want %+v to %+v", start, end, starts[0], ends[0])
		}
		return len(nodes)
	}
	for _, looks := range []int{1, 2, 1000} {
		if got := find(looks); got != 5 {
			t.Errorf("%d looks at first: a way of %d crossings, want the 5 of the middle line", looks, got)
		}
	}
	grid.block(geom.NewRect(90, 20, 20, 60))
	for _, looks := range []int{1, 2, 1000} {
		if got := find(looks); got < 7 {
			t.Errorf("%d looks at first: a way of %d crossings leads through a box", looks, got)
		}
	}
	grid.block(geom.NewRect(90, -20, 20, 140))
	for _, looks := range []int{1, 2, 1000} {
		if got := find(looks); got != 0 {
			t.Errorf("%d looks at first: a way of %d crossings leads through a wall", looks, got)
		}
	}
}

// Memory for routing grows with the picture's tables and not with the square of
// them: a table of all states of the search would take 290 MB here.
func TestRoutingTakesLittleMemory(t *testing.T) {
	for tables, most := range map[int]uint64{100: 8 << 20, 1000: 200 << 20} {
		t.Run(fmt.Sprintf("tables=%d", tables), func(t *testing.T) {
			graph := graphtest.Random(3, tables, tables*4/3, 5)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if _, err := (Grid{}).Layout(context.Background(), graph); err != nil {
				t.Fatal(err)
			}
			runtime.ReadMemStats(&after)
			if took := after.TotalAlloc - before.TotalAlloc; took > most {
				t.Errorf("%d bytes allocated, want at most %d", took, most)
			}
		})
	}
}

// The largest graph that is accepted has all its edges, none through a box, and
// stays below 200 MB: what a request may cost the server. Ranks are given, since
// dot would not make them in time.
func TestLargestGraph(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: routes 6,000 edges")
	}
	v, err := newView(graphtest.Random(3, graph.MaxBoxes, graph.MaxEdges, 5))
	if err != nil {
		t.Fatal(err)
	}
	parts := v.components()
	for _, part := range parts {
		part.ranks = slices.Collect(slices.Chunk(part.boxes, 20))
	}
	picture, vertical := v.compose(parts)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	layout := v.finish(picture, vertical)
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 200<<20 {
		t.Errorf("%d bytes allocated, want at most 200 MB", took)
	}
	checkLayout(t, v.Graph, layout)
}

// However dense or large a picture is, no edge runs through a box.
func TestNoEdgeRunsThroughABox(t *testing.T) {
	for _, size := range []struct{ tables, edges, groups int }{{100, 500, 2}, {300, 400, 5}, {200, 790, 0}} {
		t.Run(fmt.Sprintf("tables=%d,edges=%d", size.tables, size.edges), func(t *testing.T) {
			g := graphtest.Random(3, size.tables, size.edges, size.groups)
			layout, err := Grid{}.Layout(context.Background(), g)
			if err != nil {
				t.Fatal(err)
			}
			checkLayout(t, g, layout)
		})
	}
}

// An edge from a box to itself is a loop from one side to another, also where
// entry arrows take up one that it uses as a rule.
func TestLoopsTakeFreeSides(t *testing.T) {
	entry := graphtest.Edge("Q2", "", "t")
	entry.LabelWidth = 170
	for _, direction := range []graph.Direction{graph.LeftRight, graph.TopDown} {
		g := &graph.Graph{Kind: graph.KindLogical, Direction: direction, Edges: []graph.Edge{graphtest.Edge("Q1", "t", "t"), entry}}
		// The second box offers a second line at the sides of the first.
		g.Boxes = []graph.Box{{ID: "t", At: &geom.Point{X: 300, Y: 100}, Width: 188, Height: 28}, {ID: "other", At: &geom.Point{X: 800, Y: 96}, Width: 60, Height: 40}}
		v, err := newView(g)
		if err != nil {
			t.Fatal(err)
		}
		if points := v.keep(nil).Edges["Q1"].Points; turning(points) < 1.4*math.Pi {
			t.Errorf("%s: the loop is %v", direction, points)
		}
	}
}
