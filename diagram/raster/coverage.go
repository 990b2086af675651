package raster

import (
	"cmp"
	"math"
	"slices"
	"sync"
)

// cell accumulates the edges that cross a pixel of a row. cover is the share of the
// row's height that they cross, signed by direction: it lies inside for all pixels
// to the right. area is the share of the pixel itself that lies inside.
type cell struct {
	x           int
	cover, area float64
}

// coverage collects the cells of one outline in a band of rows.
type coverage struct {
	width, top, height int
	rows               [][]cell
	low, high          int // the rows that have cells
}

// coverages reuses the memory of rows for the next band.
var coverages = sync.Pool{New: func() any { return &coverage{rows: make([][]cell, bandHeight)} }}

func newCoverage(width, top, height int) *coverage {
	c := coverages.Get().(*coverage)
	c.width, c.top, c.height, c.low, c.high = width, top, height, height, -1
	return c
}

// add adds the edges of an outline shifted by offset.
func (c *coverage) add(o *Outline, offset Point) {
	offset.Y -= float64(c.top)
	for _, e := range o.edges {
		from, to, sign := e.from.plus(offset), e.to.plus(offset), 1.0
		if from.Y > to.Y {
			from, to, sign = to, from, -1
		}
		if to.Y > 0 && from.Y < float64(c.height) {
			c.edge(from, to, sign)
		}
	}
}

// edge adds an edge, row by row.
func (c *coverage) edge(from, to Point, sign float64) {
	slope := (to.X - from.X) / (to.Y - from.Y)
	x, y := from.X, from.Y
	if y < 0 {
		x, y = x-y*slope, 0
	}
	end := min(to.Y, float64(c.height))
	row := int(y)
	c.low = min(c.low, row)
	for ; row < c.height && y < end; row++ {
		next := min(float64(row+1), end)
		nextX := x + (next-y)*slope
		c.piece(row, c.within(x), c.within(nextX), (next-y)*sign)
		x, y = nextX, next
	}
	c.high = max(c.high, row-1)
}

func (c *coverage) within(x float64) float64 { return min(max(x, 0), float64(c.width)) }

// piece adds the part of an edge within one row, of which it crosses height.
func (c *coverage) piece(row int, from, to, height float64) {
	if from > to {
		from, to = to, from // the area is the same
	}
	first, last := int(from), int(to)
	if first == last {
		c.put(row, first, height, height*(1-(from+to)/2+float64(first)))
		return
	}
	perPixel := height / (to - from)
	for x := first; x <= last; x++ {
		left, right := max(from, float64(x)), min(to, float64(x+1))
		part := (right - left) * perPixel
		if part != 0 {
			c.put(row, x, part, part*(1-(left+right)/2+float64(x)))
		}
	}
}

func (c *coverage) put(row, x int, cover, area float64) {
	cells := c.rows[row]
	if count := len(cells); count > 0 && cells[count-1].x == x {
		cells[count-1].cover += cover
		cells[count-1].area += area
		return
	}
	c.rows[row] = append(cells, cell{x, cover, area})
}

// spans calls paint for each run of pixels with equal coverage, from 0 to 255, and
// resets the coverage.
func (c *coverage) spans(paint func(row, from, to int, part uint8)) {
	for row := c.low; row <= c.high; row++ {
		cells := c.rows[row]
		slices.SortFunc(cells, func(a, b cell) int { return cmp.Compare(a.x, b.x) })
		inside, at := 0.0, 0
		for i := 0; i < len(cells); {
			x, cover, area := cells[i].x, 0.0, 0.0
			for ; i < len(cells) && cells[i].x == x; i++ {
				cover += cells[i].cover
				area += cells[i].area
			}
			if part := share(inside); part > 0 && at < x {
				paint(row, at, min(x, c.width), part)
			}
			if part := share(inside + area); part > 0 && x < c.width {
				paint(row, x, x+1, part)
			}
			inside, at = inside+cover, x+1
		}
		c.rows[row] = cells[:0]
	}
	c.low, c.high = c.height, -1
}

// share rounds a coverage to the range 0 to 255. Overlapping areas count once.
func share(inside float64) uint8 { return uint8(255*min(1, math.Abs(inside)) + 0.5) }
