package layout

import (
	"math"
	"slices"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// mostOnBoard is the largest number of tables of a group, and arrows between them, that are
// placed on a board. The search considers each place of each table.
const mostOnBoard = 24

// worthBoard is the least decrease of a group's empty share for which a board replaces the packed group.
const worthBoard = 0.05

// board places the connected tables of a group in columns: tables of a column share their
// left side and their width, and tables that an arrow joins are level where they can be.
// It starts from the ranks of dot, one column each, with the components below each other.
// Then it moves single tables where that leaves less empty and keeps arrows short.
type board struct {
	view    *View
	aspect  float64
	boxes   []int
	edges   []int
	columns [][]int // boxes from top to bottom
	// By the index of the box:
	joined [][]int // edges to others on the board
	sizes  []boardSize
	column []int
	top    []float64
	left   []float64 // of its column
	filled float64   // area of all boxes with the gaps around them
	lines  [][2]geom.Point
	// entered are the boxes with entries, in reading order.
	entered []int
	closes  map[[2]int]bool // the arrows that lead back in dot's ranks
	uses    [][2]int        // types, each with a table that uses it
}

// boardSize is the extent of a box with its entry arrows.
type boardSize struct{ across, down span }

// boardOf returns the tables of a group on a board, or nil if they are not placed on one:
// in an ER diagram or a workflow, if the user has chosen a direction, since arrows lead
// both ways on a board, if arrows lead to other groups, which the board would not face, and
// if they are many or no arrow joins any two.
func (v *View) boardOf(parts []*component, group int) *block {
	tables := v.Graph.Kind == graph.KindLogical || v.Graph.Kind == graph.KindPhysical
	if v.Graph.Direction != graph.DirectionAuto || !tables {
		return nil
	}
	if known, made := v.boards[group]; made {
		return known
	}
	if v.boards == nil {
		v.boards = map[int]*block{}
	}
	v.boards[group] = v.newBoardOf(parts, group)
	return v.boards[group]
}

func (v *View) newBoardOf(parts []*component, group int) *block {
	var own []*component
	count, joined := 0, false
	unjoined := v.unjoined()
	for _, part := range parts {
		if v.GroupOf(part.boxes[0]) == group && !unjoined[part.boxes[0]] {
			own, count, joined = append(own, part), count+len(part.boxes)+len(part.edges), joined || len(part.boxes) > 1
		}
	}
	feet := v.feet(group)
	if len(feet) > fewFeet {
		feet = nil
	}
	if !joined || slices.Contains(v.joinedGroups(), group) || count+len(feet) > mostOnBoard {
		return nil
	}
	made, least := newBoard(v, own, feet, 1).arrange()
	if v.empty(made) <= mostEmpty {
		return made
	}
	// One table can be better off elsewhere only once another has moved, so the search also
	// starts from fewer columns.
	if other, cost := newBoard(v, own, feet, 2).arrange(); cost < least-1 {
		return other
	}
	return made
}

// newBoard begins with a column for each number of ranks.
func newBoard(v *View, parts []*component, feet []int, each int) *board {
	count := len(v.Graph.Boxes)
	b := &board{view: v, aspect: v.aspect(), joined: make([][]int, count), sizes: make([]boardSize, count),
		column: make([]int, count), top: make([]float64, count), left: make([]float64, count), closes: map[[2]int]bool{}}
	gap := v.room(BoxGap)
	for _, part := range parts {
		b.boxes, b.edges = append(b.boxes, part.boxes...), append(b.edges, part.edges...)
		for r, rank := range part.ranks {
			if r/each == len(b.columns) {
				b.columns = append(b.columns, nil)
			}
			b.columns[r/each] = append(b.columns[r/each], rank...)
			for _, box := range rank {
				b.column[box] = r
			}
		}
		for _, edge := range part.edges {
			if from, to := v.Ends(edge); b.column[to] < b.column[from] {
				b.closes[[2]int{from, to}] = true
			}
		}
	}
	b.boxes = append(b.boxes, feet...)
	for _, edge := range b.edges {
		from, to := v.Ends(edge)
		b.joined[from], b.joined[to] = append(b.joined[from], edge), append(b.joined[to], edge)
	}
	for _, box := range b.boxes {
		across, down := v.spans(box, false)
		b.sizes[box] = boardSize{across, down}
		b.filled += (v.Graph.Boxes[box].Width + gap) * (v.Graph.Boxes[box].Height + gap)
	}
	slices.Sort(b.boxes)
	b.entered = slices.DeleteFunc(slices.Clone(b.boxes), func(box int) bool { return len(v.Entries[box]) == 0 })
	for _, part := range parts {
		if len(part.boxes) == 1 {
			b.addShortest(part.boxes[0])
		}
	}
	for _, box := range feet {
		b.addShortest(box)
		for _, id := range v.Graph.Boxes[box].Users {
			for _, user := range b.boxes {
				if v.Graph.Boxes[user].ID == id {
					b.uses = append(b.uses, [2]int{box, user})
				}
			}
		}
	}
	return b
}

// feet returns the foot boxes of a group.
func (v *View) feet(group int) []int {
	var feet []int
	for i := range v.Graph.Boxes {
		if v.Graph.Boxes[i].Foot && v.GroupOf(i) == group {
			feet = append(feet, i)
		}
	}
	return feet
}

// boardLone is the number of columns that boxes without arrows to others begin with.
const boardLone = 3

// addShortest adds a box to the column that is the shortest so far.
func (b *board) addShortest(box int) {
	if len(b.columns) < boardLone {
		b.columns = append(b.columns, []int{box})
		return
	}
	best, least := 0, math.Inf(1)
	for c, column := range b.columns {
		height := 0.0
		for _, other := range column {
			height += b.sizes[other].down.before + b.sizes[other].down.after + b.view.room(BoxGap)
		}
		if height < least {
			best, least = c, height
		}
	}
	b.columns[best] = append(b.columns[best], box)
}

func (b *board) arrange() (made *block, cost float64) {
	const rounds = 3
	best := b.cost(math.Inf(1))
	for range rounds {
		moved := false
		for _, box := range b.boxes {
			moved = b.move(box, &best) || moved
		}
		if !moved {
			break
		}
	}
	b.cost(math.Inf(1))
	return b.place(), best
}

// move puts a box where the board costs least, and reports whether that is elsewhere.
func (b *board) move(box int, best *float64) bool {
	from := slices.IndexFunc(b.columns, func(column []int) bool { return slices.Contains(column, box) })
	at := slices.Index(b.columns[from], box)
	b.columns[from] = slices.Delete(b.columns[from], at, at+1)
	toColumn, toRow := from, at
	for c := range b.columns {
		for row := 0; row <= len(b.columns[c]); row++ {
			if c == from && row == at {
				continue
			}
			b.columns[c] = slices.Insert(b.columns[c], row, box)
			if cost := b.cost(*best); cost < *best-1 {
				*best, toColumn, toRow = cost, c, row
			}
			b.columns[c] = slices.Delete(b.columns[c], row, row+1)
		}
	}
	b.columns[toColumn] = slices.Insert(b.columns[toColumn], toRow, box)
	return toColumn != from || toRow != at
}
