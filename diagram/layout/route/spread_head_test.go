package route

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
)

// An edge that bends right before its tip bends earlier, as far as its source,
// boxes and other edges allow.
func TestHeadsHaveRoom(t *testing.T) {
	for name, test := range map[string]struct {
		source float64   // right side of the source box
		box    geom.Rect // in the way
		other  float64   // where another edge runs beside it, 0 for none
		corner float64
	}{
		"room enough":           {source: 100, corner: 272},
		"a little room":         {source: 254, corner: 276},
		"the source is near":    {source: 266, corner: 284},
		"a box is in the way":   {source: 100, box: geom.NewRect(200, -120, 68, 40), corner: 276},
		"an edge is in the way": {source: 100, other: 266, corner: 284},
	} {
		t.Run(name, func(t *testing.T) {
			g := &graph.Graph{Boxes: []graph.Box{{ID: "a", Width: 100, Height: 60}, {ID: "b", Width: 100, Height: 60}, {ID: "c", Width: 68, Height: 40}},
				Edges: []graph.Edge{graphtest.Edge("ab", "a", "b"), graphtest.Edge("ca", "c", "a")}}
			r := &router{boxes: []geom.Rect{geom.NewRect(test.source-100, 0, 100, 60), geom.NewRect(300, -200, 100, 60), test.box}, routes: []graph.Route{
				{Points: []geom.Point{geom.Pt(test.source, 30), geom.Pt(284, 30), geom.Pt(284, -170), geom.Pt(300, -170)}},
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
			newSpreader(r, edges).giveHeadsRoom()
			want := []geom.Point{geom.Pt(test.source, 30), geom.Pt(test.corner, 30), geom.Pt(test.corner, -170), geom.Pt(300, -170)}
			if diff := cmp.Diff(want, r.routes[0].Points); diff != "" {
				t.Errorf("points (-want +got):\n%s", diff)
			}
		})
	}
}
