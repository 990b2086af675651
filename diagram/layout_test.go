package diagram

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"widerow/diagram/engine/enginetest"

	"github.com/google/go-cmp/cmp"

	"widerow/diagram/engine"
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
	"widerow/diagram/layout/layouttest"
	"widerow/diagram/layout/route"
)

func TestLayoutOfSamples(t *testing.T) {
	engine := engine.New(enginetest.Pool(t, nil), nil)
	for name, g := range graphtest.All() {
		for _, direction := range []graph.Direction{graph.DirectionAuto, graph.LeftRight, graph.TopDown} {
			t.Run(name+string(direction), func(t *testing.T) {
				g := *g
				g.Direction = direction
				layout, err := engine.Layout(context.Background(), &g)
				if err != nil {
					t.Fatal(err)
				}
				if layout.Notice != "" {
					t.Errorf("notice %q", layout.Notice)
				}
				drawLayout(t, name+string(direction), &g, layout)
				graphtest.Check(t, &g, layout)
			})
		}
	}
}

// The sample pictures have no faults.
func TestSamplesHaveNoFaults(t *testing.T) {
	engine := engine.New(enginetest.Pool(t, nil), nil)
	for name, g := range map[string]*graph.Graph{"hotel": graphtest.Hotel(), "workflow": graphtest.Workflow(), "er": graphtest.Concepts()} {
		layout, err := engine.Layout(context.Background(), g)
		if err != nil {
			t.Fatal(err)
		}
		if box, label, edge := graphtest.Faults(g, layout); box+label+edge > 0 {
			t.Errorf("%s: labels on %d boxes, %d labels, %d edges", name, box, label, edge)
		}
	}
}

func TestHotelIsInOrder(t *testing.T) {
	engine := engine.New(enginetest.Pool(t, nil), nil)
	g := graphtest.Hotel()
	g.Direction = graph.LeftRight
	layout, err := engine.Layout(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	at := layout.Boxes
	if at["hotels_by_poi"].X >= at["hotels"].X {
		t.Errorf("hotels_by_poi %+v is not before hotels %+v", at["hotels_by_poi"], at["hotels"])
	}
	if at["pois_by_hotel"].X != at["available_rooms"].X {
		t.Errorf("pois_by_hotel %+v and available_rooms %+v do not share a left edge", at["pois_by_hotel"], at["available_rooms"])
	}
	for _, table := range []string{"hotels_by_poi", "hotels", "pois_by_hotel", "available_rooms", "amenities_by_room"} {
		if foot := at["address1"]; foot.Y < at[table].Y && foot.X <= at[table].X {
			t.Errorf("the type at %+v is before %s at %+v", foot, table, at[table])
		}
	}
	for _, query := range []string{"Q2", "Q3", "Q4", "Q5"} {
		if points := layout.Edges[query].Points; len(points) != 2 {
			t.Errorf("%s has bends: %+v", query, points)
		}
	}
}

// A Chen diagram looks hand-drawn: binary relationships are on a horizontal or
// vertical line between their entities.
func TestConceptsAreOnLines(t *testing.T) {
	layout, err := (inProcess{}).Layout(context.Background(), graphtest.Concepts())
	if err != nil {
		t.Fatal(err)
	}
	for id, route := range layout.Edges {
		if a, b := route.Points[0], route.Points[len(route.Points)-1]; len(route.Points) != 2 || a.X != b.X && a.Y != b.Y {
			t.Errorf("edge %s is slanted or bent: %+v", id, route.Points)
		}
	}
	if aspect := layout.Width / layout.Height; aspect < 1 || aspect > 2.5 {
		t.Errorf("%g × %g pixels do not fit a screen", layout.Width, layout.Height)
	}
}

// Concepts of any shape: binary and ternary relationships, relationships of an
// entity to itself, and more boxes than are placed in cells.
func TestRandomConcepts(t *testing.T) {
	engine := engine.New(enginetest.Pool(t, nil), nil)
	for seed := range uint64(30) {
		g := graphtest.RandomConcepts(seed, 2+int(seed)%9*int(1+seed%5))
		layout, err := engine.Layout(context.Background(), g)
		if err != nil {
			t.Fatal(err)
		}
		if layout.Notice != "" {
			t.Errorf("seed %d: notice %q", seed, layout.Notice)
		}
		graphtest.Check(t, g, layout)
		drawLayout(t, fmt.Sprintf("concepts%d", seed), g, layout)
	}
}

// Equal graphs give the same bytes from any worker.
func TestLayoutIsDeterministic(t *testing.T) {
	for name, g := range graphtest.All() {
		var first string
		for i := range fewer(3, 2) {
			engine := engine.New(enginetest.Pool(t, nil), nil)
			layout, err := engine.Layout(context.Background(), g)
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(layout)
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				first = string(text)
			} else if diff := cmp.Diff(first, string(text)); diff != "" {
				t.Errorf("%s differs: %s", name, diff)
			}
		}
	}
}

