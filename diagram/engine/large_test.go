package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
	"widerow/diagram/layout"
	"widerow/diagram/layout/layouttest"
)

// largeGraph returns a graph that a worker lays out as a whole. It has no edges
// between boxes, so that this takes little time.
func largeGraph(first string) *graph.Graph {
	g := &graph.Graph{Kind: graph.KindPhysical, Boxes: []graph.Box{graphtest.Table(first, "", 200, 3)}}
	for i := range graph.LargeGraph {
		g.Boxes = append(g.Boxes, graphtest.Table(fmt.Sprintf("table%d", i), "", 200, 3))
	}
	return g
}

// halt hangs on a graph whose first box is "late", unless the job is a
// makeshift.
type halt struct{}

func (halt) Write(p []byte) (int, error) {
	if bytes.Contains(p, []byte(`"boxes":[{"id":"late`)) && !bytes.Contains(p, []byte(`"makeshift":true`)) {
		time.Sleep(time.Hour)
	}
	return len(p), nil
}

// A worker lays out a large graph byte for byte as this process would.
func TestLargeLayoutOfAWorker(t *testing.T) {
	pool := testPool(t, "real", nil)
	free, kept := graphtest.Random(4, 300, 400, 3), graphtest.Random(4, 300, 400, 3)
	for i := range kept.Boxes {
		if i%7 > 0 {
			kept.Boxes[i].At = &geom.Point{X: float64(i % 20 * 400), Y: float64(i / 20 * 500)}
		}
	}
	for name, graph := range map[string]*graph.Graph{"free": free, "kept": kept} {
		t.Run(name, func(t *testing.T) {
			v, err := layout.NewView(graph)
			if err != nil {
				t.Fatal(err)
			}
			here, err := v.Layout(context.Background(), pool)
			if err != nil {
				t.Fatal(err)
			}
			there, err := New(pool, nil).Layout(context.Background(), graph)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(asText(t, here), asText(t, there)); diff != "" {
				t.Errorf("the worker's layout differs:\n%.2000s", diff)
			}
		})
	}
}

func asText(t *testing.T, layout *graph.Layout) string {
	t.Helper()
	text, err := json.Marshal(layout)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// However many large graphs arrive at once, and however long a worker takes for
// each, all are laid out, most of them as a grid without a worker. Small graphs
// are laid out meanwhile, and later graphs are unaffected.
func TestQueueOfLargeGraphsEnds(t *testing.T) {
	var log lockedBuffer
	pool := testPool(t, "halting", func(o *PoolOptions) { o.LargeDeadline = 2 * time.Second })
	engine := New(pool, slog.New(slog.NewTextHandler(&log, nil)))
	before := hotelBy(t, pool)
	const hostile = 16 // at 2 s each, an unbounded queue would take twice startTimeout
	layouts := make(chan *graph.Layout, hostile)
	for i := range hostile {
		go func() {
			layout, err := engine.Layout(context.Background(), largeGraph(fmt.Sprintf("late%d", i)))
			if err != nil {
				t.Error(err)
			}
			layouts <- layout
		}()
	}
	for seed := range uint64(10) {
		if layout, err := engine.Layout(context.Background(), graphtest.Random(seed, 10, 14, 2)); err != nil || layout.Notice != "" {
			t.Errorf("small graph %d: error %v, notice %q", seed, err, layout.Notice)
		}
	}
	for i := range hostile {
		layout := <-layouts
		if layout == nil || !strings.Contains(layout.Notice, "grid: the layout engine took too long") {
			t.Fatalf("large graph %d has no notice: %+v", i, layout)
		}
	}
	if without := strings.Count(log.String(), "all workers are busy"); without < hostile/4 {
		t.Errorf("%d of %d graphs gave up waiting for a worker", without, hostile)
	}
	if diff := cmp.Diff(before, hotelBy(t, pool)); diff != "" {
		t.Errorf("the hotel differs after all that:\n%s", diff)
	}
	if _, err := pool.do(context.Background(), job{Graph: largeGraph("well")}, time.Hour, true); err != nil {
		t.Errorf("the next large graph: %v", err)
	}
}

type lockedBuffer struct {
	mutex sync.Mutex
	bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.Buffer.Write(p)
}

// Without the engine a large graph has straight edges, which need no search.
// The rest of the layout is as usual, and the notice explains it.
func TestLargeGraphWithoutEngine(t *testing.T) {
	failing := New(testPool(t, "stillborn", nil), nil)
	free, kept := graphtest.Random(4, 300, 400, 3), graphtest.Random(4, 300, 400, 3)
	for i := range kept.Boxes {
		kept.Boxes[i].At = &geom.Point{X: float64(i % 20 * 400), Y: float64(i / 20 * 500)}
	}
	tests := []struct {
		name, notice string
		graph        *graph.Graph
	}{
		{"free", "Shown as a plain grid: the layout engine failed.", free},
		{"kept", "Shown with straight lines: the layout engine failed.", kept},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			made, err := failing.Layout(context.Background(), test.graph)
			if err != nil {
				t.Fatal(err)
			}
			if made.Notice != test.notice {
				t.Errorf("notice %q, want %q", made.Notice, test.notice)
			}
			graphtest.CheckPlaces(t, test.graph, made, layout.LeastBoxGap)
			for _, edge := range test.graph.Edges {
				if points := made.Edges[edge.ID].Points; edge.From != edge.To && len(points) != 2 {
					t.Errorf("edge %s has bends: %+v", edge.ID, points)
				}
			}
		})
	}
}

