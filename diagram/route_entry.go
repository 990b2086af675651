package diagram

import "math"

// drawEntries draws the arrows that come from nowhere: straight, from the left
// of the box (from above when ranks follow each other downwards), one under
// the other, with their labels on them.
func (r *router) drawEntries() {
	for box := range r.view.entries {
		r.drawEntriesOf(box)
	}
}

func (r *router) drawEntriesOf(box int) {
	entries := r.view.entries[box]
	for i, edge := range entries {
		if r.vertical {
			r.drawEntryAbove(box, edge, i, len(entries))
		} else {
			r.drawEntryLeft(box, edge, i, len(entries))
		}
	}
}

// entryHead is the room of the line with the arrow head behind the label.
const entryHead = 26

func (r *router) drawEntryLeft(box, edge, index, count int) {
	e, rect := &r.view.graph.Edges[edge], r.boxes[box]
	y := rect.Y + entryPlace(rect.Height, r.view.graph.Boxes[box].entryMiddle(), e.LabelHeight, index, count)
	if line, found := r.rowLine(box, e.ToRow); found {
		y = line
	}
	y = math.Round(y)
	length := entryLength(e, false)
	r.routes[edge] = Route{
		Points: []Point{{rect.X - length, y}, {rect.X, y}},
		Label:  Point{math.Round(rect.X - entryHead - e.LabelWidth/2), y},
	}
	height := max(e.LabelHeight, closest)
	r.stubs = append(r.stubs, Rect{rect.X - length, y - height/2, length, height})
}

func (r *router) drawEntryAbove(box, edge, index, count int) {
	e, rect := &r.view.graph.Edges[edge], r.boxes[box]
	x := math.Round(rect.X + entryPlace(rect.Width, rect.Width/2, e.LabelWidth, index, count))
	length := entryLength(e, true)
	r.routes[edge] = Route{
		Points: []Point{{x, rect.Y - length}, {x, rect.Y}},
		Label:  Point{x, math.Round(rect.Y - entryHead - e.LabelHeight/2)},
	}
	width := max(e.LabelWidth, closest)
	r.stubs = append(r.stubs, Rect{x - width/2, rect.Y - length, width, length})
}

// leastTitle is the height from which on a box has a title above its rows.
const leastTitle = 16

// entryMiddle is where the first entry meets a box from the left: the middle of
// its title if it has rows, else of the box.
func (b *Box) entryMiddle() float64 {
	if middle, titled := b.title(); titled {
		return middle
	}
	return b.Height / 2
}

// title is the middle of the title above the rows, from the box's top.
func (b *Box) title() (middle float64, titled bool) {
	if len(b.Rows) == 0 || b.Rows[0].Top < leastTitle {
		return 0, false
	}
	return (b.Rows[0].Top - tablePad) / 2, true
}

// entryPlace spreads several entries along a side of a size, from the first
// one's place on; where they have no room they are spread evenly.
func entryPlace(size, first, label float64, index, count int) float64 {
	step := label + 6
	if length := step * float64(count-1); first == size/2 && length <= size-label {
		return first + step*float64(index) - length/2
	} else if first+length <= size-8 {
		return first + step*float64(index)
	}
	return size * (float64(index) + 0.5) / float64(count)
}
