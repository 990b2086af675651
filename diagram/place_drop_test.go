package diagram

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/layout/layouttest"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/example"
)

// drawnBoxes are the boxes of a diagram as its page shows them, in document coordinates.
func drawnBoxes(t *testing.T, m *model.Model, kind graph.Kind) map[string]geom.Rect {
	t.Helper()
	made, err := Build(m, kind, Display{}).Layout(t.Context(), layouttest.Grid{})
	if err != nil {
		t.Fatal(err)
	}
	boxes := map[string]geom.Rect{}
	for id := range made.Boxes {
		boxes[id] = placeIn(made, id)
	}
	return boxes
}

// dropped moves boxes of a diagram by a distance, as a drag does.
func dropped(t *testing.T, m *model.Model, kind graph.Kind, ids []model.ID, dx, dy float64) *model.Model {
	t.Helper()
	at, drawn := map[model.ID]model.Position{}, drawnBoxes(t, m, kind)
	for _, id := range ids {
		at[id] = model.Position{X: drawn[string(id)].X + dx, Y: drawn[string(id)].Y + dy}
	}
	moved, err := edit.Apply(m, model.RandomIDs(), edit.Pin{Diagram: string(kind), At: at})
	if err != nil {
		t.Fatal(err)
	}
	moved, _ = keep(t, layouttest.Grid{}, m, moved, kind)
	return moved
}

// TestDropsMoveNothingElse drops one box or several at random places of each diagram of the
// examples and of imports: the boxes that changed their place are the ones that were
// moved, no box changes its size, those that moved together keep their distances, and none
// lies on another.
func TestDropsMoveNothingElse(t *testing.T) {
	models := map[string]*model.Model{"import of 15": manyTables(15), "import of 60": manyTables(60)}
	for _, sample := range example.All() {
		m, err := example.Load(sample.Slug)
		if err != nil {
			t.Fatal(err)
		}
		models[sample.Slug] = m
	}
	for name, m := range models {
		for _, kind := range []graph.Kind{KindER, KindWorkflow, KindLogical, KindPhysical} {
			t.Run(fmt.Sprintf("%s/%s", name, kind), func(t *testing.T) {
				random, now := rand.New(rand.NewPCG(31, 2)), m
				boxes := Build(m, kind, Display{}).Graph().Boxes
				for step := 0; step < fewer(8, 3) && len(boxes) > 1; step++ {
					var ids []model.ID
					for _, i := range random.Perm(len(boxes))[:1+random.IntN(min(3, len(boxes)))] {
						ids = append(ids, model.ID(boxes[i].ID))
					}
					by := [2]float64{float64(30 + random.IntN(400)), float64(random.IntN(400) - 200)}
					next := dropped(t, now, kind, ids, by[0], by[1])
					checkDrop(t, drawnBoxes(t, now, kind), drawnBoxes(t, next, kind), ids)
					if now = next; t.Failed() {
						t.Fatalf("step %d: %v by %v", step, ids, by)
					}
				}
			})
		}
	}
}

func checkDrop(t *testing.T, before, after map[string]geom.Rect, moved []model.ID) {
	t.Helper()
	first := after[string(moved[0])]
	first.X, first.Y = first.X-before[string(moved[0])].X, first.Y-before[string(moved[0])].Y
	want := maps.Clone(before)
	for _, id := range moved {
		at := before[string(id)]
		at.X, at.Y = at.X+first.X, at.Y+first.Y
		want[string(id)] = at
	}
	const rounding = 1 // of places that the document did not have yet
	for id, is := range after {
		off := geom.NewRect(is.X-want[id].X, is.Y-want[id].Y, is.Width-want[id].Width, is.Height-want[id].Height)
		if max(off.X, -off.X, off.Y, -off.Y) > rounding || off.Width != 0 || off.Height != 0 {
			t.Errorf("%s is drawn at %v, want it at %v", id, is, want[id])
		}
		for other, rect := range after {
			if other < id && rect.Overlaps(is) {
				t.Errorf("%s lies on %s: %v, %v", id, other, is, rect)
			}
		}
	}
}
