package route

import (
	"testing"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
)

// Arrows end at the title of a table or at its partition key, even if that takes a bend.
func TestHeadsEndAtKeys(t *testing.T) {
	from, to := graphtest.Table("a", "", 200, 6), graphtest.Table("b", "", 200, 6)
	for name, test := range map[string]struct {
		down    float64 // of the second table
		entries int
		bends   int
	}{
		"side by side":                {0, 0, 0},
		"beside an entry":             {0, 1, 0},
		"further up":                  {-30, 0, 0},
		"as far down as rows of both": {90, 0, 0},
		"as far up as rows of both":   {-90, 0, 1},
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
			if end := points[len(points)-1]; len(points) != 2+test.bends || end.Y > test.down+to.HeadsEnd() {
				t.Errorf("the arrow ends %g px below the top of the table, heads should end above %g px: %v", end.Y-test.down, to.HeadsEnd(), points)
			}
		})
	}
}

// Arrows from one side that have no room at the title and the partition key join, and have
// one head there.
func TestCrowdedHeadsJoin(t *testing.T) {
	g := &graph.Graph{Kind: graph.KindLogical, Boxes: []graph.Box{graphtest.Table("to", "", 200, 3)}, Edges: []graph.Edge{graphtest.Edge("Q0", "", "to")}}
	boxes := []geom.Rect{geom.NewRect(400, 0, 200, g.Boxes[0].Height)}
	for i, id := range []string{"a", "b"} {
		box := graphtest.Table(id, "", 200, 3)
		g.Boxes, boxes = append(g.Boxes, box), append(boxes, geom.NewRect(0, float64(i)*200, box.Width, box.Height))
		g.Edges = append(g.Edges, graphtest.Edge("Q"+id, id, "to"))
	}
	index, err := graph.NewIndex(g)
	if err != nil {
		t.Fatal(err)
	}
	routes := Edges(index, boxes, nil, false, false)
	first, second := routes[1].Points, routes[2].Points
	end := second[len(second)-1]
	if first[len(first)-1] != end || !routes[1].Bus.In() || !routes[2].Bus.In() {
		t.Errorf("the arrows end at %v and %v and are not one line there: %+v", first[len(first)-1], end, routes[1:])
	}
	if end.X != 400 || end.Y > g.Boxes[0].HeadsEnd() {
		t.Errorf("the head is at %v, want it at the left above %g", end, g.Boxes[0].HeadsEnd())
	}
}
