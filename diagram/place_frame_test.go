package diagram

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
	"widerow/diagram/layout"
)

func drag(g *graph.Graph, box string, to geom.Point) {
	to = layout.DroppedPlaces(g, map[string]geom.Point{box: to}, geom.Point{})[box]
	for i := range g.Boxes {
		if g.Boxes[i].ID == box {
			g.Boxes[i].At, g.Boxes[i].Pinned = &to, true
		}
	}
}

// When tables of a group are dragged away, the others keep their places: the group
// gets another frame instead of one around everything.
func TestCarriedTablesHaveTheirFrame(t *testing.T) {
	tests := map[string]struct {
		to     map[string]geom.Point
		frames map[string]int // of the groups that have several
	}{
		"nowhere":              {},
		"a little":             {to: map[string]geom.Point{"a2": geom.Pt(620, 20)}},
		"on the near edge":     {to: map[string]geom.Point{"a2": geom.Pt(780, 0)}},
		"beyond the neighbour": {to: map[string]geom.Point{"a2": geom.Pt(2100, 0)}, frames: map[string]int{"a": 2}},
		"two to one place":     {to: map[string]geom.Point{"a2": geom.Pt(2100, 0), "a5": geom.Pt(2100, 250)}, frames: map[string]int{"a": 2}},
		"to both ends":         {to: map[string]geom.Point{"b0": geom.Pt(-500, 0), "b1": geom.Pt(2600, 0), "a0": geom.Pt(300, -900)}, frames: map[string]int{"b": 2}},
		"below all":            {to: map[string]geom.Point{"a2": geom.Pt(1300, 900)}, frames: map[string]int{"a": 2}},
		"among others":         {to: map[string]geom.Point{"a2": geom.Pt(1420, 0)}, frames: map[string]int{"a": 2}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			g := graphtest.Kept(2)
			for _, box := range []string{"a0", "a2", "a5", "b0", "b1"} {
				if to, carried := test.to[box]; carried {
					drag(g, box, to)
				}
			}
			layout := layOutKept(t, g)
			for _, group := range g.Groups {
				if got, want := len(layout.Groups[group.ID]), max(1, test.frames[group.ID]); got != want {
					t.Errorf("group %s has %d frames, want %d: %+v", group.ID, got, want, layout.Groups[group.ID])
				}
			}
			var moved []string
			for _, box := range g.Boxes {
				if movedBy(layout, box) > 0 {
					moved = append(moved, box.ID)
				}
			}
			if len(moved) > 0 {
				t.Errorf("%v moved", moved)
			}
			drawLayout(t, "carried-"+name, g, layout)
		})
	}
}

func layOutKept(t *testing.T, g *graph.Graph) *graph.Layout {
	t.Helper()
	made, err := (inProcess{}).Layout(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	graphtest.CheckPlaces(t, g, made, layout.LeastBoxGap)
	return made
}

// movedBy returns the distance at which a box is drawn from its place.
func movedBy(layout *graph.Layout, box graph.Box) float64 {
	at := inDocument(layout, box.ID)
	return math.Abs(at.X-box.At.X) + math.Abs(at.Y-box.At.Y)
}

// TestRandomCarries pins tables at random places: no other box moves.
func TestRandomCarries(t *testing.T) {
	for seed := range *editSeeds * 20 {
		t.Run(fmt.Sprintf("seed%d", seed), func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 17))
			g := graphtest.Kept(2 + random.IntN(3))
			for range 1 + random.IntN(4) {
				drag(g, g.Boxes[random.IntN(len(g.Boxes))].ID, geom.Pt(float64(random.IntN(4500)-500), float64(random.IntN(1600)-600)))
			}
			made := layOutKept(t, g)
			drawLayout(t, fmt.Sprintf("carries%d", seed), g, made)
			for _, box := range g.Boxes {
				if by := movedBy(made, box); by > 0 {
					t.Errorf("box %s is drawn %g px off", box.ID, by)
				}
			}
		})
	}
}
