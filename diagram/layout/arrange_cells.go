package layout

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// mostCells is the size of the largest component that is placed in cells. The
// search considers each pair of boxes and each pair of edges.
const mostCells = 160

// cellsAspect is the ratio of width to height of a diagram in cells.
const cellsAspect = 1.6

// inCells reports whether a component is placed in cells rather than ranks.
// Chen diagrams are: their edges have no direction that ranks could show, and
// authors draw entities and relationships in rows and columns, like a
// crossword.
func (v *View) inCells(part *component) bool {
	return v.Graph.Kind == graph.KindER && len(part.boxes) <= mostCells
}

// cell is a position in a grid, independent of the sizes of boxes.
type cell struct{ column, row int }

// cells places boxes in a grid one by one, each where its edges are short,
// straight and free of crossings, then improves each place.
type cells struct {
	view  *View
	part  *component
	shape shape
	at    []cell  // for each placed box
	set   []bool  // whether each box is placed
	edges [][]int // for each box
	// The state without the box being moved: the corners of the area of all
	// others, the lines of edges, and, row by row with one free cell all
	// around, which cells are taken and how many lines pass through each.
	low, high cell
	lines     []cellLine
	taken     []bool
	passed    []int
	tries     []cellTry
}

// cellLine is an edge between two placed boxes.
type cellLine struct {
	from, to int // the boxes
	a, b     cell
}

// cellTry is a candidate cell with a lower bound of its cost.
type cellTry struct {
	at    cell
	least float64
}

func arrangeCells(v *View, part *component) *block {
	if part.cells == nil {
		part.cells = newCells(v, part).arrange()
	}
	return part.cells
}

// shape is the preferred shape of the grid: the aspect ratio of a screen or a page, or
// that of a wide or a tall page if the user chose a direction. A Chen diagram
// has no other use for a direction.
type shape struct {
	aspect float64 // width to height
	cost   float64 // of each additional column, or of the rows of the same length
}

func (v *View) shape() shape {
	switch v.Graph.Direction {
	case graph.LeftRight:
		return shape{2.6, 2}
	case graph.TopDown:
		return shape{0.65, 2}
	}
	if v.page == v.Graph.Page {
		return shape{v.aspect(), 2}
	}
	return shape{cellsAspect, 0.9}
}

func newCells(v *View, part *component) *cells {
	boxes := len(v.Graph.Boxes)
	c := &cells{view: v, part: part, shape: v.shape(), at: make([]cell, boxes), set: make([]bool, boxes), edges: make([][]int, boxes)}
	for _, edge := range part.edges {
		from, to := v.Ends(edge)
		c.edges[from] = append(c.edges[from], edge)
		c.edges[to] = append(c.edges[to], edge)
	}
	return c
}

func (c *cells) arrange() *block {
	order := c.order()
	for _, box := range order {
		c.settle(box)
	}
	c.improve(order)
	const rounds = 3
	replants := len(order) <= mostReplanted && c.view.Graph.Direction == graph.DirectionAuto
	for round := 0; round < rounds && replants && c.replant(); round++ {
		c.improve(order)
	}
	return c.place()
}

// improve moves single boxes to better cells.
func (c *cells) improve(order []int) {
	const rounds = 4
	for range rounds {
		moved := false
		for _, box := range order {
			moved = c.settle(box) || moved
		}
		if !moved {
			return
		}
	}
}

// order returns the boxes by breadth-first search from the box with the most
// edges.
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
			from, to := c.view.Ends(edge)
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

