package diagram

import (
	"context"
	"fmt"
	"testing"
	"widerow/diagram/engine/enginetest"

	"widerow/diagram/engine"
	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
	"widerow/model"
	"widerow/model/example"
)

// chainGraph returns a chain of tables, each leading to the next.
func chainGraph(tables int, direction graph.Direction) *graph.Graph {
	g := &graph.Graph{Kind: graph.KindPhysical, Direction: direction, Groups: []graph.Group{{ID: "k", Header: 40, Padding: 28}}}
	for i := range tables {
		g.Boxes = append(g.Boxes, graphtest.Table(fmt.Sprintf("t%d", i), "k", 240, 4+i%5))
		if i > 0 {
			g.Edges = append(g.Edges, graphtest.Edge(fmt.Sprintf("Q%d", i), fmt.Sprintf("t%d", i-1), fmt.Sprintf("t%d", i)))
		}
	}
	return g
}

// A long chain is folded to the shape of a screen in any direction. A short one
// remains one line.
func TestChainsAreFolded(t *testing.T) {
	engine := engine.New(enginetest.Pool(t, nil), nil)
	for _, direction := range []graph.Direction{graph.DirectionAuto, graph.LeftRight, graph.TopDown} {
		for _, tables := range []int{2, 8, 30, 60} {
			t.Run(fmt.Sprintf("%d %s", tables, direction), func(t *testing.T) {
				g := chainGraph(tables, direction)
				layout, err := engine.Layout(context.Background(), g)
				if err != nil || layout.Notice != "" {
					t.Fatalf("error %v, notice %q", err, layout.Notice)
				}
				graphtest.Check(t, g, layout)
				aspect := layout.Width / layout.Height
				if tables > 2 && (aspect < 0.8 || aspect > 2.6) {
					t.Errorf("%d tables are %g × %g, far from a screen's shape", tables, layout.Width, layout.Height)
				}
				if first, second := layout.Boxes["t0"], layout.Boxes["t1"]; tables == 2 && direction == graph.LeftRight && first.Y != second.Y {
					t.Errorf("two tables are not in one line: %+v, %+v", first, second)
				}
			})
		}
	}
}

// Wide labels fit between the lines of a folded chain.
func TestFoldedChainsHaveRoomForLabels(t *testing.T) {
	engine := engine.New(enginetest.Pool(t, nil), nil)
	for _, tables := range []int{3, 8, 20} {
		g := chainGraph(tables, graph.TopDown)
		for i := range g.Edges {
			g.Edges[i].LabelWidth = 400
		}
		layout, err := engine.Layout(context.Background(), g)
		if err != nil {
			t.Fatal(err)
		}
		if onBoxes, onLabels, _ := graphtest.Faults(g, layout); onBoxes+onLabels > 0 {
			t.Errorf("%d tables: labels cover %d boxes and %d labels", tables, onBoxes, onLabels)
		}
	}
}

// Three hundred tables without arrows, in five keyspaces, fill the shape of a
// screen.
func TestUnjoinedTablesFillTheScreen(t *testing.T) {
	graph := graphtest.Random(1, 300, 0, 5)
	layout, err := engine.New(enginetest.Pool(t, nil), nil).Layout(context.Background(), graph)
	if err != nil {
		t.Fatal(err)
	}
	graphtest.Check(t, graph, layout)
	if aspect := layout.Width / layout.Height; aspect < 1 || aspect > 2.2 {
		t.Errorf("the picture is %g × %g", layout.Width, layout.Height)
	}
}

// Smaller gaps between boxes never enlarge the picture of an example.
func TestCompactIsSmaller(t *testing.T) {
	engine := engine.New(enginetest.Pool(t, nil), nil)
	area := func(m *model.Model, kind graph.Kind, display Display) float64 {
		layout, err := engine.Layout(context.Background(), Build(m, kind, display).Graph())
		if err != nil {
			t.Fatal(err)
		}
		return layout.Width * layout.Height
	}
	for _, entry := range example.All() {
		m, err := example.Load(entry.Slug)
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range kinds {
			if usual, compact := area(m, kind, Display{}), area(m, kind, Display{Compact: true}); compact > usual {
				t.Errorf("%s %s takes %.0f square pixels, compact %.0f", entry.Slug, kind, usual, compact)
			}
		}
	}
}
