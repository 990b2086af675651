package diagram

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/layout"
	"widerow/model"
)

// errMakeshift reports that the engine failed, so that there are no places worth
// storing.
var errMakeshift = errors.New("no layout but a makeshift")

// keepPlaces sets the places of the boxes that the document has.
func (d *Drawing) keepPlaces(m *model.Model) {
	positions := m.Layout[string(d.kind)]
	d.positions = make(map[model.ID]model.Position, len(positions))
	for id, position := range positions {
		d.positions[id] = *position
	}
	places := make([]geom.Point, len(d.graph.Boxes))
	for i := range d.graph.Boxes {
		box := &d.graph.Boxes[i]
		box.At, box.Pinned = nil, false
		if position := positions[model.ID(box.ID)]; position.Valid() {
			places[i] = geom.Pt(math.Round(position.X), math.Round(position.Y))
			box.At, box.Pinned = &places[i], position.Pinned
		}
	}
}

// copy returns a drawing whose boxes can be given other places.
func (d *Drawing) copy() *Drawing {
	copied := *d
	copied.graph.Boxes = slices.Clone(d.graph.Boxes)
	return &copied
}

// Placed returns the drawing of a model that differs from the one of d only in its
// layout.
func (d *Drawing) Placed(m *model.Model) *Drawing {
	placed := d.copy()
	if placed.Plain() {
		placed.keepPlaces(m)
	}
	return placed
}

