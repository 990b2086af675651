package graph

import "math"

// TablePad is the space above the first row of a table and below its last, in
// px.
const TablePad = 3

// leastTitle is the smallest offset of the first row, in px, at which a box has
// a title above its rows.
const leastTitle = 16

// EntryMiddle returns where the first entry arrow meets the left side of the
// box, in px from its top: the middle of the title if the box has one,
// otherwise the middle of the box.
func (b *Box) EntryMiddle() float64 {
	if middle, titled := b.TitleMiddle(); titled {
		return middle
	}
	return b.Height / 2
}

// TitleMiddle returns the middle of the title above the rows, in px from the
// top of the box. It reports whether the box has such a title.
func (b *Box) TitleMiddle() (middle float64, titled bool) {
	if len(b.Rows) == 0 || b.Rows[0].Top < leastTitle {
		return 0, false
	}
	return (b.Rows[0].Top - TablePad) / 2, true
}

// EntryPlace returns the position of entry arrow index of count along a side of
// the given size, in px. The first arrow is at first and the others follow at
// intervals that fit their labels. If they do not fit, the arrows are spread
// evenly.
func EntryPlace(size, first, label float64, index, count int) float64 {
	step := label + 6
	if length := step * float64(count-1); first == size/2 && length <= size-label {
		return first + step*float64(index) - length/2
	} else if first+length <= size-8 {
		return first + step*float64(index)
	}
	return size * (float64(index) + 0.5) / float64(count)
}

// EntryLength returns the length of an entry arrow in px: its label and a line
// on either side of it. The second line carries the arrow head.
func EntryLength(edge *Edge, vertical bool) float64 {
	const before, after = 24, 24
	label := edge.LabelWidth
	if vertical {
		label = edge.LabelHeight
	}
	return before + math.Ceil(label) + after
}
