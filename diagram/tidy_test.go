package diagram

import (
	"testing"

	"widerow/diagram/layout"
	"widerow/model"
	"widerow/model/example"
)

func TestScoreCost(t *testing.T) {
	for _, test := range []struct {
		name  string
		score Score
		want  float64
	}{
		{"two crossings", Score{Crossings: 2, Length: 1000, Width: 800, Height: 600}, 1400},
		{"two to one", Score{Length: 1000, Width: 1200, Height: 600}, 1000},
		{"too wide", Score{Length: 1000, Width: 2882, Height: 703}, 1000 + 2882 - 1406},
		{"too high", Score{Length: 1000, Width: 500, Height: 1500}, 1500},
	} {
		if got := test.score.cost(); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// The score of a proposal is the score of the diagram with its positions, and a
// pinned box does not move.
func TestProposalKeepsItsPromise(t *testing.T) {
	m, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	at, err := Tidied(t.Context(), layout.Grid{}, m, KindPhysical)
	if err != nil {
		t.Fatal(err)
	}
	tables := model.Sorted(m.Physical.Relations)
	far, pinned := tables[0].ID, tables[1].ID
	at[far] = model.Position{X: 4000, Y: 3000}
	m = m.WithPositions("physical", at)
	m.Layout["physical"][pinned].Pinned = true
	proposal, err := Propose(t.Context(), layout.Grid{}, m, KindPhysical)
	if err != nil {
		t.Fatal(err)
	}
	if proposal.At == nil || proposal.Then.cost() >= proposal.Now.cost() {
		t.Fatalf("nothing better than %+v was found: %+v", proposal.Now, proposal.Then)
	}
	placed := m.WithPositions("physical", proposal.At)
	if *placed.Layout["physical"][pinned] != *m.Layout["physical"][pinned] {
		t.Error("the pinned table moves")
	}
	score, err := scoreWith(t.Context(), layout.Grid{}, m, KindPhysical, proposal.At)
	if err != nil || score != proposal.Then {
		t.Errorf("the diagram has %+v (%v), promised were %+v", score, err, proposal.Then)
	}
}
