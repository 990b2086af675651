// Package radial places what belongs to the boxes of an ER diagram in Chen's
// notation: attributes, as ellipses around their owner, and the cardinalities and
// roles at the ends of edges. Boxes and edges have their places already.
package radial

import "widerow/diagram/geom"

// Layout is where ends and attributes stand, in the layout's coordinates.
type Layout struct {
	Ends   []EndPlace // by the number of the edge
	Places []Place
	Bounds geom.Rect // round all that is drawn
}

// Place is where an attribute stands, by its number, and the middle of what
// it belongs to.
type Place struct {
	Number    int
	Owner, At geom.Point
}

// EndPlace is where the end of an edge is told, in the layout's coordinates:
// the cardinality on the line, the role (empty without one) beside it.
type EndPlace struct{ Cardinality, Role geom.Rect }

// Arrange places ends and attributes.
func Arrange(s *Graph) *Layout {
	ends := placeEnds(s)
	fans := arrangeOvals(s, ends)
	places := &Layout{Ends: ends, Bounds: fans.bounds(), Places: make([]Place, len(fans.space.placements))}
	for i, spot := range fans.space.placements {
		places.Places[i] = Place{spot.Number, spot.owner, spot.at}
	}
	return places
}
