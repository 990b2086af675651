package radial

import (
	"cmp"
	"math"
	"slices"

	"widerow/diagram/geom"
)

// star holds the directions of the spokes and edges that leave an owner.
type star struct {
	centre geom.Point
	spokes []direction  // by their turns, ascending
	edges  []geom.Point // as unit vectors
	// Cosines of the least angles to spokes and to edges.
	spokeCosine, edgeCosine float64
	// tooLarge is an attribute that found no place on the rings, row the top
	// of the row below the picture that takes such attributes.
	tooLarge *Oval
	row      float64
}

const (
	spokeAngle = 21 * math.Pi / 180 // least angle between spokes of an owner
	edgeAngle  = 18 * math.Pi / 180 // least angle between a spoke and an edge of its owner
	edgePrice  = 1.5                // cost of a smaller one, in attributes on a ring
)

func newStar(centre geom.Point, spokes int, edges []float64) *star {
	least := leastAngle(spokes + len(edges))
	s := &star{centre: centre, spokeCosine: math.Cos(least), edgeCosine: math.Cos(min(least, edgeAngle))}
	for _, angle := range edges {
		s.edges = append(s.edges, unit(angle))
	}
	return s
}

// leastAngle returns the least angle between lines that leave an owner: spokeAngle,
// or three quarters of equal shares if that is less.
func leastAngle(lines int) float64 { return min(spokeAngle, 1.5*math.Pi/float64(lines)) }

func unit(angle float64) geom.Point {
	sin, cos := math.Sincos(angle)
	return geom.Pt(cos, sin)
}

// full reports whether the rings are known to have no place for an attribute:
// one that is no larger found none.
func (s *star) full(a *Oval) bool {
	return s.tooLarge != nil && a.Width >= s.tooLarge.Width && a.Height >= s.tooLarge.Height
}

// direction is a unit vector. Its turn grows with its angle, and is cheaper to
// compute.
type direction struct {
	geom.Point
	turn float64 // from -1, upwards, to 3
}

func directionOf(u geom.Point) direction {
	turn := u.Y / max(1e-9, math.Abs(u.X)+math.Abs(u.Y))
	if u.X < 0 {
		turn = 2 - turn
	}
	return direction{u, turn}
}

func (s *star) add(placed placement) {
	new := directionOf(s.towards(placed.at))
	s.spokes = slices.Insert(s.spokes, s.after(new), new)
}

// lift removes the spoke to a place and returns its direction.
func (s *star) lift(at geom.Point) direction {
	own := directionOf(s.towards(at))
	i := s.after(own)
	s.spokes = slices.Delete(s.spokes, i, i+1)
	return own
}

// after returns the index of the first spoke at or after a direction.
func (s *star) after(u direction) int {
	i, _ := slices.BinarySearchFunc(s.spokes, u.turn, func(old direction, turn float64) int { return cmp.Compare(old.turn, turn) })
	return i
}

func (s *star) towards(at geom.Point) geom.Point {
	dx, dy := at.X-s.centre.X, at.Y-s.centre.Y
	length := max(1e-9, math.Sqrt(dx*dx+dy*dy))
	return geom.Pt(dx/length, dy/length)
}

// apart reports whether a spoke in a direction would keep the least angle from the
// spokes on either side.
func (s *star) apart(u direction) bool {
	if len(s.spokes) == 0 {
		return true
	}
	i := s.after(u)
	next, before := s.spokes[i%len(s.spokes)], s.spokes[(i+len(s.spokes)-1)%len(s.spokes)]
	return clearOf(u.Point, []geom.Point{next.Point, before.Point}, s.spokeCosine)
}

// keepsApart reports whether the spoke to a place keeps the least angle.
func (s *star) keepsApart(at geom.Point) bool { return s.apart(directionOf(s.towards(at))) }

// besideEdge returns the cost of the angle between the spoke to a place and the
// edges of its owner.
func (s *star) besideEdge(at geom.Point) float64 {
	if clearOf(s.towards(at), s.edges, s.edgeCosine) {
		return 0
	}
	return edgePrice
}

// clearOf reports whether all others are further away than the angle of a cosine.
func clearOf(new geom.Point, others []geom.Point, cosine float64) bool {
	for _, old := range others {
		if new.X*old.X+new.Y*old.Y > cosine {
			return false
		}
	}
	return true
}
