package route

import (
	"math"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// drawEntries draws the entry arrows: straight, from the left of the box (from
// above if ranks go from top to bottom), one below the other, with the labels
// on them.
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

// EntryStubs returns the areas of the entry arrows of single boxes.
type EntryStubs struct{ router router }

// NewEntryStubs returns the stubs for boxes at the given places, by index.
func NewEntryStubs(x *graph.Index, boxes []geom.Rect) *EntryStubs {
	return &EntryStubs{router{index: x, boxes: boxes, routes: make([]graph.Route, len(x.Graph.Edges))}}
}

// Of returns the areas of a box's entry arrows and their labels. vertical means
// that the arrows come from above.
func (e *EntryStubs) Of(box int, vertical bool) []geom.Rect {
	e.router.vertical, e.router.stubs = vertical, nil
	e.router.drawEntriesOf(box)
	return e.router.stubs
}

// entryHead is the length of the line with the arrow head after the label, in
// px.
const entryHead = headLength + headAir

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

// EntryAir returns the space beside an entry arrow, in px, that keeps the
// labels of parallel edges off its own label.
func EntryAir(x *graph.Index) float64 { return math.Ceil(x.LabelHeight/2) + 4 }
