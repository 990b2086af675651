package route

import (
	"math"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// drawEntries draws the arrows that come from nowhere: straight, from the left
// of the box (from above when ranks follow each other downwards), one under
// the other, with their labels on them.
func (r *router) drawEntries() {
	for box := range r.index.Entries {
		r.drawEntriesOf(box)
	}
}

func (r *router) drawEntriesOf(box int) {
	entries := r.index.Entries[box]
	for i, edge := range entries {
		if r.vertical {
			r.drawEntryAbove(box, edge, i, len(entries))
		} else {
			r.drawEntryLeft(box, edge, i, len(entries))
		}
	}
}

// EntryStubs finds the room of the entry arrows of single boxes.
type EntryStubs struct{ router router }

func NewEntryStubs(x *graph.Index, boxes []geom.Rect) *EntryStubs {
	return &EntryStubs{router{index: x, boxes: boxes, routes: make([]graph.Route, len(x.Graph.Edges))}}
}

// Of returns the entry arrows of a box with their labels.
func (e *EntryStubs) Of(box int, vertical bool) []geom.Rect {
	e.router.vertical, e.router.stubs = vertical, nil
	e.router.drawEntriesOf(box)
	return e.router.stubs
}

// entryHead is the room of the line with the arrow head behind the label.
const entryHead = 26

func (r *router) drawEntryLeft(box, edge, index, count int) {
	e, rect := &r.index.Graph.Edges[edge], r.boxes[box]
	y := rect.Y + graph.EntryPlace(rect.Height, r.index.Graph.Boxes[box].EntryMiddle(), e.LabelHeight, index, count)
	if line, found := r.rowLine(box, e.ToRow); found {
		y = line
	}
	y = math.Round(y)
	length := graph.EntryLength(e, false)
	r.routes[edge] = graph.Route{
		Points: []geom.Point{geom.Pt(rect.X-length, y), geom.Pt(rect.X, y)},
		Label:  geom.Pt(math.Round(rect.X-entryHead-e.LabelWidth/2), y),
	}
	height := max(e.LabelHeight, Closest)
	r.stubs = append(r.stubs, geom.NewRect(rect.X-length, y-height/2, length, height))
}

func (r *router) drawEntryAbove(box, edge, index, count int) {
	e, rect := &r.index.Graph.Edges[edge], r.boxes[box]
	x := math.Round(rect.X + graph.EntryPlace(rect.Width, rect.Width/2, e.LabelWidth, index, count))
	length := graph.EntryLength(e, true)
	r.routes[edge] = graph.Route{
		Points: []geom.Point{geom.Pt(x, rect.Y-length), geom.Pt(x, rect.Y)},
		Label:  geom.Pt(x, math.Round(rect.Y-entryHead-e.LabelHeight/2)),
	}
	width := max(e.LabelWidth, Closest)
	r.stubs = append(r.stubs, geom.NewRect(x-width/2, rect.Y-length, width, length))
}
