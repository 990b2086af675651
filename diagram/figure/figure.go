// Package figure holds the common parts of the notation: a Figure is the content of a box, and a
// Painter paints figures into a scene, with their titles, their symbols for the legend, and the
// signs of a comparison.
package figure

import (
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/scene"
	"widerow/model"
)

// Figure is the content of a box of the graph.
type Figure interface {
	Paint(p *Painter, at geom.Rect) *scene.Element
	Description() Description
	DOT() string // the attributes of its node in DOT
}

// Painter paints the parts of a picture into its scene.
type Painter struct {
	Layout      *graph.Layout
	Options     Options
	Theme       scene.Theme
	Badged      bool       // tables have badges
	Origin      geom.Point // of the layout, in the coordinates of the scene
	seen        map[model.ID]bool
	Symbols     [SymbolCount]bool       // those drawn so far
	Differences map[model.ID]Difference // only in the picture of a comparison
	Scene       *scene.Scene
}

// Explain marks symbols as drawn, for the legend.
func (p *Painter) Explain(symbols ...Symbol) {
	for _, s := range symbols {
		p.Symbols[s] = true
	}
}

func (p *Painter) Add(items ...scene.Item) { p.Scene.Items = append(p.Scene.Items, items...) }

// Element returns the part of the picture that shows an element of the model. Only
// the first part of an element has its ID; all link to its address.
func (p *Painter) Element(id model.ID, class, title string, items ...scene.Item) *scene.Element {
	e := p.Link(id, class, title, items...)
	if !p.seen[id] {
		if p.seen == nil {
			p.seen = make(map[model.ID]bool, 8*len(p.Layout.Boxes))
		}
		e.ID = string(id)
		p.seen[id] = true
	}
	return e
}

// Link returns a part without an id that links to an element's address.
func (p *Painter) Link(id model.ID, class, title string, items ...scene.Item) *scene.Element {
	e := &scene.Element{Class: class, Title: title, Items: items, Chosen: p.Options.chosen(id)}
	if p.Options.Href != nil && id != "" {
		e.Href = p.Options.Href(id)
	}
	p.Differs(e, id)
	return e
}

// Group returns an element without a link. Its parts have links.
func (p *Painter) Group(id model.ID, class string, items ...scene.Item) *scene.Element {
	e := p.Element(id, class, "", items...)
	e.Href = ""
	return e
}

func (p *Painter) Rect(r geom.Rect) geom.Rect {
	r.X += p.Origin.X
	r.Y += p.Origin.Y
	return r
}

func (p *Painter) Point(at geom.Point) geom.Point { return geom.Pt(at.X+p.Origin.X, at.Y+p.Origin.Y) }

func Corner(r geom.Rect) geom.Point { return geom.Pt(r.X, r.Y) }
