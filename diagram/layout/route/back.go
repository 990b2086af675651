package route

import "widerow/diagram/geom"

// amongCost is the cost of each px along the ranks that an edge against the direction
// runs among the boxes, in addition to its length.
const amongCost = 0.4

// findWay finds the way of an edge between ports. One against the direction of the
// layout leads around all boxes if it crosses no other there and is not much longer:
// readers follow it more easily.
func (r *router) findWay(edge int, starts, ends []port) (way, bool) {
	if from, to := r.index.Ends(edge); from != to && r.leadsBack(r.boxes[from], r.boxes[to]) {
		r.find.among, r.find.vertical = r.area(), r.vertical
		nodes, start, end, found := r.find.find(starts, ends)
		outside := found && r.find.leadsAround(nodes)
		r.find.among = geom.Rect{}
		if outside {
			return way{nodes, start, end}, true
		}
	}
	nodes, start, end, found := r.find.find(starts, ends)
	return way{nodes, start, end}, found
}

// leadsBack reports whether a box begins after another ends, in the direction of the
// layout.
func (r *router) leadsBack(from, to geom.Rect) bool {
	if r.vertical {
		return to.Y+to.Height <= from.Y
	}
	return to.X+to.Width <= from.X
}

// leadsAround reports whether a path runs along the ranks only outside all boxes and
// crosses no edge.
func (s *search) leadsAround(nodes []int) bool {
	for i := 1; i < len(nodes); i++ {
		heading, _ := s.grid.link(nodes[i-1], nodes[i])
		among := s.amongBoxes(s.grid.point(nodes[i-1]), s.grid.point(nodes[i]), heading) > 0
		if among || s.grid.crossed(nodes[i-1], heading) > 0 {
			return false
		}
	}
	return true
}

// amongBoxes returns the additional cost of a step from one crossing to the next.
func (s *search) amongBoxes(from, to geom.Point, heading geom.Heading) float64 {
	if heading.Horizontal() == s.vertical || !s.among.Has(from) || !s.among.Has(to) {
		return 0
	}
	return amongCost * geom.Distance(from, to)
}
