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

// DroppedPlaces returns the corners of boxes that the user moved to at, in
// document coordinates. A box that would overlap a pinned one is moved further.
func DroppedPlaces(graph *graph.Graph, at map[string]geom.Point) map[string]geom.Point {
	v, err := NewView(graph)
	if err != nil {
		return nil
	}
	k := v.newKeeper()
	var taken []geom.Rect
	for i, box := range graph.Boxes {
		if _, moved := at[box.ID]; !moved && k.pinned[i] {
			taken = k.moveOff(i, taken)
		}
	}
	places := map[string]geom.Point{}
	for i, box := range graph.Boxes {
		wanted, moved := at[box.ID]
		if !moved {
			continue
		}
		k.put(i, wanted.X, wanted.Y)
		taken = k.moveOff(i, taken)
		places[box.ID] = geom.Pt(k.rects[i].X, k.rects[i].Y)
	}
	return places
}
