package diagram

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"

	"widerow/diagram/chebotko"
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
	if d.widths == nil {
		for i := range d.graph.Boxes {
			d.widths = append(d.widths, d.graph.Boxes[i].Width)
		}
	}
	places := make([]geom.Point, len(d.graph.Boxes))
	for i := range d.graph.Boxes {
		box := &d.graph.Boxes[i]
		box.At, box.Pinned, box.Width = nil, false, d.widths[i]
		if position := positions[model.ID(box.ID)]; position.Valid() {
			places[i] = geom.Pt(math.Round(position.X), math.Round(position.Y))
			box.At, box.Pinned = &places[i], position.Pinned
			if d.IsTable(box) {
				box.Width = max(box.Width, position.Width)
			}
		}
	}
}

// IsTable reports whether a box is a table or a type, which can be drawn wider than its
// content.
func (d *Drawing) IsTable(box *graph.Box) bool {
	_, table := d.figures[box.ID].(*chebotko.Table)
	return table
}

// Copy returns a drawing whose boxes can be given other places.
func (d *Drawing) Copy() *Drawing {
	copied := *d
	copied.graph.Boxes = slices.Clone(d.graph.Boxes)
	return &copied
}

// Placed returns the drawing of a model that differs from the one of d only in its
// layout.
func (d *Drawing) Placed(m *model.Model) *Drawing {
	placed := d.Copy()
	placed.addMemos(m)
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

// Settle returns the positions that an edit changes: those of new elements, of elements
// that were dropped on others, and of those that must make room for what is new or has
// grown; or all if the document has none yet. All others remain. Both drawings must be
// plain.
func Settle(ctx context.Context, layouter graph.Layouter, before, after *Drawing) (map[model.ID]model.Position, error) {
	if after.Empty() {
		return nil, nil
	}
	next := after.Copy()
	seen, err := next.keepSeen(ctx, layouter, before)
	if err != nil {
		return nil, err
	}
	if err := next.keepDirection(before); err != nil {
		return nil, err
	}
	next.markGrown(seen)
	next.giveWay(seen)
	next.letGoJoined(before)
	places, err := next.places(ctx, layouter)
	if err != nil {
		return nil, err
	}
	next.widenNew(places)
	return next.settled(after.positions, places), nil
}

// Tidied returns new positions for all elements that are not pinned and lie in no area.
func Tidied(ctx context.Context, layouter graph.Layouter, m *model.Model, kind Kind) (map[model.ID]model.Position, error) {
	drawing := Build(m, kind, Display{})
	if drawing.Empty() {
		return nil, nil
	}
	for i := range drawing.graph.Boxes {
		box := &drawing.graph.Boxes[i]
		box.Pinned = box.Pinned || drawing.inArea(box)
		if !box.Pinned {
			box.At, box.Width = nil, drawing.widths[i]
			delete(drawing.positions, model.ID(box.ID))
		}
	}
	drawing.graph.Tidy = drawing.anchored()
	made, err := laidOut(ctx, layouter, drawing)
	if err != nil {
		return nil, err
	}
	tidied := map[model.ID]model.Position{}
	for i := range drawing.graph.Boxes {
		box := &drawing.graph.Boxes[i]
		at := placeIn(made, box.ID)
		position := model.Position{X: at.X, Y: at.Y}
		if drawing.IsTable(box) {
			position.Width = at.Width
		}
		tidied[model.ID(box.ID)] = position
	}
	return tidied, nil
}

// Dropped returns places for boxes that a user moved: if together they would lie on
// others, the nearest place where they do not. A step is the direction in which keys or
// buttons move them, or zero.
func Dropped(ctx context.Context, layouter graph.Layouter, m *model.Model, kind Kind,
	at map[model.ID]model.Position, step geom.Point) (map[model.ID]model.Position, error) {
	wanted := make(map[string]geom.Point, len(at))
	for id, position := range at {
		if position.Valid() {
			wanted[string(id)] = geom.Pt(position.X, position.Y)
		}
	}
	drawing := Build(m, kind, Display{})
	if _, err := drawing.keepSeen(ctx, layouter, drawing); err != nil {
		return nil, err
	}
	maps.DeleteFunc(wanted, func(id string, _ geom.Point) bool { return drawing.figures[id] == nil })
	free, aside := maps.Clone(at), geom.Point{}
	for id, place := range layout.DroppedPlaces(drawing.Graph(), wanted, step) {
		free[model.ID(id)] = model.Position{X: place.X, Y: place.Y}
		aside = geom.Pt(place.X-wanted[id].X, place.Y-wanted[id].Y)
	}
	for _, id := range drawing.memos.ids() {
		if position, moves := free[id]; moves {
			free[id] = model.Position{X: position.X + aside.X, Y: position.Y + aside.Y}
		}
	}
	return free, nil
}

func (d *Drawing) anchored() bool {
	for i := range d.graph.Boxes {
		if d.graph.Boxes[i].At != nil {
			return true
		}
	}
	return false
}

// keepSeen takes over from a drawing what users have seen of it and the document does not
// have: the places of all boxes, or the widths of tables. It returns the drawing with them.
func (d *Drawing) keepSeen(ctx context.Context, layouter graph.Layouter, seen *Drawing) (*Drawing, error) {
	stored := len(seen.positions) > 0
	lacks := func(box graph.Box) bool { return seen.IsTable(&box) && !seen.hasWidth(box.ID) }
	if seen.Empty() || stored && !slices.ContainsFunc(seen.graph.Boxes, lacks) {
		return seen, nil
	}
	made, err := laidOut(ctx, layouter, seen)
	if err != nil {
		return nil, err
	}
	for _, drawing := range []*Drawing{d, seen.Copy()} {
		for i := range drawing.graph.Boxes {
			box := &drawing.graph.Boxes[i]
			if _, drawn := made.Boxes[box.ID]; !drawn {
				continue
			}
			rect := placeIn(made, box.ID)
			if box.At == nil && !stored {
				box.At = &geom.Point{X: rect.X, Y: rect.Y}
			}
			if drawing.IsTable(box) {
				box.Width = max(box.Width, rect.Width)
			}
		}
		seen = drawing
	}
	return seen, nil
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

// markGrown marks the boxes that have grown, or have more entry arrows.
func (d *Drawing) markGrown(seen *Drawing) {
	const room = 20 // px, of an entry arrow
	boxes, now, then := seen.boxes(), d.entries(), seen.entries()
	for i := range d.graph.Boxes {
		box := &d.graph.Boxes[i]
		if was := boxes[box.ID]; was != nil && box.At != nil {
			box.Growth = max(0, box.Width-was.Width) + max(0, box.Height-was.Height) + room*float64(max(0, now[box.ID]-then[box.ID]))
		}
	}
}

func (d *Drawing) boxes() map[string]*graph.Box {
	boxes := make(map[string]*graph.Box, len(d.graph.Boxes))
	for i := range d.graph.Boxes {
		boxes[d.graph.Boxes[i].ID] = &d.graph.Boxes[i]
	}
	return boxes
}

// entries counts the entry arrows of each box.
func (d *Drawing) entries() map[string]int {
	counts := map[string]int{}
	for i := range d.graph.Edges {
		if edge := &d.graph.Edges[i]; edge.From == "" {
			counts[edge.To]++
		}
	}
	return counts
}

// giveWay moves what was just pinned elsewhere off the boxes that stay.
func (d *Drawing) giveWay(seen *Drawing) {
	boxes, moved := seen.boxes(), map[string]geom.Point{}
	for i := range d.graph.Boxes {
		box := &d.graph.Boxes[i]
		if was := boxes[box.ID]; box.Pinned && (was == nil || was.At == nil || *was.At != *box.At) {
			moved[box.ID] = *box.At
		}
	}
	if len(moved) == 0 {
		return
	}
	free := layout.DroppedPlaces(&d.graph, moved, geom.Point{})
	for i := range d.graph.Boxes {
		if at, found := free[d.graph.Boxes[i].ID]; found {
			d.graph.Boxes[i].At = &at
		}
	}
}

// widenNew makes new tables as wide as the table above or below them, where no other is
// in the way.
func (d *Drawing) widenNew(places map[string]geom.Point) {
	rect := func(box *graph.Box) geom.Rect {
		return geom.NewRect(places[box.ID].X, places[box.ID].Y, box.Width, box.Height)
	}
	for i := range d.graph.Boxes {
		box := &d.graph.Boxes[i]
		if box.At != nil || !d.IsTable(box) {
			continue
		}
		at, width := rect(box), box.Width
		for j := range d.graph.Boxes {
			other := &d.graph.Boxes[j]
			near := rect(other)
			gap := max(near.Y-bottom(at), at.Y-bottom(near))
			if d.IsTable(other) && other.Group == box.Group && near.X == at.X && gap >= 0 && gap <= columnGap {
				width = max(width, near.Width)
			}
		}
		wide := geom.NewRect(at.X, at.Y, width+evenClearance, at.Height)
		if !slices.ContainsFunc(d.graph.Boxes, func(other graph.Box) bool { return other.ID != box.ID && rect(&other).Overlaps(wide) }) {
			box.Width = width
		}
	}
}

// settled returns the positions that differ from the stored ones. Pinned boxes keep what
// they were given, whatever is drawn over it.
func (d *Drawing) settled(stored map[model.ID]model.Position, places map[string]geom.Point) map[model.ID]model.Position {
	positions := map[model.ID]model.Position{}
	for i := range d.graph.Boxes {
		box := &d.graph.Boxes[i]
		at := places[box.ID]
		if box.Pinned {
			at = *box.At
		}
		position := model.Position{X: at.X, Y: at.Y, Pinned: box.Pinned}
		old, known := stored[model.ID(box.ID)]
		if position.Width = old.Width; position.Width == 0 && d.IsTable(box) {
			position.Width = box.Width
		}
		if !known || position != old {
			positions[model.ID(box.ID)] = position
		}
	}
	return positions
}

// letGoJoined drops the places of relationship types that had at most one edge before and
// now have more, so that they are placed between their entities.
func (d *Drawing) letGoJoined(seen *Drawing) {
	now, then := d.degrees(), seen.degrees()
	others := sync.OnceValue(d.joined)
	for i := len(d.graph.Boxes) - 1; i >= 0; i-- {
		box := &d.graph.Boxes[i]
		const lonely = 2 // such a relationship is placed between its entities
		_, known := seen.figures[box.ID]
		if known && box.Shape == graph.ShapeDiamond && !box.Pinned && then[box.ID] < lonely && now[box.ID] > then[box.ID] &&
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
	if places != nil || err != nil {
		return places, err
	}
	made, err := laidOut(ctx, layouter, d)
	if err != nil {
		return nil, err
	}
	places = make(map[string]geom.Point, len(made.Boxes))
	for id := range made.Boxes {
		rect := placeIn(made, id)
		places[id] = geom.Pt(rect.X, rect.Y)
	}
	return places, nil
}

// laidOut returns the layout that a page shows.
func laidOut(ctx context.Context, layouter graph.Layouter, d *Drawing) (*graph.Layout, error) {
	made, err := d.Layout(ctx, layouter)
	if err != nil {
		return nil, fmt.Errorf("lay out the %s diagram: %w", d.kind, err)
	}
	if made.Notice != "" {
		return nil, fmt.Errorf("%w: %s", errMakeshift, made.Notice)
	}
	return made, nil
}

// placeIn returns where a box is drawn, in document coordinates.
func placeIn(layout *graph.Layout, box string) geom.Rect {
	rect := layout.Boxes[box]
	rect.X, rect.Y = rect.X+layout.Origin.X, rect.Y+layout.Origin.Y
	return rect
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