// settle moves a box to the best free cell and reports whether it moved. Among
// cells of equal cost it prefers the current one, then the first.
func (c *cells) settle(box int) bool {
	old, placed := c.where(box)
	c.set[box] = false
	c.survey()
	best, bestCost, bestTry := old, math.Inf(1), -1
	if placed {
		bestCost = c.least(box, old) + c.more(box, old, math.Inf(1))
	}
	c.tries = c.tries[:0]
	for row := c.low.row - 1; row <= c.high.row+1; row++ {
		for column := c.low.column - 1; column <= c.high.column+1; column++ {
			at := cell{column, row}
			if c.taken[c.number(at)] {
				continue
			}
			if least := c.least(box, at); least < bestCost+nearly {
				c.tries = append(c.tries, cellTry{at, least})
			}
		}
	}
	for _, i := range byLeast(c.tries) {
		try := c.tries[i]
		if try.least > bestCost+nearly {
			break
		}
		cost := try.least + c.more(box, try.at, bestCost+nearly-try.least)
		if cost < bestCost-nearly || cost < bestCost+nearly && i < bestTry {
			best, bestCost, bestTry = try.at, cost, i
		}
	}
	c.at[box], c.set[box] = best, true
	return !placed || best != old
}

// nearly is the largest difference of two costs that rounding can cause.
const nearly = 1e-9

// byLeast sorts candidates by their lower bounds.
func byLeast(tries []cellTry) []int {
	order := make([]int, len(tries))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(tries[a].least, tries[b].least), cmp.Compare(a, b)) })
	return order
}

// survey records the state without the box being moved, which has no cell.
func (c *cells) survey() {
	c.low, c.high = c.bounds()
	count := c.columns() * (c.high.row - c.low.row + 3)
	c.taken, c.passed = append(c.taken[:0], make([]bool, count)...), append(c.passed[:0], make([]int, count)...)
	for _, box := range c.part.boxes {
		if at, placed := c.where(box); placed {
			c.taken[c.number(at)] = true
		}
	}
	c.lines = c.lines[:0]
	for _, edge := range c.part.edges {
		from, to := c.view.Ends(edge)
		if c.set[from] && c.set[to] {
			line := cellLine{from, to, c.at[from], c.at[to]}
			c.lines = append(c.lines, line)
			for at := range c.along(line.a, line.b) {
				c.passed[c.number(at)]++
			}
		}
	}
}

// along yields the cells between the ends of a line that it passes through,
// within the area of the other boxes.
func (c *cells) along(a, b cell) iter.Seq[cell] {
	low := cell{max(min(a.column, b.column), c.low.column), max(min(a.row, b.row), c.low.row)}
	high := cell{min(max(a.column, b.column), c.high.column), min(max(a.row, b.row), c.high.row)}
	return func(yield func(cell) bool) {
		for row := low.row; row <= high.row; row++ {
			for column := low.column; column <= high.column; column++ {
				if at := (cell{column, row}); passes(a, b, at) && !yield(at) {
					return
				}
			}
		}
	}
}

// columns returns the number of columns, including a free one on either side.
func (c *cells) columns() int { return c.high.column - c.low.column + 3 }

func (c *cells) number(at cell) int {
	return (at.row-c.low.row+1)*c.columns() + at.column - c.low.column + 1
}

// where returns the cell of a box and reports whether it is placed.
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

// place sizes each column and row for its boxes and centres them.
func (c *cells) place() *block {
	columns, rows := c.axis(true), c.axis(false)
	out := &block{}
	for _, index := range c.part.boxes {
		at, box := c.at[index], &c.view.Graph.Boxes[index]
		x, y := columns[at.column], rows[at.row]
		horizontal, down := c.view.spans(index, false)
		out.width, out.height = max(out.width, x+horizontal.after), max(out.height, y+down.after)
		out.boxes = append(out.boxes, graph.Place{Index: index, Rect: geom.NewRect(math.Round(x-box.Width/2), math.Round(y-box.Height/2), box.Width, box.Height)})
	}
	return out
}

// axis returns the middle of each column, or row. It leaves space for the boxes
// and for the labels of the edges between them.
func (c *cells) axis(across bool) map[int]float64 {
	const between, edgeRoom = 12, 64
	room, bare := map[int]span{}, map[int]float64{}
	var numbers []int
	for _, index := range c.part.boxes {
		number, half := c.at[index].row, c.view.Graph.Boxes[index].Height/2
		horizontal, size := c.view.spans(index, false)
		if across {
			number, half, size = c.at[index].column, c.view.Graph.Boxes[index].Width/2, horizontal
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
