package diagram

import (
	"math"
	"slices"
)

// fanSpace is what attributes must keep clear of.
type fanSpace struct {
	boxes  []Rect // boxes and labels
	edges  [][2]Point
	spots  []spot
	lowest float64
	// They know which boxes, edges and spots are near a place.
	nearBoxes, nearEdges, nearSpots *nearIndex
	// filled has the cells that lie in a box or the frame of a spot, reached
	// those that a box reaches into, crossed those that an edge runs through.
	filled, reached, crossed *bitmap
}

const (
	fanCell   = 128 // side of the cells in which the space is searched
	fanReach  = 240 // beyond the layout, for attributes outside of it
	edgeTouch = 2   // from a box to the end of its edge at most
)

func newFanSpace(d *Drawing, layout *Layout, ends map[string]endPlace) *fanSpace {
	area := Rect{0, 0, layout.Width, layout.Height}.grown(fanReach)
	space := &fanSpace{lowest: layout.Height,
		nearBoxes: newFineIndex(area, fanCell), nearEdges: newFineIndex(area, fanCell), nearSpots: newFineIndex(area, fanCell),
		filled: newBitmap(area), reached: newBitmap(area), crossed: newBitmap(area)}
	for _, box := range d.graph.Boxes {
		if at, ok := layout.Boxes[box.ID]; ok {
			space.addBox(at)
		}
	}
	for _, edge := range d.graph.Edges {
		points := layout.Edges[edge.ID].Points
		for i := 1; i < len(points); i++ {
			space.edges = append(space.edges, [2]Point{points[i-1], points[i]})
			space.nearEdges.addLine(points[i-1], points[i])
			space.crossed.trace(points[i-1], points[i])
		}
		if end, ok := ends[edge.ID]; ok {
			space.addBox(end.cardinality)
			if end.role.Width > 0 {
				space.addBox(end.role)
			}
		}
	}
	return space
}

func (s *fanSpace) addBox(at Rect) {
	s.boxes = append(s.boxes, at)
	s.nearBoxes.add(at)
	s.filled.set(s.filled.filling(at))
	s.reached.set(s.reached.touching(at))
}

func (s *fanSpace) take(taken spot) {
	s.spots = append(s.spots, taken)
	s.nearSpots.add(taken.extent())
	s.filled.set(s.filled.filling(taken.frame()))
}

// forget gives free again what was taken after the first spots.
func (s *fanSpace) forget(first int) {
	for i := len(s.spots) - 1; i >= first; i-- {
		s.nearSpots.drop(s.spots[i].extent())
		s.filled.unset(s.filled.filling(s.spots[i].frame()))
	}
	s.spots = s.spots[:first]
}

// lift gives the place of one spot free again.
func (s *fanSpace) lift(index int) spot {
	later := slices.Clone(s.spots[index:])
	s.forget(index)
	for _, other := range later[1:] {
		s.take(other)
	}
	return later[0]
}

func (s *fanSpace) bottom() float64 {
	bottom := s.lowest
	for _, spot := range s.spots {
		bottom = max(bottom, spot.at.Y+spot.attribute.height/2)
	}
	return bottom
}

// directions are the angles in which edges leave a box.
func (s *fanSpace) directions(box Rect) []float64 {
	var angles []float64
	centre, touches := middle(box), box.grown(edgeTouch)
	for _, i := range s.nearEdges.near(touches) {
		for k, end := range s.edges[i] {
			if inside(touches, end) {
				far := s.edges[i][1-k]
				angles = append(angles, math.Atan2(far.Y-centre.Y, far.X-centre.X))
			}
		}
	}
	return angles
}

// stands reports whether an attribute there touches nothing, whatever its
// spoke does. The bitmaps answer for most places.
func (s *fanSpace) stands(new *spot) bool {
	frame := new.frame().grown(fanClear)
	if s.filled.any(s.filled.filling(frame)) || s.crossed.any(s.crossed.filling(inscribed(frame))) {
		return false
	}
	cells := s.reached.touching(frame)
	return (!s.reached.any(cells) || s.clearOfBoxes(frame)) && (!s.crossed.any(cells) || s.clearOfEdges(frame)) && s.clearOfSpots(frame)
}

// inscribed is a rectangle in the ellipse in a frame.
func inscribed(frame Rect) Rect {
	width, height := frame.Width*math.Sqrt2/2, frame.Height*math.Sqrt2/2
	return Rect{frame.X + (frame.Width-width)/2, frame.Y + (frame.Height-height)/2, width, height}
}

func (s *fanSpace) clearOfBoxes(frame Rect) bool {
	for _, i := range s.nearBoxes.near(frame) {
		if overlap(frame, s.boxes[i], 0) {
			return false
		}
	}
	return true
}

func (s *fanSpace) clearOfSpots(frame Rect) bool {
	for _, i := range s.nearSpots.near(frame) {
		if overlap(frame, s.spots[i].frame(), 0) {
			return false
		}
	}
	return true
}

// clearOfEdges tells whether no edge runs through the ellipse in a frame.
func (s *fanSpace) clearOfEdges(frame Rect) bool {
	for _, i := range s.nearEdges.near(frame) {
		if ellipseMeets(middle(frame), frame.Width/2, frame.Height/2, s.edges[i][0], s.edges[i][1]) {
			return false
		}
	}
	return true
}

// manners is how well the spoke to an attribute there behaves, at best as well
// as that.
func (s *fanSpace) manners(new *spot, best manners) manners {
	spoke := around(new.owner, new.at)
	for _, i := range s.nearBoxes.near(spoke) {
		if box := s.boxes[i]; segmentMeets(new.owner, new.at, box) && !inside(box, new.owner) {
			return spokesAnywhere
		}
	}
	for _, i := range s.nearSpots.near(new.extent()) {
		old := &s.spots[i]
		if new.covers(old) || old.covers(new) {
			return spokesAnywhere
		}
		if new.owner != old.owner && old.at != new.owner && crosses(new.owner, new.at, old.owner, old.at) {
			best = spokesPassShapes
		}
	}
	if best == spokesPassShapes {
		return best
	}
	for _, i := range s.nearEdges.near(spoke) {
		if crosses(new.owner, new.at, s.edges[i][0], s.edges[i][1]) {
			return spokesPassShapes
		}
	}
	return best
}

// free reports whether an attribute may stand there and its spoke lead there.
func (s *fanSpace) free(new *spot) bool {
	return s.stands(new) && s.manners(new, spokesApart) == spokesApart
}

// covers reports whether an attribute stands on the spoke of another one.
func (s *spot) covers(other *spot) bool {
	rx, ry := s.radii()
	return s.at != other.owner && ellipseMeets(s.at, rx+fanClear/2, ry+fanClear/2, other.owner, other.at)
}
