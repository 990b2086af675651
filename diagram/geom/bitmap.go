package geom

import "math"

// Bitmap divides an area into square cells and records which of them are
// occupied. Coordinates outside the area are clamped to its outermost cells.
type Bitmap struct {
	corner        Point
	columns, rows int
	words         int // words per row
	bits          []uint64
}

const bitmapCell = 8.0

// NewBitmap returns an empty bitmap of the area. A cell is 8 px wide.
func NewBitmap(area Rect) *Bitmap {
	b := &Bitmap{corner: Point{area.X, area.Y}, columns: int(area.Width/bitmapCell) + 1, rows: int(area.Height/bitmapCell) + 1}
	b.words = (b.columns + 63) / 64
	b.bits = make([]uint64, b.words*b.rows)
	return b
}

// CellSpan is a rectangular range of cells, both ends inclusive.
type CellSpan struct{ column, row, lastColumn, lastRow int }

// Touching returns the cells that overlap a rectangle.
func (b *Bitmap) Touching(r Rect) CellSpan {
	return CellSpan{
		cellAt((r.X-b.corner.X)/bitmapCell, b.columns), cellAt((r.Y-b.corner.Y)/bitmapCell, b.rows),
		cellAt((r.X+r.Width-b.corner.X)/bitmapCell, b.columns), cellAt((r.Y+r.Height-b.corner.Y)/bitmapCell, b.rows),
	}
}

// Filling returns the cells that lie entirely within a rectangle. The span may
// be empty: its last column or row is then below its first.
func (b *Bitmap) Filling(r Rect) CellSpan {
	x, y := (r.X-b.corner.X)/bitmapCell, (r.Y-b.corner.Y)/bitmapCell
	return CellSpan{
		int(max(math.Ceil(x), 0)), int(max(math.Ceil(y), 0)),
		int(min(math.Floor(x+r.Width/bitmapCell), float64(b.columns))) - 1, int(min(math.Floor(y+r.Height/bitmapCell), float64(b.rows))) - 1,
	}
}

// masks returns the bits of a span in the first and the last word of its rows,
// which are often the same word.
func (c CellSpan) masks() (first, last uint64) {
	first, last = ^uint64(0)<<(c.column&63), ^uint64(0)>>(63-c.lastColumn&63)
	if c.column/64 == c.lastColumn/64 {
		return first & last, first & last
	}
	return first, last
}

// Any reports whether any cell of the span is set.
func (b *Bitmap) Any(c CellSpan) bool {
	if c.column > c.lastColumn {
		return false
	}
	low, high := c.masks()
	for row := c.row; row <= c.lastRow; row++ {
		first, last := row*b.words+c.column/64, row*b.words+c.lastColumn/64
		if b.bits[first]&low != 0 || b.bits[last]&high != 0 {
			return true
		}
		for word := first + 1; word < last; word++ {
			if b.bits[word] != 0 {
				return true
			}
		}
	}
	return false
}

// Set sets all cells of the span.
func (b *Bitmap) Set(c CellSpan) { b.change(c, true) }

// Unset clears all cells of the span.
func (b *Bitmap) Unset(c CellSpan) { b.change(c, false) }

func (b *Bitmap) change(c CellSpan, value bool) {
	for row := c.row; row <= c.lastRow; row++ {
		for column := c.column; column <= c.lastColumn; column++ {
			bit := uint64(1) << (column & 63)
			if word := &b.bits[row*b.words+column/64]; value {
				*word |= bit
			} else {
				*word &^= bit
			}
		}
	}
}

// Trace sets the cells that a line segment passes through.
func (b *Bitmap) Trace(from, to Point) {
	if from.Y > to.Y {
		from, to = to, from
	}
	all := b.Touching(Bounds(from, to))
	for row := all.row; row <= all.lastRow; row++ {
		top := b.corner.Y + bitmapCell*float64(row)
		enter, leave := from.X, to.X
		if slope := (to.X - from.X) / (to.Y - from.Y); to.Y > from.Y {
			if row > all.row {
				enter = from.X + slope*(top-from.Y)
			}
			if row < all.lastRow {
				leave = from.X + slope*(top+bitmapCell-from.Y)
			}
		}
		b.Set(b.Touching(Rect{min(enter, leave), top, math.Abs(leave - enter), 0}))
	}
}
