package diagram

import (
	"fmt"
	"math"

	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

var isaFont = typeface.Font{Bold: true, Size: 12}

// Sizes of the triangle of a hierarchy in px.
const (
	isaWidth  = 68
	isaHeight = 50
)

// isaFigure is the triangle of a hierarchy, pointing at the supertype, with a d for
// disjoint subtypes or an o for overlapping ones.
type isaFigure struct {
	id       model.ID
	super    string // the edge to the supertype
	title    title
	disjoint bool
}

func newIsa(item model.Item[*model.Hierarchy], super string) *isaFigure {
	h := item.Value
	return &isaFigure{id: item.ID, super: "super>" + string(item.ID), disjoint: h.Disjoint, title: titled("kinds of "+super,
		either(h.Disjoint, "disjoint", "overlapping"), either(h.Total, "total", "partial"))}
}

func (f *isaFigure) paint(p *painter, at geom.Rect) *scene.Element {
	letter, means := "o", symbolOverlapping
	if f.disjoint {
		letter, means = "d", symbolDisjoint
	}
	p.explain(means)
	corners, name, sign := triangle(at, f.towards(p, at.Centre()))
	return p.element(f.id, "hierarchy", f.title.text(),
		&scene.Path{Class: "isa-shape", Steps: geom.Polygon(corners[:]...)},
		&scene.Text{Class: "isa-text", At: name, Anchor: scene.AnchorMiddle, Font: isaFont, Content: "IsA"},
		&scene.Text{Class: "isa-text", At: sign, Anchor: scene.AnchorMiddle, Font: roleFont, Content: letter})
}

// towards returns the direction in which the line to the supertype leaves the
// triangle: left, right, up or down.
func (f *isaFigure) towards(p *painter, centre geom.Point) geom.Point {
	points := p.layout.Edges[f.super].Points
	if len(points) < 2 {
		return geom.Pt(0, -1)
	}
	next := p.point(points[len(points)-2])
	x, y := next.X-centre.X, next.Y-centre.Y
	if math.Abs(x)*isaHeight > math.Abs(y)*isaWidth {
		return geom.Pt(math.Copysign(1, x), 0)
	}
	return geom.Pt(0, math.Copysign(1, y))
}

func (f *isaFigure) description() Description { return f.title.description(f.id) }

func (f *isaFigure) dot() string {
	return fmt.Sprintf(`shape=triangle, margin=0, label=<IsA<BR/><I>%s</I>>`, either(f.disjoint, "d", "o"))
}

// triangle returns a triangle with its tip in the middle of the side that it points
// to, and the places of its texts' base lines, where it is wide.
func triangle(at geom.Rect, towards geom.Point) (corners [3]geom.Point, name, sign geom.Point) {
	c := at.Centre()
	tip := geom.Pt(c.X+towards.X*at.Width/2, c.Y+towards.Y*at.Height/2)
	base := geom.Pt(2*c.X-tip.X, 2*c.Y-tip.Y)
	aside := geom.Pt(math.Abs(towards.Y)*at.Width/2, math.Abs(towards.X)*at.Height/2)
	corners = [3]geom.Point{tip, geom.Pt(base.X+aside.X, base.Y+aside.Y), geom.Pt(base.X-aside.X, base.Y-aside.Y)}
	switch {
	case towards.Y < 0:
		return corners, geom.Pt(c.X, base.Y-8), geom.Pt(c.X, base.Y-21)
	case towards.Y > 0:
		return corners, geom.Pt(c.X, base.Y+17), geom.Pt(c.X, base.Y+30)
	}
	x := base.X + 22*towards.X
	return corners, geom.Pt(x, c.Y-2), geom.Pt(x, c.Y+11)
}
