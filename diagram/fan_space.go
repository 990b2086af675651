package diagram

import "math"

// fanSpace is what attributes must keep clear of.
type fanSpace struct {
	width, height float64 // of the layout
	boxes         []Rect  // boxes and labels
	edges         [][2]Point
	spots         []spot
	// They know which boxes, edges, spots with their spokes and frames of spots
	// are near a place.
	nearBoxes, nearEdges, nearSpots, nearFrames *nearIndex
	// filled has the cells that lie in a box or the frame of a spot, reached
	// those that a box reaches into, crossed those that an edge runs through.
	filled, reached, crossed *bitmap
}

const (
	fanCell   = 128 // side of the cells in which the space is searched
	fanReach  = 240 // beyond the layout, for attributes outside of it
	edgeTouch = 2   // from a box to the end of its edge at most
)

func newFanSpace(round *surroundings, ends []endPlace) *fanSpace {
	area := Rect{0, 0, round.width, round.height}.grown(fanReach)
	space := &fanSpace{width: round.width, height: round.height,
		nearBoxes: newFineIndex(area, fanCell), nearEdges: newFineIndex(area, fanCell), nearSpots: newFineIndex(area, fanCell), nearFrames: newFineIndex(area, fanCell),
		filled: newBitmap(area), reached: newBitmap(area), crossed: newBitmap(area)}
	for _, box := range round.boxes {
		space.addBox(box.at)
	}
	for from, to := range round.pieces() {
		space.edges = append(space.edges, [2]Point{from, to})
		space.nearEdges.addLine(from, to)
		space.crossed.trace(from, to)
	}
	for _, end := range ends {
		for _, label := range [2]Rect{end.cardinality, end.role} {
			if label.Width > 0 {
				space.addBox(label)
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
	s.nearFrames.add(taken.frame())
	s.filled.set(s.filled.filling(taken.frame()))
}

// forget gives free again what was taken after the first spots.
func (s *fanSpace) forget(first int) {
	for i := len(s.spots) - 1; i >= first; i-- {
		s.nearSpots.drop(s.spots[i].extent())
		s.nearFrames.drop(s.spots[i].frame())
		s.filled.unset(s.filled.filling(s.spots[i].frame()))
	}
	s.spots = s.spots[:first]
}

// lift gives the place of one spot free, until it is set again.
func (s *fanSpace) lift(number int) spot {
	lifted := s.spots[number]
	s.nearSpots.hide(number, lifted.extent())
	s.nearFrames.hide(number, lifted.frame())
	s.filled.unset(s.filled.filling(lifted.frame()))
	return lifted
}

func (s *fanSpace) set(number int, lifted spot) {
	s.spots[number] = lifted
	s.nearSpots.show(number, lifted.extent())
	s.nearFrames.show(number, lifted.frame())
	s.filled.set(s.filled.filling(lifted.frame()))
}

// directions are the angles in which edges leave a box.
func (s *fanSpace) directions(box Rect) []float64 {
	var angles []float64
	centre, touches := box.centre(), box.grown(edgeTouch)
	for _, i := range s.nearEdges.near(touches) {
		for k, end := range s.edges[i] {
			if touches.has(end) {
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
		if frame.within(s.boxes[i], 0) {
			return false
		}
	}
	return true
}

func (s *fanSpace) clearOfSpots(frame Rect) bool {
	for _, i := range s.nearFrames.near(frame) {
		if frame.within(s.spots[i].frame(), 0) {
			return false
		}
	}
	return true
}

// clearOfEdges tells whether no edge runs through the ellipse in a frame.
func (s *fanSpace) clearOfEdges(frame Rect) bool {
	for _, i := range s.nearEdges.near(frame) {
		if ellipseMeets(frame.centre(), frame.Width/2, frame.Height/2, s.edges[i][0], s.edges[i][1]) {
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
		if box := s.boxes[i]; segmentMeets(new.owner, new.at, box) && !box.has(new.owner) {
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
