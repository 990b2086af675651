package route

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
)

// A line that runs close beside a box moves away from it, so far that its label has
// room, if boxes, other edges and its arrow head allow that.
func TestLinesKeepClearOfBoxes(t *testing.T) {
	for name, test := range map[string]struct {
		target   float64   // left side of the box where it ends
		opposite geom.Rect // another box, on the other side of the line
		other    float64   // where another edge runs beside it, 0 for none
		bare     bool      // without a label
		line     float64
	}{
		"room for its label":    {target: 300, line: 136},
		"without a label":       {target: 300, bare: true, line: 120},
		"between two boxes":     {target: 300, opposite: geom.NewRect(140, -110, 60, 40), line: 122},
		"the head is near":      {target: 150, line: 112},
		"an edge is in the way": {target: 300, other: 130, line: 112},
	} {
		t.Run(name, func(t *testing.T) {
			edge := graphtest.Edge("ab", "a", "b")
			if test.bare {
				edge.LabelWidth, edge.LabelHeight = 0, 0
			}
			g := &graph.Graph{Boxes: []graph.Box{{ID: "a", Width: 80, Height: 60}, {ID: "b", Width: 100, Height: 60}, {ID: "c", Width: 84, Height: 40}, {ID: "d", Width: 60, Height: 40}},
				Edges: []graph.Edge{edge, graphtest.Edge("cd", "c", "d")}}
			r := &router{boxes: []geom.Rect{geom.NewRect(0, 0, 80, 60), geom.NewRect(test.target, -200, 100, 60), geom.NewRect(20, -120, 84, 40), test.opposite}, routes: []graph.Route{
				{Points: []geom.Point{geom.Pt(80, 30), geom.Pt(112, 30), geom.Pt(112, -170), geom.Pt(test.target, -170)}},
				{Points: []geom.Point{geom.Pt(test.other, 20), geom.Pt(test.other, -90)}}}}
			edges := []int{0}
			if test.other > 0 {
				edges = append(edges, 1)
			}
			var err error
			if r.index, err = graph.NewIndex(g); err != nil {
				t.Fatal(err)
			}
			r.indexBoxes()
			newSpreader(r, edges).giveBoxesRoom()
			want := []geom.Point{geom.Pt(80, 30), geom.Pt(test.line, 30), geom.Pt(test.line, -170), geom.Pt(test.target, -170)}
			if diff := cmp.Diff(want, r.routes[0].Points); diff != "" {
				t.Errorf("points (-want +got):\n%s", diff)
			}
		})
	}
}
