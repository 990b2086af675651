package route

import (
	"math"
	"slices"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// ports adds the places where an edge may join a box: the two sides of a row,
// or all four sides of the box where a line of the grid meets it. other is the
// box at the other end. wanted is the side that the layout's direction
// suggests, and aside the cost of the sides adjacent to it.
func (r *router) ports(out []port, box, other int, row string, wanted geom.Heading, aside float64) []port {
	y, hasRow := r.rowLine(box, row)
	for _, side := range [4]geom.Heading{geom.Right, geom.Below, geom.Left, geom.Above} {
		switch {
		case !hasRow:
			out = r.sidePorts(out, box, other, side, sideCost(side, wanted, aside))
		case side.Horizontal():
			out = r.addPort(out, box, side, y, sideCost(side, wanted, aside))
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
// the middle of the side.
func (r *router) sidePorts(out []port, box, other int, side geom.Heading, cost float64) []port {
	rect, facing := r.boxes[box], r.boxes[other]
	start, size, values := rect.Y, rect.Height, r.grid.ys
	best, straight := shared(rect.Y, rect.Height, facing.Y, facing.Height)
	if !side.Horizontal() {
		start, size, values = rect.X, rect.Width, r.grid.xs
		best, straight = shared(rect.X, rect.Width, facing.X, facing.Width)
	}
	if !straight || box == other {
		best = math.Round(start + size/2)
	}
	inset := min(PortInset, size/4)
	if shape := r.index.Graph.Boxes[box].Shape; shape == graph.ShapeDiamond || shape == graph.ShapeEllipse {
		inset = size/2 - 1 // only its tip lies on the border
	}
	first, end := between(values, start+inset, start+size-inset)
	for _, line := range values[first:end] {
		out = r.addPort(out, box, side, line, cost+offsetCost*math.Abs(line-best))
	}
	return out
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
