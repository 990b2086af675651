package route

import (
	"iter"
	"math"
	"slices"

	"widerow/diagram/geom"
)

// farthestRow is how far an edge moves to the middle of a row, in px.
const farthestRow = 33

// meetRows moves the ends of edges at the sides of a table to the middle of its
// title or of a row, where nothing is in the way: on the border between two rows
// an arrow seems to belong to neither.
func (s *spreader) meetRows() {
	segments := s.begin()
	for _, edge := range s.edges {
		segments = s.bareSegments(segments, edge, false)
	}
	s.listed = segments
	slices.SortFunc(segments, byPlace)
	// One that moves makes room for others.
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

// meetRow moves one segment if it ends at tables and another place is better.
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

// tablesAt are the boxes with rows that a level segment ends at.
func (s *spreader) tablesAt(seg *segment) []int {
	v := s.router.index
	from, to := v.Ends(seg.edge)
	var tables []int
	if seg.index == 0 && len(v.Graph.Boxes[from].Rows) > 0 {
		tables = append(tables, from)
	}
	if seg.index == len(s.router.routes[seg.edge].Points)-2 && len(v.Graph.Boxes[to].Rows) > 0 {
		tables = append(tables, to)
	}
	return tables
}

// offRows adds up the squares of how far a place is from the nearest middle of
// a row of each table: between two tables whose rows are not level, both arrow
// ends are a little off.
func (s *spreader) offRows(at float64, tables []int) float64 {
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

// rowsOf are the middles of a box's rows in the picture.
func (s *spreader) rowsOf(box int) iter.Seq[float64] {
	return func(yield func(float64) bool) {
		for line := range s.router.index.Graph.Boxes[box].RowMiddles() {
			if !yield(math.Round(s.router.boxes[box].Y + line)) {
				return
			}
		}
	}
}

// rowPlaces are the middles of rows near a place, and those between a row of
// one table and a row of the other.
func (s *spreader) rowPlaces(at float64, tables []int) []float64 {
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

// canMove tells whether a segment may lie at a place: within its corridor, no
// nearer to other edges than lines with labels must be or than it was, and no
// nearer to its own next turn than an arrow's head asks for.
func (s *spreader) canMove(segments []*segment, index int, place float64) bool {
	seg := segments[index]
	if place < seg.least || place > seg.most || !s.keepsTurns(seg, place) {
		return false
	}
	// Others have moved by farthestRow at most since they were sorted.
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

// rowGap is how near two edges may come: their labels, if they have any, stand
// one over the other.
func (s *spreader) rowGap(a, b *segment) float64 {
	edges := s.router.index.Graph.Edges
	return max(TrackGap, (edges[a.edge].LabelHeight+edges[b.edge].LabelHeight)/2)
}

// keepsTurns tells whether the edge still turns to the same sides before and
// after a segment, and not sooner.
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
