package layout

import (
	"math"
	"slices"

	"widerow/diagram/geom"
)

// mostColumns limits the columns of boxes without edges.
const mostColumns = 40

// tidyRows bounds the ratio by which rows that share a top may shrink the boxes, compared with
// columns, before columns are preferred.
const tidyRows = 1.2

// makeshiftGap is the gap between boxes of a tile in which edges with labels
// run, in px: the length of an entry arrow with a label of one line.
const makeshiftGap = 66

// tile places boxes without edges in columns with aligned left sides. It uses
// rows that share a top, or newspaper columns where tall boxes among short ones
// would leave gaps in the rows.
func (v *View) tile(boxes []int, vertical bool, aspect float64) *block {
	singles := make([]*block, len(boxes))
	for i, box := range boxes {
		singles[i] = v.single(box, vertical)
	}
	gap := v.room(BoxGap)
	if v.makeshift {
		gap = makeshiftGap
	}
	most := min(len(boxes), mostColumns)
	rows, rowsSize := bestTile(most, aspect, func(columns int) *block { return tileRows(singles, gap, columns) })
	columns, columnsSize := bestTile(most, aspect, func(columns int) *block { return tileColumns(singles, gap, columns) })
	if rowsSize <= tidyRows*columnsSize {
		return rows
	}
	return columns
}

// bestTile tries several numbers of columns and returns the block that fits the
// smallest screen, with the size of that screen.
func bestTile(most int, aspect float64, set func(columns int) *block) (best *block, size float64) {
	best, size = &block{}, math.Inf(1)
	for columns := 1; columns <= most; columns++ {
		candidate := set(columns)
		if needed := max(candidate.width, candidate.height*aspect); needed < size {
			best, size = candidate, needed
		}
	}
	return best, size
}

func tileRows(boxes []*block, gap float64, columns int) *block {
	widths := make([]float64, columns)
	for i, box := range boxes {
		widths[i%columns] = max(widths[i%columns], box.width)
	}
	out := &block{}
	y := 0.0
	for row := range slices.Chunk(boxes, columns) {
		x, height := 0.0, 0.0
		for i, box := range row {
			out.set(box, x, y)
			x += widths[i] + gap
			height = max(height, box.height)
		}
		y += height + gap
	}
	return out
}

// tileColumns fills columns in the boxes' order, keeping the tallest as short
// as possible.
func tileColumns(boxes []*block, gap float64, columns int) *block {
	heights := make([]float64, len(boxes))
	for i, box := range boxes {
		heights[i] = box.height + gap
	}
	out := &block{}
	x := 0.0
	for _, count := range geom.ColumnsOf(heights, columns) {
		y, width := 0.0, 0.0
		for _, box := range boxes[:count] {
			out.set(box, x, y)
			y += box.height + gap
			width = max(width, box.width)
		}
		x, boxes = x+width+gap, boxes[count:]
	}
	return out
}
