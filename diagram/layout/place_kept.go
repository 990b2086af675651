package layout

import (
	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// KeptDirection returns the direction of a graph whose boxes have places, or
// DirectionAuto if none has.
func KeptDirection(g *graph.Graph) (graph.Direction, error) {
	v, err := NewView(g)
	if err != nil || !v.anchored() {
		return graph.DirectionAuto, err
	}
	return v.newKeeper().direction(), nil
}

// KeptPlaces returns the corners of all boxes by ID, in document coordinates. A
// box without a place is put near its neighbours. The result is nil if the
// engine has to lay out some boxes.
func KeptPlaces(graph *graph.Graph) (map[string]geom.Point, error) {
	v, err := NewView(graph)
	if err != nil {
		return nil, err
	}
	parts := v.fresh()
	for _, part := range parts {
		if !v.anchored() || len(part.boxes) > 1 && !v.inCells(part) {
			return nil, nil
		}
	}
	k := v.keeper(parts)
	places := make(map[string]geom.Point, len(k.rects))
	for i, rect := range k.rects {
		places[graph.Boxes[i].ID] = geom.Pt(rect.X, rect.Y)
	}
	return places, nil
}
