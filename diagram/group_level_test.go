package diagram

import (
	"context"
	"fmt"
	"math"
	"testing"

	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
)

// The first tables of groups that begin on one line are level too, even if entry
// arrows lead to only some of them.
func TestGroupsSideBySideAreLevel(t *testing.T) {
	for _, direction := range []graph.Direction{graph.TopDown, graph.LeftRight} {
		for _, joined := range []bool{false, true} {
			t.Run(fmt.Sprint(direction, joined), func(t *testing.T) {
				g := &graph.Graph{Kind: graph.KindLogical, Direction: direction}
				for i := range 8 {
					group, table := fmt.Sprintf("g%d", i), fmt.Sprintf("t%d", i)
					g.Groups = append(g.Groups, graph.Group{ID: group, Header: 44, Padding: 28})
					g.Boxes = append(g.Boxes, graphtest.Table(table, group, 200, 4))
					if i%2 == 0 {
						entry := graphtest.Edge("e"+table, "", table)
						g.Edges = append(g.Edges, entry)
					}
				}
				if joined {
					g.Edges = append(g.Edges, graphtest.Edge("01", "t0", "t1"), graphtest.Edge("12", "t1", "t2"), graphtest.Edge("34", "t3", "t4"))
				}
				layout, err := (inProcess{}).Layout(context.Background(), g)
				if err != nil {
					t.Fatal(err)
				}
				leads, beside := map[float64]float64{}, 0
				for i := range g.Groups {
					at, box := layout.Groups[g.Groups[i].ID][0], layout.Boxes[g.Boxes[i].ID]
					start, lead := math.Round(at.X), math.Round(box.X)-math.Round(at.X)
					if direction == graph.TopDown {
						start, lead = math.Round(at.Y), math.Round(box.Y)-math.Round(at.Y)
					}
					if other, known := leads[start]; known && other != lead {
						t.Errorf("%s is %g from its border, another one beside it %g", g.Boxes[i].ID, lead, other)
					} else if known {
						beside++
					}
					leads[start] = lead
				}
				if beside == 0 {
					t.Error("no groups are side by side")
				}
			})
		}
	}
}
