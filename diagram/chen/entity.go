// Package chen has the figures of Chen's notation: entity types, relationship types,
// their attributes, the ends of relationships, and hierarchies.
package chen

import (
	"fmt"

	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

const (
	leastEntity = 120
	entityLine  = 17
	entityRound = 4
	doubleGap   = 4 // between the two outlines of a weak entity type
)

var (
	entityFont = typeface.Font{Bold: true, Size: 14}
	RoleFont   = typeface.Font{Italic: true, Size: 11}
)

// Entity is a rectangle, doubled for a weak entity type.
type Entity struct {
	id     model.ID
	lines  []string
	struck int // the first lines are those of the old name
	title  figure.Title
	weak   bool
}

func NewEntity(item model.Item[*model.Entity], widths LineWidths) *Entity {
	name := typeface.Clean(item.Value.Name)
	return &Entity{
		id: item.ID, weak: item.Value.Weak, lines: typeface.Letter(name, entityFont, widths.entity),
		title: figure.Titled(name, figure.Either(item.Value.Weak, "weak entity type", "entity type"), item.Value.Note),
	}
}

func (e *Entity) Size() (width, height float64) {
	return figure.Even(max(leastEntity, typeface.Widest(e.lines, entityFont)+28)), 46 + entityLine*float64(len(e.lines)-1)
}

func (e *Entity) Paint(p *figure.Painter, at geom.Rect) *scene.Element {
	items := []scene.Item{&scene.Rectangle{Class: "entity-shape", Rect: at, Round: entityRound}}
	p.Explain(figure.SymbolEntity)
	if e.weak {
		p.Explain(figure.SymbolWeakEntity)
		inner := geom.NewRect(at.X+doubleGap, at.Y+doubleGap, at.Width-2*doubleGap, at.Height-2*doubleGap)
		items = append(items, &scene.Rectangle{Class: "entity-shape inner", Rect: inner, Round: entityRound / 2})
	}
	items = append(items, figure.Old(centred(e.lines, "entity-text", entityFont, entityLine, at.Centre()), e.struck)...)
	class, title := p.Picked(e.id, "entity", e.title.Text())
	drawn := p.Element(e.id, class, title, append(items, p.PaintPicks(e.id, geom.Pt(at.Centre().X, at.Y))...)...)
	drawn.Name = e.title.Name
	return drawn
}

func (e *Entity) Description() figure.Description { return e.title.Description(e.id) }

func (e *Entity) DOT() string {
	return fmt.Sprintf(`style=filled, fillcolor="#e3ece8", color="#2b5a4c", peripheries=%s, label=<<B>%s</B>>`,
		figure.Either(e.weak, "2", "1"), figure.EscapeLines(e.lines))
}

// Recall adds the old lines of the name.
func (e *Entity) Recall(was *Entity) {
	e.lines, e.struck = figure.WithOld(e.lines, was.lines)
}

// centred returns lines of text centred at a point.
func centred(lines []string, class string, font typeface.Font, height float64, at geom.Point) []scene.Item {
	var items []scene.Item
	base := at.Y - height*float64(len(lines)-1)/2 + font.Size*0.355 // half of the capitals' height
	for i, content := range lines {
		items = append(items, &scene.Text{Class: class, At: geom.Pt(at.X, base+height*float64(i)), Anchor: scene.AnchorMiddle, Font: font, Content: content})
	}
	return items
}

// LineWidths are the widths in px from which names in an ER diagram are broken into
// lines.
type LineWidths struct{ entity, relationship, Attribute float64 }

// Names on short lines hardly widen the smallest shapes.
var (
	UsualLines = LineWidths{entity: 190, relationship: 120, Attribute: 180}
	ShortLines = LineWidths{entity: 92, relationship: 88, Attribute: 84}
)
