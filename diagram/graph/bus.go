package graph

import (
	"slices"

	"widerow/diagram/geom"
)

// Bus divides the route of an edge that shares a line with others on the way to a box,
// or from it if Out. Both numbers are indexes of points, counted from the edge's other
// end. Up to Own the line is the edge's own. From there to Drawn it is drawn with this
// edge for all that share it. The rest is drawn with other edges. The zero value is an
// edge on its own.
type Bus struct {
	Out   bool `json:"out,omitempty"`
	Own   int  `json:"own,omitempty"`
	Drawn int  `json:"drawn,omitempty"`
}

// In reports whether the edge is in a bus.
func (b Bus) In() bool { return b.Own > 0 }

// Inward returns the points of an edge in a bus in the order from the other box to the box of the
// bus.
func (r Route) Inward() []geom.Point {
	points := slices.Clone(r.Points)
	if r.Bus.Out {
		slices.Reverse(points)
	}
	return points
}
