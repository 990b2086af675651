package diagram

import (
	"math"
	"slices"
)

// mostCells is the largest component that is set in cells: the search looks
// at each pair of boxes and each pair of edges.
const mostCells = 60

// inCells tells whether a component is set in cells rather than ranks. Chen
// diagrams are: their edges have no direction that ranks could show, and a hand
// draws entities and relationships as crosswords, on lines both ways.
func (v *view) inCells(part *component) bool {
	return v.graph.Kind == KindER && len(part.boxes) <= mostCells
}

// cell is a place in a grid without sizes.
type cell struct{ column, row int }

// cells sets boxes in a grid one by one, each where its edges are short,
// straight and cross nothing, then improves the places of all.
type cells struct {
	view  *view
	part  *component
	at    []cell  // of each box that has a place
	set   []bool  // tells of each box whether it has one
	edges [][]int // of each box
	taken map[cell]bool
	// low and high are the corners of all boxes but the one that is moved.
	low, high cell
}

// What a place costs, in steps from cell to cell.
const (
	slantCost     = 1.5 // an edge that is neither level nor upright
	throughCost   = 6   // an edge that runs through another box
	edgeCrossCost = 3   // two edges that cross
	backwardCost  = 0.2 // an edge that runs to the left or upwards
	cornerCost    = 1.2 // a relationship of two that is no straight line
	extentCost    = 0.9 // each column of the picture, or rows of the same length
)

func arrangeCells(v *view, part *component) *block {
	boxes := len(v.graph.Boxes)
	c := &cells{view: v, part: part, at: make([]cell, boxes), set: make([]bool, boxes), edges: make([][]int, boxes), taken: map[cell]bool{}}
	for _, edge := range part.edges {
		from, to := v.ends(edge)
		c.edges[from] = append(c.edges[from], edge)
		c.edges[to] = append(c.edges[to], edge)
	}
	order := c.order()
	for _, box := range order {
		c.settle(box)
	}
	const rounds = 4
	for range rounds {
		moved := false
		for _, box := range order {
			moved = c.settle(box) || moved
		}
		if !moved {
			break
		}
	}
	return c.place()
}

// order begins with the box with the most edges and goes on to its neighbours.
func (c *cells) order() []int {
	first := c.part.boxes[0]
	for _, box := range c.part.boxes {
		if len(c.edges[box]) > len(c.edges[first]) {
			first = box
		}
	}
	order, seen := []int{first}, map[int]bool{first: true}
	for i := 0; i < len(order); i++ {
		for _, edge := range c.edges[order[i]] {
			from, to := c.view.ends(edge)
			for _, box := range [2]int{from, to} {
				if !seen[box] {
					seen[box] = true
					order = append(order, box)
				}
			}
		}
	}
	return order
}

// settle moves a box to the best free cell and tells whether it moved.
func (c *cells) settle(box int) bool {
	old, placed := c.where(box)
	best, bestCost := old, math.Inf(1)
	if placed {
		delete(c.taken, old)
		c.set[box] = false
	}
	c.low, c.high = c.bounds()
	if placed {
		bestCost = c.cost(box, old)
	}
	low, high := c.low, c.high
	for row := low.row - 1; row <= high.row+1; row++ {
		for column := low.column - 1; column <= high.column+1; column++ {
			candidate := cell{column, row}
			if c.taken[candidate] {
				continue
			}
			if cost := c.cost(box, candidate); cost < bestCost-1e-9 {
				best, bestCost = candidate, cost
			}
		}
	}
	c.at[box], c.set[box], c.taken[best] = best, true, true
	return !placed || best != old
}

// where is the place of a box, if it has one.
func (c *cells) where(box int) (at cell, placed bool) { return c.at[box], c.set[box] }

func (c *cells) bounds() (low, high cell) {
	first := true
	for _, box := range c.part.boxes {
		at, placed := c.where(box)
		if !placed {
			continue
		}
		if first {
			low, high, first = at, at, false
		}
		low = cell{min(low.column, at.column), min(low.row, at.row)}
		high = cell{max(high.column, at.column), max(high.row, at.row)}
	}
	return low, high
}

