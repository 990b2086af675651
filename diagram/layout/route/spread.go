package route

import (
	"cmp"
	"math"
	"slices"

	"widerow/diagram/geom"
)

// spreader moves apart the edges that run on the same line, each within the
// free corridor around it, in the order with the fewest crossings.
type spreader struct {
	router *router
	edges  []int
	// room and listed are buffers for the segments of one axis.
	room   []segment
	listed []*segment
	// tables is a buffer for the ends of a segment.
	tables []lineEnd
	// joined holds the edges of buses that join a segment of the current axis, by its
	// edge and index.
	joined map[[2]int][]int
}

// segment is a straight part of an edge: it has a fixed coordinate on one axis
// and extends from low to high on the other.
type segment struct {
	edge, index int // from Points[index] to Points[index+1]
	at          float64
	low, high   float64
	// least and most are the bounds of the corridor.
	least, most float64
	// cornerLeast and cornerMost are the bounds if the edge may end close to a
	// corner of its box. Both are 0 if there are no such bounds.
	cornerLeast, cornerMost float64
	// lowTurn and highTurn give the direction in which the edge continues at
	// each end: -1 to smaller coordinates, 1 to larger ones, 0 if it ends
	// there.
	lowTurn, highTurn float64
	// pull is the direction of the rest of the edge. It breaks ties.
	pull float64
	// label is the size, across the segment, of a label that may be placed on
	// it.
	label float64
	// still segments do not move: they belong to straight edges or end at a
	// tip.
	still bool
}

func newSpreader(r *router, edges []int) *spreader {
	sorted := slices.Clone(edges)
	slices.Sort(sorted)
	return &spreader{router: r, edges: sorted}
}

// spread handles both axes twice, since moves on one axis create conflicts on
// the other.
func (s *spreader) spread() {
	for range 2 {
		s.spreadAxis(true)
		s.spreadAxis(false)
	}
	for _, edge := range s.edges {
		r := &s.router.routes[edge]
		for i := range r.Points {
			r.Points[i] = geom.Pt(math.Round(r.Points[i].X), math.Round(r.Points[i].Y))
		}
		r.Points = straighten(r.Points)
	}
	s.meetRows()
	s.giveHeadsRoom()
	s.giveBoxesRoom()
}

// byPlace orders segments by coordinate.
func byPlace(a, b *segment) int {
	return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.edge, b.edge), cmp.Compare(a.index, b.index))
}

// spreadAxis spreads the vertical or the horizontal segments.
func (s *spreader) spreadAxis(vertical bool) {
	segments := s.begin()
	for _, edge := range s.edges {
		segments = s.segments(segments, edge, vertical)
	}
	segments = s.stillSegments(segments, vertical)
	s.join(vertical)
	s.listed = segments
	slices.SortFunc(segments, byPlace)
	for _, cluster := range clusters(segments) {
		order(cluster)
		separate(cluster)
		for _, seg := range cluster {
			s.move(seg, vertical)
		}
	}
}

// begin reuses the memory of the previous axis.
func (s *spreader) begin() []*segment {
	s.room = s.room[:0]
	return s.listed[:0]
}

// Along returns the coordinate that varies along a segment of the given
// orientation: Y for a vertical one, otherwise X.
func Along(p geom.Point, vertical bool) float64 {
	if vertical {
		return p.Y
	}
	return p.X
}

// Across returns the coordinate that is fixed on such a segment.
func Across(p geom.Point, vertical bool) float64 { return Along(p, !vertical) }

// segments adds an edge's segments of one axis with their corridors.
func (s *spreader) segments(out []*segment, edge int, vertical bool) []*segment {
	first, last := len(out), len(s.router.routes[edge].Points)-2
	out = s.bareSegments(out, edge, vertical)
	for _, seg := range out[first:] {
		s.corridor(seg, last, vertical)
		s.labelSize(seg, last, vertical)
	}
	return out
}

func (s *spreader) bareSegments(out []*segment, edge int, vertical bool) []*segment {
	points := s.router.routes[edge].Points
	for i := 0; i+1 < len(points); i++ {
		a, b := points[i], points[i+1]
		if Across(a, vertical) != Across(b, vertical) || a == b {
			continue
		}
		s.room = append(s.room, segment{edge: edge, index: i, at: Across(a, vertical)})
		seg := &s.room[len(s.room)-1] // pointers into the old array stay valid
		first, second := s.turn(points, i-1, seg, vertical), s.turn(points, i+2, seg, vertical)
		seg.low, seg.high = Along(a, vertical), Along(b, vertical)
		seg.lowTurn, seg.highTurn = first, second
		if seg.low > seg.high {
			seg.low, seg.high = seg.high, seg.low
			seg.lowTurn, seg.highTurn = second, first
		}
		out = append(out, seg)
	}
	return out
}

