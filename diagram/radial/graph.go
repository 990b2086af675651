package radial

import (
	"iter"
	"math"

	"widerow/diagram/geom"
)

// Graph is all that the places of an ER diagram's ends and attributes
// follow from: where boxes and edges are, and how large what is set round them
// is. No text is in it.
type Graph struct {
	Width, Height float64 // of the layout
	Owners        []Owner
	Edges         []Edge
}

// Owner is a box with the attributes that stand round it.
type Owner struct {
	Box     geom.Rect
	Diamond bool
	Ovals   []*Oval
}

// Oval is the size of an attribute, and those of its parts.
type Oval struct {
	Number        int // of the attribute
	Width, Height float64
	Parts         []*Oval
}

// Edge is an edge with what is told at its entity's end.
type Edge struct {
	Course []geom.Point
	End    End
}

// End is what the places of a cardinality and a role follow from.
type End struct {
	Width                 float64 // of the cardinality; 0 where there is none
	RoleWidth, RoleHeight float64 // 0 without a role
	AtStart               bool    // the entity is where the edge starts
	Below                 bool    // the role of an entity that takes part a second time
}

// Room is what the layout keeps free along the edge.
func (end *End) Room() (width, height float64) {
	width, height = end.Width+10, CardinalityHeight+10
	if end.RoleHeight > 0 {
		width, height = max(width, end.RoleWidth+14), height+end.RoleHeight
	}
	return math.Ceil(width), height
}

// pieces are the straight lines that edges are made of.
func (s *Graph) pieces() iter.Seq2[geom.Point, geom.Point] {
	return func(yield func(from, to geom.Point) bool) {
		for _, edge := range s.Edges {
			for i := 1; i < len(edge.Course); i++ {
				if !yield(edge.Course[i-1], edge.Course[i]) {
					return
				}
			}
		}
	}
}
