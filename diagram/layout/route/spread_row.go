package route

import (
	"iter"
	"math"
	"slices"

	"widerow/diagram/geom"
)

// farthestRow is the largest distance that an edge moves to the middle of a
// row, in px.
const farthestRow = 33

// meetRows moves the ends of edges at the sides of a table to the middle of its
// title or of a row, where nothing is in the way. An arrow that ends on the
// border between two rows appears to belong to neither.
func (s *spreader) meetRows() {
	segments := s.begin()
	for _, edge := range s.edges {
		segments = s.bareSegments(segments, edge, false)
	}
	s.listed = segments
	s.join(false)
	slices.SortFunc(segments, byPlace)
	// A segment that moves makes room for others.
	const rounds = 3
	for range rounds {
		moved := false
		for i := range segments {
			moved = s.meetRow(segments, i) || moved
		}
		if !moved {
			break
		}
	}
}

// meetRow moves a segment that ends at tables if another place is better.
func (s *spreader) meetRow(segments []*segment, index int) bool {
	seg := segments[index]
	tables := s.tablesAt(seg)
	now := s.offRows(seg.at, tables)
	if now == 0 {
		return false
	}
	const perPixel = 0.5 // of the move
	best, least := seg.at, now
	known := false
	for _, place := range s.rowPlaces(seg.at, tables) {
		cost := s.offRows(place, tables) + perPixel*math.Abs(place-seg.at)
		if cost >= least {
			continue
		}
		if !known {
			s.corridor(seg, len(s.router.routes[seg.edge].Points)-2, false)
			known = true
		}
		if s.canMove(segments, index, place) {
			best, least = place, cost
		}
	}
	if best == seg.at {
		return false
	}
	seg.at = best
	s.move(seg, false)
	return true
}

// tablesAt returns those ends of a horizontal segment that lie at boxes with rows. The slice is valid
// until the next call.
func (s *spreader) tablesAt(seg *segment) []lineEnd {
	v := s.router.index
	first, last := s.router.lineEnds(seg.edge)
	tables := s.tables[:0]
	if seg.index == 0 && len(v.Graph.Boxes[first.box].Rows) > 0 {
		tables = append(tables, first)
	}
	if last.box >= 0 && seg.index == len(s.router.routes[seg.edge].Points)-2 && len(v.Graph.Boxes[last.box].Rows) > 0 {
		tables = append(tables, last)
	}
	s.tables = tables
	return tables
}

// offRows returns the sum of the squared distances from the nearest row middle
// of each table. If the rows of the two tables are not aligned, both arrow ends
// are slightly off.
func (s *spreader) offRows(at float64, tables []lineEnd) float64 {
	sum := 0.0
	for _, table := range tables {
		nearest := math.Inf(1)
		for line := range s.rowsOf(table) {
			nearest = min(nearest, math.Abs(line-at))
		}
		if !math.IsInf(nearest, 1) {
			sum += nearest * nearest
		}
	}
	return sum
}

// rowsOf yields the middles of the rows at which an end may be, in layout
// coordinates.
func (s *spreader) rowsOf(table lineEnd) iter.Seq[float64] {
	return func(yield func(float64) bool) {
		face := s.router.face(table.box, table.end)
		for line := range s.router.index.Graph.Boxes[table.box].RowMiddles() {
			if line > face.Height || !yield(math.Round(face.Y+line)) {
				return
			}
		}
	}
}

// rowPlaces returns the middles of rows near a place, and the points halfway
// between a row of one table and a row of the other.
func (s *spreader) rowPlaces(at float64, tables []lineEnd) []float64 {
	var places []float64
	for i, table := range tables {
		for line := range s.rowsOf(table) {
			if math.Abs(line-at) > farthestRow {
				continue
			}
			if i > 0 {
				for _, other := range places {
					places = append(places, math.Round((line+other)/2))
				}
			}
			places = append(places, line)
		}
	}
	return places
}

// canMove reports whether a segment may move to a place: within its corridor,
// no closer to other edges than their labels allow unless it already was, and
// leaving enough length for an arrow head before its next bend.
func (s *spreader) canMove(segments []*segment, index int, place float64) bool {
	seg := segments[index]
	if place < seg.least || place > seg.most || !s.keepsTurns(seg, place) {
		return false
	}
	// Others have moved by at most farthestRow since they were sorted.
	const window = 4*farthestRow + 2*TrackGap
	for _, step := range [2]int{-1, 1} {
		for i := index + step; i >= 0 && i < len(segments); i += step {
			other := segments[i]
			before := other.at - seg.at
			if math.Abs(before) > window {
				break
			}
			if seg.edge != other.edge && seg.low-Closest < other.high && other.low < seg.high+Closest &&
				(other.at-place)*geom.Sign(before) < min(math.Abs(before), s.rowGap(seg, other)) {
				return false
			}
		}
	}
	return true
}

// rowGap returns the minimum distance of two edges, whose labels may lie one
// above the other.
func (s *spreader) rowGap(a, b *segment) float64 {
	edges := s.router.index.Graph.Edges
	return max(TrackGap, (edges[a.edge].LabelHeight+edges[b.edge].LabelHeight)/2)
}

// keepsTurns reports whether the edge still bends to the same sides before and
// after a segment, and no sooner.
func (s *spreader) keepsTurns(seg *segment, place float64) bool {
	points := s.router.routes[seg.edge].Points
	for _, i := range [2]int{seg.index - 1, seg.index + 2} {
		if i < 0 || i >= len(points) {
			continue
		}
		before := points[i].Y - seg.at
		if (points[i].Y-place)*geom.Sign(before) < min(math.Abs(before), headRoom) {
			return false
		}
	}
	return true
}
