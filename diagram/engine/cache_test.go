package engine

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"widerow/diagram/engine/process"
	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
	"widerow/diagram/layout"
	"widerow/diagram/layout/layouttest"
)

// fakeDot counts its jobs, and fails or waits as configured.
type fakeDot struct {
	jobs atomic.Int32
	wait chan struct{}
	err  error
}

func (f *fakeDot) Plain(context.Context, []string) ([]string, error) {
	f.jobs.Add(1)
	if f.wait != nil {
		<-f.wait
	}
	return nil, f.err
}

func (f *fakeDot) layout(ctx context.Context, graph *graph.Graph) (*graph.Layout, error) {
	v, err := layout.NewView(graph)
	if err != nil {
		return nil, err
	}
	return v.Layout(ctx, f)
}

func (f *fakeDot) makeshift(context.Context, *graph.Graph) (*graph.Layout, error) {
	return nil, process.ErrLate
}

func TestFallbackHasNotice(t *testing.T) {
	tests := []struct {
		name   string
		err    error
		notice string
	}{
		{"late", process.ErrLate, "took too long"},
		{"broken", errors.New("trap"), "failed"},
		{"wrong answer", nil, "failed"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			engine := newWith(&fakeDot{err: test.err}, nil)
			layout, err := engine.Layout(context.Background(), graphtest.Hotel())
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(layout.Notice, test.notice) {
				t.Errorf("notice %q does not contain %q", layout.Notice, test.notice)
			}
			graphtest.Check(t, graphtest.Hotel(), layout)
		})
	}
}

// A graph that the engine failed on is not tried again at once, but is later.
func TestFailureIsRememberedForAWhile(t *testing.T) {
	dot := &fakeDot{err: process.ErrLate}
	engine := newWith(dot, nil)
	now := time.Now()
	engine.cache.now = func() time.Time { return now }
	for range 3 {
		if _, err := engine.Layout(context.Background(), graphtest.Hotel()); err != nil {
			t.Fatal(err)
		}
	}
	if got := dot.jobs.Load(); got != 1 {
		t.Errorf("the engine was asked %d times, want 1", got)
	}
	now = now.Add(makeshiftLife + time.Second)
	if _, err := engine.Layout(context.Background(), graphtest.Hotel()); err != nil {
		t.Fatal(err)
	}
	if got := dot.jobs.Load(); got != 2 {
		t.Errorf("the engine was asked %d times after a while, want 2", got)
	}
}

func TestEqualGraphsShareOneJob(t *testing.T) { synctest.Test(t, equalGraphsShareOneJob) }

func equalGraphsShareOneJob(t *testing.T) {
	dot := &fakeDot{wait: make(chan struct{}), err: process.ErrLate}
	engine := newWith(dot, nil)
	// The first to come leaves again: the others still get their layout.
	ctx, cancel := context.WithCancel(context.Background())
	left := make(chan error)
	go func() {
		_, err := engine.Layout(ctx, graphtest.Hotel())
		left <- err
	}()
	synctest.Wait()
	cancel()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	var users sync.WaitGroup
	for range 8 {
		users.Go(func() {
			if _, err := engine.Layout(context.Background(), graphtest.Hotel()); err != nil {
				t.Error(err)
			}
		})
	}
	synctest.Wait() // all of them wait for the layout
	close(dot.wait)
	users.Wait()
	if got := dot.jobs.Load(); got != 1 {
		t.Errorf("the engine was asked %d times, want 1", got)
	}
}

func TestGraphsThatMakeNoSense(t *testing.T) {
	box := func(id string) graph.Box { return graph.Box{ID: id, Width: 10, Height: 10} }
	tests := map[string]*graph.Graph{
		"box twice":        {Boxes: []graph.Box{box("a"), box("a")}},
		"box without id":   {Boxes: []graph.Box{box("")}},
		"box without size": {Boxes: []graph.Box{{ID: "a"}}},
		"unknown group":    {Boxes: []graph.Box{{ID: "a", Width: 1, Height: 1, Group: "g"}}},
		"group twice":      {Groups: []graph.Group{{ID: "g"}, {ID: "g"}}},
		"edge to nowhere":  {Boxes: []graph.Box{box("a")}, Edges: []graph.Edge{{ID: "e", From: "a", To: "b"}}},
		"edge from afar":   {Boxes: []graph.Box{box("a")}, Edges: []graph.Edge{{ID: "e", From: "b", To: "a"}}},
		"edge twice":       {Boxes: []graph.Box{box("a")}, Edges: []graph.Edge{{ID: "e", To: "a"}, {ID: "e", To: "a"}}},
		"too many":         {Boxes: make([]graph.Box, graph.MaxBoxes+1)},
	}
	for name, g := range tests {
		t.Run(name, func(t *testing.T) {
			for _, layouter := range []graph.Layouter{newWith(&fakeDot{}, nil), layouttest.Grid{}} {
				if _, err := layouter.Layout(context.Background(), g); !errors.Is(err, graph.ErrGraph) {
					t.Errorf("%T: error %v, want %v", layouter, err, graph.ErrGraph)
				}
			}
		})
	}
}
