package layout

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// mostCells is the largest component that is set in cells: the search looks
// at each pair of boxes and each pair of edges.
const mostCells = 160

// inCells tells whether a component is set in cells rather than ranks. Chen
// diagrams are: their edges have no direction that ranks could show, and a hand
// draws entities and relationships as crosswords, on lines both ways.
func (v *View) inCells(part *component) bool {
	return v.Graph.Kind == graph.KindER && len(part.boxes) <= mostCells
}

// cell is a place in a grid without sizes.
type cell struct{ column, row int }

// cells sets boxes in a grid one by one, each where its edges are short,
// straight and cross nothing, then improves the places of all.
type cells struct {
	view  *View
	part  *component
	shape shape
	at    []cell  // of each box that has a place
	set   []bool  // tells of each box whether it has one
	edges [][]int // of each box
	// Without the box that is moved: the corners of all others, the lines of edges
	// and, row by row with a free cell round all, which cells are taken and how many
	// lines run through each.
	low, high cell
	lines     []cellLine
	taken     []bool
	passed    []int
	tries     []cellTry
}

// cellLine is an edge between two boxes in their cells.
type cellLine struct {
	from, to int // the boxes
	a, b     cell
}

// cellTry is a place for a box, with what it costs at least.
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

// shape is what the picture of cells should look like: the aspect of a screen,
// or that of a wide or a high page where the user chose a direction, since
// Chen's edges have none that it could show.
type shape struct {
	aspect float64 // width to height
	cost   float64 // of each column of a wider picture, or rows of the same length
}

func (v *View) shape() shape {
	switch v.Graph.Direction {
	case graph.LeftRight:
		return shape{2.6, 2}
	case graph.TopDown:
		return shape{0.65, 2}
	}
	return shape{screenAspect, 0.9}
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

// settle moves a box to the best free cell and tells whether it moved. Of cells
// that cost the same it keeps its own, or takes the first.
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

// nearly is by how much costs differ that are the same but for rounding.
const nearly = 1e-9

// byLeast orders places by what they cost at least.
func byLeast(tries []cellTry) []int {
	order := make([]int, len(tries))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(tries[a].least, tries[b].least), cmp.Compare(a, b)) })
	return order
}

// survey notes where all is but the box that is moved, which has no place.
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

// along are the cells between the ends of a line that it runs through, as far as
// they are among the others'.
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

// columns is how many there are, with a free one to either side.
func (c *cells) columns() int { return c.high.column - c.low.column + 3 }

func (c *cells) number(at cell) int {
	return (at.row-c.low.row+1)*c.columns() + at.column - c.low.column + 1
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

// place gives each column and row the room of its boxes and centres them.
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

// axis gives the middle of each column, or row: as wide as the room of their
// boxes asks for, and not so near that an edge has no room for its label.
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
