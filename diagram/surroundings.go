package diagram

import (
	"iter"

	"widerow/diagram/geom"
)

// surroundings is all that the places of an ER diagram's ends and attributes
// follow from: where boxes and edges are, and how large what is set round them
// is. No text is in it.
type surroundings struct {
	width, height float64 // of the layout
	boxes         []fannedBox
	edges         []endedEdge
}

// fannedBox is a box with the attributes that stand round it.
type fannedBox struct {
	at      geom.Rect
	diamond bool
	fan     []*oval
}

// oval is the size of an attribute, and those of its parts.
type oval struct {
	number        int // of the attribute
	width, height float64
	parts         []*oval
}

// endedEdge is an edge with what is told at its entity's end.
type endedEdge struct {
	course []geom.Point
	end    endSize
}

// pieces are the straight lines that edges are made of.
func (s *surroundings) pieces() iter.Seq2[geom.Point, geom.Point] {
	return func(yield func(from, to geom.Point) bool) {
		for _, edge := range s.edges {
			for i := 1; i < len(edge.course); i++ {
				if !yield(edge.course[i-1], edge.course[i]) {
					return
				}
			}
		}
	}
}
