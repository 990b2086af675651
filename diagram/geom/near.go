package geom

import "math"

// NearIndex finds the rectangles near a place without a look at all of them:
// the area is cut into square cells that know what reaches into them.
type NearIndex struct {
	Area          Rect
	side          float64 // of a cell
	columns, rows int
	cells         [][]int32
	count         int32
	// seen tells in which query a rectangle was found last.
	seen  []int32
	query int32
	found []int32
}

// NewNearIndex makes an index for rectangles in an area; what lies outside is
// held at its rim.
func NewNearIndex(area Rect) *NearIndex { return NewFineIndex(area, 256) }

// NewFineIndex makes one whose cells have that side, or more in a large area.
func NewFineIndex(area Rect, side float64) *NearIndex {
	const most = 48 // cells in a row
	side = max(side, area.Width/most, area.Height/most)
	x := &NearIndex{Area: area, side: side, columns: int(area.Width/side) + 1, rows: int(area.Height/side) + 1}
	x.cells = make([][]int32, x.columns*x.rows)
	return x
}

// Add gives the rectangle the next index, from 0 on.
func (x *NearIndex) Add(r Rect) {
	x.each(r, func(cell int) { x.cells[cell] = append(x.cells[cell], x.count) })
	x.seen = append(x.seen, 0)
	x.count++
}

// AddLine gives a line the next index: only the cells that it runs through
// know it, not all those in the rectangle round it.
func (x *NearIndex) AddLine(from, to Point) {
	if from.Y > to.Y {
		from, to = to, from
	}
	_, first, _, last := x.span(Bounds(from, to))
	for row := first; row <= last; row++ {
		top := x.Area.Y + x.side*float64(row)
		enter, leave := from.X, to.X
		if slope := (to.X - from.X) / (to.Y - from.Y); to.Y > from.Y {
			if row > first {
				enter += slope * (top - from.Y)
			}
			if row < last {
				leave = from.X + slope*(top+x.side-from.Y)
			}
		}
		left, _, right, _ := x.span(Rect{min(enter, leave), top, math.Abs(leave - enter), 0})
		for column := left; column <= right; column++ {
			cell := &x.cells[row*x.columns+column]
			*cell = append(*cell, x.count)
		}
	}
	x.seen = append(x.seen, 0)
	x.count++
}

// Drop takes away the rectangle that was added last.
func (x *NearIndex) Drop(r Rect) {
	x.count--
	x.Hide(int(x.count), r)
	x.seen = x.seen[:x.count]
}

// Hide leaves a rectangle out until it is shown again, maybe at another place.
func (x *NearIndex) Hide(index int, r Rect) {
	x.each(r, func(cell int) {
		held := x.cells[cell]
		last := len(held) - 1
		for i := last; i >= 0; i-- { // it is mostly one of the last
			if held[i] == int32(index) {
				held[i] = held[last]
				break
			}
		}
		x.cells[cell] = held[:last]
	})
}

func (x *NearIndex) Show(index int, r Rect) {
	x.each(r, func(cell int) { x.cells[cell] = append(x.cells[cell], int32(index)) })
}

// Near gives the indexes of all that may touch a rectangle, each once. The
// answer is good until the next call.
func (x *NearIndex) Near(r Rect) []int32 {
	x.query++
	x.found = x.found[:0]
	i0, j0, i1, j1 := x.span(r)
	for j := j0; j <= j1; j++ {
		for _, cell := range x.cells[j*x.columns+i0 : j*x.columns+i1+1] {
			for _, index := range cell {
				if x.seen[index] != x.query {
					x.seen[index] = x.query
					x.found = append(x.found, index)
				}
			}
		}
	}
	return x.found
}

func (x *NearIndex) each(r Rect, visit func(cell int)) {
	i0, j0, i1, j1 := x.span(r)
	for j := j0; j <= j1; j++ {
		for i := i0; i <= i1; i++ {
			visit(j*x.columns + i)
		}
	}
}

// span are the first and the last column and row of a rectangle's cells.
func (x *NearIndex) span(r Rect) (i0, j0, i1, j1 int) {
	left, top := (r.X-x.Area.X)/x.side, (r.Y-x.Area.Y)/x.side
	return cellAt(left, x.columns), cellAt(top, x.rows), cellAt(left+r.Width/x.side, x.columns), cellAt(top+r.Height/x.side, x.rows)
}

// cellAt is the number of the cell at a place that is counted in cells.
func cellAt(at float64, cells int) int { return int(min(max(math.Floor(at), 0), float64(cells-1))) }
