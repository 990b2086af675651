package route

import (
	"testing"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
)

// Labels make room for each other, in either order, between low boxes on lines
// that are closer than a label is high.
func TestLabelsGiveWay(t *testing.T) {
	for name, test := range map[string]struct {
		width, gap float64 // of the labels, between the boxes
		lines      []float64
	}{
		"side by side":              {40, 100, []float64{10, 18}},
		"one above the other":       {70, 128, []float64{10, 18}},
		"two beside each other":     {34, 84, []float64{8, 20}},
		"three on three lines":      {40, 120, []float64{7, 14, 21}},
		"long labels, a long way":   {150, 480, []float64{10, 14, 18}},
		"as many as the line holds": {30, 160, []float64{12, 13, 14, 15}},
	} {
		t.Run(name, func(t *testing.T) {
			g := &graph.Graph{Boxes: []graph.Box{{ID: "a", Width: 200, Height: 28}, {ID: "b", Width: 200, Height: 28}}}
			r := &router{boxes: []geom.Rect{geom.NewRect(0, 0, 200, 28), geom.NewRect(200+test.gap, 0, 200, 28)}}
			for i, line := range test.lines {
				edge := graphtest.Edge(string(rune('c'+i)), "a", "b")
				edge.LabelWidth = test.width
				g.Edges = append(g.Edges, edge)
				r.routes = append(r.routes, graph.Route{Points: []geom.Point{geom.Pt(200, line), geom.Pt(200+test.gap, line)}})
			}
			var err error
			if r.index, err = graph.NewIndex(g); err != nil {
				t.Fatal(err)
			}
			r.indexBoxes()
			r.placeLabels()
			layout := &graph.Layout{Boxes: map[string]geom.Rect{"a": r.boxes[0], "b": r.boxes[1]}, Edges: map[string]graph.Route{}}
			for i, edge := range g.Edges {
				layout.Edges[edge.ID] = r.routes[i]
				if !graphtest.OnRoute(graph.LabelPill(&edge, r.routes[i].Label), r.routes[i].Points) {
					t.Errorf("label at %+v is not on %+v", r.routes[i].Label, r.routes[i].Points)
				}
			}
			if box, label, _ := graphtest.Faults(g, layout); box+label > 0 {
				t.Errorf("labels on %d boxes and %d labels: %+v", box, label, layout.Edges)
			}
		})
	}
}
