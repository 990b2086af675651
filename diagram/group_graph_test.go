package diagram

import (
	"context"
	"fmt"
	"testing"
	"widerow/diagram/engine/enginetest"

	"widerow/diagram/engine"
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
)

// Connected groups are placed like tables: in order along the edges, aligned, with
// no edge through another group.
func TestGroupsFollowTheirEdges(t *testing.T) {
	g := &graph.Graph{Kind: graph.KindPhysical, Direction: graph.LeftRight}
	for i := range 5 {
		id := fmt.Sprintf("k%d", i)
		g.Groups = append(g.Groups, graph.Group{ID: id, Header: 40, Padding: 28})
		g.Boxes = append(g.Boxes, graphtest.Table(fmt.Sprintf("t%d", i), id, 200+10*float64(i), 12+i%3))
	}
	for i, ends := range [][2]int{{0, 1}, {1, 2}, {1, 3}, {3, 4}} {
		g.Edges = append(g.Edges, graphtest.Edge(fmt.Sprintf("Q%d", i), fmt.Sprintf("t%d", ends[0]), fmt.Sprintf("t%d", ends[1])))
	}
	layout, err := engine.New(enginetest.Pool(t, nil), nil).Layout(context.Background(), g)
	if err != nil || layout.Notice != "" {
		t.Fatal(err, layout.Notice)
	}
	graphtest.Check(t, g, layout)
	at := map[string]geom.Rect{}
	for id, frames := range layout.Groups {
		at[id] = frames[0]
	}
	if at["k0"].Y != at["k1"].Y || at["k1"].Y != at["k2"].Y || at["k3"].Y != at["k4"].Y {
		t.Errorf("the tops of k0, k1, k2 or of k3, k4 are not level: %v", at)
	}
	if at["k2"].X != at["k3"].X || at["k2"].Width != at["k3"].Width {
		t.Errorf("k2 at %v and k3 at %v are not in a column", at["k2"], at["k3"])
	}
	for _, edge := range g.Edges {
		points := layout.Edges[edge.ID].Points
		for _, group := range g.Groups {
			for i := 1; i < len(points) && group.ID[1:] != edge.From[1:] && group.ID[1:] != edge.To[1:]; i++ {
				if geom.SegmentMeets(points[i-1], points[i], at[group.ID]) {
					t.Errorf("%s from %s to %s runs through %s", edge.ID, edge.From, edge.To, group.ID)
				}
			}
		}
	}
}
