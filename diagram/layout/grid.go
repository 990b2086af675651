package layout

import (
	"context"

	"widerow/diagram/graph"
)

// Grid is the Layouter that needs no engine: boxes in columns and rows, group
// by group, in reading order.
type Grid struct{}

// Layout never fails for a graph that makes sense.
func (Grid) Layout(_ context.Context, graph *graph.Graph) (*graph.Layout, error) {
	v, err := NewView(graph)
	if err != nil {
		return nil, err
	}
	return v.Makeshift(), nil
}

// grid places each box as if no edge joined it to another, and routes the
// edges after that.
func (v *View) grid() *graph.Layout {
	v.makeshift = true
	var parts []*component
	for i, box := range v.Graph.Boxes {
		if !box.Foot {
			parts = append(parts, &component{boxes: []int{i}})
		}
	}
	vertical := v.Graph.Direction == graph.TopDown
	return v.finish(v.composeIn(parts, vertical), vertical)
}
