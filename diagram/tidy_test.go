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

// A diagram is overdue when its cost is 1.5 times that of a new arrangement, and not
// before it has positions.
func TestOverdue(t *testing.T) {
	m, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	want := func(when string, want bool) {
		t.Helper()
		overdue, err := Overdue(t.Context(), layout.Grid{}, m, KindPhysical)
		if err != nil {
			t.Fatal(err)
		}
		if got := overdue != nil; got != want {
			t.Errorf("%s: overdue is %t: %+v", when, got, overdue)
		}
		if overdue != nil && overdue.Now.cost() < 1.5*overdue.Then.cost() {
			t.Errorf("%s: %+v is offered in place of %+v", when, overdue.Then, overdue.Now)
		}
	}
	want("without positions", false)
	at, err := Tidied(t.Context(), layout.Grid{}, m, KindPhysical)
	if err != nil {
		t.Fatal(err)
	}
	m = m.WithPositions("physical", at)
	want("tidied", false)
	table := model.Sorted(m.Physical.Relations)[0].ID
	m.Layout["physical"][table].X = at[table].X - 10
	want("a step aside", false)
	m.Layout["physical"][table].X = at[table].X - 9000
	want("far away", true)
}
