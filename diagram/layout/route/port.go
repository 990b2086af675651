package route

import (
	"math"
	"slices"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// edgeEnd names the end of an edge at a box.
type edgeEnd bool

const (
	tail edgeEnd = false
	head edgeEnd = true
)

// face returns the rectangle whose left and right sides an end of an edge may
// meet: a head has only a part of the box.
func (r *router) face(box int, end edgeEnd) geom.Rect {
	rect := r.boxes[box]
	if end == head {
		rect.Height = min(rect.Height, r.headsEnd[box])
	}
	return rect
}

// isCut reports whether an end of an edge may meet only a part of the box: its title and
// the rows below that take heads.
func (r *router) isCut(box int, end edgeEnd) bool {
	return end == head && r.headsEnd[box] < r.boxes[box].Height
}

// ports adds the places where an end of an edge may join a box: the two sides of
// a row, or all four sides of the box where a line of the grid meets it. other is
// the box at the other end. wanted is the side that the layout's direction
// suggests, and aside the cost of the sides adjacent to it.
func (r *router) ports(out []port, box, other int, row string, end edgeEnd, wanted geom.Heading, aside float64) []port {
	y, hasRow := r.rowLine(box, row)
	for _, side := range [4]geom.Heading{geom.Right, geom.Below, geom.Left, geom.Above} {
		switch {
		case hasRow && side.Horizontal():
			out = r.addPort(out, box, side, y, sideCost(side, wanted, aside))
		case hasRow, side == geom.Below && r.isCut(box, end):
		default:
			out = r.sidePorts(out, box, other, side, end, sideCost(side, wanted, aside))
		}
	}
	return out
}

// sideCost returns 0 for the wanted side, aside for the two adjacent ones and
// the maximum for the opposite one.
func sideCost(side, wanted geom.Heading, aside float64) float64 {
	switch side {
	case wanted:
		return 0
	case wanted.Opposite():
		return wrongSide
	default:
		return aside
	}
}

// sidePorts adds the ports of one side. The best is in the middle of the
// interval that the two boxes share, so that the edge is straight, otherwise in
// the middle of the side, or of the title.
func (r *router) sidePorts(out []port, box, other int, side geom.Heading, end edgeEnd, cost float64) []port {
	rect, facing := r.face(box, end), r.face(other, !end)
	start, size, values, middle := rect.Y, rect.Height, r.grid.ys, rect.Y+rect.Height/2
	best, straight := shared(rect.Y, rect.Height, facing.Y, facing.Height)
	cut := rect.Height < r.boxes[box].Height
	if cut {
		middle = r.titleLine(box)
	}
	if !side.Horizontal() {
		start, size, values, middle, cut = rect.X, rect.Width, r.grid.xs, rect.X+rect.Width/2, false
		best, straight = shared(rect.X, rect.Width, facing.X, facing.Width)
	}
	if !straight || box == other {
		best = math.Round(middle)
	} else if side.Horizontal() {
		best = r.atTitle(box, other, end, best)
	}
	inset := min(PortInset, size/4)
	if shape := r.index.Graph.Boxes[box].Shape; shape == graph.ShapeDiamond || shape == graph.ShapeEllipse {
		inset = size/2 - 1 // only its tip lies on the border
	}
	first, last := between(values, start+inset, start+size-farInset(inset, cut))
	for _, line := range values[first:last] {
		out = r.addPort(out, box, side, line, cost+offsetCost*math.Abs(line-best))
	}
	return out
}

// atTitle returns the level of a straight edge between two boxes: that of the title of the
// box with the head, if only a part of its side takes heads and the other box is beside it.
func (r *router) atTitle(box, other int, end edgeEnd, level float64) float64 {
	headed, from := other, box
	if end == head {
		headed, from = box, other
	}
	title := r.titleLine(headed)
	start := r.boxes[from]
	beside := title >= start.Y+rowInset && title <= start.Y+start.Height-PortInset
	if beside && r.isCut(headed, head) {
		return title
	}
	return level
}

// farInset returns the distance of ports from the far end of a side. Where only
// the first part of the side takes heads it is that from the border of a row.
func farInset(inset float64, cut bool) float64 {
	if cut {
		return rowInset
	}
	return inset
}

// addPort adds the port where a line meets a side if the grid is free there.
func (r *router) addPort(out []port, box int, side geom.Heading, line, cost float64) []port {
	rect := r.boxes[box]
	var border, outside geom.Point
	switch side {
	case geom.Right:
		border = geom.Pt(rect.X+rect.Width, line)
		outside = geom.Pt(border.X+Clearance, line)
	case geom.Left:
		border = geom.Pt(rect.X, line)
		outside = geom.Pt(border.X-Clearance, line)
	case geom.Below:
		border = geom.Pt(line, rect.Y+rect.Height)
		outside = geom.Pt(line, border.Y+Clearance)
	default:
		border = geom.Pt(line, rect.Y)
		outside = geom.Pt(line, border.Y-Clearance)
	}
	i, onX := slices.BinarySearch(r.grid.xs, outside.X)
	j, onY := slices.BinarySearch(r.grid.ys, outside.Y)
	if !onX || !onY || r.grid.inside[r.grid.node(i, j)] {
		return out
	}
	p := port{node: r.grid.node(i, j), way: side, border: border, cost: cost}
	p.cost += sharedPort * float64(r.used[key(box, p)]+r.stillAt(box, border))
	return append(out, p)
}
