package layout_test

import (
	"fmt"
	"testing"

	"widerow/diagram/graph"
	"widerow/diagram/layout/layouttest"
)

// Boxes without edges are placed in even columns. Those of one height are in
// rows too, and a tall one has a column of its own.
func TestTile(t *testing.T) {
	for name, c := range map[string]struct {
		heights     []float64
		tops, lefts int
	}{
		"all alike":          {[]float64{90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90}, 4, 3},
		"one a little lower": {[]float64{90, 90, 90, 70, 90, 90, 90, 90, 90, 90, 90, 90}, 6, 3},
		"one of ten rows":    {[]float64{900, 90, 90, 90, 90, 90, 90, 200, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90}, 8, 4},
	} {
		t.Run(name, func(t *testing.T) {
			g := &graph.Graph{Kind: graph.KindPhysical}
			for i, height := range c.heights {
				g.Boxes = append(g.Boxes, graph.Box{ID: fmt.Sprint(i), Width: 200, Height: height})
			}
			made, err := layouttest.Grid{}.Layout(t.Context(), g)
			if err != nil {
				t.Fatal(err)
			}
			tops, lefts := map[float64]bool{}, map[float64]bool{}
			for _, box := range made.Boxes {
				tops[box.Y], lefts[box.X] = true, true
			}
			if len(tops) != c.tops || len(lefts) != c.lefts {
				t.Errorf("boxes have %d tops and %d left sides, want %d and %d: %v", len(tops), len(lefts), c.tops, c.lefts, made.Boxes)
			}
			if area, filled := made.Width*made.Height, areaOf(g); area > 4*filled {
				t.Errorf("%.0f × %.0f px for boxes of %.0f px²", made.Width, made.Height, filled)
			}
		})
	}
}

func areaOf(graph *graph.Graph) (area float64) {
	for _, box := range graph.Boxes {
		area += box.Width * box.Height
	}
	return area
}
