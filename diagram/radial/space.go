package radial

import (
	"math"

	"widerow/diagram/geom"
)

// ovalSpace holds the obstacles of attributes.
type ovalSpace struct {
	width, height float64     // of the layout
	boxes         []geom.Rect // boxes and labels
	edges         [][2]geom.Point
	placements    []placement
	// Spatial indexes of boxes, edges, and the extents and frames of placements.
	nearBoxes, nearEdges, nearPlacements, nearFrames *geom.NearIndex
	// filled marks the cells inside a box or the frame of a placement, reached
	// those that overlap a box, crossed those that an edge passes through.
	filled, reached, crossed *geom.Bitmap
}

const (
	cellSize   = 128 // of the spatial indexes, in px
	outerReach = 240 // px beyond the layout that they cover
	edgeTouch  = 2   // largest gap between a box and the end of its edge, in px
)

func newOvalSpace(g *Graph, ends []EndPlace) *ovalSpace {
	area := geom.NewRect(0, 0, g.Width, g.Height).Grown(outerReach)
	space := &ovalSpace{width: g.Width, height: g.Height,
		nearBoxes: geom.NewFineIndex(area, cellSize), nearEdges: geom.NewFineIndex(area, cellSize),
		nearPlacements: geom.NewFineIndex(area, cellSize), nearFrames: geom.NewFineIndex(area, cellSize),
		filled: geom.NewBitmap(area), reached: geom.NewBitmap(area), crossed: geom.NewBitmap(area)}
	for _, box := range g.Owners {
		space.addBox(box.Box)
	}
	for from, to := range g.segments() {
		space.edges = append(space.edges, [2]geom.Point{from, to})
		space.nearEdges.AddLine(from, to)
		space.crossed.Trace(from, to)
	}
	for _, end := range ends {
		for _, label := range [2]geom.Rect{end.Cardinality, end.Role} {
			if label.Width > 0 {
				space.addBox(label)
			}
		}
	}
	return space
}

func (s *ovalSpace) addBox(at geom.Rect) {
	s.boxes = append(s.boxes, at)
	s.nearBoxes.Add(at)
	s.filled.Set(s.filled.Filling(at))
	s.reached.Set(s.reached.Touching(at))
}

func (s *ovalSpace) take(taken placement) {
	s.placements = append(s.placements, taken)
	s.nearPlacements.Add(taken.extent())
	s.nearFrames.Add(taken.frame())
	s.filled.Set(s.filled.Filling(taken.frame()))
}

// forget removes the placements from the one with index first on.
func (s *ovalSpace) forget(first int) {
	for i := len(s.placements) - 1; i >= first; i-- {
		s.nearPlacements.Drop(s.placements[i].extent())
		s.nearFrames.Drop(s.placements[i].frame())
		s.filled.Unset(s.filled.Filling(s.placements[i].frame()))
	}
	s.placements = s.placements[:first]
}

// lift frees the place of one placement until it is set again.
func (s *ovalSpace) lift(number int) placement {
	lifted := s.placements[number]
	s.nearPlacements.Hide(number, lifted.extent())
	s.nearFrames.Hide(number, lifted.frame())
	s.filled.Unset(s.filled.Filling(lifted.frame()))
	return lifted
}

func (s *ovalSpace) set(number int, lifted placement) {
	s.placements[number] = lifted
	s.nearPlacements.Show(number, lifted.extent())
	s.nearFrames.Show(number, lifted.frame())
	s.filled.Set(s.filled.Filling(lifted.frame()))
}

// directions returns the angles at which edges leave a box.
func (s *ovalSpace) directions(box geom.Rect) []float64 {
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

// fits reports whether a placement touches nothing; its spoke may. The bitmaps
// decide most cases.
func (s *ovalSpace) fits(new *placement) bool {
	frame := new.frame().Grown(ovalGap)
	if s.filled.Any(s.filled.Filling(frame)) || s.crossed.Any(s.crossed.Filling(inscribed(frame))) {
		return false
	}
	cells := s.reached.Touching(frame)
	return (!s.reached.Any(cells) || s.clearOfBoxes(frame)) && (!s.crossed.Any(cells) || s.clearOfEdges(frame)) && s.clearOfPlacements(frame)
}

// inscribed returns a rectangle within the ellipse of a frame.
func inscribed(frame geom.Rect) geom.Rect {
	width, height := frame.Width*math.Sqrt2/2, frame.Height*math.Sqrt2/2
	return geom.NewRect(frame.X+(frame.Width-width)/2, frame.Y+(frame.Height-height)/2, width, height)
}

func (s *ovalSpace) clearOfBoxes(frame geom.Rect) bool {
	for _, i := range s.nearBoxes.Near(frame) {
		if frame.Within(s.boxes[i], 0) {
			return false
		}
	}
	return true
}

func (s *ovalSpace) clearOfPlacements(frame geom.Rect) bool {
	for _, i := range s.nearFrames.Near(frame) {
		if frame.Within(s.placements[i].frame(), 0) {
			return false
		}
	}
	return true
}

// clearOfEdges reports whether no edge runs through the ellipse of a frame.
func (s *ovalSpace) clearOfEdges(frame geom.Rect) bool {
	for _, i := range s.nearEdges.Near(frame) {
		if geom.EllipseMeets(frame.Centre(), frame.Width/2, frame.Height/2, s.edges[i][0], s.edges[i][1]) {
			return false
		}
	}
	return true
}

// quality returns the quality of a spoke, at most best. Other spokes of its owner
// are not considered.
func (s *ovalSpace) quality(new *placement, best spokeQuality) spokeQuality {
	spoke := geom.Bounds(new.owner, new.at)
	for _, i := range s.nearBoxes.Near(spoke) {
		if box := s.boxes[i]; geom.SegmentMeets(new.owner, new.at, box) && !box.Has(new.owner) {
			return spokeThroughShape
		}
	}
	for _, i := range s.nearPlacements.Near(new.extent()) {
		old := &s.placements[i]
		if new.covers(old) || old.covers(new) {
			return spokeThroughShape
		}
		if new.owner != old.owner && old.at != new.owner && geom.Crosses(new.owner, new.at, old.owner, old.at) {
			best = spokeAcrossLine
		}
	}
	if best == spokeAcrossLine {
		return best
	}
	for _, i := range s.nearEdges.Near(spoke) {
		if geom.Crosses(new.owner, new.at, s.edges[i][0], s.edges[i][1]) {
			return spokeAcrossLine
		}
	}
	return best
}

// free reports whether a placement touches nothing and its spoke crosses nothing.
func (s *ovalSpace) free(new *placement) bool {
	return s.fits(new) && s.quality(new, spokeApart) == spokeApart
}

// covers reports whether the attribute lies on the spoke of another one.
func (s *placement) covers(other *placement) bool {
	rx, ry := s.radii()
	return s.at != other.owner && geom.EllipseMeets(s.at, rx+ovalGap/2, ry+ovalGap/2, other.owner, other.at)
}
