package layout

import (
	"math"
	"slices"

	"widerow/diagram/geom"
)

// The costs of a board, in px of the width of the picture.
const (
	boardPerPixel = 0.2 // of an arrow
	boardBend     = 40
	boardThrough  = 700 // an arrow through another table
	boardCross    = 300
	boardBack     = 2000 // an arrow to an earlier column
	boardCircle   = 500  // the same, if it closes a circle
	boardDown     = 120  // an arrow downwards in its column: chains lead to the right
	boardUpwards  = 1500 // an arrow upwards in its column
	boardBeside   = 700  // an arrow past other tables of its column
	boardEmpty    = 1200
	boardOrder    = 25  // two entries in the wrong order
	boardUse      = 0.1 // of the way from a type to a table that uses it
)

// cost places the boxes and returns the cost, or something above the limit.
func (b *board) cost(limit float64) float64 {
	for c, column := range b.columns {
		for _, box := range column {
			b.column[box] = c
		}
	}
	height := b.stack()
	width := b.spread()
	gap := b.view.room(BoxGap)
	cost := max(width, height*b.aspect)
	if empty := 1 - b.filled/((width+gap)*(height+gap)); empty > mostEmpty {
		cost += boardEmpty * (empty - mostEmpty)
	}
	cost += boardOrder * float64(b.disorder())
	for _, use := range b.uses {
		a, z := b.rect(use[0]), b.rect(use[1])
		cost += boardUse * (max(0, a.X-z.X-z.Width, z.X-a.X-a.Width) + max(0, a.Y-z.Y-z.Height, z.Y-a.Y-a.Height))
	}
	if cost > limit {
		return cost
	}
	return cost + boardPerPixel*b.arrows()
}

// disorder counts the pairs of boxes with entries in which the later box is neither below the
// earlier nor on its right.
func (b *board) disorder() int {
	count := 0
	for i, box := range b.entered {
		for _, before := range b.entered[:i] {
			if b.top[box] <= b.top[before] && b.column[box] <= b.column[before] {
				count++
			}
		}
	}
	return count
}

// arrows returns the cost of all arrows: of their lengths, bends, crossings, and of what
// they pass.
func (b *board) arrows() float64 {
	cost := 0.0
	b.lines = b.lines[:0]
	for _, edge := range b.edges {
		from, to := b.view.Ends(edge)
		cost += b.arrow(from, to)
		start, end := b.rect(from).Centre(), b.rect(to).Centre()
		if b.column[from] != b.column[to] {
			start.Y, end.Y = b.top[from], b.top[to]
		}
		for _, line := range b.lines {
			if geom.Crosses(line[0], line[1], start, end) {
				cost += boardCross
			}
		}
		b.lines = append(b.lines, [2]geom.Point{start, end})
	}
	return cost
}

func (b *board) arrow(from, to int) float64 {
	start, end := b.rect(from), b.rect(to)
	down := end.Y - start.Y
	switch a, z := b.column[from], b.column[to]; {
	case a == z && down < 0:
		return boardUpwards + start.Y - end.Y
	case a == z:
		cost := boardDown + max(0, end.Y-start.Y-start.Height)
		if i := slices.Index(b.columns[a], from); b.columns[a][i+1] != to {
			cost += boardBeside
		}
		return cost
	case z < a:
		back := boardBack
		if b.closes[[2]int{from, to}] {
			back = boardCircle
		}
		return float64(back) + start.X - end.X + math.Abs(down)
	default:
		cost := max(0, end.X-start.X-start.Width) + math.Abs(down)
		if down != 0 {
			cost += boardBend
		}
		for c := a + 1; c < z; c++ {
			for _, other := range b.columns[c] {
				if r := b.rect(other); geom.SegmentMeets(geom.Pt(start.X+start.Width, start.Y+14), geom.Pt(end.X, end.Y+14), r) {
					cost += boardThrough
				}
			}
		}
		return cost
	}
}
