package diagram

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
)

// checkLayout checks what holds for every layout: each element once and of its
// size, whole pixels, nothing outside the picture, no box on another or over
// its group's border, no edge through a box, and edges that end on borders.
func checkLayout(t *testing.T, g *graph.Graph, l *graph.Layout) {
	t.Helper()
	checkPlaces(t, g, l, boxGap-2)
	for _, edge := range g.Edges {
		checkRoute(t, g, l, edge)
	}
}

// checkPlaces is the part of checkLayout about boxes, which lie that far apart.
func checkPlaces(t *testing.T, g *graph.Graph, l *graph.Layout, gap float64) {
	t.Helper()
	if len(l.Boxes) != len(g.Boxes) || len(l.Edges) != len(g.Edges) {
		t.Fatalf("%d boxes and %d edges, want %d and %d", len(l.Boxes), len(l.Edges), len(g.Boxes), len(g.Edges))
	}
	picture := geom.Rect{Width: l.Width, Height: l.Height}
	apart := gap / 2
	for i, box := range g.Boxes {
		rect := l.Boxes[box.ID]
		if rect.Width != math.Ceil(box.Width) || rect.Height != math.Ceil(box.Height) {
			t.Errorf("box %s is %g × %g, want %g × %g", box.ID, rect.Width, rect.Height, box.Width, box.Height)
		}
		if !picture.Contains(rect) || !whole(rect.X, rect.Y) {
			t.Errorf("box %s at %+v does not lie in the picture on whole pixels", box.ID, rect)
		}
		if box.Group != "" && !slices.ContainsFunc(l.Groups[box.Group], func(frame geom.Rect) bool { return frame.Contains(rect) }) {
			t.Errorf("box %s at %+v sticks out of group %s at %+v", box.ID, rect, box.Group, l.Groups[box.Group])
		}
		for _, other := range g.Boxes[:i] {
			if rect.Grown(apart).Overlaps(l.Boxes[other.ID].Grown(apart)) {
				t.Errorf("box %s at %+v is too near to %s at %+v", box.ID, rect, other.ID, l.Boxes[other.ID])
			}
		}
	}
	for i, group := range g.Groups {
		for _, other := range g.Groups[:i] {
			checkFrames(t, g, l, group.ID, other.ID)
		}
	}
}

// checkFrames: frames of two groups overlap only where two pins stand too near
// to each other, or where boxes keep places among those of the other group, for
// which no few frames are enough.
func checkFrames(t *testing.T, g *graph.Graph, l *graph.Layout, first, second string) {
	t.Helper()
	for _, a := range l.Groups[first] {
		for _, b := range l.Groups[second] {
			if a.Overlaps(b) && !standsAmong(g, l, first, second) && !standsAmong(g, l, second, first) && !pinsMeet(g, l, first, second) {
				t.Errorf("groups %s and %s overlap: %+v, %+v", first, second, a, b)
			}
		}
	}
}

// standsAmong tells whether a box of a group that keeps its place stands in
// another one that is drawn as a whole.
func standsAmong(g *graph.Graph, l *graph.Layout, group, among string) bool {
	return len(l.Groups[among]) == 1 && slices.ContainsFunc(g.Boxes, func(b graph.Box) bool {
		return b.Group == group && b.At != nil && l.Boxes[b.ID].Grown(80).Overlaps(l.Groups[among][0])
	})
}

// pinsMeet tells whether the frames round two pins leave no air between them.
func pinsMeet(g *graph.Graph, l *graph.Layout, first, second string) bool {
	for _, a := range g.Boxes {
		for _, b := range g.Boxes {
			if a.Group == first && b.Group == second && a.Pinned && b.Pinned && l.Boxes[a.ID].Grown(80).Overlaps(l.Boxes[b.ID].Grown(80)) {
				return true
			}
		}
	}
	return false
}

func whole(numbers ...float64) bool {
	for _, n := range numbers {
		if n != math.Trunc(n) {
			return false
		}
	}
	return true
}

