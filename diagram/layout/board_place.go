package layout

import (
	"math"
	"slices"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/layout/route"
)

func (b *board) rect(box int) geom.Rect {
	size := &b.view.Graph.Boxes[box]
	return geom.NewRect(b.left[box], b.top[box], size.Width, size.Height)
}

// stack sets the tops of all boxes, column by column, and returns the height.
func (b *board) stack() float64 {
	height := 0.0
	for c, column := range b.columns {
		for i, box := range column {
			least := b.sizes[box].down.before
			if i > 0 {
				above := column[i-1]
				least += b.top[above] + b.sizes[above].down.after + b.between(above, box)
			}
			b.top[box] = b.level(box, c, least)
		}
	}
	b.lower()
	for _, column := range b.columns {
		if len(column) > 0 {
			last := column[len(column)-1]
			height = max(height, b.top[last]+b.sizes[last].down.after)
		}
	}
	return height
}

// lower moves boxes down to the level of a box in a later column with an arrow from or to
// them, if none of their arrows is level yet and nothing is in the way.
func (b *board) lower() {
	for c := len(b.columns) - 1; c >= 0; c-- {
		column := b.columns[c]
		for i := len(column) - 1; i >= 0; i-- {
			box := column[i]
			most := math.Inf(1)
			if i+1 < len(column) {
				below := column[i+1]
				most = b.top[below] - b.sizes[below].down.before - b.between(box, below) - b.sizes[box].down.after
			}
			if goal := b.partnerLevel(box, c); goal > b.top[box] && goal <= most {
				b.top[box] = goal
			}
		}
	}
}

// partnerLevel returns the highest level below its own at which a box in a later column is
// joined to it, or 0.
func (b *board) partnerLevel(box, column int) float64 {
	best := math.Inf(1)
	for _, edge := range b.joined[box] {
		from, to := b.view.Ends(edge)
		other := from + to - box
		switch {
		case b.column[other] != column && b.top[other] == b.top[box]:
			return 0
		case b.column[other] > column && b.top[other] > b.top[box]:
			best = min(best, b.top[other])
		}
	}
	if math.IsInf(best, 1) {
		return 0
	}
	return best
}

// level returns the top of a box: that of a box in an earlier column with an arrow to it,
// that of any box there slightly further down, or the least.
func (b *board) level(box, column int, least float64) float64 {
	best := math.Inf(1)
	for _, edge := range b.joined[box] {
		from, to := b.view.Ends(edge)
		if other := from + to - box; b.column[other] < column && b.top[other] >= least {
			best = min(best, b.top[other])
		}
	}
	if !math.IsInf(best, 1) {
		return best
	}
	for _, others := range b.columns[:column] {
		for _, other := range others {
			if top := b.top[other]; top >= least && top <= least+snapDistance {
				best = min(best, top)
			}
		}
	}
	if !math.IsInf(best, 1) {
		return best
	}
	return least
}

// between returns the gap between a box and the next of its column, with room for the
// label of an arrow between them.
func (b *board) between(above, below int) float64 {
	gap := b.view.room(BoxGap)
	for _, index := range b.joined[above] {
		if from, to := b.view.Ends(index); from+to-above == below {
			gap = max(gap, b.view.Graph.Edges[index].LabelHeight+route.LabelRoom, arrowRoom+RankGap)
		}
	}
	return gap
}

// spread sets the left sides of all columns and returns the width.
func (b *board) spread() float64 {
	x, width := 0.0, 0.0
	for c, column := range b.columns {
		if len(column) == 0 {
			continue
		}
		var most span
		for _, box := range column {
			most.before, most.after = max(most.before, b.sizes[box].across.before), max(most.after, b.sizes[box].across.after)
		}
		if x > 0 {
			x += b.gapBefore(c, most.before)
		}
		for _, box := range column {
			b.left[box] = math.Round(x + most.before)
		}
		x += most.before + most.after
		width = x
	}
	return width
}

// gapBefore returns the gap before a column, for the labels of arrows that lead to it or
// past it and for the lines that turn there. Entry arrows leave some of their room.
func (b *board) gapBefore(column int, entries float64) float64 {
	label := 0.0
	var turning [][2]float64
	for _, index := range b.edges {
		from, to := b.view.Ends(index)
		low, high := min(b.column[from], b.column[to]), max(b.column[from], b.column[to])
		switch {
		case low == high && low == column-1:
			if i := slices.Index(b.columns[low], from); i+1 == len(b.columns[low]) || b.columns[low][i+1] != to {
				turning = append(turning, [2]float64{min(b.top[from], b.top[to]), max(b.top[from], b.top[to])})
			}
		case low >= column || high < column:
		default:
			label = max(label, b.view.Graph.Edges[index].Across())
			if b.top[from] != b.top[to] {
				turning = append(turning, [2]float64{min(b.top[from], b.top[to]), max(b.top[from], b.top[to])})
			}
		}
	}
	tracks := deepest(turning)
	if label > 0 {
		tracks = max(0, tracks-1)
		label += route.LabelRoom
	}
	gap := b.view.room(RankGap) + float64(min(tracks, mostTracks)*route.TrackGap)
	if entries > 0 || label == 0 {
		gap = max(gap, b.view.room(BoxGap))
	}
	return math.Ceil(gap + max(0, label-entries))
}

// place returns the boxes. Tables of a column are as wide as the widest.
func (b *board) place() *block {
	out := &block{}
	for _, column := range b.columns {
		width := 0.0
		for _, box := range column {
			width = max(width, b.view.Graph.Boxes[box].Width)
		}
		for _, box := range column {
			rect := b.rect(box)
			rect.Y = math.Round(rect.Y)
			if len(b.view.Graph.Boxes[box].Rows) > 0 {
				rect.Width = width
			}
			out.boxes = append(out.boxes, graph.Place{Index: box, Rect: rect})
			out.width, out.height = max(out.width, rect.X+rect.Width), max(out.height, rect.Y+b.sizes[box].down.after)
		}
	}
	return out
}
