package route

import (
	"cmp"
	"math"
	"slices"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// rowInset is the distance of an edge that ends at a row from that row's
// border, in px.
const rowInset = 5

// spreader moves apart the edges that run on the same line, each within the
// free corridor around it, in the order with the fewest crossings.
type spreader struct {
	router *router
	edges  []int
	// room and listed are buffers for the segments of one axis.
	room   []segment
	listed []*segment
}

// segment is a straight part of an edge: it has a fixed coordinate on one axis
// and extends from low to high on the other.
type segment struct {
	edge, index int // from Points[index] to Points[index+1]
	at          float64
	low, high   float64
	// least and most are the bounds of the corridor.
	least, most float64
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

// corridor determines how far the segment can move: up to the boxes beside it,
// and at its ends within the ports of the box's side.
func (s *spreader) corridor(seg *segment, last int, vertical bool) {
	r := s.router
	seg.least, seg.most = math.Inf(-1), math.Inf(1)
	from, to := r.index.Ends(seg.edge)
	beside := r.nearBoxes.Area
	if vertical {
		beside.Y, beside.Height = seg.low-Closest, seg.high-seg.low+2*Closest
	} else {
		beside.X, beside.Width = seg.low-Closest, seg.high-seg.low+2*Closest
	}
	for _, index := range r.nearBoxes.Near(beside) {
		rim := float64(Closest)
		if int(index) == from || int(index) == to {
			rim = 0
		}
		seg.keepClear(r.boxes[index], rim, vertical)
	}
	for _, stub := range r.stubs {
		seg.keepClear(stub, Closest/2, vertical)
	}
	e := &r.index.Graph.Edges[seg.edge]
	if seg.index == 0 {
		s.keepOnSide(seg, from, e.FromRow, vertical)
	}
	if seg.index == last {
		s.keepOnSide(seg, to, e.ToRow, vertical)
	}
}

func (seg *segment) keepClear(r geom.Rect, rim float64, vertical bool) {
	low, size, near, width := r.X, r.Width, r.Y, r.Height
	if vertical {
		low, size, near, width = r.Y, r.Height, r.X, r.Width
	}
	if low-rim >= seg.high || low+size+rim <= seg.low {
		return
	}
	if near+width <= seg.at {
		seg.least = max(seg.least, near+width+Closest+2)
	} else if near >= seg.at {
		seg.most = min(seg.most, near-Closest-2)
	}
}

// keepOnSide keeps the end of an edge on the side of its box.
func (s *spreader) keepOnSide(seg *segment, box int, row string, vertical bool) {
	rect, shape := s.router.boxes[box], s.router.index.Graph.Boxes[box].Shape
	if shape == graph.ShapeDiamond || shape == graph.ShapeEllipse {
		seg.least, seg.most, seg.still = seg.at, seg.at, true
		return
	}
	if line, found := s.router.rowLine(box, row); found {
		port, _ := s.router.index.Row(box, row)
		room := max(0, port.Height/2-rowInset)
		seg.least, seg.most = max(seg.least, line-room), min(seg.most, line+room)
		return
	}
	low, size := rect.Y, rect.Height
	if vertical {
		low, size = rect.X, rect.Width
	}
	inset := min(PortInset, size/4)
	seg.least, seg.most = max(seg.least, low+inset), min(seg.most, low+size-inset)
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

// separate moves the segments of a cluster apart, keeping their order: by the
// wanted distance, or by as much as their corridors allow.
func separate(cluster []*segment) {
	for _, scale := range [5]float64{1, 0.75, 0.5, 0.3, 0.15} {
		if places, fits := separated(cluster, scale); fits {
			for i, seg := range cluster {
				seg.at = places[i]
			}
			return
		}
	}
}

// separated places segments with distances scaled by scale. Only segments that
// run beside each other need a distance; others may share a line.
func separated(cluster []*segment, scale float64) (places []float64, fits bool) {
	places = make([]float64, len(cluster))
	total, middle := 0.0, 0.0
	for i, seg := range cluster {
		places[i] = pastOthers(cluster[:i], seg, places, scale, 0)
		total = max(total, places[i])
		middle += seg.at
	}
	middle = exact(middle / float64(len(cluster)))
	for i, seg := range cluster {
		first := max(seg.at-total, min(seg.at+total, middle-total/2))
		places[i] = pastOthers(cluster[:i], seg, places, scale, max(first, seg.least))
	}
	for i, seg := range slices.Backward(cluster) {
		places[i] = min(places[i], seg.most)
		for j, after := range cluster[i+1:] {
			if seg.meets(after) {
				places[i] = min(places[i], places[i+1+j]-exact(wantedGap(seg, after)*scale))
			}
		}
		if places[i] < seg.least-0.01 {
			return nil, false
		}
	}
	return places, true
}

// pastOthers returns the first place for a segment, at or after from, beyond
// the segments before it.
func pastOthers(others []*segment, seg *segment, places []float64, scale, from float64) float64 {
	for i, other := range others {
		if seg.meets(other) {
			from = max(from, places[i]+exact(wantedGap(other, seg)*scale))
		}
	}
	return from
}

// exact rounds a length to a fraction of a pixel that adds without error, so
// that the order of lines does not depend on the origin.
func exact(length float64) float64 { return math.Round(length*16) / 16 }

func wantedGap(a, b *segment) float64 {
	switch {
	case a.label > 0 && b.label > 0:
		return max(TrackGap, (a.label+b.label)/2+4)
	case a.label+b.label > 0:
		return max(TrackGap, (a.label+b.label)/2+Closest)
	}
	return TrackGap
}

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
}
