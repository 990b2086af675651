package diagram

import "iter"

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
	at      Rect
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
	course []Point
	end    endSize
}

// surroundings gives those of the drawing in a layout, and the attributes that
// it has by their numbers.
func (d *Drawing) surroundings(layout *Layout) (*surroundings, attributeList) {
	s := &surroundings{width: layout.Width, height: layout.Height}
	var list attributeList
	for _, box := range d.graph.Boxes {
		if at, placed := layout.Boxes[box.ID]; placed {
			s.boxes = append(s.boxes, fannedBox{at, box.Shape == ShapeDiamond, list.add(&Hooks{Owner: box.ID}, d.fans[box.ID])})
		}
	}
	for _, edge := range d.graph.Edges {
		ended := endedEdge{course: layout.Edges[edge.ID].Points}
		if end := d.connectors[edge.ID].end; end != nil {
			ended.end = end.endSize
		}
		s.edges = append(s.edges, ended)
	}
	return s, list
}

// pieces are the straight lines that edges are made of.
func (s *surroundings) pieces() iter.Seq2[Point, Point] {
	return func(yield func(from, to Point) bool) {
		for _, edge := range s.edges {
			for i := 1; i < len(edge.course); i++ {
				if !yield(edge.course[i-1], edge.course[i]) {
					return
				}
			}
		}
	}
}

// attributeList has attributes, each before its parts, with those hooks that tell
// which box they stand round.
type attributeList []fannedAttribute

type fannedAttribute struct {
	*attribute
	hooks *Hooks
}

// add gives attributes their numbers.
func (l *attributeList) add(hooks *Hooks, attributes []*attribute) []*oval {
	if len(attributes) == 0 {
		return nil
	}
	made, ovals := make([]oval, len(attributes)), make([]*oval, len(attributes))
	for i, a := range attributes {
		made[i] = oval{number: len(*l), width: a.width, height: a.height}
		*l = append(*l, fannedAttribute{a, hooks})
		made[i].parts = l.add(hooks, a.parts)
		ovals[i] = &made[i]
	}
	return ovals
}
