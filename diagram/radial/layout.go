// Package radial places what belongs to the boxes of an ER diagram in Chen's
// notation: attributes, as ellipses around their owner, and the cardinalities and
// roles at the ends of edges. Boxes and edges have their places already.
//
// Read Graph (graph.go) and Arrange first, then ring.go (the places around an
// owner), search.go (which attribute goes where), parts.go and ends.go.
package radial

import "widerow/diagram/geom"

// Layout is the result of [Arrange], in the coordinates of the Graph.
type Layout struct {
	Ends   []EndPlace // by the index of the edge
	Ovals  []OvalPlace
	Bounds geom.Rect // of all that is drawn
}

// OvalPlace holds the centre of an attribute, and the centre of its owner: a box, or the composite
// attribute that contains it.
type OvalPlace struct {
	Number    int
	Owner, At geom.Point
}

// EndPlace has the patches of a cardinality, on the line, and of a role, near the
// cardinality. A patch is empty if there is nothing to write.
type EndPlace struct{ Cardinality, Role geom.Rect }

// Arrange places the labels at the ends of edges first, then attributes.
func Arrange(g *Graph) *Layout {
	ends := placeEnds(g)
	ovals := arrangeOvals(g, ends)
	layout := &Layout{Ends: ends, Bounds: ovals.bounds(), Ovals: make([]OvalPlace, len(ovals.space.placements))}
	for i, placed := range ovals.space.placements {
		layout.Ovals[i] = OvalPlace{placed.Number, placed.owner, placed.at}
	}
	return layout
}
