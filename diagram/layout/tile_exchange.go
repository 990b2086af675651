package layout

import (
	"cmp"
	"slices"
)

// Limits of the search for columns with less empty space.
const (
	mostExchanged = 120   // boxes
	mostRounds    = 12    // through all pairs
	worthExchange = 0.995 // of the area before
)

// exchanger moves boxes between columns. order has the place of each box in
// reading order, which the boxes of a column keep.
type exchanger struct {
	columns         [][]*block
	order           map[*block]int
	gap             float64
	widths, heights []float64
}

// exchange moves boxes to other columns, alone or for another one, as long as
// the area of all columns shrinks clearly: tables of one width then share a
// column, and the columns end at one height. The column with the first box comes
// first.
func exchange(columns [][]*block, boxes []*block, gap float64) {
	e := exchanger{columns: columns, order: map[*block]int{}, gap: gap, widths: make([]float64, len(columns)), heights: make([]float64, len(columns))}
	for i, box := range boxes {
		e.order[box] = i
	}
	for i := range columns {
		e.measure(i)
	}
	for round := 0; round < mostRounds && e.round(boxes); round++ {
	}
	slices.SortFunc(columns, func(a, b []*block) int { return cmp.Compare(e.order[a[0]], e.order[b[0]]) })
}

func (e *exchanger) measure(column int) {
	e.widths[column], e.heights[column] = 0, 0
	for _, box := range e.columns[column] {
		e.widths[column] = max(e.widths[column], box.width)
		e.heights[column] += box.height + e.gap
	}
}

// area returns the area of all columns. What is lower than the highest one
// counts a little, so that a move helps that needs a second one to do so.
func (e *exchanger) area() float64 {
	const perLower = 0.001
	width, height, unlike := 0.0, slices.Max(e.heights), 0.0
	for i := range e.columns {
		width += e.widths[i] + e.gap
		unlike += height - e.heights[i]
	}
	return width*height + perLower*unlike*unlike
}

// round tries every box in every other column, and instead of every box there.
// It reports whether something helped.
func (e *exchanger) round(boxes []*block) bool {
	helped := false
	for _, box := range boxes {
		for to := range e.columns {
			from := e.columnOf(box)
			if to == from {
				continue
			}
			helped = e.move(box, from, to) || helped
		}
	}
	return helped
}

// move tries a box in another column, alone and for each box there.
func (e *exchanger) move(box *block, from, to int) bool {
	if e.try(box, nil, from, to) {
		return true
	}
	return slices.ContainsFunc(e.columns[to], func(other *block) bool { return e.try(box, other, from, to) })
}

func (e *exchanger) columnOf(box *block) int {
	return slices.IndexFunc(e.columns, func(column []*block) bool { return slices.Contains(column, box) })
}

// try moves a box from one column to another, and other, unless it is nil, the
// other way, if that is worth it.
func (e *exchanger) try(box, other *block, from, to int) bool {
	if other == nil && len(e.columns[from]) == 1 {
		return false
	}
	before := e.area()
	widths, heights := [2]float64{e.widths[from], e.widths[to]}, [2]float64{e.heights[from], e.heights[to]}
	e.widths[from], e.heights[from] = e.changed(from, box, other)
	e.widths[to], e.heights[to] = e.changed(to, other, box)
	if e.area() < worthExchange*before {
		e.columns[from], e.columns[to] = e.without(e.columns[from], box, other), e.without(e.columns[to], other, box)
		return true
	}
	e.widths[from], e.widths[to] = widths[0], widths[1]
	e.heights[from], e.heights[to] = heights[0], heights[1]
	return false
}

// changed returns the size of a column without one box and with another one.
// Either may be nil.
func (e *exchanger) changed(column int, gone, added *block) (width, height float64) {
	height = e.heights[column]
	for _, box := range e.columns[column] {
		if box != gone {
			width = max(width, box.width)
		}
	}
	if gone != nil {
		height -= gone.height + e.gap
	}
	if added != nil {
		width, height = max(width, added.width), height+added.height+e.gap
	}
	return width, height
}

// without returns a column without one box and with another one, in reading
// order. Either may be nil.
func (e *exchanger) without(column []*block, gone, added *block) []*block {
	out := make([]*block, 0, len(column)+1)
	for _, box := range column {
		if box != gone {
			out = append(out, box)
		}
	}
	if added != nil {
		out = append(out, added)
		slices.SortFunc(out, func(a, b *block) int { return cmp.Compare(e.order[a], e.order[b]) })
	}
	return out
}
