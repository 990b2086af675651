package layout

import (
	"math"
	"slices"
)

// mostReplanted is the size of the largest component whose boxes are replanted. With a
// direction that the user chose none are: what is compact is rarely wide or tall.
const mostReplanted = 40

// replant moves boxes together with what hangs on them, which a box that moves alone
// cannot leave: it puts each box with a strained edge in each free cell and settles its
// relationships, other strained ones and the branches that only it connects to the rest
// anew. It keeps the cheapest of all arrangements and reports whether it is a new one.
func (c *cells) replant() bool {
	cost := c.total()
	moved := false
	strained := c.strained()
	for _, box := range strained {
		at := slices.Clone(c.at)
		best := at
		group := c.hanging(box)
		for _, other := range strained {
			if other != box && len(c.edges[other]) <= 2 && !slices.Contains(group, other) {
				group = append(group, other)
			}
		}
		for _, to := range c.free(box) {
			copy(c.at, at)
			if now := c.tryAt(box, to, group); now < cost-nearly {
				cost, best, moved = now, slices.Clone(c.at), true
			}
		}
		copy(c.at, best)
	}
	return moved
}

// tryAt puts a box in a cell, settles the boxes of its group anew and returns the total
// cost.
func (c *cells) tryAt(box int, to cell, group []int) float64 {
	for _, other := range group {
		c.set[other] = false
	}
	c.at[box] = to
	for range 2 {
		for _, other := range group {
			c.settle(other)
		}
	}
	return c.total()
}

// free returns the cells near a box and its neighbours in which it can be put, with one
// column and row all around the others.
func (c *cells) free(box int) []cell {
	c.set[box] = false
	c.survey()
	c.set[box] = true
	var out []cell
	for row := c.low.row - 1; row <= c.high.row+1; row++ {
		for column := c.low.column - 1; column <= c.high.column+1; column++ {
			if at := (cell{column, row}); !c.taken[c.number(at)] && at != c.at[box] && c.isNear(box, at) {
				out = append(out, at)
			}
		}
	}
	return out
}

// isNear reports whether a cell is at most three steps from a box or one of its neighbours.
func (c *cells) isNear(box int, at cell) bool {
	const most = 3
	near := func(other int) bool {
		there := c.at[other]
		return max(at.column-there.column, there.column-at.column)+max(at.row-there.row, there.row-at.row) <= most
	}
	return near(box) || slices.ContainsFunc(c.edges[box], func(edge int) bool {
		from, to := c.view.Ends(edge)
		return near(from + to - box)
	})
}

// strained returns the boxes with an edge that is slanted, crossed or longer than two
// cells, or that is bent at a relationship.
func (c *cells) strained() []int {
	c.survey()
	var out []int
	for i, line := range c.lines {
		straight := line.a.column == line.b.column || line.a.row == line.b.row
		far := math.Abs(float64(line.a.column-line.b.column)) + math.Abs(float64(line.a.row-line.b.row))
		bent := c.corner(line.from, line.from, c.at[line.from])+c.corner(line.to, line.to, c.at[line.to]) > 0
		if !straight || far > 2 || bent || c.crossings(i) > 0 {
			out = append(out, line.from, line.to)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// hanging returns the boxes that are settled anew after a box has moved, nearest first:
// its neighbours with at most two edges, and whatever it alone connects to the largest
// rest of the component.
func (c *cells) hanging(box int) []int {
	rest := c.largestRest(box)
	var out []int
	seen := map[int]bool{box: true}
	for next := []int{box}; len(next) > 0; next = next[1:] {
		for _, edge := range c.edges[next[0]] {
			from, to := c.view.Ends(edge)
			other := from + to - next[0]
			if seen[other] || rest[other] && (next[0] != box || len(c.edges[other]) > 2) {
				continue
			}
			seen[other] = true
			out = append(out, other)
			if !rest[other] {
				next = append(next, other)
			}
		}
	}
	return out
}

// largestRest returns the boxes of the largest part of the component without a box.
func (c *cells) largestRest(box int) map[int]bool {
	seen := map[int]bool{box: true}
	var largest map[int]bool
	for _, first := range c.part.boxes {
		if seen[first] {
			continue
		}
		part := map[int]bool{first: true}
		seen[first] = true
		for next := []int{first}; len(next) > 0; next = next[1:] {
			for _, edge := range c.edges[next[0]] {
				from, to := c.view.Ends(edge)
				if other := from + to - next[0]; !seen[other] {
					seen[other], part[other] = true, true
					next = append(next, other)
				}
			}
		}
		if len(part) > len(largest) {
			largest = part
		}
	}
	return largest
}

// total returns the cost of all places.
func (c *cells) total() float64 {
	c.survey()
	columns, rows := c.high.column-c.low.column+1, c.high.row-c.low.row+1
	cost := c.shape.cost*max(float64(columns), c.shape.aspect*float64(rows)*2/3) + 0.05*float64(columns+rows)
	for i, line := range c.lines {
		if line.from != line.to {
			cost += lengthCost(line.a, line.b, true)
		}
		cost += edgeCrossCost*float64(c.crossings(i)) + throughCost*float64(c.between(line.a, line.b))
	}
	for _, box := range c.part.boxes {
		cost += c.corner(box, box, c.at[box])
	}
	return cost
}

// crossings counts the edges before an edge that it crosses.
func (c *cells) crossings(index int) int {
	count, line := 0, c.lines[index]
	for _, other := range c.lines[:index] {
		shares := other.from == line.from || other.from == line.to || other.to == line.from || other.to == line.to
		if !shares && cross(line.a, line.b, other.a, other.b) {
			count++
		}
	}
	return count
}
