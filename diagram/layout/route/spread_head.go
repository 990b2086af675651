package route

import (
	"math"

	"widerow/diagram/geom"
)

// headRoom is the length of the straight line before a box, in px, that makes
// an arrow's direction visible. shortHead is the smallest gain worth a move.
const (
	headRoom  = 28
	shortHead = 20
)

// giveHeadsRoom moves the last bend of edges that bend right before their tip
// away from the box, where nothing is in the way.
func (s *spreader) giveHeadsRoom() {
	for _, vertical := range []bool{true, false} {
		segments := s.begin()
		for _, edge := range s.edges {
			segments = s.bareSegments(segments, edge, vertical)
		}
		segments = s.stillSegments(segments, vertical)
		s.listed = segments
		s.join(vertical)
		for _, seg := range segments {
			points := s.router.routes[seg.edge].Points
			if _, end := s.router.lineEnds(seg.edge); end.box < 0 || seg.still || seg.index != len(points)-3 ||
				math.Abs(seg.at-Across(points[len(points)-1], vertical)) >= headRoom {
				continue
			}
			s.corridor(seg, len(points)-2, vertical)
			if place, better := s.headPlace(seg, segments, points, vertical); better {
				seg.at = place
				s.move(seg, vertical)
			}
		}
	}
}

// headPlace returns the preferred place of the segment before the last.
func (s *spreader) headPlace(seg *segment, parallel []*segment, points []geom.Point, vertical bool) (place float64, better bool) {
	tip := Across(points[len(points)-1], vertical)
	side := geom.Sign(seg.at - tip)
	if seg.index > 0 && s.turn(points, seg.index-1, seg, vertical) != side {
		return 0, false
	}
	reach := side * math.Inf(1) // how far back the edge comes from
	if seg.index > 0 {
		reach = Across(points[seg.index-1], vertical) - side*shortHead
	}
	for _, room := range []float64{headRoom, (headRoom + shortHead) / 2, shortHead} {
		place = tip + side*room
		if room > math.Abs(seg.at-tip) && (reach-place)*side >= 0 && place >= seg.least && place <= seg.most &&
			!s.nearOthers(seg, place, parallel) {
			return place, true
		}
	}
	return 0, false
}

// nearOthers reports whether a moved segment would meet another edge or come
// too close to it.
func (s *spreader) nearOthers(seg *segment, place float64, parallel []*segment) bool {
	low, high := min(place, seg.at)-TrackGap, max(place, seg.at)+TrackGap
	moved := *seg
	moved.low, moved.high = seg.low-Closest, seg.high+Closest
	for _, other := range parallel {
		if low < other.at && other.at < high && moved.meets(other) {
			return true
		}
	}
	return false
}
