package route

import (
	"math"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// rowInset is the distance of an edge that ends at a row from that row's
// border, in px.
const rowInset = 5

// HeadsInset is the overhang of PortInset beyond the last row that takes heads, if an edge ends in
// that row.
const HeadsInset = PortInset - rowInset

// cornerInset is the least distance, in px, of an edge from a corner of its box
// where lines would otherwise lie on top of each other.
const cornerInset = 4

// corridor determines the range within which the segment can move: up to the boxes beside it, and
// at its ends within the ports of the box's side.
func (s *spreader) corridor(seg *segment, last int, vertical bool) {
	r := s.router
	seg.least, seg.most = math.Inf(-1), math.Inf(1)
	first, end := r.lineEnds(seg.edge)
	beside := r.nearBoxes.Area
	if vertical {
		beside.Y, beside.Height = seg.low-Closest, seg.high-seg.low+2*Closest
	} else {
		beside.X, beside.Width = seg.low-Closest, seg.high-seg.low+2*Closest
	}
	for _, index := range r.nearBoxes.Near(beside) {
		rim := float64(Closest)
		if int(index) == first.box || int(index) == end.box {
			rim = 0
		}
		seg.keepClear(r.boxes[index], rim, vertical)
	}
	for _, stub := range r.stubs {
		seg.keepClear(stub, Closest/2, vertical)
	}
	for _, group := range r.groups {
		seg.keepBeside(r.index.TitleOf(group), vertical)
	}
	seg.cornerLeast, seg.cornerMost = seg.least, seg.most
	if seg.index == 0 {
		s.keepOnSide(seg, first, vertical)
	}
	switch {
	case seg.index != last:
	case end.box < 0:
		s.keepOnTrunk(seg, vertical)
	default:
		s.keepOnSide(seg, end, vertical)
	}
}

// keepBeside keeps a segment that passes beside a title from moving over it.
func (seg *segment) keepBeside(title geom.Rect, vertical bool) {
	low, size, near, width := title.X, title.Width, title.Y, title.Height
	if vertical {
		low, size, near, width = title.Y, title.Height, title.X, title.Width
	}
	switch {
	case low >= seg.high || low+size <= seg.low:
	case near+width <= seg.at:
		seg.least = max(seg.least, min(seg.at, near+width+Closest))
	case near >= seg.at:
		seg.most = min(seg.most, max(seg.at, near-Closest))
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
func (s *spreader) keepOnSide(seg *segment, end lineEnd, vertical bool) {
	r := s.router
	rect, shape := r.face(end.box, end.end), r.index.Graph.Boxes[end.box].Shape
	if shape == graph.ShapeDiamond || shape == graph.ShapeEllipse {
		seg.keepBetween(seg.at, seg.at, 0, 0)
		seg.still = true
		return
	}
	if line, found := r.rowLine(end.box, end.row); found {
		port, _ := r.index.Row(end.box, end.row)
		room := max(0, port.Height/2-rowInset)
		seg.keepBetween(line-room, line+room, 0, 0)
		return
	}
	low, size, cut := rect.Y, rect.Height, rect.Height < r.boxes[end.box].Height
	if vertical {
		low, size, cut = rect.X, rect.Width, false
	}
	inset := min(PortInset, size/4)
	far := farInset(inset, cut)
	seg.keepBetween(low+inset, low+size-far, max(0, inset-cornerInset), max(0, far-rowInset))
}

// keepBetween narrows the corridor; to its corner bounds it adds room before and
// after them.
func (seg *segment) keepBetween(least, most, before, after float64) {
	seg.least, seg.most = max(seg.least, least), min(seg.most, most)
	seg.cornerLeast, seg.cornerMost = max(seg.cornerLeast, least-before), min(seg.cornerMost, most+after)
}

// keepOnTrunk keeps the end of a strand on the segment that it joins, and off an arrow
// head there.
func (s *spreader) keepOnTrunk(seg *segment, vertical bool) {
	parent := s.router.parent[seg.edge]
	line := s.router.routes[parent].Points
	index := segmentAt(line, s.router.routes[seg.edge].Points)
	a, b := Across(line[index], vertical), Across(line[index+1], vertical)
	if _, end := s.router.lineEnds(parent); end.box >= 0 && index == len(line)-2 {
		b -= math.Copysign(min(headRoom, math.Abs(b-a)), b-a)
	}
	seg.keepBetween(min(a, b, seg.at), max(a, b, seg.at), 0, 0)
}
