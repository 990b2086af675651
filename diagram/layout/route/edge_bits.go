package route

import (
	"cmp"
	"math"
	"slices"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// bar is an axis-parallel segment of an edge: it has a fixed coordinate on one
// axis and extends from low to high on the other.
type bar struct {
	at, low, high float64
	edge          int
}

// edgeBit is a slanted segment of an edge.
type edgeBit struct {
	edge int
	a, b geom.Point
}

// edgeBits finds the segments of all edges that pass through a rectangle.
type edgeBits struct {
	upright, level []bar // sorted by coordinate
	slanted        []edgeBit
	nearSlanted    *geom.NearIndex
}

func newEdgeBits(area geom.Rect, routes []graph.Route) *edgeBits {
	bits := &edgeBits{nearSlanted: geom.NewNearIndex(area)}
	for edge := range routes {
		points := routes[edge].Points
		for i := 1; i < len(points); i++ {
			bits.add(edgeBit{edge, points[i-1], points[i]})
		}
	}
	for _, bars := range [2][]bar{bits.upright, bits.level} {
		slices.SortFunc(bars, func(a, b bar) int { return cmp.Compare(a.at, b.at) })
	}
	return bits
}

func (e *edgeBits) add(bit edgeBit) {
	a, b := bit.a, bit.b
	switch {
	case a.X == b.X:
		e.upright = append(e.upright, bar{a.X, min(a.Y, b.Y), max(a.Y, b.Y), bit.edge})
	case a.Y == b.Y:
		e.level = append(e.level, bar{a.Y, min(a.X, b.X), max(a.X, b.X), bit.edge})
	default:
		e.slanted = append(e.slanted, bit)
		x, y := min(a.X, b.X), min(a.Y, b.Y)
		e.nearSlanted.Add(geom.NewRect(x, y, math.Abs(a.X-b.X), math.Abs(a.Y-b.Y)))
	}
}

// through counts the segments that pass through a rectangle, except those of
// one edge. It stops counting at most.
func (e *edgeBits) through(r geom.Rect, without, most int) int {
	count := through(e.upright, r, without, most)
	count += through(e.level, geom.NewRect(r.Y, r.X, r.Height, r.Width), without, most-count)
	if len(e.slanted) == 0 {
		return count
	}
	for _, index := range e.nearSlanted.Near(r) {
		if bit := &e.slanted[index]; bit.edge != without && geom.SegmentMeets(bit.a, bit.b, r) {
			count++
		}
	}
	return count
}

// through counts the bars within a rectangle, given in the bars' own axes.
func through(bars []bar, r geom.Rect, without, most int) int {
	count := 0
	first, _ := slices.BinarySearchFunc(bars, r.X, func(b bar, at float64) int { return cmp.Compare(b.at, at) })
	for i := first; i < len(bars) && bars[i].at < r.X+r.Width && count < most; i++ {
		b := &bars[i]
		if b.low < r.Y+r.Height && b.high > r.Y && b.at > r.X && b.edge != without {
			count++
		}
	}
	return count
}
