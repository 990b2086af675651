package diagram

import (
	"context"
	"fmt"
	"testing"
	"widerow/diagram/chebotko"
	"widerow/diagram/engine"
	"widerow/diagram/engine/enginetest"
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/layout/route"
)

// An entry arrow meets a table in the middle of its header, which ends slightly
// above the first row.
func TestEntriesMeetTheHeader(t *testing.T) {
	table := &chebotko.Table{ID: "a", Name: "hotels", Rows: []chebotko.Row{{ID: "c", Name: "hotel_id"}}}
	table.Measure()
	index, err := graph.NewIndex(&graph.Graph{Boxes: []graph.Box{table.Box()}, Edges: []graph.Edge{{ID: "q", To: "a", LabelWidth: 30, LabelHeight: 20}}})
	if err != nil {
		t.Fatal(err)
	}
	routes := route.Edges(index, []geom.Rect{geom.NewRect(200, 100, 120, 60)}, nil, false, false)
	if got, want := routes[0].Points[1], (geom.Pt(200, 100+table.Head()/2)); got != want {
		t.Errorf("the arrow ends at %v, want %v", got, want)
	}
}

// A label taller or wider than its box has enough space: entry arrows of tables
// without columns do not cover each other.
func TestEntriesLargerThanTheirBoxes(t *testing.T) {
	engine := engine.New(enginetest.Pool(t, nil), nil)
	for _, direction := range []graph.Direction{graph.LeftRight, graph.TopDown} {
		g := &graph.Graph{Kind: graph.KindPhysical, Direction: direction, Groups: []graph.Group{{ID: "k", Header: 40, Padding: 28}}}
		for i := range 6 {
			id := fmt.Sprintf("t%d", i)
			g.Boxes = append(g.Boxes, graph.Box{ID: id, Group: "k", Width: 80, Height: 28})
			g.Edges = append(g.Edges, graph.Edge{ID: "e" + id, To: id, LabelWidth: 150, LabelHeight: 90})
		}
		layout, err := engine.Layout(context.Background(), g)
		if err != nil {
			t.Fatal(err)
		}
		for i := range g.Edges {
			label := graph.LabelPill(&g.Edges[i], layout.Edges[g.Edges[i].ID].Label)
			if !layout.Groups["k"][0].Contains(label) {
				t.Errorf("%s: the label at %+v leaves its group at %+v", direction, label, layout.Groups["k"][0])
			}
			for k := range i {
				if other := graph.LabelPill(&g.Edges[k], layout.Edges[g.Edges[k].ID].Label); label.Overlaps(other) {
					t.Errorf("%s: the label at %+v covers another one at %+v", direction, label, other)
				}
			}
		}
	}
}
