package handlers

import (
	"context"
	"maps"
	"time"

	"widerow/diagram"
	"widerow/model"
)

// positionTime bounds the wait of a save for the layout engine. Elements without a position then
// get one with the next edit.
const positionTime = time.Second

// AddPositions adds to an edit the positions of new elements on a diagram, of those that
// were dropped on others, and of those that were pushed aside. An edit is valid without them, so the layout is
// never a reason to refuse it. With reverts, for an undo or a redo, elements keep
// the positions that they get back. It also returns the drawings that were built
// from the result.
func (s *saver) AddPositions(ctx context.Context, before, after *model.Model, reverts bool) (placed *model.Model, drawings []*diagram.Drawing) {
	ctx, cancel := context.WithTimeout(ctx, positionTime)
	defer cancel()
	placed = after
	for _, kind := range diagram.Affected(before, after) {
		if reverts && len(after.Layout[string(kind)]) == 0 {
			continue // as before the first edit
		}
		next := diagram.Build(after, kind, diagram.Display{})
		drawings = append(drawings, next)
		seen := next
		if !reverts {
			seen = s.drawings.Of(before, kind, diagram.Display{})
		}
		at, err := diagram.Settle(ctx, s.layouter, seen, next)
		if err != nil {
			s.log.Warn("saved without positions", "diagram", kind, "cause", err)
			continue
		}
		if reverts {
			maps.DeleteFunc(at, func(box model.ID, _ model.Position) bool { return after.Layout[string(kind)][box] != nil })
		}
		if len(at) > 0 {
			placed = placed.WithPositions(string(kind), at)
		}
	}
	for i, drawing := range drawings {
		drawings[i] = drawing.Placed(placed)
	}
	return placed, drawings
}
