package diagram

import (
	"fmt"
	"math"

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
	withinFont       = typeface.Font{Italic: true, Size: 11}
)

// relationshipFigure is a diamond, doubled for an identifying relationship. Below its name
// it has the owner that its participants have in common.
type relationshipFigure struct {
	id                   model.ID
	lines, within        []string
	struck, withinStruck int // as in entityFigure
	title                title
	identifying          bool
}

func newRelationship(m *model.Model, item model.Item[*model.Relationship], widths lineWidths) *relationshipFigure {
	r := &relationshipFigure{id: item.ID, identifying: item.Value.Identifying}
	name := typeface.Clean(item.Value.Name)
	r.lines = typeface.Letter(name, relationshipFont, widths.relationship)
	within := withinWords(m, item.Value.Within)
	if within != "" {
		r.within = typeface.Letter(within, withinFont, widths.relationship)
	}
	r.title = titled(name, either(r.identifying, "identifying relationship type", "relationship type"), within, item.Value.Note)
	return r
}

func (r *relationshipFigure) size() (width, height float64) {
	text := r.textHeight()
	height = diamondHeight + 1.5*(text-diamondLine)
	// The widest line must fit where the diamond narrows.
	widest := max(typeface.Widest(r.lines, relationshipFont), typeface.Widest(r.within, withinFont))
	width = (widest + 10) / (1 - (text-4)/height)
	if r.identifying {
		width += 4 * diamondGap
	}
	return even(max(leastDiamond, width)), height
}

func (r *relationshipFigure) textHeight() float64 {
	return diamondLine*float64(len(r.lines)) + withinLine*float64(len(r.within))
}

// paintText centres the name and, below it, the common owner.
func (r *relationshipFigure) paintText(p *painter, at geom.Point) []scene.Item {
	name := geom.Pt(at.X, at.Y-withinLine*float64(len(r.within))/2)
	items := old(centred(r.lines, "relationship-text", relationshipFont, diamondLine, name), r.struck)
	if len(r.within) == 0 {
		return items
	}
	p.explain(symbolWithin)
	within := geom.Pt(at.X, at.Y+diamondLine*float64(len(r.lines))/2)
	return append(items, old(centred(r.within, "role", withinFont, withinLine, within), r.withinStruck)...)
}

func (r *relationshipFigure) paint(p *painter, at geom.Rect) *scene.Element {
	items := []scene.Item{&scene.Path{Class: "relationship-shape", Steps: diamond(at, 0)}}
	p.explain(symbolRelationship)
	if r.identifying {
		p.explain(symbolIdentifying)
		items = append(items, &scene.Path{Class: "relationship-shape inner", Steps: diamond(at, diamondGap)})
	}
	items = append(items, r.paintText(p, at.Centre())...)
	class, title := p.picked(r.id, "relationship", r.title.text())
	return p.element(r.id, class, title, append(items, p.paintPicks(r.id, geom.Pt(at.Centre().X, at.Y))...)...)
}

func (r *relationshipFigure) description() Description { return r.title.description(r.id) }

func (r *relationshipFigure) dot() string {
	name := escapeLines(r.lines)
	if len(r.within) > 0 {
		name += `<BR/><FONT POINT-SIZE="10"><I>` + escapeLines(r.within) + "</I></FONT>"
	}
	return fmt.Sprintf(`shape=diamond, style=filled, fillcolor="#fbf3e2", color="#b5832a", peripheries=%s, label=<%s>`,
		either(r.identifying, "2", "1"), name)
}

// recall adds the old lines of the name and of the common owner.
func (r *relationshipFigure) recall(was *relationshipFigure) {
	r.lines, r.struck = withOld(r.lines, was.lines)
	r.within, r.withinStruck = withOld(r.within, was.within)
}

// withinWords names the owner within which something holds, "" for none.
func withinWords(m *model.Model, owner model.ID) string {
	entity := m.Concepts.Entities[owner]
	if entity == nil {
		return ""
	}
	return "within " + typeface.Clean(entity.Name)
}

// diamond returns the diamond in a rectangle, with its sides moved inset px inwards.
func diamond(at geom.Rect, inset float64) []geom.Step {
	c := at.Centre()
	slope := math.Hypot(at.Width, at.Height)
	rx, ry := at.Width/2-inset*slope/at.Height, at.Height/2-inset*slope/at.Width
	return geom.Polygon(geom.Pt(c.X, c.Y-ry), geom.Pt(c.X+rx, c.Y), geom.Pt(c.X, c.Y+ry), geom.Pt(c.X-rx, c.Y))
}
