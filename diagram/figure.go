package diagram

import (
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/scene"
	"widerow/model"
)

// Figure is the content of a box of the graph.
type Figure interface {
	paint(p *painter, at geom.Rect) *scene.Element
	description() Description
	dot() string // the attributes of its node in DOT
}

// painter paints the parts of a picture into its scene.
type painter struct {
	layout      *graph.Layout
	options     Options
	theme       scene.Theme
	badged      bool       // tables have badges
	origin      geom.Point // of the layout, in the coordinates of the scene
	seen        map[model.ID]bool
	symbols     [symbolCount]bool       // those drawn so far
	differences map[model.ID]Difference // only in the picture of a comparison
	scene       *scene.Scene
}

// explain marks symbols as drawn, for the legend.
func (p *painter) explain(symbols ...symbol) {
	for _, s := range symbols {
		p.symbols[s] = true
	}
}

func (p *painter) add(items ...scene.Item) { p.scene.Items = append(p.scene.Items, items...) }

// element returns the part of the picture that shows an element of the model. Only
// the first part of an element has its ID; all link to its address.
func (p *painter) element(id model.ID, class, title string, items ...scene.Item) *scene.Element {
	e := p.link(id, class, title, items...)
	if !p.seen[id] {
		if p.seen == nil {
			p.seen = make(map[model.ID]bool, 8*len(p.layout.Boxes))
		}
		e.ID = string(id)
		p.seen[id] = true
	}
	return e
}

// link returns a part without an id that links to an element's address.
func (p *painter) link(id model.ID, class, title string, items ...scene.Item) *scene.Element {
	e := &scene.Element{Class: class, Title: title, Items: items, Chosen: id != "" && id == p.options.Selected}
	if p.options.Href != nil && id != "" {
		e.Href = p.options.Href(id)
	}
	p.differs(e, id)
	return e
}

// group returns an element without a link. Its parts have links.
func (p *painter) group(id model.ID, class string, items ...scene.Item) *scene.Element {
	e := p.element(id, class, "", items...)
	e.Href = ""
	return e
}

func (p *painter) rect(r geom.Rect) geom.Rect {
	r.X += p.origin.X
	r.Y += p.origin.Y
	return r
}

func (p *painter) point(at geom.Point) geom.Point { return geom.Pt(at.X+p.origin.X, at.Y+p.origin.Y) }

func corner(r geom.Rect) geom.Point { return geom.Pt(r.X, r.Y) }
