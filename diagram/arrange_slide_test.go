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
// set, otherwise it leads to all of them. The partition key of each table has as many
// columns as key says.
func forkGraph(count int, together bool, direction graph.Direction, key int) *graph.Graph {
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
	for _, box := range g.Boxes {
		for row := range box.Rows {
			box.Rows[row].Heads = row < key
		}
	}
	return g
}

// facingKey is the number of columns of a partition key that is high enough to face two
// tables of four rows, one below the other. Arrows end only there and at the title.
const facingKey = 4

// straightEdges counts the edges without a corner.
func straightEdges(g *graph.Graph, layout *graph.Layout) int {
	count := 0
	for _, edge := range g.Edges {
		if len(layout.Edges[edge.ID].Points) == 2 {
			count++
		}
	}
	return count
}

// A table connected to two others is placed between them, so that no edge has a
// corner. With three it is level with one of them, or faces two.
func TestTablesSlideBetweenOthers(t *testing.T) {
	engine := engine.New(enginetest.Pool(t, nil), nil)
	for _, direction := range []graph.Direction{graph.LeftRight, graph.TopDown} {
		for _, together := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s,together=%v", direction, together), func(t *testing.T) {
				two, three := forkGraph(2, together, direction, facingKey), forkGraph(3, together, direction, facingKey)
				layout, err := engine.Layout(t.Context(), two)
				if err != nil {
					t.Fatal(err)
				}
				graphtest.Check(t, two, layout)
				if straightEdges(two, layout) != 2 {
					t.Errorf("an edge has corners: %v", layout.Edges)
				}
				if layout, err = engine.Layout(t.Context(), three); err != nil {
					t.Fatal(err)
				}
				level := func(id string) bool {
					one, other := layout.Boxes["one"], layout.Boxes[id]
					return one.X == other.X || one.Y == other.Y
				}
				if !level("t0") && !level("t1") && straightEdges(three, layout) < 2 {
					t.Errorf("the table is level with none of three and faces fewer than two: %v", layout.Boxes)
				}
			})
		}
	}
}

// A table whose title and partition key cannot face two others faces one of them.
func TestShortKeyFacesOneTable(t *testing.T) {
	g := forkGraph(2, true, graph.LeftRight, 1)
	layout, err := engine.New(enginetest.Pool(t, nil), nil).Layout(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	graphtest.Check(t, g, layout)
	if count := straightEdges(g, layout); count != 1 {
		t.Errorf("%d edges are straight, want 1: %v", count, layout.Edges)
	}
}

// Edges that reach a table beside its entry arrow keep clear of the arrow.
func TestSlideKeepsClearOfEntries(t *testing.T) {
	g := forkGraph(2, false, graph.LeftRight, facingKey)
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
