package diagram

import (
	"math"
	"slices"
)

// star is an owner of attributes and the directions of what leaves it.
type star struct {
	centre Point
	spokes []Point // as unit vectors
	edges  []Point
	// cosines of the angles to spokes and to edges, at most
	spokeCosine, edgeCosine float64
}

const (
	spokeAngle = 21 * math.Pi / 180 // between two spokes of an owner at least
	edgeAngle  = 18 * math.Pi / 180 // between a spoke and an edge of its owner
	edgePrice  = 1.5                // of less, in attributes on a ring
)

func newStar(centre Point, spokes int, edges []float64) *star {
	least := leastAngle(spokes + len(edges))
	s := &star{centre: centre, spokeCosine: math.Cos(least), edgeCosine: math.Cos(min(least, edgeAngle))}
	for _, angle := range edges {
		s.edges = append(s.edges, unit(angle))
	}
	return s
}

// leastAngle is what so many lines that leave an owner are apart: less than
// usual when that would be more than three quarters of their equal shares.
func leastAngle(lines int) float64 { return min(spokeAngle, 1.5*math.Pi/float64(lines)) }

func unit(angle float64) Point {
	sin, cos := math.Sincos(angle)
	return Point{cos, sin}
}

func (s *star) add(placed spot) { s.spokes = append(s.spokes, s.towards(placed.at)) }

// lift takes a spoke away.
func (s *star) lift(spoke int) Point {
	own := s.spokes[spoke]
	s.spokes = slices.Delete(s.spokes, spoke, spoke+1)
	return own
}

func (s *star) towards(at Point) Point {
	dx, dy := at.X-s.centre.X, at.Y-s.centre.Y
	length := max(1e-9, math.Sqrt(dx*dx+dy*dy))
	return Point{dx / length, dy / length}
}

// apart tells whether a spoke to a place keeps its angle from all others.
func (s *star) apart(at Point) bool { return clearOf(s.towards(at), s.spokes, s.spokeCosine) }

// besideEdge is what a spoke costs that runs close to an edge of its owner.
func (s *star) besideEdge(at Point) float64 {
	if clearOf(s.towards(at), s.edges, s.edgeCosine) {
		return 0
	}
	return edgePrice
}

// clearOf tells whether the angles to all others have a lesser cosine.
func clearOf(new Point, others []Point, cosine float64) bool {
	for _, old := range others {
		if new.X*old.X+new.Y*old.Y > cosine {
			return false
		}
	}
	return true
}
