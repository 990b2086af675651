package route

import (
	"math"
	"slices"

	"widerow/diagram/geom"
)

// Straight edges are routed first. Others avoid them at the sides of a box and
// where they run along them.

// noteStraight registers a straight edge with the ports and the grid.
func (r *router) noteStraight(edge int) {
	if r.stillEnds == nil {
		r.stillEnds = make([][]geom.Point, len(r.boxes))
	}
	from, to := r.index.Ends(edge)
	points := r.routes[edge].Points
	r.straight = append(r.straight, edge)
	r.stillEnds[from] = append(r.stillEnds[from], points[0])
	r.stillEnds[to] = append(r.stillEnds[to], points[1])
}

// stillAt counts the straight edges that end near a place on a box's border.
func (r *router) stillAt(box int, border geom.Point) int {
	if r.stillEnds == nil {
		return 0
	}
	count := 0
	for _, end := range r.stillEnds[box] {
		if geom.Distance(end, border) < TrackGap/2 {
			count++
		}
	}
	return count
}

// markStraight counts horizontal and vertical straight edges as routed along
// the nearest line of the grid.
func (r *router) markStraight() {
	g := r.grid
	for _, edge := range r.straight {
		a, b := r.routes[edge].Points[0], r.routes[edge].Points[1]
		switch {
		case a.X == b.X:
			if i, found := nearest(g.xs, a.X); found {
				first, end := between(g.ys, min(a.Y, b.Y), max(a.Y, b.Y))
				for j := first; j+1 < end; j++ {
					g.down[g.node(i, j)].add(1)
				}
			}
		case a.Y == b.Y:
			if j, found := nearest(g.ys, a.Y); found {
				first, end := between(g.xs, min(a.X, b.X), max(a.X, b.X))
				for i := first; i+1 < end; i++ {
					g.across[g.node(i, j)].add(1)
				}
			}
		}
	}
}

// nearest returns the index of the value nearest to a place, if an edge there
// would seem to run on it.
func nearest(values []float64, at float64) (index int, found bool) {
	index, _ = slices.BinarySearch(values, at)
	if index == len(values) || index > 0 && at-values[index-1] < values[index]-at {
		index--
	}
	return index, index >= 0 && math.Abs(values[index]-at) < Closest
}

// stillSegments adds the ends of straight edges that leave their boxes along
// one axis.
func (s *spreader) stillSegments(out []*segment, vertical bool) []*segment {
	r := s.router
	for _, edge := range r.straight {
		from, to := r.index.Ends(edge)
		points := r.routes[edge].Points
		for _, end := range [2]struct {
			box  int
			a, b geom.Point
		}{{from, points[0], points[1]}, {to, points[1], points[0]}} {
			if upright(r.boxes[end.box], end.a) == vertical {
				out = append(out, s.still(edge, end.a, end.b, vertical))
			}
		}
	}
	return out
}

// upright reports whether a place on a box's border is on its upper or lower
// side.
func upright(box geom.Rect, at geom.Point) bool {
	c := box.Centre()
	return math.Abs(at.Y-c.Y)*box.Width > math.Abs(at.X-c.X)*box.Height
}

// still returns the end of a straight edge from a on, as long as other edges on
// its line there would seem to join it.
func (s *spreader) still(edge int, a, b geom.Point, vertical bool) *segment {
	length, drift := Along(b, vertical)-Along(a, vertical), Across(b, vertical)-Across(a, vertical)
	if aside := math.Abs(drift); aside > TrackGap {
		reach := min(math.Abs(length), max(Clearance, math.Abs(length)*TrackGap/aside))
		length = math.Copysign(reach, length)
	}
	at := Across(a, vertical)
	seg := segment{edge: edge, at: at, least: at, most: at, still: true, low: Along(a, vertical), high: Along(a, vertical) + length}
	seg.highTurn = geom.Sign(drift)
	if length < 0 {
		seg.low, seg.high = seg.high, seg.low
		seg.lowTurn, seg.highTurn = seg.highTurn, 0
	}
	s.room = append(s.room, seg)
	return &s.room[len(s.room)-1]
}
