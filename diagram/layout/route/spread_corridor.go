package route

import (
	"math"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// rowInset is the distance of an edge that ends at a row from that row's
// border, in px.
const rowInset = 5

// cornerInset is the least distance, in px, of an edge from a corner of its box
// where lines would otherwise lie on top of each other.
const cornerInset = 4

// corridor determines how far the segment can move: up to the boxes beside it,
// and at its ends within the ports of the box's side.
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
		s.keepOnSide(seg, first.box, first.row, vertical)
	}
	switch {
	case seg.index != last:
	case end.box < 0:
		s.keepOnTrunk(seg, vertical)
	default:
		s.keepOnSide(seg, end.box, end.row, vertical)
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
func (s *spreader) keepOnSide(seg *segment, box int, row string, vertical bool) {
	rect, shape := s.router.boxes[box], s.router.index.Graph.Boxes[box].Shape
	if shape == graph.ShapeDiamond || shape == graph.ShapeEllipse {
		seg.keepBetween(seg.at, seg.at, 0)
		seg.still = true
		return
	}
	if line, found := s.router.rowLine(box, row); found {
		port, _ := s.router.index.Row(box, row)
		room := max(0, port.Height/2-rowInset)
		seg.keepBetween(line-room, line+room, 0)
		return
	}
	low, size := rect.Y, rect.Height
	if vertical {
		low, size = rect.X, rect.Width
	}
	inset := min(PortInset, size/4)
	seg.keepBetween(low+inset, low+size-inset, max(0, inset-cornerInset))
}

// keepBetween narrows the corridor; to its corner bounds it adds room on both
// sides.
func (seg *segment) keepBetween(least, most, room float64) {
	seg.least, seg.most = max(seg.least, least), min(seg.most, most)
	seg.cornerLeast, seg.cornerMost = max(seg.cornerLeast, least-room), min(seg.cornerMost, most+room)
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
	seg.keepBetween(min(a, b, seg.at), max(a, b, seg.at), 0)
}
