package layout

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
)

// The memory for routing grows with the number of tables, not with its square.
// A table of all search states would take 290 MB here.
func TestRoutingTakesLittleMemory(t *testing.T) {
	for tables, most := range map[int]uint64{100: 8 << 20, 1000: 200 << 20} {
		t.Run(fmt.Sprintf("tables=%d", tables), func(t *testing.T) {
			graph := graphtest.Random(3, tables, tables*4/3, 5)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if _, err := inGrid(graph); err != nil {
				t.Fatal(err)
			}
			runtime.ReadMemStats(&after)
			if took := after.TotalAlloc - before.TotalAlloc; took > most {
				t.Errorf("%d bytes allocated, want at most %d", took, most)
			}
		})
	}
}

// In the largest accepted graph every edge is routed and none passes through a
// box. Memory stays below 200 MB, the limit for one request. Ranks are given
// since dot would not finish in time.
func TestLargestGraph(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: routes 6,000 edges")
	}
	v, err := NewView(graphtest.Random(3, graph.MaxBoxes, graph.MaxEdges, 5))
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
	graphtest.Check(t, v.Graph, layout)
}

// No edge passes through a box, however dense or large the diagram.
func TestNoEdgeRunsThroughABox(t *testing.T) {
	for _, size := range []struct{ tables, edges, groups int }{{100, 500, 2}, {300, 400, 5}, {200, 790, 0}} {
		t.Run(fmt.Sprintf("tables=%d,edges=%d", size.tables, size.edges), func(t *testing.T) {
			g := graphtest.Random(3, size.tables, size.edges, size.groups)
			layout, err := inGrid(g)
			if err != nil {
				t.Fatal(err)
			}
			graphtest.Check(t, g, layout)
		})
	}
}

// A self-loop connects two sides of its box, also if entry arrows occupy one of
// the usual sides.
func TestLoopsTakeFreeSides(t *testing.T) {
	entry := graphtest.Edge("Q2", "", "t")
	entry.LabelWidth = 170
	for _, direction := range []graph.Direction{graph.LeftRight, graph.TopDown} {
		g := &graph.Graph{Kind: graph.KindLogical, Direction: direction, Edges: []graph.Edge{graphtest.Edge("Q1", "t", "t"), entry}}
		// The second box offers a second line at the sides of the first.
		g.Boxes = []graph.Box{{ID: "t", At: &geom.Point{X: 300, Y: 100}, Width: 188, Height: 28}, {ID: "other", At: &geom.Point{X: 800, Y: 96}, Width: 60, Height: 40}}
		v, err := NewView(g)
		if err != nil {
			t.Fatal(err)
		}
		if points := v.keep(nil).Edges["Q1"].Points; graphtest.Turning(points) < 1.4*math.Pi {
			t.Errorf("%s: the loop is %v", direction, points)
		}
	}
}

// inGrid lays out a graph without an engine.
func inGrid(g *graph.Graph) (*graph.Layout, error) {
	v, err := NewView(g)
	if err != nil {
		return nil, err
	}
	return v.Makeshift(), nil
}
