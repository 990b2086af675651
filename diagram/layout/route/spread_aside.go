package route

import "math"

// giveBoxesRoom moves segments that run close beside a box further away, so that their
// labels have room there. Only segments between two bends to opposite sides move: their
// edges stay as long as they are.
func (s *spreader) giveBoxesRoom() {
	if len(s.edges) > mostDetailed {
		return
	}
	for _, vertical := range []bool{true, false} {
		segments := s.begin()
		for _, edge := range s.edges {
			segments = s.bareSegments(segments, edge, vertical)
		}
		segments = s.stillSegments(segments, vertical)
		s.listed, s.joined = segments, nil
		for _, seg := range segments {
			if seg.still || seg.lowTurn*seg.highTurn >= 0 || s.router.inBus(seg.edge) != nil {
				continue
			}
			last := len(s.router.routes[seg.edge].Points) - 2
			s.corridor(seg, last, vertical)
			s.moveAside(seg, segments, vertical)
		}
	}
}

// moveAside moves a segment to the nearest place with enough room beside it, if no other
// edge is in the way.
func (s *spreader) moveAside(seg *segment, parallel []*segment, vertical bool) {
	before := seg.at
	place := seg.roomyPlace(s.roomBeside(seg, vertical))
	if place == before || !s.keepsEnds(seg, place, vertical) || s.nearOthers(seg, place, parallel) {
		return
	}
	trouble := s.troubleOf(seg.edge)
	seg.at = place
	s.move(seg, vertical)
	if s.troubleOf(seg.edge) > trouble {
		seg.at = before
		s.move(seg, vertical)
	}
}

// roomBeside returns the distance that a segment should have from the ends of its
// corridor, so that a label on it does not seem to belong to a box.
func (s *spreader) roomBeside(seg *segment, vertical bool) float64 {
	const usual = Clearance - (Closest + 2) // which the corridor keeps from a box
	e := &s.router.index.Graph.Edges[seg.edge]
	length, size := e.LabelWidth, e.LabelHeight
	if vertical {
		length, size = size, length
	}
	if length > 0 && seg.high-seg.low >= length+LabelRoom/2 {
		return size/2 + usual
	}
	return usual
}

// roomyPlace returns the nearest whole pixel that is at least room away from both ends of
// the corridor, or is in the middle of a narrow corridor.
func (seg *segment) roomyPlace(room float64) float64 {
	low, high := math.Ceil(seg.least+room), math.Floor(seg.most-room)
	if low > high {
		low = math.Round((seg.least + seg.most) / 2)
		high = low
	}
	return min(max(seg.at, low), high)
}

// keepsEnds reports whether the segments before and after one keep room for their bends
// and for an arrow head when it moves to a place.
func (s *spreader) keepsEnds(seg *segment, place float64, vertical bool) bool {
	points := s.router.routes[seg.edge].Points
	for _, i := range [2]int{seg.index - 1, seg.index + 2} {
		end, least := Across(points[i], vertical), float64(TrackGap)
		if i == len(points)-1 {
			least = headRoom
		}
		if (end-place)*(end-seg.at) <= 0 || math.Abs(end-place) < min(least, math.Abs(end-seg.at)) {
			return false
		}
	}
	return true
}

// troubleOf returns the cost of the conflicts between an edge and the others.
func (s *spreader) troubleOf(edge int) float64 {
	sum := 0.0
	for other := range s.router.routes {
		if other != edge {
			sum += conflict(&s.router.routes[edge], &s.router.routes[other])
		}
	}
	return sum
}