// A large graph that is too slow for dot becomes a grid with routed edges,
// computed by a worker.
func TestLateLargeGraphIsRouted(t *testing.T) {
	pool := testPool(t, "halting", func(o *PoolOptions) { o.LargeDeadline = time.Second })
	g := graphtest.Random(4, 300, 400, 0)
	g.Boxes = append([]graph.Box{graphtest.Table("late", "", 200, 2)}, g.Boxes...)
	layout, err := New(pool, nil).Layout(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	if want := "Shown as a plain grid: the layout engine took too long."; layout.Notice != want {
		t.Errorf("notice %q, want %q", layout.Notice, want)
	}
	graphtest.Check(t, g, layout)
}

// BenchmarkMakeDo lays out the largest graph without dot, as the server does
// when all workers are busy.
func BenchmarkMakeDo(b *testing.B) {
	graph := graphtest.Random(3, graph.MaxBoxes, graph.MaxEdges, 5)
	b.ReportAllocs()
	for b.Loop() {
		v, err := layout.NewView(graph)
		if err != nil {
			b.Fatal(err)
		}
		v.Straight = true
		v.Makeshift()
	}
}

func TestBareGraphRoundTrip(t *testing.T) {
	g := graphtest.Random(2, 40, 80, 2)
	wire, err := json.Marshal(job{Graph: g.Bare()})
	if err != nil {
		t.Fatal(err)
	}
	whole, err := json.Marshal(g)
	if err != nil {
		t.Fatal(err)
	}
	if len(wire) > len(whole)*2/3 {
		t.Errorf("the bare graph takes %d bytes, the whole one %d", len(wire), len(whole))
	}
	var got job
	if err := json.Unmarshal(wire, &got); err != nil {
		t.Fatal(err)
	}
	layouts := map[string]string{}
	for name, g := range map[string]*graph.Graph{"whole": g, "bare": got.Graph} {
		layout, err := layouttest.Grid{}.Layout(context.Background(), g)
		if err != nil {
			t.Fatal(err)
		}
		layouts[name] = asText(t, layout)
	}
	if diff := cmp.Diff(layouts["whole"], layouts["bare"]); diff != "" {
		t.Errorf("without its spare rows the graph is laid out otherwise:\n%.2000s", diff)
	}
}
