package layout

import "widerow/diagram/graph"

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
