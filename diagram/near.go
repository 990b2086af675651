package diagram

import "math"

// nearIndex finds the rectangles near a place without a look at all of them:
// the area is cut into square cells that know what reaches into them.
type nearIndex struct {
	area          Rect
	side          float64 // of a cell
	columns, rows int
	cells         [][]int32
	count         int32
	// seen tells in which query a rectangle was found last.
	seen  []int32
	query int32
	found []int32
}

// newNearIndex makes an index for rectangles in an area; what lies outside is
// held at its rim.
func newNearIndex(area Rect) *nearIndex {
	const usual, most = 256, 48 // side, cells in a row
	side := max(usual, area.Width/most, area.Height/most)
	x := &nearIndex{area: area, side: side, columns: int(area.Width/side) + 1, rows: int(area.Height/side) + 1}
	x.cells = make([][]int32, x.columns*x.rows)
	return x
}

// add gives the rectangle the next index, from 0 on.
func (x *nearIndex) add(r Rect) {
	x.each(r, func(cell int) { x.cells[cell] = append(x.cells[cell], x.count) })
	x.seen = append(x.seen, 0)
	x.count++
}

// near gives the indexes of all that may touch a rectangle, each once. The
// answer is good until the next call.
func (x *nearIndex) near(r Rect) []int32 {
	x.query++
	x.found = x.found[:0]
	x.each(r, func(cell int) {
		for _, index := range x.cells[cell] {
			if x.seen[index] != x.query {
				x.seen[index] = x.query
				x.found = append(x.found, index)
			}
		}
	})
	return x.found
}

func (x *nearIndex) each(r Rect, visit func(cell int)) {
	i0, i1 := x.cellsOf(r.X-x.area.X, r.Width, x.columns)
	j0, j1 := x.cellsOf(r.Y-x.area.Y, r.Height, x.rows)
	for j := j0; j <= j1; j++ {
		for i := i0; i <= i1; i++ {
			visit(j*x.columns + i)
		}
	}
}

func (x *nearIndex) cellsOf(low, size float64, cells int) (first, last int) {
	within := func(at float64) int { return int(min(max(math.Floor(at/x.side), 0), float64(cells-1))) }
	return within(low), within(low + size)
}
