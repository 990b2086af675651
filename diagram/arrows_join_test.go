package diagram

import (
	"context"
	"testing"

	"widerow/diagram/engine"
	"widerow/diagram/engine/enginetest"
	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// TestArrowsOfOneQueryJoin: arrows to one box that share a label become one line before it,
// which carries the label once. Where a source is on another side there is no room for the label
// after they meet, so each arrow keeps its own.
func TestArrowsOfOneQueryJoin(t *testing.T) {
	layouter := engine.New(enginetest.Pool(t, nil), nil)
	at := func(x, y float64) *geom.Point { return &geom.Point{X: x, Y: y} }
	for _, test := range []struct {
		name        string
		first, last *geom.Point
		join        string
		want        bool
	}{
		{"both from the left", at(0, 0), at(0, 200), "Q3", true},
		{"of two queries", at(0, 0), at(0, 200), "", false},
		{"from the left and the right", at(0, 0), at(800, 0), "Q3", false},
		{"too near for the label", at(300, 0), at(300, 200), "Q3", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := &graph.Graph{Kind: graph.KindWorkflow, Boxes: []graph.Box{
				{ID: "first", Width: 120, Height: 80, At: test.first}, {ID: "last", Width: 120, Height: 80, At: test.last},
				{ID: "to", Width: 120, Height: 80, At: at(440, 0)}}}
			for _, from := range []string{"first", "last"} {
				g.Edges = append(g.Edges, graph.Edge{ID: from, From: from, To: "to", LabelWidth: 34, LabelHeight: 20, Join: test.join})
			}
			made, err := layouter.Layout(context.Background(), g)
			if err != nil {
				t.Fatal(err)
			}
			first, last := made.Edges["first"], made.Edges["last"]
			if joined := first.Shared != last.Shared; joined != test.want {
				t.Fatalf("joined is %v: %+v, %+v", joined, first, last)
			}
			if !test.want {
				return
			}
			a, b := first.Points, last.Points
			if a[len(a)-1] != b[len(b)-1] || first.Label != last.Label || !first.Bus.In() && !last.Bus.In() {
				t.Errorf("the arrows are not one line with one label: %+v, %+v", first, last)
			}
			label := geom.NewRect(first.Label.X-17, first.Label.Y-10, 34, 20)
			if tip := a[len(a)-1]; label.X+label.Width > tip.X-12 {
				t.Errorf("the label %+v covers the head at %+v", label, tip)
			}
		})
	}
}
