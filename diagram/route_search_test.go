package diagram

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"testing"
)

// A search that has no patience left finds nothing, and the edge becomes a
// straight line.
func TestSearchLosesPatience(t *testing.T) {
	grid := newRouteGrid(lines{x: []float64{0, 50, 100, 150, 200}, y: []float64{0, 50, 100}})
	starts := []port{{node: grid.node(0, 1), way: right, border: Point{-10, 50}}}
	ends := []port{{node: grid.node(4, 1), way: left, border: Point{210, 50}}}
	s := newSearch(grid, 1)
	nodes, _, _, found := s.find(starts, ends)
	if !found || len(nodes) != 5 {
		t.Fatalf("find = %v, %t; want the five crossings of the middle line", nodes, found)
	}
	used := maxPatience - s.patience
	if used < 4 || used > 4*len(grid.inside) {
		t.Errorf("%d states were looked at, want at least the way and at most all", used)
	}
	s.patience = 3
	if nodes, _, _, found := s.find(starts, ends); found {
		t.Errorf("find with patience for 3 states = %v, want none", nodes)
	}
	if nodes, _, _, found := s.find(starts, ends); found || s.patience != 0 {
		t.Errorf("find without patience = %v, patience %d; want none and 0", nodes, s.patience)
	}
}

// Memory for routing grows with the picture's tables and not with the square of
// them: a table of all states of the search would take 290 MB here.
func TestRoutingTakesLittleMemory(t *testing.T) {
	for tables, most := range map[int]uint64{100: 8 << 20, 1000: 200 << 20} {
		t.Run(fmt.Sprintf("tables=%d", tables), func(t *testing.T) {
			graph := sampleRandom(3, tables, tables*4/3, 5)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if _, err := (Grid{}).Layout(context.Background(), graph); err != nil {
				t.Fatal(err)
			}
			runtime.ReadMemStats(&after)
			if took := after.TotalAlloc - before.TotalAlloc; took > most {
				t.Errorf("%d bytes allocated, want at most %d", took, most)
			}
		})
	}
}

// The largest graph that is accepted stays below 200 MB: what a request may
// cost the server. Ranks are given, since dot would not make them in time.
func TestLargestGraphTakesLittleMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: routes 6,000 edges")
	}
	v, err := newView(sampleRandom(3, maxBoxes, maxEdges, 5))
	if err != nil {
		t.Fatal(err)
	}
	parts := v.components()
	for _, part := range parts {
		part.ranks = slices.Collect(slices.Chunk(part.boxes, 20))
	}
	picture, vertical := v.compose(parts)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	v.finish(picture, vertical)
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 200<<20 {
		t.Errorf("%d bytes allocated, want at most 200 MB", took)
	}
}
