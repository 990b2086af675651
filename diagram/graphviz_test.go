package diagram

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/diagram/engine"
	"widerow/diagram/engine/enginetest"
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/model/example"
)

// With the method dot, all places and curves are Graphviz's own: nothing overlaps,
// frames contain their boxes, and lines end at their boxes.
func TestGraphvizLayout(t *testing.T) {
	pool := enginetest.Pool(t, nil)
	for _, entry := range example.All() {
		m, err := example.Load(entry.Slug)
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range []Kind{KindER, KindWorkflow, KindLogical, KindPhysical} {
			t.Run(fmt.Sprintf("%s/%s", entry.Slug, kind), func(t *testing.T) {
				g := Build(m, kind, Display{Method: graph.MethodGraphviz}).Graph()
				layout := layoutWith(t, engine.New(pool, nil), g)
				checkGraphviz(t, g, layout)
				if diff := cmp.Diff(layout, layoutWith(t, engine.New(pool, nil), g)); diff != "" {
					t.Errorf("a second layout differs:\n%s", diff)
				}
			})
		}
	}
}

func layoutWith(t *testing.T, e *engine.Engine, g *graph.Graph) *graph.Layout {
	t.Helper()
	layout, err := e.Layout(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	if layout.Notice != "" {
		t.Fatal(layout.Notice)
	}
	return layout
}

func checkGraphviz(t *testing.T, g *graph.Graph, layout *graph.Layout) {
	t.Helper()
	whole := geom.NewRect(0, 0, layout.Width, layout.Height)
	for i, box := range g.Boxes {
		at := layout.Boxes[box.ID]
		if !whole.Contains(at) {
			t.Errorf("box %s at %v is outside %v", box.ID, at, whole)
		}
		if box.Group != "" && !layout.Groups[box.Group][0].Contains(at) {
			t.Errorf("box %s at %v is outside its frame %v", box.ID, at, layout.Groups[box.Group][0])
		}
		for _, other := range g.Boxes[:i] {
			if at.Overlaps(layout.Boxes[other.ID]) {
				t.Errorf("boxes %s and %s overlap", box.ID, other.ID)
			}
		}
	}
	for _, edge := range g.Edges {
		points := layout.Edges[edge.ID].Points
		if len(points) < 2 {
			t.Errorf("edge %s has %d points", edge.ID, len(points))
			continue
		}
		const near = 2 // px: boxes are at whole pixels, and dot's lines are as wide as one
		if end := points[len(points)-1]; g.Kind != KindER && !layout.Boxes[edge.To].Grown(near).Has(end) {
			t.Errorf("edge %s ends at %v, not at its box %v", edge.ID, end, layout.Boxes[edge.To])
		}
	}
}

// Fifty tables without edges are placed in rows, not in one rank.
func TestGraphvizLayoutOfLooseBoxes(t *testing.T) {
	g := &graph.Graph{Kind: KindPhysical, Method: graph.MethodGraphviz, Groups: []graph.Group{{ID: "k", Header: 32, Padding: 16, Width: 300}}}
	for i := range 50 {
		g.Boxes = append(g.Boxes, graph.Box{ID: fmt.Sprint(i), Width: 200, Height: 120, Group: "k"})
	}
	layout := layoutWith(t, engine.New(enginetest.Pool(t, nil), nil), g)
	checkGraphviz(t, g, layout)
	if ratio := layout.Width / layout.Height; ratio < 0.5 || ratio > 3 {
		t.Errorf("the picture is %g × %g px", layout.Width, layout.Height)
	}
}
