package geom

import "math"

// NearIndex finds the rectangles near a place without testing all of them. It
// divides the area into square cells and lists for each cell what overlaps it.
type NearIndex struct {
	Area          Rect
	side          float64 // of a cell
	columns, rows int
	cells         [][]int32
	count         int32
	// seen holds, for each rectangle, the last query that found it.
	seen  []int32
	query int32
	found []int32
}

// NewNearIndex returns an index with cells of 256 px or more. Rectangles
// outside the area are assigned to its outermost cells.
func NewNearIndex(area Rect) *NearIndex { return NewFineIndex(area, 256) }

// NewFineIndex returns an index whose cells have at least that side. The side
// is larger if the area would need more than 48 cells in a row or column.
func NewFineIndex(area Rect, side float64) *NearIndex {
	const most = 48 // cells in a row
	side = max(side, area.Width/most, area.Height/most)
	x := &NearIndex{Area: area, side: side, columns: int(area.Width/side) + 1, rows: int(area.Height/side) + 1}
	x.cells = make([][]int32, x.columns*x.rows)
	return x
}

// Add adds a rectangle under the next index, starting at 0.
func (x *NearIndex) Add(r Rect) {
	x.each(r, func(cell int) { x.cells[cell] = append(x.cells[cell], x.count) })
	x.seen = append(x.seen, 0)
	x.count++
}

// AddLine adds a line segment under the next index. Only the cells that it
// passes through list it, not all cells of its bounding rectangle.
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

// Drop removes the rectangle that was added last. The rectangle must be the one
// given to Add.
func (x *NearIndex) Drop(r Rect) {
	x.count--
	x.Hide(int(x.count), r)
	x.seen = x.seen[:x.count]
}

// Hide removes a rectangle until Show adds it again, possibly at another place.
func (x *NearIndex) Hide(index int, r Rect) {
	x.each(r, func(cell int) {
		held := x.cells[cell]
		last := len(held) - 1
		for i := last; i >= 0; i-- { // usually one of the last
			if held[i] == int32(index) {
				held[i] = held[last]
				break
			}
		}
		x.cells[cell] = held[:last]
	})
}

// Show adds a hidden rectangle again, at the place r.
func (x *NearIndex) Show(index int, r Rect) {
	x.each(r, func(cell int) { x.cells[cell] = append(x.cells[cell], int32(index)) })
}

// Near returns the indexes of all rectangles that may overlap r, each once. The
// result is valid until the next call.
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

// span returns the first and last column and row of the cells that r overlaps.
func (x *NearIndex) span(r Rect) (i0, j0, i1, j1 int) {
	left, top := (r.X-x.Area.X)/x.side, (r.Y-x.Area.Y)/x.side
	return cellAt(left, x.columns), cellAt(top, x.rows), cellAt(left+r.Width/x.side, x.columns), cellAt(top+r.Height/x.side, x.rows)
}

// cellAt clamps a coordinate, in cells, to the number of a cell.
func cellAt(at float64, cells int) int { return int(min(max(math.Floor(at), 0), float64(cells-1))) }
