package graph

import "math"

// TablePad is the room of a table above its first and below its last row, in px.
const TablePad = 3

// leastTitle is the height from which on a box has a title above its rows.
const leastTitle = 16

// EntryMiddle is where the first entry meets a box from the left: the middle of
// its title if it has rows, else of the box.
func (b *Box) EntryMiddle() float64 {
	if middle, titled := b.TitleMiddle(); titled {
		return middle
	}
	return b.Height / 2
}

// TitleMiddle is the middle of the title above the rows, from the box's top.
func (b *Box) TitleMiddle() (middle float64, titled bool) {
	if len(b.Rows) == 0 || b.Rows[0].Top < leastTitle {
		return 0, false
	}
	return (b.Rows[0].Top - TablePad) / 2, true
}

// EntryPlace spreads several entries along a side of a size, from the first
// one's place on; where they have no room they are spread evenly.
func EntryPlace(size, first, label float64, index, count int) float64 {
	step := label + 6
	if length := step * float64(count-1); first == size/2 && length <= size-label {
		return first + step*float64(index) - length/2
	} else if first+length <= size-8 {
		return first + step*float64(index)
	}
	return size * (float64(index) + 0.5) / float64(count)
}

// EntryLength is the length of an entry arrow: its label and a line on both
// sides of it, the longer one with the arrow head.
func EntryLength(edge *Edge, vertical bool) float64 {
	const before, after = 8, 26
	label := edge.LabelWidth
	if vertical {
		label = edge.LabelHeight
	}
	return before + math.Ceil(label) + after
}
