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

const (
	leastDiamond  = 120
	diamondLine   = 15
	withinLine    = 13
	diamondHeight = 62
	diamondGap    = 5
)

var (
	relationshipFont = typeface.Font{Size: 12.5}
	WithinFont       = typeface.Font{Italic: true, Size: 11}
)

// Relationship is a diamond, doubled for an identifying relationship. Below its name
// it has the owner that its participants have in common.
type Relationship struct {
	id                   model.ID
	lines, within        []string
	struck, withinStruck int // as in entityFigure
	title                figure.Title
	identifying          bool
}

func NewRelationship(m *model.Model, item model.Item[*model.Relationship], widths LineWidths) *Relationship {
	r := &Relationship{id: item.ID, identifying: item.Value.Identifying}
	name := typeface.Clean(item.Value.Name)
	r.lines = typeface.Letter(name, relationshipFont, widths.relationship)
	within := withinWords(m, item.Value.Within)
	if within != "" {
		r.within = typeface.Letter(within, WithinFont, widths.relationship)
	}
	r.title = figure.Titled(name, figure.Either(r.identifying, "identifying relationship type", "relationship type"), within, item.Value.Note)
	return r
}

func (r *Relationship) Size() (width, height float64) {
	text := r.textHeight()
	height = diamondHeight + 1.5*(text-diamondLine)
	// The widest line must fit where the diamond narrows.
	widest := max(typeface.Widest(r.lines, relationshipFont), typeface.Widest(r.within, WithinFont))
	width = (widest + 10) / (1 - (text-4)/height)
	if r.identifying {
		width += 4 * diamondGap
	}
	return figure.Even(max(leastDiamond, width)), height
}

func (r *Relationship) textHeight() float64 {
	return diamondLine*float64(len(r.lines)) + withinLine*float64(len(r.within))
}

// paintText centres the name and, below it, the common owner.
func (r *Relationship) paintText(p *figure.Painter, at geom.Point) []scene.Item {
	name := geom.Pt(at.X, at.Y-withinLine*float64(len(r.within))/2)
	items := figure.Old(centred(r.lines, "relationship-text", relationshipFont, diamondLine, name), r.struck)
	if len(r.within) == 0 {
		return items
	}
	p.Explain(figure.SymbolWithin)
	within := geom.Pt(at.X, at.Y+diamondLine*float64(len(r.lines))/2)
	return append(items, figure.Old(centred(r.within, "role", WithinFont, withinLine, within), r.withinStruck)...)
}

func (r *Relationship) Paint(p *figure.Painter, at geom.Rect) *scene.Element {
	items := []scene.Item{&scene.Path{Class: "relationship-shape", Steps: Diamond(at, 0)}}
	p.Explain(figure.SymbolRelationship)
	if r.identifying {
		p.Explain(figure.SymbolIdentifying)
		items = append(items, &scene.Path{Class: "relationship-shape inner", Steps: Diamond(at, diamondGap)})
	}
	items = append(items, r.paintText(p, at.Centre())...)
	class, title := p.Picked(r.id, "relationship", r.title.Text())
	return p.Element(r.id, class, title, append(items, p.PaintPicks(r.id, geom.Pt(at.Centre().X, at.Y))...)...)
}

func (r *Relationship) Description() figure.Description { return r.title.Description(r.id) }

func (r *Relationship) DOT() string {
	name := figure.EscapeLines(r.lines)
	if len(r.within) > 0 {
		name += `<BR/><FONT POINT-SIZE="10"><I>` + figure.EscapeLines(r.within) + "</I></FONT>"
	}
	return fmt.Sprintf(`shape=diamond, style=filled, fillcolor="#fbf3e2", color="#b5832a", peripheries=%s, label=<%s>`,
		figure.Either(r.identifying, "2", "1"), name)
}

// Recall adds the old lines of the name and of the common owner.
func (r *Relationship) Recall(was *Relationship) {
	r.lines, r.struck = figure.WithOld(r.lines, was.lines)
	r.within, r.withinStruck = figure.WithOld(r.within, was.within)
}

// withinWords names the owner within which something holds, "" for none.
func withinWords(m *model.Model, owner model.ID) string {
	entity := m.Concepts.Entities[owner]
	if entity == nil {
		return ""
	}
	return "within " + typeface.Clean(entity.Name)
}

// Diamond returns the diamond in a rectangle, with its sides moved inset px inwards.
func Diamond(at geom.Rect, inset float64) []geom.Step {
	c := at.Centre()
	slope := math.Hypot(at.Width, at.Height)
	rx, ry := at.Width/2-inset*slope/at.Height, at.Height/2-inset*slope/at.Width
	return geom.Polygon(geom.Pt(c.X, c.Y-ry), geom.Pt(c.X+rx, c.Y), geom.Pt(c.X, c.Y+ry), geom.Pt(c.X-rx, c.Y))
}
