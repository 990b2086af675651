package chen

import (
	"fmt"
	"math"

	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

var isaFont = typeface.Font{Bold: true, Size: 12}

// Sizes of the triangle of a hierarchy in px.
const (
	IsaWidth  = 68
	IsaHeight = 50
)

// Isa is the triangle of a hierarchy, pointing at the supertype, with a d for
// disjoint subtypes or an o for overlapping ones.
type Isa struct {
	id       model.ID
	Super    string // the edge to the supertype
	title    figure.Title
	disjoint bool
}

func NewIsa(item model.Item[*model.Hierarchy], super string) *Isa {
	h := item.Value
	return &Isa{id: item.ID, Super: "super>" + string(item.ID), disjoint: h.Disjoint, title: figure.Titled("kinds of "+super,
		figure.Either(h.Disjoint, "disjoint", "overlapping"), figure.Either(h.Total, "total", "partial"))}
}

func (f *Isa) Paint(p *figure.Painter, at geom.Rect) *scene.Element {
	letter, means := "o", figure.SymbolOverlapping
	if f.disjoint {
		letter, means = "d", figure.SymbolDisjoint
	}
	p.Explain(means)
	corners, name, sign := triangle(at, f.towards(p, at.Centre()))
	return p.Element(f.id, "hierarchy", f.title.Text(),
		&scene.Path{Class: "isa-shape", Steps: geom.Polygon(corners[:]...)},
		&scene.Text{Class: "isa-text", At: name, Anchor: scene.AnchorMiddle, Font: isaFont, Content: "IsA"},
		&scene.Text{Class: "isa-text", At: sign, Anchor: scene.AnchorMiddle, Font: RoleFont, Content: letter})
}

// towards returns the direction in which the line to the supertype leaves the
// triangle: left, right, up or down.
func (f *Isa) towards(p *figure.Painter, centre geom.Point) geom.Point {
	points := p.Layout.Edges[f.Super].Points
	if len(points) < 2 {
		return geom.Pt(0, -1)
	}
	next := p.Point(points[len(points)-2])
	x, y := next.X-centre.X, next.Y-centre.Y
	if math.Abs(x)*IsaHeight > math.Abs(y)*IsaWidth {
		return geom.Pt(math.Copysign(1, x), 0)
	}
	return geom.Pt(0, math.Copysign(1, y))
}

func (f *Isa) Description() figure.Description { return f.title.Description(f.id) }

func (f *Isa) DOT() string {
	return fmt.Sprintf(`shape=triangle, margin=0, label=<IsA<BR/><I>%s</I>>`, figure.Either(f.disjoint, "d", "o"))
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
