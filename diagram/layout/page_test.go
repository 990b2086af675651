package layout_test

import (
	"fmt"
	"testing"

	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
	"widerow/diagram/layout"
	"widerow/diagram/layout/layouttest"
)

// Tables fill the page that they are for: one column on a narrow one, several on a
// screen.
func TestPageIsFilled(t *testing.T) {
	for _, test := range []struct {
		page    graph.Page
		columns int
	}{{graph.Page{}, 3}, {graph.Page{Width: 300, Height: 2000}, 1}, {graph.Page{Width: 2400, Height: 200}, 6}} {
		g := &graph.Graph{Kind: graph.KindPhysical, Page: test.page}
		for i := range 6 {
			g.Boxes = append(g.Boxes, graphtest.Table(fmt.Sprint(i), "", 200, 5))
		}
		made, err := layouttest.Grid{}.Layout(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		graphtest.CheckPlaces(t, g, made, layout.LeastBoxGap)
		columns := map[float64]bool{}
		for _, box := range made.Boxes {
			columns[box.X] = true
		}
		if len(columns) != test.columns {
			t.Errorf("%g × %g px: %d columns, want %d", test.page.Width, test.page.Height, len(columns), test.columns)
		}
	}
}