// turn returns the direction in which the edge continues at point i and adds to
// the segment's pull.
func (s *spreader) turn(points []geom.Point, i int, seg *segment, vertical bool) float64 {
	if i < 0 || i >= len(points) {
		return 0
	}
	seg.pull += Across(points[i], vertical) - seg.at
	return geom.Sign(Across(points[i], vertical) - seg.at)
}

// labelSize records a label that will probably be placed on the segment: the
// segment is long enough and the first or last of the edge.
func (s *spreader) labelSize(seg *segment, last int, vertical bool) {
	e := &s.router.index.Graph.Edges[seg.edge]
	length, size := e.LabelWidth, e.LabelHeight
	if vertical {
		length, size = size, length
	}
	if length > 0 && seg.high-seg.low >= length+LabelRoom/2 && (seg.index == 0 || seg.index == last) {
		seg.label = size
	}
}

// clusters groups segments that are too close to each other, each group sorted
// by coordinate.
func clusters(segments []*segment) [][]*segment {
	joined := make(leaders, len(segments))
	for i := range joined {
		joined[i] = i
	}
	for i, seg := range segments {
		for j := i + 1; j < len(segments) && segments[j].at-seg.at < TrackGap; j++ {
			if seg.meets(segments[j]) {
				joined[joined.of(j)] = joined.of(i)
			}
		}
	}
	members := make([][]*segment, len(segments)) // by the leader
	var first []int                              // leaders in the order of their first member
	for i, seg := range segments {
		leader := joined.of(i)
		if members[leader] == nil {
			first = append(first, leader)
		}
		members[leader] = append(members[leader], seg)
	}
	var out [][]*segment
	for _, leader := range first {
		if len(members[leader]) > 1 {
			out = append(out, members[leader])
		}
	}
	return out
}

// leaders is a disjoint-set forest: it names for each member one closer to its
// leader, and for a leader itself.
type leaders []int

func (l leaders) of(i int) int {
	for l[i] != i {
		l[i] = l[l[i]]
		i = l[i]
	}
	return i
}

// meets reports whether two segments would run beside each other.
func (seg *segment) meets(other *segment) bool {
	return seg.edge != other.edge && !(seg.still && other.still) && seg.low < other.high && other.low < seg.high
}

// order sorts a cluster by swapping neighbours while that reduces crossings.
func order(cluster []*segment) {
	for range cluster {
		changed := false
		for i := 1; i < len(cluster); i++ {
			if better(cluster[i], cluster[i-1]) {
				cluster[i-1], cluster[i] = cluster[i], cluster[i-1]
				changed = true
			}
		}
		if !changed {
			return
		}
	}
}

// better reports whether a should come before b.
func better(a, b *segment) bool {
	if now, then := crossings(b, a), crossings(a, b); now != then {
		return then < now
	}
	if a.at != b.at {
		return a.at < b.at
	}
	if a.pull != b.pull {
		return a.pull < b.pull
	}
	return a.edge < b.edge
}

// crossings counts the crossings of two segments' edges if the first has the
// smaller coordinate.
func crossings(first, second *segment) int {
	count := 0
	for _, end := range [2][2]float64{{first.low, first.lowTurn}, {first.high, first.highTurn}} {
		if end[1] > 0 && second.low < end[0] && end[0] < second.high {
			count++
		}
	}
	for _, end := range [2][2]float64{{second.low, second.lowTurn}, {second.high, second.highTurn}} {
		if end[1] < 0 && first.low < end[0] && end[0] < first.high {
			count++
		}
	}
	return count
}

// spacing is the share of the wanted distances that a cluster gets: of those
// between tracks, and of what labels need in addition.
type spacing struct{ track, label float64 }

// move writes a segment's coordinate back to its edge.
func (s *spreader) move(seg *segment, vertical bool) {
	if seg.still {
		return
	}
	points := s.router.routes[seg.edge].Points
	for _, i := range [2]int{seg.index, seg.index + 1} {
		if vertical {
			points[i].X = seg.at
		} else {
			points[i].Y = seg.at
		}
	}
	for _, edge := range s.joined[[2]int{seg.edge, seg.index}] {
		line := s.router.routes[edge].Points
		if end := &line[len(line)-1]; vertical {
			end.X = seg.at
		} else {
			end.Y = seg.at
		}
	}
}

// join finds the segments of an axis on which the strands of buses end. These ends
// move with the segment.
func (s *spreader) join(vertical bool) {
	s.joined = nil
	for _, b := range s.router.buses {
		for _, edge := range b.edges {
			parent := s.router.parent[edge]
			if parent < 0 {
				continue
			}
			line := s.router.routes[parent].Points
			index := segmentAt(line, s.router.routes[edge].Points)
			if Across(line[index], vertical) != Across(line[index+1], vertical) {
				continue
			}
			if s.joined == nil {
				s.joined = map[[2]int][]int{}
			}
			at := [2]int{parent, index}
			s.joined[at] = append(s.joined[at], edge)
		}
	}
}
