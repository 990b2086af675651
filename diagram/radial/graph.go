package radial

import (
	"iter"
	"math"

	"widerow/diagram/geom"
)

// Graph is the input of [Arrange]: the places of boxes and edges, and the sizes of the shapes
// around them, in px. It has no texts, so that a text edit that changes no size gives an equal
// Graph.
type Graph struct {
	Width, Height float64 // of the layout of the boxes
	Owners        []Owner
	Edges         []Edge
}

// Owner is a box with its attributes.
type Owner struct {
	Box     geom.Rect
	Diamond bool // a relationship type: cardinalities may use the corners of Box
	Ovals   []*Oval
}

// Oval is the ellipse of an attribute. Parts are the ovals of a composite attribute's parts.
type Oval struct {
	Number        int // identifies the attribute in the Layout
	Width, Height float64
	Parts         []*Oval
}

// Edge is the course of an edge, and the labels at its entity's end.
type Edge struct {
	Course []geom.Point
	End    End
}

// End holds the sizes of a cardinality and a role, and what determines their
// places.
type End struct {
	Width                 float64 // of the cardinality; 0 for an edge without one
	RoleWidth, RoleHeight float64 // 0 without a role
	AtStart               bool    // the edge starts at the entity
	Below                 bool    // prefer the role below a level line: the entity takes part a second time
}

// Room returns the size that the layout of the boxes keeps free along the edge.
func (end *End) Room() (width, height float64) {
	width, height = end.Width+10, CardinalityHeight+10
	if end.RoleHeight > 0 {
		width, height = max(width, end.RoleWidth+14), height+end.RoleHeight
	}
	return math.Ceil(width), height
}

// segments yields the straight lines that edges consist of.
func (g *Graph) segments() iter.Seq2[geom.Point, geom.Point] {
	return func(yield func(from, to geom.Point) bool) {
		for _, edge := range g.Edges {
			for i := 1; i < len(edge.Course); i++ {
				if !yield(edge.Course[i-1], edge.Course[i]) {
					return
				}
			}
		}
	}
}
