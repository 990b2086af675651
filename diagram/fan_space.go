package diagram

import "math"

// fanSpace is what attributes must keep clear of.
type fanSpace struct {
	boxes  []Rect // boxes and labels
	edges  [][2]Point
	spots  []spot
	lowest float64
	// nearBoxes and nearEdges know which of them are near a place, in a part
	// of the space that near made.
	nearBoxes, nearEdges *nearIndex
}

func newFanSpace(d *Drawing, layout *Layout, ends map[string]endPlace) *fanSpace {
	space := &fanSpace{lowest: layout.Height}
	for _, box := range d.graph.Boxes {
		if at, ok := layout.Boxes[box.ID]; ok {
			space.boxes = append(space.boxes, at)
		}
	}
	for _, edge := range d.graph.Edges {
		points := layout.Edges[edge.ID].Points
		for i := 1; i < len(points); i++ {
			space.edges = append(space.edges, [2]Point{points[i-1], points[i]})
		}
		if end, ok := ends[edge.ID]; ok {
			space.boxes = append(space.boxes, end.cardinality)
			if end.role.Width > 0 {
				space.boxes = append(space.boxes, end.role)
			}
		}
	}
	return space
}

// near is the part of the space within reach of a point.
func (s *fanSpace) near(at Point, reach float64) *fanSpace {
	window := Rect{at.X - reach, at.Y - reach, 2 * reach, 2 * reach}
	local := &fanSpace{lowest: s.lowest, nearBoxes: newNearIndex(window), nearEdges: newNearIndex(window)}
	for _, box := range s.boxes {
		if overlap(window, box, 0) {
			local.boxes = append(local.boxes, box)
			local.nearBoxes.add(box)
		}
	}
	for _, edge := range s.edges {
		if overlap(window, around(edge[0], edge[1]), 1) {
			local.edges = append(local.edges, edge)
			local.nearEdges.add(around(edge[0], edge[1]))
		}
	}
	for _, spot := range s.spots {
		if overlap(window, around(spot.owner, spot.at), leastAttribute) {
			local.spots = append(local.spots, spot)
		}
	}
	return local
}

func (s *fanSpace) take(taken spot) { s.spots = append(s.spots, taken) }

// takeAll takes all spots, or none if one of them is not free.
func (s *fanSpace) takeAll(spots []spot) bool {
	before := len(s.spots)
	for _, spot := range spots {
		if !s.free(spot, spokesCrossNothing) {
			s.spots = s.spots[:before]
			return false
		}
		s.take(spot)
	}
	return true
}

func (s *fanSpace) bottom() float64 {
	bottom := s.lowest
	for _, spot := range s.spots {
		bottom = max(bottom, spot.at.Y+spot.attribute.height/2)
	}
	return bottom
}

// directions are the angles in which edges leave a box.
func (s *fanSpace) directions(centre Point, box Rect) []float64 {
	var angles []float64
	touches := Rect{box.X - 2, box.Y - 2, box.Width + 4, box.Height + 4}
	for _, edge := range s.edges {
		for i, end := range edge {
			if inside(touches, end) {
				far := edge[1-i]
				angles = append(angles, math.Atan2(far.Y-centre.Y, far.X-centre.X))
			}
		}
	}
	return angles
}

// free reports whether an attribute may stand there.
func (s *fanSpace) free(new spot, strict strictness) bool {
	return s.stands(new) && s.reaches(new, strict)
}

// stands reports whether an attribute there touches nothing, whatever its
// spoke does.
func (s *fanSpace) stands(new spot) bool {
	rx, ry := new.radii()
	rx, ry = rx+fanClear, ry+fanClear
	frame := Rect{new.at.X - rx, new.at.Y - ry, 2 * rx, 2 * ry}
	for _, i := range s.nearBoxes.near(frame) {
		if overlap(frame, s.boxes[i], 0) {
			return false
		}
	}
	for i := range s.spots {
		old := &s.spots[i]
		ox, oy := old.radii()
		if overlap(frame, Rect{old.at.X - ox, old.at.Y - oy, 2 * ox, 2 * oy}, 0) {
			return false
		}
	}
	for _, i := range s.nearEdges.near(frame) {
		if ellipseMeets(new.at, rx, ry, s.edges[i][0], s.edges[i][1]) {
			return false
		}
	}
	return true
}

