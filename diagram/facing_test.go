package diagram

import (
	"context"
	"fmt"
	"testing"

	"widerow/diagram/engine"
	"widerow/diagram/engine/enginetest"
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
)

// The order of tables follows that of their neighbours in another keyspace, so that the
// lines between the keyspaces do not cross. A chain of tables is reversed for that.
func TestTablesFaceOtherKeyspaces(t *testing.T) {
	layouter := engine.New(enginetest.Pool(t, nil), nil)
	for _, chained := range []bool{false, true} {
		t.Run(fmt.Sprintf("chained=%t", chained), func(t *testing.T) {
			const tables = 4
			g := &graph.Graph{Kind: graph.KindPhysical, Groups: []graph.Group{{ID: "a", Header: 32, Padding: 16}, {ID: "b", Header: 32, Padding: 16}}}
			for _, group := range []string{"a", "b"} {
				for i := range tables {
					g.Boxes = append(g.Boxes, graphtest.Table(fmt.Sprint(group, i), group, 200, 4))
				}
			}
			for i := range tables {
				g.Edges = append(g.Edges, graphtest.Edge(fmt.Sprint("Q", i), fmt.Sprint("a", i), fmt.Sprint("b", tables-1-i)))
			}
			if chained {
				g.Boxes = append(g.Boxes, graphtest.Table("hub", "a", 200, 4))
				for i := range tables {
					g.Edges = append(g.Edges, graphtest.Edge(fmt.Sprint("P", i), "hub", fmt.Sprint("a", i)))
				}
			}
			made, err := layouter.Layout(context.Background(), g)
			if err != nil {
				t.Fatal(err)
			}
			if crossed := crossingsBetween(g, made, tables); crossed > 0 {
				t.Errorf("%d of the lines between the keyspaces cross", crossed)
			}
		})
	}
}

// crossingsBetween counts the crossings of the straight lines between the middles of the
// boxes that the first edges join.
func crossingsBetween(g *graph.Graph, made *graph.Layout, edges int) int {
	count := 0
	ends := func(i int) (a, b geom.Point) {
		return made.Boxes[g.Edges[i].From].Centre(), made.Boxes[g.Edges[i].To].Centre()
	}
	for i := range edges {
		for k := range i {
			a, b := ends(i)
			c, d := ends(k)
			if geom.Crosses(a, b, c, d) {
				count++
			}
		}
	}
	return count
}
