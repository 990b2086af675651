package diagram

import (
	"widerow/diagram/chen"
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/radial"
	"widerow/diagram/scene"
)

// radialGraph returns the input of [radial.Arrange] for a layout, and the attributes
// by their numbers.
func (d *Drawing) radialGraph(layout *graph.Layout) (*radial.Graph, chen.AttributeList) {
	s := &radial.Graph{Width: layout.Width, Height: layout.Height}
	var list chen.AttributeList
	for _, box := range d.graph.Boxes {
		if at, placed := layout.Boxes[box.ID]; placed {
			s.Owners = append(s.Owners, radial.Owner{Box: at, Diamond: box.Shape == graph.ShapeDiamond,
				Ovals: list.Add(&scene.Hooks{Owner: box.ID}, d.attributes[box.ID])})
		}
	}
	for _, edge := range d.graph.Edges {
		ended := radial.Edge{Course: layout.Edges[edge.ID].Points}
		if end := d.connectors[edge.ID].end; end != nil {
			ended.End = end.End
		}
		s.Edges = append(s.Edges, ended)
	}
	return s, list
}

func (p *picture) paintSpokes() {
	for _, s := range p.arranged.Ovals {
		spoke := &scene.Path{Class: "spoke", Steps: geom.Polyline(p.Point(s.Owner), p.Point(s.At))}
		p.Add(&scene.Element{Class: "spoke", Hooks: p.attributes[s.Number].Hooks, Items: []scene.Item{spoke}})
	}
}

func (p *picture) paintAttributes() {
	for _, s := range p.arranged.Ovals {
		a := p.attributes[s.Number]
		e := a.Paint(p.Painter, p.Point(s.At))
		e.Hooks = a.Hooks
		p.Add(e)
	}
}
