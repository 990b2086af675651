package diagram

import (
	"context"
	"math"
	"slices"
	"testing"
	"widerow/diagram/engine/enginetest"

	"github.com/google/go-cmp/cmp"

	"widerow/diagram/engine"
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
	"widerow/model/example"
)

// A table whose spare rows are left out yields the same row middles.
func TestLinesOfATable(t *testing.T) {
	box := graph.Box{ID: "t", Width: 200, Height: 28 + 3 + 22 + 22 + 37 + 22 + 22 + 3,
		Rows: []graph.Row{{ID: "a", Top: 31, Height: 22}, {ID: "b", Top: 53, Height: 22}, {ID: "c", Top: 75, Height: 37}, {ID: "d", Top: 112, Height: 22}, {ID: "e", Top: 134, Height: 22}}}
	want := []float64{14, 42, 64, 93.5, 123, 145}
	if diff := cmp.Diff(want, slices.Collect(box.RowMiddles())); diff != "" {
		t.Errorf("all rows, -want +got:\n%s", diff)
	}
	bare := (&graph.Graph{Boxes: []graph.Box{box}}).Bare().Boxes[0]
	if len(bare.Rows) != 3 {
		t.Errorf("%d rows are left, want a, c and d", len(bare.Rows))
	}
	if diff := cmp.Diff(want, slices.Collect(bare.RowMiddles())); diff != "" {
		t.Errorf("without spare rows, -want +got:\n%s", diff)
	}
}

// offRow returns the distance of an edge's end, on the left or right side of a
// table, from the middle of its title or of a row.
func offRow(box *graph.Box, at geom.Rect, end geom.Point) (off float64, beside bool) {
	off = math.Inf(1)
	for line := range box.RowMiddles() {
		off = min(off, math.Abs(at.Y+line-end.Y))
	}
	return off, !math.IsInf(off, 1) && (end.X == at.X || end.X == at.X+at.Width)
}

// In the examples only one arrow, of the likes model, ends at the border between two rows, 11 px
// from their middles. Among random tables few arrows do.
func TestArrowsMeetRows(t *testing.T) {
	engine := engine.New(enginetest.Pool(t, nil), nil)
	count := func(g *graph.Graph) (ends, astray int) {
		layout, err := engine.Layout(context.Background(), g)
		if err != nil {
			t.Fatal(err)
		}
		boxes := map[string]*graph.Box{}
		for i := range g.Boxes {
			boxes[g.Boxes[i].ID] = &g.Boxes[i]
		}
		for _, edge := range g.Edges {
			points := layout.Edges[edge.ID].Points
			for box, end := range map[string]geom.Point{edge.From: points[0], edge.To: points[len(points)-1]} {
				if boxes[box] == nil || edge.From == edge.To {
					continue
				}
				if off, beside := offRow(boxes[box], layout.Boxes[box], end); beside {
					ends++
					if off > 7 {
						astray++
					}
				}
			}
		}
		return ends, astray
	}
	for _, entry := range example.All() {
		m, err := example.Load(entry.Slug)
		if err != nil {
			t.Fatal(err)
		}
		for _, direction := range []graph.Direction{graph.LeftRight, graph.TopDown} {
			for _, kind := range []graph.Kind{graph.KindLogical, graph.KindPhysical} {
				graph := Build(m, kind, Display{Direction: direction}).Graph()
				if ends, astray := count(graph); astray != 0 {
					t.Errorf("%s %s %s: %d of %d arrows end between two rows", entry.Slug, kind, direction, astray, ends)
				}
			}
		}
	}
	ends, astray := 0, 0
	for seed := range uint64(20) {
		e, a := count(graphtest.Random(seed, 10+int(seed), 14+int(seed)*4/3, int(seed)%3))
		ends, astray = ends+e, astray+a
	}
	t.Logf("%d of %d arrow ends lie between two rows", astray, ends)
	if astray*20 > ends {
		t.Errorf("of %d arrow ends %d lie between two rows", ends, astray)
	}
}
