package diagram

import (
	"context"
	"strings"

	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/memo"
	"widerow/diagram/scene"
	"widerow/model"
)

// memos are the notes and areas of a diagram, in document coordinates.
type memos struct {
	notes []placed[*memo.Note]
	areas []placed[*memo.Area]
}

// ids returns the IDs of all notes and areas.
func (all *memos) ids() (ids []model.ID) {
	for _, n := range all.notes {
		ids = append(ids, n.figure.ID)
	}
	for _, a := range all.areas {
		ids = append(ids, a.figure.ID)
	}
	return ids
}

// descriptions returns the notes and areas in words.
func (all *memos) descriptions() (described []figure.Description) {
	for _, n := range all.notes {
		described = append(described, n.figure.Description())
	}
	for _, a := range all.areas {
		described = append(described, a.figure.Description())
	}
	return described
}

// placed is a note or an area with its corner, nil if it has no place of its own.
type placed[T any] struct {
	figure T
	at     *geom.Point
}

// addMemos adds the notes and areas of the model that belong to this diagram. A picture of a part of the
// model has none.
func (d *Drawing) addMemos(m *model.Model) {
	d.memos = memos{}
	if d.display.Filtered() {
		return
	}
	for _, item := range model.Sorted(m.Notes) {
		if item.Value.Diagram == string(d.kind) {
			d.memos.notes = append(d.memos.notes, placed[*memo.Note]{memo.NewNote(item.ID, item.Value), d.cornerOf(item.Value.Frame)})
		}
	}
	for _, item := range model.Sorted(m.Areas) {
		if item.Value.Diagram == string(d.kind) {
			d.memos.areas = append(d.memos.areas, placed[*memo.Area]{memo.NewArea(item.ID, item.Value), d.cornerOf(item.Value.Frame)})
		}
	}
}

// cornerOf returns the corner of a frame. In a drawing with its own arrangement no frame has a place.
func (d *Drawing) cornerOf(f model.Frame) *geom.Point {
	if !f.Placed || !f.Valid() || !d.Plain() {
		return nil
	}
	return &geom.Point{X: f.X, Y: f.Y}
}

// memoGap is the space between notes without a place, and between them and the diagram.
const memoGap = 24.0

// placeMemos returns the rectangles of notes and areas in the coordinates of a layout, and the bounds of
// the picture with them. Those without a place are in a column at the right of the diagram; areas are
// left out where the boxes are arranged in another way than in the document.
func (d *Drawing) placeMemos(made *graph.Layout, bounds geom.Rect) (notes, areas []geom.Rect, around geom.Rect) {
	around = bounds
	free := geom.Pt(bounds.X+bounds.Width+memoGap, bounds.Y)
	put := func(at *geom.Point, width, height float64) geom.Rect {
		if at == nil {
			rect := geom.NewRect(free.X, free.Y, width, height)
			free.Y += height + memoGap
			return rect
		}
		return geom.NewRect(at.X-made.Origin.X, at.Y-made.Origin.Y, width, height)
	}
	for _, n := range d.memos.notes {
		notes = append(notes, put(n.at, n.figure.Width, n.figure.Height))
	}
	for _, a := range d.memos.areas {
		if d.Plain() {
			areas = append(areas, put(a.at, a.figure.Width, a.figure.Height))
		}
	}
	for _, rects := range [][]geom.Rect{notes, areas} {
		for _, rect := range rects {
			around = around.Union(rect)
		}
	}
	return notes, areas, around
}

// paintAreas draws the areas, which are behind everything but the frames of keyspaces.
func (p *picture) paintAreas(rects []geom.Rect) {
	for i, rect := range rects {
		area, at := p.drawing.memos.areas[i].figure, p.Rect(rect)
		e := area.Paint(p.Painter, at)
		e.Hooks = &scene.Hooks{Box: string(area.ID), At: &at}
		p.Add(e)
	}
}

// paintNotes draws the notes over all else.
func (p *picture) paintNotes(rects []geom.Rect) {
	for i, rect := range rects {
		note, at := p.drawing.memos.notes[i].figure, p.Rect(rect)
		e, links := note.Paint(p.Painter, at)
		e.Hooks = &scene.Hooks{Box: string(note.ID), At: &at}
		p.Add(e)
		for _, link := range links {
			p.Add(link)
		}
	}
}

// dotMemos writes the notes as nodes, and the areas as comments: a box can be in one cluster only.
func (w *dotWriter) dotMemos() {
	for i, n := range w.drawing.memos.notes {
		w.line(1, "m%d [%s]", i, n.figure.DOT())
	}
	for _, a := range w.drawing.memos.areas {
		w.line(1, "// area: %s", strings.Map(figure.Printable, a.figure.Description().Name))
	}
}

// Carried returns the places of an element and of what moves with it, in document coordinates: an area
// carries the boxes, notes and areas that lie in it. It returns nothing for an element that is not drawn.
func Carried(ctx context.Context, layouter graph.Layouter, m *model.Model, kind Kind, id model.ID) (map[model.ID]model.Position, error) {
	drawing := Build(m, kind, Display{})
	if drawing.Empty() || !drawing.Draws(id) {
		return nil, nil
	}
	places, err := drawing.places(ctx, layouter)
	if err != nil {
		return nil, err
	}
	rects := drawing.framesOf(places)
	carried := map[model.ID]model.Position{id: {X: rects[id].X, Y: rects[id].Y}}
	if m.Areas[id] != nil {
		for other, rect := range rects {
			if rects[id].Contains(rect) {
				carried[other] = model.Position{X: rect.X, Y: rect.Y}
			}
		}
	}
	return carried, nil
}

// framesOf returns the rectangles of all boxes, notes and areas, given the corners of the boxes.
func (d *Drawing) framesOf(places map[string]geom.Point) map[model.ID]geom.Rect {
	rects := map[model.ID]geom.Rect{}
	bounds := geom.Rect{}
	for i := range d.graph.Boxes {
		box := &d.graph.Boxes[i]
		rect := geom.NewRect(places[box.ID].X, places[box.ID].Y, box.Width, box.Height)
		if rects[model.ID(box.ID)] = rect; i == 0 {
			bounds = rect
		}
		bounds = bounds.Union(rect)
	}
	notes, areas, _ := d.placeMemos(&graph.Layout{}, bounds)
	for i, rect := range notes {
		rects[d.memos.notes[i].figure.ID] = rect
	}
	for i, rect := range areas {
		rects[d.memos.areas[i].figure.ID] = rect
	}
	return rects
}

// inArea reports whether a box with a place lies in an area.
func (d *Drawing) inArea(box *graph.Box) bool {
	for _, a := range d.memos.areas {
		if box.At != nil && a.at != nil &&
			geom.NewRect(a.at.X, a.at.Y, a.figure.Width, a.figure.Height).Contains(geom.NewRect(box.At.X, box.At.Y, box.Width, box.Height)) {
			return true
		}
	}
	return false
}