// fewer returns few under -short, else all: the race detector makes each case many times
// slower, and cases that run the same goroutines show it nothing new.
func fewer[N int | uint64](all, few N) N {
	if testing.Short() {
		return few
	}
	return all
}

// Layouts of random graphs, by the engine and by the grid.
func TestRandomLayouts(t *testing.T) {
	engine := engine.New(enginetest.Pool(t, nil), nil)
	var labels, box, label, edge int
	for seed := range fewer[uint64](60, 6) {
		tables := 2 + int(seed*7)%45
		g := graphtest.Random(seed, tables, tables*3/2, int(seed)%4)
		t.Run(fmt.Sprintf("seed%d", seed), func(t *testing.T) {
			for _, layouter := range []graph.Layouter{engine, layouttest.Grid{}} {
				layout, err := layouter.Layout(context.Background(), g)
				if err != nil {
					t.Fatal(err)
				}
				graphtest.Check(t, g, layout)
				if layouter == engine {
					labels += len(g.Edges)
					b, l, e := graphtest.Faults(g, layout)
					box, label, edge = box+b, label+l, edge+e
				}
			}
		})
	}
	t.Logf("%d labels: %d on boxes, %d on labels, %d on edges", labels, box, label, edge)
	if box*100 > labels || label*50 > labels || edge*20 > labels {
		t.Errorf("of %d labels %d lie on boxes, %d on labels, %d on edges", labels, box, label, edge)
	}
}

func BenchmarkLayout(b *testing.B) {
	pool := enginetest.Pool(b, nil)
	for _, size := range []struct{ tables, edges int }{{10, 13}, {30, 40}, {100, 133}, {300, 400}, {1000, 1333}, {100, 500}} {
		b.Run(fmt.Sprintf("tables=%d,edges=%d", size.tables, size.edges), func(b *testing.B) {
			b.ReportAllocs()
			seed := uint64(0)
			for b.Loop() {
				seed++
				engine := engine.New(pool, nil) // nothing remembered
				layout, err := engine.Layout(context.Background(), graphtest.Random(seed%10, size.tables, size.edges, 2))
				if err != nil || layout.Notice != "" {
					b.Fatal(err, layout.Notice)
				}
			}
		})
	}
}

func BenchmarkCachedLayout(b *testing.B) {
	engine := engine.New(enginetest.Pool(b, nil), nil)
	g := graphtest.Hotel()
	for b.Loop() {
		if _, err := engine.Layout(context.Background(), g); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRoute(b *testing.B) {
	engine := engine.New(enginetest.Pool(b, nil), nil)
	for _, size := range []struct{ tables, edges int }{{30, 45}, {100, 150}, {1000, 1333}, {100, 500}} {
		b.Run(fmt.Sprintf("tables=%d,edges=%d", size.tables, size.edges), func(b *testing.B) {
			g := graphtest.Random(3, size.tables, size.edges, 2)
			layout, err := engine.Layout(context.Background(), g)
			if err != nil {
				b.Fatal(err)
			}
			index, err := graph.NewIndex(g)
			if err != nil {
				b.Fatal(err)
			}
			var boxes []geom.Rect
			for _, box := range g.Boxes {
				boxes = append(boxes, layout.Boxes[box.ID])
			}
			var groups []graph.Place
			for i, group := range g.Groups {
				for _, frame := range layout.Groups[group.ID] {
					groups = append(groups, graph.Place{Index: i, Rect: frame})
				}
			}
			for b.Loop() {
				route.Edges(index, boxes, groups, false, false)
			}
		})
	}
}

func BenchmarkConcepts(b *testing.B) {
	for _, entities := range []int{6, 24, 60} {
		b.Run(fmt.Sprintf("entities=%d", entities), func(b *testing.B) {
			g := graphtest.RandomConcepts(4, entities)
			for b.Loop() {
				if _, err := (inProcess{}).Layout(context.Background(), g); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
