package diagram

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"widerow/diagram/engine/enginetest"

	"widerow/diagram/engine"
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/layout/layouttest"
	"widerow/model"
	"widerow/model/example"
)

// nudged returns a model in which a box was moved by a step, as the buttons do.
func nudged(t *testing.T, engine graph.Layouter, m *model.Model, kind graph.Kind, id model.ID, step geom.Point) *model.Model {
	t.Helper()
	places, err := Carried(t.Context(), engine, m, kind, id)
	at, found := places[id]
	if err != nil || !found {
		t.Fatalf("%s: found %t, %v", id, found, err)
	}
	next := m.Clone()
	wanted := map[model.ID]model.Position{id: {X: at.X + step.X, Y: at.Y + step.Y}}
	free, err := Dropped(t.Context(), engine, m, kind, wanted, step)
	if err != nil {
		t.Fatal(err)
	}
	for id, place := range free {
		next.Layout[string(kind)][id] = &model.Position{X: place.X, Y: place.Y, Pinned: true}
	}
	next, _ = keep(t, engine, m, next, kind)
	return next
}

// Moving boxes step by step, in any order and direction, moves others by no more
// than a step. A pin neither turns all entry arrows nor demands space for labels
// that had less before.
func TestNudgesPushLittle(t *testing.T) {
	const nudge = 20
	for name, engine := range map[string]graph.Layouter{"grid": layouttest.Grid{}, "dot": engine.New(enginetest.Pool(t, nil), nil)} {
		for _, sample := range example.All() {
			for _, kind := range []graph.Kind{graph.KindPhysical, graph.KindWorkflow} {
				t.Run(fmt.Sprintf("%s/%s/%s", name, sample.Slug, kind), func(t *testing.T) {
					first, err := example.Load(sample.Slug)
					if err != nil {
						t.Fatal(err)
					}
					first, _ = keep(t, engine, first, first.Clone(), kind)
					for seed := range fewer[uint64](12, 1) {
						for _, move := range nudgeAll(t, engine, first, kind, nudge, rand.New(rand.NewPCG(seed, 3))) {
							t.Error(move)
						}
					}
				})
			}
		}
	}
}

// nudgeAll describes the boxes that move further than the step.
func nudgeAll(t *testing.T, engine graph.Layouter, m *model.Model, kind graph.Kind, by float64, random *rand.Rand) []string {
	t.Helper()
	const slack = 4 // areas that overlapped a little before are separated
	var moves []string
	boxes := Build(m, kind, Display{}).Graph().Boxes
	for _, i := range random.Perm(len(boxes)) {
		id, step := model.ID(boxes[i].ID), [4]geom.Point{{X: by}, {X: -by}, {Y: by}, {Y: -by}}[random.IntN(4)]
		next := nudged(t, engine, m, kind, id, step)
		for _, box := range boxes {
			other := model.ID(box.ID)
			was, is := m.Layout[string(kind)][other], next.Layout[string(kind)][other]
			if far := math.Abs(is.X-was.X) + math.Abs(is.Y-was.Y); other != id && far > by+slack {
				moves = append(moves, fmt.Sprintf("%s by %v moves %s from %+v to %+v", id, step, other, *was, *is))
			}
		}
		m = next
	}
	return moves
}
