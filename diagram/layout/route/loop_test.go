package route

import (
	"fmt"
	"slices"
	"testing"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
)

// Up to four loops of a box have a corner each and do not cross. Their labels cover
// neither corners of the lines nor the box, and are off the arrow heads.
func TestLoopsHaveRoomForTheirLabels(t *testing.T) {
	boxes := []geom.Rect{geom.NewRect(0, 0, 200, 120)}
	for _, width := range []float64{20, 40, 60} {
		for loops := 1; loops <= 4; loops++ {
			t.Run(fmt.Sprintf("%d with labels of %g px", loops, width), func(t *testing.T) {
				g := loopGraph(loops, width)
				index, err := graph.NewIndex(g)
				if err != nil {
					t.Fatal(err)
				}
				routes := Edges(index, boxes, nil, false, false)
				for i, route := range routes {
					label := graph.LabelPill(&g.Edges[i], route.Label)
					if corners := route.Points[1 : len(route.Points)-1]; label.OverlapsAny(boxes) || slices.ContainsFunc(corners, label.Has) {
						t.Errorf("label %d at %+v covers the box or a corner of %v", i, label, corners)
					}
					for k, other := range routes {
						tip, from := other.Points[len(other.Points)-1], other.Points[len(other.Points)-2]
						if head := geom.Bounds(geom.Towards(tip, from, headLength), tip); label.Grown(headAir).Overlaps(head) {
							t.Errorf("label %d at %+v is close to the head of loop %d at %+v", i, label, k, tip)
						}
						if conflict(&route, &other) >= crossedCost && i != k {
							t.Errorf("loops %d and %d cross: %v, %v", i, k, route.Points, other.Points)
						}
					}
				}
			})
		}
	}
}

// loopGraph returns a box with loops whose labels have a width.
func loopGraph(loops int, width float64) *graph.Graph {
	g := &graph.Graph{Kind: graph.KindLogical, Boxes: []graph.Box{{ID: "a", Width: 200, Height: 120}}}
	for i := range loops {
		edge := graphtest.Edge(string(rune('b'+i)), "a", "a")
		edge.LabelWidth = width
		g.Edges = append(g.Edges, edge)
	}
	return g
}
