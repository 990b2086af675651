package route

import (
	"slices"
	"testing"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// An edge against the direction leads around all boxes, unless it would cross another
// edge or be much longer there.
func TestBackEdgesLeadAround(t *testing.T) {
	column := func(x float64) []geom.Rect {
		return []geom.Rect{geom.NewRect(x, 0, 144, 68), geom.NewRect(x, 138, 144, 68), geom.NewRect(x, 276, 144, 68)}
	}
	left, right, far := column(0), column(180), column(600)
	for name, test := range map[string]struct {
		boxes  []geom.Rect
		edges  [][2]int
		inside bool
	}{
		"beside a column": {append(left, right[1]), [][2]int{{0, 1}, {1, 2}, {0, 3}, {2, 0}}, false},
		"first column":    {slices.Concat(left, right), [][2]int{{0, 1}, {1, 2}, {3, 4}, {4, 5}, {2, 0}}, false},
		"last column":     {slices.Concat(left, right), [][2]int{{0, 1}, {1, 2}, {3, 4}, {4, 5}, {5, 3}}, false},
		"far from both":   {slices.Concat(left, column(300), far), [][2]int{{3, 4}, {4, 5}, {5, 3}}, true},
		"between chains":  {slices.Concat(left, right, column(360)), [][2]int{{0, 1}, {1, 2}, {0, 3}, {3, 4}, {4, 5}, {0, 6}, {6, 7}, {7, 8}, {5, 0}}, true},
	} {
		t.Run(name, func(t *testing.T) {
			g := &graph.Graph{Kind: graph.KindWorkflow}
			for i, box := range test.boxes {
				g.Boxes = append(g.Boxes, graph.Box{ID: string(rune('a' + i)), Width: box.Width, Height: box.Height, Shape: graph.ShapeRound})
			}
			for i, ends := range test.edges {
				g.Edges = append(g.Edges, graph.Edge{ID: string(rune('A' + i)), From: g.Boxes[ends[0]].ID, To: g.Boxes[ends[1]].ID})
			}
			index, err := graph.NewIndex(g)
			if err != nil {
				t.Fatal(err)
			}
			routes := Edges(index, test.boxes, nil, true, false)
			back := routes[len(routes)-1].Points
			area := (&router{boxes: test.boxes}).area()
			inside := false
			for i := 1; i < len(back); i++ {
				middle := geom.Pt((back[i-1].X+back[i].X)/2, (back[i-1].Y+back[i].Y)/2)
				inside = inside || back[i-1].X == back[i].X && area.Has(middle)
			}
			if inside != test.inside {
				t.Errorf("the edge runs among the boxes: %v, want %v: %v", inside, test.inside, back)
			}
		})
	}
}
