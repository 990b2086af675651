package diagram

import (
	"testing"

	"widerow/diagram/layout/layouttest"
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
		if got := test.score.Cost(); got != test.want {
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
	at, err := Tidied(t.Context(), layouttest.Grid{}, m, KindPhysical)
	if err != nil {
		t.Fatal(err)
	}
	tables := model.Sorted(m.Physical.Relations)
	far, pinned := tables[0].ID, tables[1].ID
	at[far] = model.Position{X: 4000, Y: 3000}
	m = m.WithPositions("physical", at)
	m.Layout["physical"][pinned].Pinned = true
	proposal, err := Propose(t.Context(), layouttest.Grid{}, m, KindPhysical)
	if err != nil {
		t.Fatal(err)
	}
	if proposal.At == nil || proposal.Then.Cost() >= proposal.Now.Cost() {
		t.Fatalf("nothing better than %+v was found: %+v", proposal.Now, proposal.Then)
	}
	placed := m.WithPositions("physical", proposal.At)
	if *placed.Layout["physical"][pinned] != *m.Layout["physical"][pinned] {
		t.Error("the pinned table moves")
	}
	score, err := scoreWith(t.Context(), layouttest.Grid{}, m, KindPhysical, proposal.At)
	if err != nil || score != proposal.Then {
		t.Errorf("the diagram has %+v (%v), promised were %+v", score, err, proposal.Then)
	}
}

// A diagram is overdue when its cost is 1.5 times that of the last tidying, or of a
// new arrangement if there was none, and there is a better arrangement.
func TestOverdue(t *testing.T) {
	hotel, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	at, err := Tidied(t.Context(), layouttest.Grid{}, hotel, KindPhysical)
	if err != nil {
		t.Fatal(err)
	}
	table := model.Sorted(hotel.Physical.Relations)[0].ID
	placed := func(left float64) *model.Model {
		m := hotel.WithPositions("physical", at)
		m.Layout["physical"][table].X -= left
		return m
	}
	cost := func(m *model.Model) float64 {
		score, err := scoreWith(t.Context(), layouttest.Grid{}, m, KindPhysical, nil)
		if err != nil {
			t.Fatal(err)
		}
		return score.Cost()
	}
	tidy, far := placed(0), placed(9000)
	for _, test := range []struct {
		name   string
		m      *model.Model
		tidied float64 // the cost then, 0 for never
		want   bool
	}{
		{"without positions", hotel, 0, false},
		{"never tidied, as a new arrangement", tidy, 0, false},
		{"never tidied, a step aside", placed(10), 0, false},
		{"never tidied, far away", far, 0, true},
		{"1.5 times the last", far, cost(far) / 1.5, true},
		{"less than 1.5 times the last", far, cost(far)/1.5 + 1, false},
		{"1.5 times the last, and nothing better", tidy, cost(tidy) / 1.5, false},
	} {
		test.m.Tidied = map[string]float64{"physical": test.tidied}
		overdue, err := Overdue(t.Context(), layouttest.Grid{}, test.m, KindPhysical)
		if err != nil {
			t.Fatal(err)
		}
		if got := overdue != nil; got != test.want {
			t.Errorf("%s: overdue is %t: %+v", test.name, got, overdue)
		}
		if overdue != nil && overdue.Then.Cost() >= overdue.Now.Cost() {
			t.Errorf("%s: %+v is offered in place of %+v", test.name, overdue.Then, overdue.Now)
		}
	}
}
