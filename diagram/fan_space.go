package diagram

import (
	"math"

	"widerow/diagram/geom"
)

// fanSpace is what attributes must keep clear of.
type fanSpace struct {
	width, height float64     // of the layout
	boxes         []geom.Rect // boxes and labels
	edges         [][2]geom.Point
	spots         []spot
	// They know which boxes, edges, spots with their spokes and frames of spots
	// are near a place.
	nearBoxes, nearEdges, nearSpots, nearFrames *geom.NearIndex
	// filled has the cells that lie in a box or the frame of a spot, reached
	// those that a box reaches into, crossed those that an edge runs through.
	filled, reached, crossed *geom.Bitmap
}

const (
	fanCell   = 128 // side of the cells in which the space is searched
	fanReach  = 240 // beyond the layout, for attributes outside of it
	edgeTouch = 2   // from a box to the end of its edge at most
)

func newFanSpace(round *surroundings, ends []endPlace) *fanSpace {
	area := geom.NewRect(0, 0, round.width, round.height).Grown(fanReach)
	space := &fanSpace{width: round.width, height: round.height,
		nearBoxes: geom.NewFineIndex(area, fanCell), nearEdges: geom.NewFineIndex(area, fanCell), nearSpots: geom.NewFineIndex(area, fanCell), nearFrames: geom.NewFineIndex(area, fanCell),
		filled: geom.NewBitmap(area), reached: geom.NewBitmap(area), crossed: geom.NewBitmap(area)}
	for _, box := range round.boxes {
		space.addBox(box.at)
	}
	for from, to := range round.pieces() {
		space.edges = append(space.edges, [2]geom.Point{from, to})
		space.nearEdges.AddLine(from, to)
		space.crossed.Trace(from, to)
	}
	for _, end := range ends {
		for _, label := range [2]geom.Rect{end.cardinality, end.role} {
			if label.Width > 0 {
				space.addBox(label)
			}
		}
	}
	return space
}

func (s *fanSpace) addBox(at geom.Rect) {
	s.boxes = append(s.boxes, at)
	s.nearBoxes.Add(at)
	s.filled.Set(s.filled.Filling(at))
	s.reached.Set(s.reached.Touching(at))
}

func (s *fanSpace) take(taken spot) {
	s.spots = append(s.spots, taken)
	s.nearSpots.Add(taken.extent())
	s.nearFrames.Add(taken.frame())
	s.filled.Set(s.filled.Filling(taken.frame()))
}

// forget gives free again what was taken after the first spots.
func (s *fanSpace) forget(first int) {
	for i := len(s.spots) - 1; i >= first; i-- {
		s.nearSpots.Drop(s.spots[i].extent())
		s.nearFrames.Drop(s.spots[i].frame())
		s.filled.Unset(s.filled.Filling(s.spots[i].frame()))
	}
	s.spots = s.spots[:first]
}

// lift gives the place of one spot free, until it is set again.
func (s *fanSpace) lift(number int) spot {
	lifted := s.spots[number]
	s.nearSpots.Hide(number, lifted.extent())
	s.nearFrames.Hide(number, lifted.frame())
	s.filled.Unset(s.filled.Filling(lifted.frame()))
	return lifted
}

func (s *fanSpace) set(number int, lifted spot) {
	s.spots[number] = lifted
	s.nearSpots.Show(number, lifted.extent())
	s.nearFrames.Show(number, lifted.frame())
	s.filled.Set(s.filled.Filling(lifted.frame()))
}

// directions are the angles in which edges leave a box.
func (s *fanSpace) directions(box geom.Rect) []float64 {
	var angles []float64
	centre, touches := box.Centre(), box.Grown(edgeTouch)
	for _, i := range s.nearEdges.Near(touches) {
		for k, end := range s.edges[i] {
			if touches.Has(end) {
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
	frame := new.frame().Grown(fanClear)
	if s.filled.Any(s.filled.Filling(frame)) || s.crossed.Any(s.crossed.Filling(inscribed(frame))) {
		return false
	}
	cells := s.reached.Touching(frame)
	return (!s.reached.Any(cells) || s.clearOfBoxes(frame)) && (!s.crossed.Any(cells) || s.clearOfEdges(frame)) && s.clearOfSpots(frame)
}

// inscribed is a rectangle in the ellipse in a frame.
func inscribed(frame geom.Rect) geom.Rect {
	width, height := frame.Width*math.Sqrt2/2, frame.Height*math.Sqrt2/2
	return geom.NewRect(frame.X+(frame.Width-width)/2, frame.Y+(frame.Height-height)/2, width, height)
}

func (s *fanSpace) clearOfBoxes(frame geom.Rect) bool {
	for _, i := range s.nearBoxes.Near(frame) {
		if frame.Within(s.boxes[i], 0) {
			return false
		}
	}
	return true
}

func (s *fanSpace) clearOfSpots(frame geom.Rect) bool {
	for _, i := range s.nearFrames.Near(frame) {
		if frame.Within(s.spots[i].frame(), 0) {
			return false
		}
	}
	return true
}

// clearOfEdges tells whether no edge runs through the ellipse in a frame.
func (s *fanSpace) clearOfEdges(frame geom.Rect) bool {
	for _, i := range s.nearEdges.Near(frame) {
		if geom.EllipseMeets(frame.Centre(), frame.Width/2, frame.Height/2, s.edges[i][0], s.edges[i][1]) {
			return false
		}
	}
	return true
}

// manners is how well the spoke to an attribute there behaves, at best as well
// as that.
func (s *fanSpace) manners(new *spot, best manners) manners {
	spoke := geom.Bounds(new.owner, new.at)
	for _, i := range s.nearBoxes.Near(spoke) {
		if box := s.boxes[i]; geom.SegmentMeets(new.owner, new.at, box) && !box.Has(new.owner) {
			return spokesAnywhere
		}
	}
	for _, i := range s.nearSpots.Near(new.extent()) {
		old := &s.spots[i]
		if new.covers(old) || old.covers(new) {
			return spokesAnywhere
		}
		if new.owner != old.owner && old.at != new.owner && geom.Crosses(new.owner, new.at, old.owner, old.at) {
			best = spokesPassShapes
		}
	}
	if best == spokesPassShapes {
		return best
	}
	for _, i := range s.nearEdges.Near(spoke) {
		if geom.Crosses(new.owner, new.at, s.edges[i][0], s.edges[i][1]) {
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
	return s.at != other.owner && geom.EllipseMeets(s.at, rx+fanClear/2, ry+fanClear/2, other.owner, other.at)
}