// cost is what a box in a cell adds to the picture, the other boxes being
// where they are.
func (c *cells) cost(box int, at cell) float64 {
	columns := max(c.high.column, at.column) - min(c.low.column, at.column) + 1
	rows := max(c.high.row, at.row) - min(c.low.row, at.row) + 1
	// A row is about as high as two thirds of a column are wide.
	cost := extentCost * max(float64(columns), screenAspect*float64(rows)*2/3)
	cost += 0.05 * float64(columns+rows)
	for _, edge := range c.edges[box] {
		from, to := c.view.ends(edge)
		other := from + to - box
		if there, placed := c.where(other); placed && other != box {
			cost += c.edgeCost(at, there, box == from)
			cost += edgeCrossCost * float64(c.crossed(box, other, at, there))
			cost += c.corner(other, box, at)
		}
	}
	cost += c.corner(box, box, at)
	// A box must not stand on an edge of others either.
	for _, edge := range c.part.edges {
		from, to := c.view.ends(edge)
		if a, b, known := c.line(edge); known && from != box && to != box && passes(a, b, at) {
			cost += throughCost
		}
	}
	return cost
}

// edgeCost judges the edge from a box at a cell to one that has its place.
func (c *cells) edgeCost(at, there cell, forward bool) float64 {
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
	for row := min(at.row, there.row); row <= max(at.row, there.row); row++ {
		for column := min(at.column, there.column); column <= max(at.column, there.column); column++ {
			between := cell{column, row}
			if passes(at, there, between) && c.taken[between] {
				cost += throughCost
			}
		}
	}
	return cost
}

// corner judges a relationship between two entities, a box being moved.
func (c *cells) corner(diamond, moved int, to cell) float64 {
	if c.view.graph.Boxes[diamond].Shape != ShapeDiamond || len(c.edges[diamond]) != 2 {
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
		from, to := c.view.ends(edge)
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

// line is where an edge runs, if both its boxes have a place.
func (c *cells) line(edge int) (a, b cell, known bool) {
	from, to := c.view.ends(edge)
	a, first := c.where(from)
	b, second := c.where(to)
	return a, b, first && second
}

// crossed counts the edges that a line between two boxes would cross.
func (c *cells) crossed(box, other int, a, b cell) int {
	count := 0
	for _, edge := range c.part.edges {
		from, to := c.view.ends(edge)
		if from == box || to == box || from == other || to == other {
			continue
		}
		if p, q, known := c.line(edge); known && cross(a, b, p, q) {
			count++
		}
	}
	return count
}

// side tells on which side of the line from a to b a cell lies.
func side(a, b, at cell) int {
	return (b.column-a.column)*(at.row-a.row) - (b.row-a.row)*(at.column-a.column)
}

func cross(a, b, p, q cell) bool {
	return side(a, b, p)*side(a, b, q) < 0 && side(p, q, a)*side(p, q, b) < 0
}

// passes tells whether a line runs through a cell that is not one of its ends,
// or so near to the middle of it that a box there would be touched.
func passes(a, b, at cell) bool {
	if at == a || at == b ||
		at.column < min(a.column, b.column) || at.column > max(a.column, b.column) ||
		at.row < min(a.row, b.row) || at.row > max(a.row, b.row) {
		return false
	}
	distance := math.Abs(float64(side(a, b, at))) / math.Hypot(float64(b.column-a.column), float64(b.row-a.row))
	const touching = 0.45
	return distance < touching
}

// place gives each column and row the room of its boxes and centres them.
func (c *cells) place() *block {
	columns, rows := c.axis(true), c.axis(false)
	out := &block{}
	for _, index := range c.part.boxes {
		at, box := c.at[index], &c.view.graph.Boxes[index]
		x, y := columns[at.column], rows[at.row]
		horizontal, down := c.view.spans(index, false)
		out.width, out.height = max(out.width, x+horizontal.after), max(out.height, y+down.after)
		out.boxes = append(out.boxes, boxPlace{index, Rect{math.Round(x - box.Width/2), math.Round(y - box.Height/2), box.Width, box.Height}})
	}
	return out
}

// axis gives the middle of each column, or row: as wide as the room of their
// boxes asks for, and not so near that an edge has no room for its label.
func (c *cells) axis(across bool) map[int]float64 {
	const between, edgeRoom = 12, 64
	room, bare := map[int]span{}, map[int]float64{}
	var numbers []int
	for _, index := range c.part.boxes {
		number, half := c.at[index].row, c.view.graph.Boxes[index].Height/2
		horizontal, size := c.view.spans(index, false)
		if across {
			number, half, size = c.at[index].column, c.view.graph.Boxes[index].Width/2, horizontal
		}
		if _, known := room[number]; !known {
			numbers = append(numbers, number)
		}
		room[number] = span{max(room[number].before, size.before), max(room[number].after, size.after)}
		bare[number] = max(bare[number], half)
	}
	slices.Sort(numbers)
	middles := make(map[int]float64, len(numbers))
	for i, number := range numbers {
		middles[number] = room[number].before
		if i > 0 {
			last := numbers[i-1]
			middles[number] = middles[last] + max(
				room[last].after+between+room[number].before,
				bare[last]+edgeRoom+bare[number])
		}
	}
	return middles
}
