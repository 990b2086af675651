package diagram

import (
	"context"
	"fmt"
	"testing"
	"widerow/diagram/engine/enginetest"

	"widerow/diagram/engine"
	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
	"widerow/diagram/layout/layouttest"
)

// Broad schemas have about the shape of a screen: trees whose ranks double, and one
// table with many children.
func TestBroadRanksAreSplit(t *testing.T) {
	engine := engine.New(enginetest.Pool(t, nil), nil)
	graphs := map[string]*graph.Graph{"100 tables": Build(manyTables(100), graph.KindPhysical, Display{}).Graph(), "star": starGraph(40)}
	if !testing.Short() {
		graphs["300 tables"] = Build(manyTables(300), graph.KindPhysical, Display{}).Graph()
	}
	for name, g := range graphs {
		for _, direction := range []graph.Direction{graph.DirectionAuto, graph.LeftRight, graph.TopDown} {
			t.Run(name+" "+string(direction), func(t *testing.T) {
				g := *g
				g.Direction = direction
				layout, err := engine.Layout(context.Background(), &g)
				if err != nil || layout.Notice != "" {
					t.Fatalf("error %v, notice %q", err, layout.Notice)
				}
				graphtest.Check(t, &g, layout)
				if aspect := layout.Width / layout.Height; aspect < 1./3 || aspect > 3 {
					t.Errorf("%g × %g pixels are far from a screen's shape", layout.Width, layout.Height)
				}
			})
		}
	}
}

// starGraph returns a table that leads to all others.
func starGraph(children int) *graph.Graph {
	g := &graph.Graph{Kind: graph.KindLogical, Boxes: []graph.Box{graphtest.Table("hub", "", 240, 4)}}
	for i := range children {
		id := fmt.Sprintf("t%d", i)
		g.Boxes = append(g.Boxes, graphtest.Table(id, "", 240, 3+i%4))
		g.Edges = append(g.Edges, graphtest.Edge("Q"+id, "hub", id))
	}
	return g
}

// A type wider than the only table of its keyspace is placed at the foot.
func TestFootBelowOneTable(t *testing.T) {
	wide := graphtest.Table("type", "k", 400, 3)
	wide.Foot = true
	g := &graph.Graph{Kind: graph.KindPhysical, Groups: []graph.Group{{ID: "k", Header: 40, Padding: 28}},
		Boxes: []graph.Box{graphtest.Table("table", "k", 200, 3), wide}, Edges: []graph.Edge{graphtest.Edge("Q1", "", "table")}}
	layout, err := layouttest.Grid{}.Layout(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	graphtest.Check(t, g, layout)
	if table, foot := layout.Boxes["table"], layout.Boxes["type"]; foot.X != table.X || foot.Y < table.Y+table.Height {
		t.Errorf("the type is at %+v, the table at %+v", foot, table)
	}
}