// Affected returns the diagrams whose boxes, edges or places an edit may change.
func Affected(before, after *model.Model) []Kind {
	changed := map[Kind]bool{}
	for _, path := range model.ChangedPaths(before, after) {
		if path[0] != "workflow" || len(path) == 1 || path[1] == "steps" || path[1] == "transitions" {
			changed[drawnOn[path[0]]] = true
		}
	}
	var kinds []Kind
	for _, kind := range []Kind{KindER, KindWorkflow, KindLogical, KindPhysical} {
		if changed[kind] || !maps.EqualFunc(before.Layout[string(kind)], after.Layout[string(kind)], samePosition) {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// drawnOn maps a part of the document to its diagram.
var drawnOn = map[string]Kind{"concepts": KindER, "workflow": KindWorkflow, "logical": KindLogical, "physical": KindPhysical}

func samePosition(a, b *model.Position) bool { return *a == *b }

// Settle returns the positions that an edit changes: those of new elements and of
// elements that were pushed aside, or all if the document has none yet. All others
// remain. Both drawings must be plain.
func Settle(ctx context.Context, layouter graph.Layouter, before, after *Drawing) (map[model.ID]model.Position, error) {
	if after.Empty() {
		return nil, nil
	}
	next := after.copy()
	if len(before.positions) == 0 && !before.Empty() {
		if err := next.keepSeen(ctx, layouter, before); err != nil {
			return nil, err
		}
	}
	if err := next.keepDirection(before); err != nil {
		return nil, err
	}
	next.markGrown(before)
	next.letGoJoined(before)
	places, err := next.places(ctx, layouter)
	if err != nil {
		return nil, err
	}
	return changed(after.positions, places), nil
}

// Tidied returns new positions for all elements that are not pinned.
func Tidied(ctx context.Context, layouter graph.Layouter, m *model.Model, kind Kind) (map[model.ID]model.Position, error) {
	drawing := Build(m, kind, Display{})
	if drawing.Empty() {
		return nil, nil
	}
	for i := range drawing.graph.Boxes {
		if box := &drawing.graph.Boxes[i]; !box.Pinned {
			box.At = nil
		}
	}
	drawing.graph.Tidy = drawing.anchored()
	places, err := laidOut(ctx, layouter, drawing)
	if err != nil {
		return nil, err
	}
	return changed(nil, places), nil
}

// Dropped returns places for boxes that a user dropped, each shifted if it would
// overlap a pinned box.
func Dropped(m *model.Model, kind Kind, at map[model.ID]model.Position) map[model.ID]model.Position {
	wanted := make(map[string]geom.Point, len(at))
	for id, position := range at {
		if position.Valid() {
			wanted[string(id)] = geom.Pt(math.Round(position.X), math.Round(position.Y))
		}
	}
	free := maps.Clone(at)
	for id, place := range layout.DroppedPlaces(Build(m, kind, Display{}).Graph(), wanted) {
		free[model.ID(id)] = model.Position{X: place.X, Y: place.Y}
	}
	return free
}

// PlaceOf returns the place of an element in document coordinates.
func PlaceOf(ctx context.Context, layouter graph.Layouter, m *model.Model, kind Kind, id model.ID) (at geom.Point, found bool, err error) {
	drawing := Build(m, kind, Display{})
	if drawing.Empty() {
		return geom.Point{}, false, nil
	}
	places, err := drawing.places(ctx, layouter)
	if err != nil {
		return geom.Point{}, false, err
	}
	at, found = places[string(id)]
	return at, found, nil
}

func (d *Drawing) anchored() bool {
	for i := range d.graph.Boxes {
		if d.graph.Boxes[i].At != nil {
			return true
		}
	}
	return false
}

// keepSeen takes over the places of a layout that the user has seen but that is not
// stored.
func (d *Drawing) keepSeen(ctx context.Context, layouter graph.Layouter, seen *Drawing) error {
	places, err := laidOut(ctx, layouter, seen)
	if err != nil {
		return err
	}
	for i := range d.graph.Boxes {
		box := &d.graph.Boxes[i]
		if at, found := places[box.ID]; found && box.At == nil {
			box.At = &at
		}
	}
	return nil
}

// keepDirection lays an edit out in the direction of the picture before it.
// Otherwise a moved or new box could turn entry arrows onto other boxes.
func (d *Drawing) keepDirection(seen *Drawing) error {
	direction, err := layout.KeptDirection(seen.Graph())
	if d.graph.Direction == graph.DirectionAuto {
		d.graph.Direction = direction
	}
	return err
}

// markGrown marks the boxes that have grown or were just pinned elsewhere.
func (d *Drawing) markGrown(seen *Drawing) {
	boxes := make(map[string]*graph.Box, len(seen.graph.Boxes))
	for i := range seen.graph.Boxes {
		boxes[seen.graph.Boxes[i].ID] = &seen.graph.Boxes[i]
	}
	for i := range d.graph.Boxes {
		box := &d.graph.Boxes[i]
		if was := boxes[box.ID]; was != nil && box.At != nil {
			box.Growth = max(0, box.Width-was.Width) + max(0, box.Height-was.Height)
			box.Moved = box.Pinned && (was.At == nil || *was.At != *box.At)
			if box.Was = nil; box.Moved {
				box.Was = was.At
			}
		}
	}
}

// letGoJoined drops the places of boxes that had no edges before and now have some,
// so that they are placed near their neighbours. A relationship type may have had
// one edge.
func (d *Drawing) letGoJoined(seen *Drawing) {
	now, then := d.degrees(), seen.degrees()
	others := sync.OnceValue(d.joined)
	for i := len(d.graph.Boxes) - 1; i >= 0; i-- {
		box := &d.graph.Boxes[i]
		lonely := 1
		if box.Shape == graph.ShapeDiamond {
			lonely = 2 // a relationship is placed between its entities
		}
		_, known := seen.figures[box.ID]
		if known && !box.Pinned && !box.Foot && then[box.ID] < lonely && now[box.ID] > then[box.ID] &&
			d.reachesPlaced(box.ID, others()) {
			box.At = nil
		}
	}
}

// reachesPlaced reports whether a path leads from a box to one that has a place,
// through boxes that have none.
func (d *Drawing) reachesPlaced(from string, joined map[string][]string) bool {
	placed := map[string]bool{}
	for i := range d.graph.Boxes {
		placed[d.graph.Boxes[i].ID] = d.graph.Boxes[i].At != nil
	}
	seen := map[string]bool{from: true}
	for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
		for _, next := range joined[queue[0]] {
			switch {
			case seen[next]:
			case placed[next]:
				return true
			default:
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return false
}

// degrees counts the ends of edges at each box.
func (d *Drawing) degrees() map[string]int {
	counts := make(map[string]int, len(d.graph.Boxes))
	for i := range d.graph.Edges {
		if edge := &d.graph.Edges[i]; edge.From != "" && edge.From != edge.To {
			counts[edge.From]++
			counts[edge.To]++
		}
	}
	return counts
}

// joined returns the neighbours of each box.
func (d *Drawing) joined() map[string][]string {
	others := map[string][]string{}
	for _, edge := range d.graph.Edges {
		if edge.From != "" && edge.From != edge.To {
			others[edge.From] = append(others[edge.From], edge.To)
			others[edge.To] = append(others[edge.To], edge.From)
		}
	}
	return others
}

// places returns the corners of all boxes. It calls the engine only if they must be
// laid out anew.
func (d *Drawing) places(ctx context.Context, layouter graph.Layouter) (map[string]geom.Point, error) {
	places, err := layout.KeptPlaces(d.Graph())
	if places == nil && err == nil {
		return laidOut(ctx, layouter, d)
	}
	return places, err
}

// laidOut returns the corners of all boxes in a layout.
func laidOut(ctx context.Context, layouter graph.Layouter, d *Drawing) (map[string]geom.Point, error) {
	layout, err := layouter.Layout(ctx, d.Graph())
	if err != nil {
		return nil, fmt.Errorf("lay out the %s diagram: %w", d.kind, err)
	}
	if layout.Notice != "" {
		return nil, fmt.Errorf("%w: %s", errMakeshift, layout.Notice)
	}
	places := make(map[string]geom.Point, len(layout.Boxes))
	for id, rect := range layout.Boxes {
		places[id] = geom.Pt(rect.X+layout.Origin.X, rect.Y+layout.Origin.Y)
	}
	return places, nil
}

// changed returns the places that differ from the stored positions.
func changed(positions map[model.ID]model.Position, places map[string]geom.Point) map[model.ID]model.Position {
	moved := map[model.ID]model.Position{}
	for id, at := range places {
		if old, known := positions[model.ID(id)]; !known || !old.Pinned && (old.X != at.X || old.Y != at.Y) {
			moved[model.ID(id)] = model.Position{X: at.X, Y: at.Y}
		}
	}
	return moved
}