// reaches reports whether the spoke to an attribute there keeps clear of what
// it must.
func (s *fanSpace) reaches(new spot, strict strictness) bool {
	if strict == spokesAnywhere {
		return true
	}
	spoke := around(new.owner, new.at)
	for _, i := range s.nearBoxes.near(spoke) {
		if box := s.boxes[i]; segmentMeets(new.owner, new.at, box) && !inside(box, new.owner) {
			return false
		}
	}
	for i := range s.spots {
		if !reachesPast(&new, &s.spots[i], strict) {
			return false
		}
	}
	if strict == spokesPassShapes {
		return true
	}
	for _, i := range s.nearEdges.near(spoke) {
		if crosses(new.owner, new.at, s.edges[i][0], s.edges[i][1]) {
			return false
		}
	}
	return true
}

func reachesPast(new, old *spot, strict strictness) bool {
	rx, ry := new.radii()
	ox, oy := old.radii()
	if old.at != new.owner && ellipseMeets(old.at, ox+fanClear/2, oy+fanClear/2, new.owner, new.at) {
		return false
	}
	if ellipseMeets(new.at, rx+fanClear/2, ry+fanClear/2, old.owner, old.at) {
		return false
	}
	return strict < spokesCrossNothing || new.owner == old.owner || old.at == new.owner || !crosses(new.owner, new.at, old.owner, old.at)
}

func overlap(a, b Rect, slack float64) bool {
	return a.X < b.X+b.Width+slack && b.X < a.X+a.Width+slack && a.Y < b.Y+b.Height+slack && b.Y < a.Y+a.Height+slack
}

func inside(r Rect, at Point) bool {
	return at.X >= r.X && at.X <= r.X+r.Width && at.Y >= r.Y && at.Y <= r.Y+r.Height
}

func around(a, b Point) Rect {
	return Rect{min(a.X, b.X), min(a.Y, b.Y), math.Abs(a.X - b.X), math.Abs(a.Y - b.Y)}
}

// ellipseMeets reports whether a segment enters an ellipse: in a space where
// it is the unit circle, the distance to its centre tells.
func ellipseMeets(centre Point, rx, ry float64, from, to Point) bool {
	if max(from.X, to.X) < centre.X-rx || min(from.X, to.X) > centre.X+rx ||
		max(from.Y, to.Y) < centre.Y-ry || min(from.Y, to.Y) > centre.Y+ry {
		return false
	}
	a := Point{(from.X - centre.X) / rx, (from.Y - centre.Y) / ry}
	b := Point{(to.X - centre.X) / rx, (to.Y - centre.Y) / ry}
	dx, dy := b.X-a.X, b.Y-a.Y
	share := 0.0
	if length := dx*dx + dy*dy; length > 0 {
		share = max(0, min(1, -(a.X*dx+a.Y*dy)/length))
	}
	x, y := a.X+share*dx, a.Y+share*dy
	return x*x+y*y < 1
}

// segmentMeets reports whether a segment enters a rectangle (Liang, Barsky).
func segmentMeets(from, to Point, r Rect) bool {
	if max(from.X, to.X) < r.X || min(from.X, to.X) > r.X+r.Width ||
		max(from.Y, to.Y) < r.Y || min(from.Y, to.Y) > r.Y+r.Height {
		return false
	}
	enter, leave := 0.0, 1.0
	clip := func(delta, low, high float64) bool {
		if delta == 0 {
			return low <= 0 && high >= 0
		}
		a, b := low/delta, high/delta
		enter, leave = max(enter, min(a, b)), min(leave, max(a, b))
		return enter < leave
	}
	return clip(to.X-from.X, r.X-from.X, r.X+r.Width-from.X) && clip(to.Y-from.Y, r.Y-from.Y, r.Y+r.Height-from.Y)
}

// crosses reports whether two segments have a point in common that is no end
// of both.
func crosses(a, b, c, d Point) bool {
	if max(a.X, b.X) < min(c.X, d.X) || max(c.X, d.X) < min(a.X, b.X) ||
		max(a.Y, b.Y) < min(c.Y, d.Y) || max(c.Y, d.Y) < min(a.Y, b.Y) {
		return false
	}
	side := func(p, q, r Point) float64 { return (q.X-p.X)*(r.Y-p.Y) - (q.Y-p.Y)*(r.X-p.X) }
	return side(a, b, c)*side(a, b, d) < 0 && side(c, d, a)*side(c, d, b) < 0
}