func checkRoute(t *testing.T, g *graph.Graph, l *graph.Layout, edge graph.Edge) {
	t.Helper()
	points := l.Edges[edge.ID].Points
	if len(points) < 2 {
		t.Errorf("edge %s has %d points", edge.ID, len(points))
		return
	}
	for i, p := range points {
		if !whole(p.X, p.Y) || p.X < 0 || p.Y < 0 || p.X > l.Width || p.Y > l.Height {
			t.Errorf("edge %s: point %+v", edge.ID, p)
		}
		if i == 0 {
			continue
		}
		if edge.Routing == graph.RouteOrthogonal && p.X != points[i-1].X && p.Y != points[i-1].Y {
			t.Errorf("edge %s is slanted from %+v to %+v", edge.ID, points[i-1], p)
		}
		for _, box := range g.Boxes {
			if geom.SegmentMeets(points[i-1], p, l.Boxes[box.ID].Grown(-0.5)) && box.Shape != graph.ShapeDiamond {
				t.Errorf("edge %s from %s to %s crosses box %s: %+v, box %+v", edge.ID, edge.From, edge.To, box.ID, points, l.Boxes[box.ID])
			}
		}
	}
	for _, end := range []struct {
		box string
		at  geom.Point
	}{{edge.From, points[0]}, {edge.To, points[len(points)-1]}} {
		i := slices.IndexFunc(g.Boxes, func(b graph.Box) bool { return b.ID == end.box })
		if i >= 0 && !onBorder(l.Boxes[end.box], g.Boxes[i].Shape, end.at) {
			t.Errorf("edge %s meets %s at %+v, which is not on its border %+v", edge.ID, end.box, end.at, l.Boxes[end.box])
		}
	}
	if edge.LabelWidth > 0 && !onRoute(pill(&edge, l.Edges[edge.ID].Label), points) {
		t.Errorf("label of edge %s at %+v is not on its route %+v", edge.ID, l.Edges[edge.ID].Label, points)
	}
}

// onBorder allows for the rounding to whole pixels: some of the places round it
// are inside, some are not.
func onBorder(r geom.Rect, shape graph.Shape, p geom.Point) bool {
	in, out := false, false
	for _, dx := range [...]float64{-1.5, 0, 1.5} {
		for _, dy := range [...]float64{-1.5, 0, 1.5} {
			inside := insideShape(r, shape, geom.Pt(p.X+dx, p.Y+dy))
			in, out = in || inside, out || !inside
		}
	}
	return in && out
}

// onRoute tells whether the label's pill lies on the line, if not with its
// middle.
func onRoute(label geom.Rect, points []geom.Point) bool {
	for i := 1; i < len(points); i++ {
		if geom.SegmentMeets(points[i-1], points[i], label.Grown(-1)) {
			return true
		}
	}
	return false
}

// faults counts what is ugly but no error: labels on boxes, labels or edges of
// others.
func faults(g *graph.Graph, l *graph.Layout) (onBox, onLabel, onEdge int) {
	for i, edge := range g.Edges {
		if edge.LabelWidth == 0 {
			continue
		}
		rect := pill(&g.Edges[i], l.Edges[edge.ID].Label)
		for _, box := range l.Boxes {
			if rect.Overlaps(box) {
				onBox++
			}
		}
		for k, other := range g.Edges {
			if k < i && rect.Overlaps(pill(&g.Edges[k], l.Edges[other.ID].Label)) {
				onLabel++
			}
			for n := 1; k != i && n < len(l.Edges[other.ID].Points); n++ {
				points := l.Edges[other.ID].Points
				if geom.SegmentMeets(points[n-1], points[n], rect) {
					onEdge++
				}
			}
		}
	}
	return onBox, onLabel, onEdge
}

func samples() map[string]*graph.Graph {
	return map[string]*graph.Graph{
		"hotel": graphtest.Hotel(), "workflow": graphtest.Workflow(), "er": graphtest.Concepts(), "empty": {Kind: graph.KindLogical},
		"one":      {Kind: graph.KindLogical, Boxes: []graph.Box{graphtest.Table("a", "", 200, 3)}},
		"random30": graphtest.Random(1, 30, 40, 2), "random12": graphtest.Random(5, 12, 16, 0), "unjoined": graphtest.Random(6, 20, 0, 1),
	}
}

func TestLayoutOfSamples(t *testing.T) {
	engine := NewEngine(testPool(t, "real", nil), nil)
	for name, g := range samples() {
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
				checkLayout(t, &g, layout)
			})
		}
	}
}

// The pictures that a reader meets first have no flaw at all.
func TestSamplesHaveNoFaults(t *testing.T) {
	engine := NewEngine(testPool(t, "real", nil), nil)
	for name, g := range map[string]*graph.Graph{"hotel": graphtest.Hotel(), "workflow": graphtest.Workflow(), "er": graphtest.Concepts()} {
		layout, err := engine.Layout(context.Background(), g)
		if err != nil {
			t.Fatal(err)
		}
		if box, label, edge := faults(g, layout); box+label+edge > 0 {
			t.Errorf("%s: labels on %d boxes, %d labels, %d edges", name, box, label, edge)
		}
	}
}

