package diagram

import (
	"fmt"
	"testing"
	"widerow/diagram/engine/enginetest"

	"widerow/diagram/engine"
	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
)

// forkGraph connects one table with count others: all lead to it if together is
// set, otherwise it leads to all of them.
func forkGraph(count int, together bool, direction graph.Direction) *graph.Graph {
	g := &graph.Graph{Kind: graph.KindLogical, Direction: direction, Boxes: []graph.Box{graphtest.Table("one", "", 220, 6)}}
	for i := range count {
		id := fmt.Sprintf("t%d", i)
		g.Boxes = append(g.Boxes, graphtest.Table(id, "", 200, 4))
		from, to := "one", id
		if together {
			from, to = id, "one"
		}
		g.Edges = append(g.Edges, graphtest.Edge("Q"+id, from, to))
	}
	return g
}

// A table connected to two others is placed between them, so that no edge has a
// corner. With three it is level with one of them.
func TestTablesSlideBetweenOthers(t *testing.T) {
	engine := engine.New(enginetest.Pool(t, nil), nil)
	for _, direction := range []graph.Direction{graph.LeftRight, graph.TopDown} {
		for _, together := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s,together=%v", direction, together), func(t *testing.T) {
				two, three := forkGraph(2, together, direction), forkGraph(3, together, direction)
				layout, err := engine.Layout(t.Context(), two)
				if err != nil {
					t.Fatal(err)
				}
				graphtest.Check(t, two, layout)
				for _, edge := range two.Edges {
					if points := layout.Edges[edge.ID].Points; len(points) != 2 {
						t.Errorf("%s has corners: %v", edge.ID, points)
					}
				}
				if layout, err = engine.Layout(t.Context(), three); err != nil {
					t.Fatal(err)
				}
				level := func(id string) bool {
					one, other := layout.Boxes["one"], layout.Boxes[id]
					return one.X == other.X || one.Y == other.Y
				}
				if !level("t0") && !level("t1") {
					t.Errorf("the table is level with none of three: %v", layout.Boxes)
				}
			})
		}
	}
}

// Edges that reach a table beside its entry arrow keep clear of the arrow.
func TestSlideKeepsClearOfEntries(t *testing.T) {
	g := forkGraph(2, false, graph.LeftRight)
	g.Edges = append(g.Edges, graphtest.Edge("Q1", "", "t0"), graphtest.Edge("Q2", "", "t1"))
	layout, err := engine.New(enginetest.Pool(t, nil), nil).Layout(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	graphtest.Check(t, g, layout)
	if box, label, edge := graphtest.Faults(g, layout); box+label+edge > 0 {
		t.Errorf("labels on %d boxes, %d labels, %d edges", box, label, edge)
	}
	for _, id := range []string{"Qt0", "Qt1"} {
		if points := layout.Edges[id].Points; len(points) != 2 {
			t.Errorf("%s has corners: %v", id, points)
		}
	}
}
