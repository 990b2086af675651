package diagram

import (
	"fmt"
	"strings"
	"testing"

	"widerow/diagram/engine"
	"widerow/diagram/engine/enginetest"
	"widerow/diagram/figure"
	"widerow/diagram/flow"
	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
	"widerow/diagram/scene/svg"
)

// hubGraph returns a table or a step that count others lead to.
func hubGraph(kind graph.Kind, count int) *graph.Graph {
	g := &graph.Graph{Kind: kind}
	add := func(id string, rows int) {
		box := graphtest.Table(id, "", 200, rows)
		switch kind {
		case graph.KindWorkflow:
			box = graph.Box{ID: id, Width: 144, Height: flow.LeastStep, Shape: graph.ShapeRound}
		case graph.KindPhysical:
			box.Group = "k"
		}
		g.Boxes = append(g.Boxes, box)
	}
	if kind == graph.KindPhysical {
		g.Groups = []graph.Group{{ID: "k", Header: 40, Padding: 16}}
	}
	add("hub", 4)
	for i := range count {
		id := fmt.Sprintf("t%d", i)
		add(id, 3+i%4)
		g.Edges = append(g.Edges, graphtest.Edge(fmt.Sprintf("Q%d", i+1), id, "hub"))
	}
	return g
}

// turned returns a graph with all edges in the other direction.
func turned(g *graph.Graph) *graph.Graph {
	for i := range g.Edges {
		e := &g.Edges[i]
		e.From, e.To = e.To, e.From
	}
	return g
}

// Every edge of a bus leads from box to box, has its label on its own part, and the
// trunk is drawn once: each piece with one edge.
func TestBusRoutes(t *testing.T) {
	layouter := engine.New(enginetest.Pool(t, nil), nil)
	for _, g := range []*graph.Graph{hubGraph(graph.KindLogical, 20), turned(hubGraph(graph.KindLogical, 20)), turned(hubGraph(graph.KindWorkflow, 30))} {
		layout := layoutWith(t, layouter, g)
		graphtest.Check(t, g, layout)
		whole := 0
		for _, edge := range g.Edges {
			route := layout.Edges[edge.ID]
			if !route.Bus.In() || route.Bus.Out != (edge.From == "hub") {
				t.Fatalf("edge %s has the bus %+v", edge.ID, route.Bus)
			}
			if own := route.Inward()[:route.Bus.Own+1]; !graphtest.OnRoute(graph.LabelPill(&edge, route.Label), own) {
				t.Errorf("the label of %s at %+v is not on its own part %+v", edge.ID, route.Label, own)
			}
			if route.Bus.Drawn == len(route.Points)-1 {
				whole++
			}
		}
		if whole != 1 {
			t.Errorf("%d edges draw the end of the trunk, want 1", whole)
		}
	}
}

// A box has a bus only if its arrows have no room on one side of it. On the side of a
// table with a partition key they have room at the title and the key, here of one column.
func TestFewArrowsHaveNoBus(t *testing.T) {
	layouter := engine.New(enginetest.Pool(t, nil), nil)
	for _, test := range []struct {
		count    int
		key, bus bool
	}{{2, true, false}, {3, true, false}, {4, true, true}, {8, false, false}, {12, false, false}, {13, false, true}} {
		g := hubGraph(graph.KindLogical, test.count)
		g.Boxes[0].Rows[0].Heads, g.Direction = test.key, graph.LeftRight // all arrows come from one side
		layout := layoutWith(t, layouter, g)
		if got := layout.Edges["Q1"].Bus.In(); got != test.bus {
			t.Errorf("%d arrows to a table of 200 px, with a key %v: bus %v, want %v", test.count, test.key, got, test.bus)
		}
	}
}

// In the picture of 20 steps that lead to one, the bus has one arrow head and a title. On a page
// each edge has its whole line, for highlighting.
func TestBusPicture(t *testing.T) {
	b := newBuilder("bus")
	b.step("hub", "Pay")
	for i := range 20 {
		id := fmt.Sprintf("s%d", i)
		b.step(id, id)
		b.query("q"+id, "rooms")
		b.transition(id, "hub", "q"+id)
	}
	d := Build(b.Model, KindWorkflow, Display{})
	layout := layoutWith(t, engine.New(enginetest.Pool(t, nil), nil), d.Graph())
	for standalone, shared := range map[bool]int{false: 20, true: 0} {
		picture := string(svg.Encode(d.Scene(layout, figure.Options{Standalone: standalone})))
		for text, want := range map[string]int{`class="tip"`: 1, `<title>20 arrows to Pay</title>`: 1, `line shared`: shared} {
			if got := strings.Count(picture, text); got != want {
				t.Errorf("standalone %v: %s is there %d times, want %d", standalone, text, got, want)
			}
		}
	}
}
