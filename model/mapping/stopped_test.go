package mapping

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"widerow/model"
)

// TestDeriveStops ends a derivation whose client has left: it says at which query it was.
func TestDeriveStops(t *testing.T) {
	m := WideModel(t, rand.New(rand.NewPCG(1, 1)), 3)
	ctx, cancel := context.WithCancelCause(context.Background())
	left := errors.New("the client has left")
	cancel(left)
	d, err := DeriveContext(ctx, m, nil, nil)
	var stopped *StoppedError
	if d != nil || !errors.As(err, &stopped) || !errors.Is(err, left) {
		t.Fatalf("DeriveContext = %v, %v", d, err)
	}
	first := model.SortedIDs(m.Workflow.Queries)[0]
	if stopped.At != first || stopped.Done != 0 || stopped.All != len(m.Workflow.Queries) {
		t.Errorf("stopped at %+v, want at %s", stopped, first)
	}
	if want := "derivation stopped at Q1, after 0 of 3 queries: the client has left"; err.Error() != want {
		t.Errorf("error %q, want %q", err, want)
	}
}

// countdown is a context that is done after its error was asked for a number of times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestDeriveStopsAnywhere ends a derivation at each of its checks: within a query, between
// two, and while tables are shared.
func TestDeriveStopsAnywhere(t *testing.T) {
	m, at, checks := WideModel(t, rand.New(rand.NewPCG(2, 1)), 5), map[model.ID]int{}, 0
	for ; ; checks++ {
		d, err := DeriveContext(&countdown{context.Background(), checks}, m, nil, nil)
		if err == nil {
			if d == nil || len(d.Costs) != len(m.Workflow.Queries) {
				t.Errorf("derivation %+v", d)
			}
			break
		}
		var stopped *StoppedError
		if d != nil || !errors.As(err, &stopped) || !errors.Is(err, context.Canceled) {
			t.Fatalf("DeriveContext = %v, %v", d, err)
		}
		at[stopped.At]++
	}
	for _, query := range append(model.SortedIDs(m.Workflow.Queries), "") {
		if at[query] < 2 {
			t.Errorf("of %d checks, %d are at %q", checks, at[query], query)
		}
	}
}

// TestDeriveCosts tells the cost of each query that was derived, the most costly first.
func TestDeriveCosts(t *testing.T) {
	m := WideModel(t, rand.New(rand.NewPCG(1, 1)), 3)
	var told []int
	ctx := Watched(context.Background(), func(done, all int) { told = append(told, done, all) })
	d, err := DeriveContext(ctx, m, model.SortedIDs(m.Workflow.Queries)[:2], nil)
	if err != nil || !slices.Equal(told, []int{1, 2, 2, 2}) {
		t.Fatal(err, told)
	}
	if len(d.Costs) != 2 || d.Costs[0].Time < d.Costs[1].Time {
		t.Errorf("costs %v of 2 queries", d.Costs)
	}
}
