package layout

import (
	"context"

	"widerow/diagram/graph"
)

// Grid is a Layouter that needs no engine. It places boxes in columns and rows,
// group by group, in reading order.
type Grid struct{}

// Layout returns an error only for an invalid graph.
func (Grid) Layout(_ context.Context, graph *graph.Graph) (*graph.Layout, error) {
	v, err := NewView(graph)
	if err != nil {
		return nil, err
	}
	return v.Makeshift(), nil
}

// grid places the boxes as if there were no edges, then routes the edges.
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
