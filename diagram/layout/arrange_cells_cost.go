package layout

import (
	"math"

	"widerow/diagram/graph"
)

// The costs of a place, in steps from cell to cell.
const (
	slantCost     = 1.5 // an edge that is neither horizontal nor vertical
	throughCost   = 6   // an edge that passes through another box
	edgeCrossCost = 3   // two edges that cross
	backwardCost  = 0.2 // an edge that leads left or upwards
	cornerCost    = 1.2 // a binary relationship whose two edges are not on one line
)

// least returns a lower bound of the cost of a box in a cell while the other
// boxes stay where they are. more adds what depends on the obstacles of its
// edges, as long as the sum stays below a limit.
func (c *cells) least(box int, at cell) float64 {
	columns := max(c.high.column, at.column) - min(c.low.column, at.column) + 1
	rows := max(c.high.row, at.row) - min(c.low.row, at.row) + 1
	// A row is about as high as two thirds of a column are wide.
	cost := c.shape.cost * max(float64(columns), c.shape.aspect*float64(rows)*2/3)
	cost += 0.05 * float64(columns+rows)
	for _, edge := range c.edges[box] {
		from, to := c.view.Ends(edge)
		other := from + to - box
		if there, placed := c.where(other); placed && other != box {
			cost += lengthCost(at, there, box == from) + c.corner(other, box, at)
		}
	}
	if c.surveyed(at) { // nor may a box lie on an edge of others
		cost += throughCost * float64(c.passed[c.number(at)])
	}
	return cost + c.corner(box, box, at)
}

// surveyed reports whether a cell lies within the area of the other boxes.
func (c *cells) surveyed(at cell) bool {
	return at.column >= c.low.column && at.column <= c.high.column && at.row >= c.low.row && at.row <= c.high.row
}

func (c *cells) more(box int, at cell, limit float64) float64 {
	cost := 0.0
	for _, edge := range c.edges[box] {
		from, to := c.view.Ends(edge)
		other := from + to - box
		if there, placed := c.where(other); placed && other != box && cost <= limit {
			cost += edgeCrossCost * float64(c.crossed(other, at, there, (limit-cost)/edgeCrossCost))
			cost += throughCost * float64(c.between(at, there))
		}
	}
	return cost
}

// lengthCost returns the cost of the edge from a box in a cell to a placed one.
func lengthCost(at, there cell, forward bool) float64 {
	dx, dy := there.column-at.column, there.row-at.row
	if !forward {
		dx, dy = -dx, -dy
	}
	cost := math.Abs(float64(dx)) + math.Abs(float64(dy))
	if dx != 0 && dy != 0 {
		cost += slantCost
	}
	if dx < 0 || dy < 0 {
		cost += backwardCost
	}
	return cost
}

// between counts the boxes that a line would pass through.
func (c *cells) between(a, b cell) int {
	count := 0
	for at := range c.along(a, b) {
		if c.taken[c.number(at)] {
			count++
		}
	}
	return count
}

// corner returns the cost of a bend at a relationship of two entities if one of
// the boxes moves.
func (c *cells) corner(diamond, moved int, to cell) float64 {
	if c.view.Graph.Boxes[diamond].Shape != graph.ShapeDiamond || len(c.edges[diamond]) != 2 {
		return 0
	}
	where := func(box int) (cell, bool) {
		if box == moved {
			return to, true
		}
		return c.where(box)
	}
	middle, _ := where(diamond)
	var ends [2]cell
	for i, edge := range c.edges[diamond] {
		from, to := c.view.Ends(edge)
		at, placed := where(from + to - diamond)
		if !placed {
			return 0
		}
		ends[i] = at
	}
	if ends[0] != ends[1] && side(ends[0], ends[1], middle) != 0 {
		return cornerCost
	}
	return 0
}

// crossed counts the edges that a line to another box would cross. It may stop
// once the count exceeds most.
func (c *cells) crossed(other int, a, b cell, most float64) int {
	low, high := cell{min(a.column, b.column), min(a.row, b.row)}, cell{max(a.column, b.column), max(a.row, b.row)}
	count := 0
	for i := range c.lines {
		p, q := c.lines[i].a, c.lines[i].b
		if max(p.column, q.column) < low.column || min(p.column, q.column) > high.column ||
			max(p.row, q.row) < low.row || min(p.row, q.row) > high.row {
			continue
		}
		if c.lines[i].from == other || c.lines[i].to == other || !cross(a, b, p, q) {
			continue
		}
		if count++; float64(count) > most {
			break
		}
	}
	return count
}

// side returns the cross product of a cell and the line from a to b. Its sign is the side of the
// line on which the cell lies.
func side(a, b, at cell) int {
	return (b.column-a.column)*(at.row-a.row) - (b.row-a.row)*(at.column-a.column)
}

func cross(a, b, p, q cell) bool {
	return side(a, b, p)*side(a, b, q) < 0 && side(p, q, a)*side(p, q, b) < 0
}

// passes reports whether a line passes through a cell other than its ends,
// close enough to its middle to touch a box there.
func passes(a, b, at cell) bool {
	if at == a || at == b ||
		at.column < min(a.column, b.column) || at.column > max(a.column, b.column) ||
		at.row < min(a.row, b.row) || at.row > max(a.row, b.row) {
		return false
	}
	const touching = 0.45 // of a cell
	columns, rows, far := float64(b.column-a.column), float64(b.row-a.row), float64(side(a, b, at))
	return far*far < touching*touching*(columns*columns+rows*rows)
}