func TestHotelStandsInOrder(t *testing.T) {
	engine := NewEngine(testPool(t, "real", nil), nil)
	g := graphtest.Hotel()
	g.Direction = graph.LeftRight
	layout, err := engine.Layout(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	at := layout.Boxes
	if at["hotels_by_poi"].X >= at["hotels"].X {
		t.Errorf("hotels_by_poi %+v does not stand before hotels %+v", at["hotels_by_poi"], at["hotels"])
	}
	if at["pois_by_hotel"].X != at["available_rooms"].X {
		t.Errorf("pois_by_hotel %+v and available_rooms %+v do not share a left edge", at["pois_by_hotel"], at["available_rooms"])
	}
	for _, table := range []string{"hotels_by_poi", "hotels", "pois_by_hotel", "available_rooms", "amenities_by_room"} {
		if foot := at["address1"]; foot.Y < at[table].Y && foot.X <= at[table].X {
			t.Errorf("the type at %+v stands before %s at %+v", foot, table, at[table])
		}
	}
	for _, query := range []string{"Q2", "Q3", "Q4", "Q5"} {
		if points := layout.Edges[query].Points; len(points) != 2 {
			t.Errorf("%s has bends: %+v", query, points)
		}
	}
}

// A Chen diagram is drawn as by hand: relationships of two on a line between
// their entities, level or upright.
func TestConceptsStandOnLines(t *testing.T) {
	layout, err := newEngine(&fakeDot{}, nil).Layout(context.Background(), graphtest.Concepts())
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

// Concepts of any shape: relationships of two and three, also of an entity to
// itself, and more boxes than are set in cells.
func TestRandomConcepts(t *testing.T) {
	engine := NewEngine(testPool(t, "real", nil), nil)
	for seed := range uint64(30) {
		g := graphtest.RandomConcepts(seed, 2+int(seed)%9*int(1+seed%5))
		layout, err := engine.Layout(context.Background(), g)
		if err != nil {
			t.Fatal(err)
		}
		if layout.Notice != "" {
			t.Errorf("seed %d: notice %q", seed, layout.Notice)
		}
		checkLayout(t, g, layout)
		drawLayout(t, fmt.Sprintf("concepts%d", seed), g, layout)
	}
}

// The same graph gives the same bytes, from any worker.
func TestLayoutIsDeterministic(t *testing.T) {
	for name, g := range samples() {
		var first string
		for i := range 3 {
			engine := NewEngine(testPool(t, "real", nil), nil)
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

// Layouts of random graphs, by the engine and by the grid.
func TestRandomLayouts(t *testing.T) {
	engine := NewEngine(testPool(t, "real", nil), nil)
	var labels, box, label, edge int
	for seed := range uint64(60) {
		tables := 2 + int(seed*7)%45
		g := graphtest.Random(seed, tables, tables*3/2, int(seed)%4)
		t.Run(fmt.Sprintf("seed%d", seed), func(t *testing.T) {
			for _, layouter := range []graph.Layouter{engine, Grid{}} {
				layout, err := layouter.Layout(context.Background(), g)
				if err != nil {
					t.Fatal(err)
				}
				checkLayout(t, g, layout)
				if layouter == engine {
					labels += len(g.Edges)
					b, l, e := faults(g, layout)
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
	pool := testPool(b, "real", nil)
	for _, size := range []struct{ tables, edges int }{{10, 13}, {30, 40}, {100, 133}, {300, 400}, {1000, 1333}, {100, 500}} {
		b.Run(fmt.Sprintf("tables=%d,edges=%d", size.tables, size.edges), func(b *testing.B) {
			b.ReportAllocs()
			seed := uint64(0)
			for b.Loop() {
				seed++
				engine := NewEngine(pool, nil) // nothing remembered
				layout, err := engine.Layout(context.Background(), graphtest.Random(seed%10, size.tables, size.edges, 2))
				if err != nil || layout.Notice != "" {
					b.Fatal(err, layout.Notice)
				}
			}
		})
	}
}

func BenchmarkCachedLayout(b *testing.B) {
	engine := NewEngine(testPool(b, "real", nil), nil)
	g := graphtest.Hotel()
	for b.Loop() {
		if _, err := engine.Layout(context.Background(), g); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRoute(b *testing.B) {
	pool := testPool(b, "real", nil)
	for _, size := range []struct{ tables, edges int }{{30, 45}, {100, 150}, {1000, 1333}, {100, 500}} {
		b.Run(fmt.Sprintf("tables=%d,edges=%d", size.tables, size.edges), func(b *testing.B) {
			v, err := newView(graphtest.Random(3, size.tables, size.edges, 2))
			if err != nil {
				b.Fatal(err)
			}
			parts := v.components()
			if err := v.rank(context.Background(), pool, parts); err != nil {
				b.Fatal(err)
			}
			picture, vertical := v.compose(parts)
			boxes, groups := rects(picture.boxes, len(v.Graph.Boxes)), wholePlaces(picture.groups)
			for b.Loop() {
				route(v.Index, boxes, groups, vertical, false)
			}
		})
	}
}

func BenchmarkConcepts(b *testing.B) {
	for _, entities := range []int{6, 24, 60} {
		b.Run(fmt.Sprintf("entities=%d", entities), func(b *testing.B) {
			g := graphtest.RandomConcepts(4, entities)
			for b.Loop() {
				if _, err := newEngine(&fakeDot{}, nil).Layout(context.Background(), g); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
