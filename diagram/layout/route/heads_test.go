package route

import (
	"testing"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
)

// Arrows end at the title of a table or at its partition key, unless that takes bends.
func TestHeadsEndAtKeys(t *testing.T) {
	from, to := graphtest.Table("a", "", 200, 6), graphtest.Table("b", "", 200, 6)
	for name, test := range map[string]struct {
		down    float64 // of the second table
		entries int
		inRow   bool
	}{
		"side by side":                {0, 0, false},
		"beside an entry":             {0, 1, false},
		"further up":                  {-30, 0, false},
		"as far down as rows of both": {90, 0, false},
		"as far up as rows of both":   {-90, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			g := &graph.Graph{Kind: graph.KindLogical, Boxes: []graph.Box{from, to}, Edges: []graph.Edge{graphtest.Edge("Q1", "a", "b")}}
			for range test.entries {
				g.Edges = append(g.Edges, graphtest.Edge("Q2", "", "b"))
			}
			index, err := graph.NewIndex(g)
			if err != nil {
				t.Fatal(err)
			}
			boxes := []geom.Rect{geom.NewRect(0, 0, from.Width, from.Height), geom.NewRect(400, test.down, to.Width, to.Height)}
			points := Edges(index, boxes, nil, false, false)[0].Points
			if end := points[len(points)-1]; len(points) != 2 || end.Y > test.down+to.HeadsEnd() != test.inRow {
				t.Errorf("the arrow ends %g px below the top of the table, heads should end above %g px: %v", end.Y-test.down, to.HeadsEnd(), points)
			}
		})
	}
}
