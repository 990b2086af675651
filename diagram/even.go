package diagram

import (
	"cmp"
	"slices"

	"widerow/diagram/chebotko"
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/model"
)

// Tables and types below each other form a column if the gap between them is at most
// columnGap. What is drawn to the right of a widened box keeps evenClearance from it.
// In px.
const (
	columnGap     = 64
	evenClearance = 12
)

// evened returns the layout with tables and types that are in a column widened to the
// widest of them, where nothing is in the way. Boxes that a user has placed keep
// their width, and so do those whose width the document has.
func (d *Drawing) evened(l *graph.Layout) *graph.Layout {
	if d.kind != KindLogical && d.kind != KindPhysical || d.display.Method != graph.MethodOwn {
		return l
	}
	e := evener{layout: l, kept: d.hasWidth, routes: boundsOf(l), labels: d.labelRects(l)}
	for _, column := range d.columns(l) {
		e.widen(column)
	}
	if len(e.widened) == 0 {
		return l
	}
	even := *l
	even.Boxes = e.boxes()
	return &even
}

// columns returns the columns with boxes of different widths, each from top to bottom.
func (d *Drawing) columns(l *graph.Layout) [][]string {
	type left struct {
		group string
		x     float64
	}
	at := map[left][]string{}
	var order []left
	for i := range d.graph.Boxes {
		box := &d.graph.Boxes[i]
		if _, table := d.figures[box.ID].(*chebotko.Table); !table || d.placedByUser(box) || len(l.Groups[box.Group]) > 1 {
			continue // a frame of several ends at its own boxes
		}
		key := left{box.Group, l.Boxes[box.ID].X}
		if at[key] == nil {
			order = append(order, key)
		}
		at[key] = append(at[key], box.ID)
	}
	var columns [][]string
	for _, key := range order {
		boxes := at[key]
		slices.SortFunc(boxes, func(a, b string) int { return cmp.Compare(l.Boxes[a].Y, l.Boxes[b].Y) })
		first := 0
		for i := 1; i <= len(boxes); i++ {
			if i == len(boxes) || l.Boxes[boxes[i]].Y > bottom(l.Boxes[boxes[i-1]])+columnGap {
				columns = append(columns, boxes[first:i])
				first = i
			}
		}
	}
	return columns
}

// placedByUser reports whether a user has placed a box. In a comparison all boxes that
// are as before are pinned.
func (d *Drawing) placedByUser(box *graph.Box) bool {
	return box.Pinned && (d.differences == nil || d.positions[model.ID(box.ID)].Pinned)
}

// hasWidth reports whether the document has the width of a box.
func (d *Drawing) hasWidth(box string) bool { return d.positions[model.ID(box)].Width > 0 }

func bottom(r geom.Rect) float64 { return r.Y + r.Height }

// evener widens the boxes of columns.
type evener struct {
	layout  *graph.Layout
	routes  map[string]geom.Rect // the bounds of each edge
	labels  []geom.Rect
	kept    func(box string) bool
	widened map[string]float64
}

// widen makes all boxes of a column as wide as the widest, if all of them have the
// room.
func (e *evener) widen(column []string) {
	width := 0.0
	for _, id := range column {
		width = max(width, e.layout.Boxes[id].Width)
	}
	column = slices.DeleteFunc(slices.Clone(column), e.kept)
	for _, id := range column {
		if box := e.layout.Boxes[id]; box.Width < width && !e.free(id, geom.NewRect(box.X+box.Width, box.Y, width-box.Width, box.Height)) {
			return
		}
	}
	for _, id := range column {
		if e.layout.Boxes[id].Width < width {
			if e.widened == nil {
				e.widened = map[string]float64{}
			}
			e.widened[id] = width
		}
	}
}

// free reports whether neither a box nor a line is in or close to an area beside a box.
func (e *evener) free(id string, area geom.Rect) bool {
	near := area.Grown(evenClearance)
	near.X, near.Width = area.X, near.Width-evenClearance
	for other, rect := range e.layout.Boxes {
		if rect.Width = max(rect.Width, e.widened[other]); other != id && rect.Overlaps(near) {
			return false
		}
	}
	if near.OverlapsAny(e.labels) {
		return false
	}
	for edge, bounds := range e.routes {
		if bounds.Overlaps(near) && meets(e.layout.Edges[edge].Points, near) {
			return false
		}
	}
	return true
}

func meets(points []geom.Point, area geom.Rect) bool {
	for i := 1; i < len(points); i++ {
		if geom.SegmentMeets(points[i-1], points[i], area) {
			return true
		}
	}
	return false
}

// boxes returns the places of all boxes.
func (e *evener) boxes() map[string]geom.Rect {
	boxes := make(map[string]geom.Rect, len(e.layout.Boxes))
	for id, rect := range e.layout.Boxes {
		rect.Width = max(rect.Width, e.widened[id])
		boxes[id] = rect
	}
	return boxes
}

// labelRects returns the places of all labels.
func (d *Drawing) labelRects(l *graph.Layout) []geom.Rect {
	var rects []geom.Rect
	for i := range d.graph.Edges {
		if edge := &d.graph.Edges[i]; edge.LabelWidth > 0 {
			at := l.Edges[edge.ID].Label
			rects = append(rects, geom.NewRect(at.X-edge.LabelWidth/2, at.Y-edge.LabelHeight/2, edge.LabelWidth, edge.LabelHeight))
		}
	}
	return rects
}

// boundsOf returns the bounds of each edge, a little larger so that a straight one
// has an area.
func boundsOf(l *graph.Layout) map[string]geom.Rect {
	bounds := make(map[string]geom.Rect, len(l.Edges))
	for id, route := range l.Edges {
		if len(route.Points) == 0 {
			continue
		}
		low, high := route.Points[0], route.Points[0]
		for _, p := range route.Points {
			low, high = geom.Pt(min(low.X, p.X), min(low.Y, p.Y)), geom.Pt(max(high.X, p.X), max(high.Y, p.Y))
		}
		bounds[id] = geom.NewRect(low.X, low.Y, high.X-low.X, high.Y-low.Y).Grown(1)
	}
	return bounds
}
