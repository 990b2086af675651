package diagram

import (
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/scene"
)

// surroundings gives those of the drawing in a layout, and the attributes that
// it has by their numbers.
func (d *Drawing) surroundings(layout *graph.Layout) (*surroundings, attributeList) {
	s := &surroundings{width: layout.Width, height: layout.Height}
	var list attributeList
	for _, box := range d.graph.Boxes {
		if at, placed := layout.Boxes[box.ID]; placed {
			s.boxes = append(s.boxes, fannedBox{at, box.Shape == graph.ShapeDiamond, list.add(&scene.Hooks{Owner: box.ID}, d.fans[box.ID])})
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

// attributeList has attributes, each before its parts, with those hooks that tell
// which box they stand round.
type attributeList []fannedAttribute

type fannedAttribute struct {
	*attribute
	hooks *scene.Hooks
}

// add gives attributes their numbers.
func (l *attributeList) add(hooks *scene.Hooks, attributes []*attribute) []*oval {
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

func (p *painter) paintSpokes() {
	for _, s := range p.around.spots {
		spoke := &scene.Path{Class: "spoke", Steps: geom.Polyline(p.point(s.owner), p.point(s.at))}
		p.add(&scene.Element{Class: "spoke", Hooks: p.attributes[s.number].hooks, Items: []scene.Item{spoke}})
	}
}

func (p *painter) paintAttributes() {
	for _, s := range p.around.spots {
		a := p.attributes[s.number]
		e := a.paint(p, p.point(s.at))
		e.Hooks = a.hooks
		p.add(e)
	}
}
