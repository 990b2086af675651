package diagram

import (
	"fmt"

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
	roleFont   = typeface.Font{Italic: true, Size: 11}
)

// entityFigure is a rectangle, doubled for a weak entity type.
type entityFigure struct {
	id     model.ID
	lines  []string
	struck int // the first lines are those of the old name
	title  title
	weak   bool
}

func newEntity(item model.Item[*model.Entity], widths lineWidths) *entityFigure {
	name := typeface.Clean(item.Value.Name)
	return &entityFigure{
		id: item.ID, weak: item.Value.Weak, lines: typeface.Letter(name, entityFont, widths.entity),
		title: titled(name, either(item.Value.Weak, "weak entity type", "entity type"), item.Value.Note),
	}
}

func (e *entityFigure) size() (width, height float64) {
	return even(max(leastEntity, typeface.Widest(e.lines, entityFont)+28)), 46 + entityLine*float64(len(e.lines)-1)
}

func (e *entityFigure) paint(p *painter, at geom.Rect) *scene.Element {
	items := []scene.Item{&scene.Rectangle{Class: "entity-shape", Rect: at, Round: entityRound}}
	p.explain(symbolEntity)
	if e.weak {
		p.explain(symbolWeakEntity)
		inner := geom.NewRect(at.X+doubleGap, at.Y+doubleGap, at.Width-2*doubleGap, at.Height-2*doubleGap)
		items = append(items, &scene.Rectangle{Class: "entity-shape inner", Rect: inner, Round: entityRound / 2})
	}
	items = append(items, old(centred(e.lines, "entity-text", entityFont, entityLine, at.Centre()), e.struck)...)
	class, title := p.picked(e.id, "entity", e.title.text())
	drawn := p.element(e.id, class, title, append(items, p.paintPicks(e.id, geom.Pt(at.Centre().X, at.Y))...)...)
	drawn.Name = e.title.name
	return drawn
}

func (e *entityFigure) description() Description { return e.title.description(e.id) }

func (e *entityFigure) dot() string {
	return fmt.Sprintf(`style=filled, fillcolor="#e3ece8", color="#2b5a4c", peripheries=%s, label=<<B>%s</B>>`, either(e.weak, "2", "1"), escapeLines(e.lines))
}

// recall adds the old lines of the name.
func (e *entityFigure) recall(was *entityFigure) {
	e.lines, e.struck = withOld(e.lines, was.lines)
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

// lineWidths are the widths in px from which names in an ER diagram are broken into
// lines.
type lineWidths struct{ entity, relationship, attribute float64 }

// Names on short lines hardly widen the smallest shapes.
var (
	usualLines = lineWidths{entity: 190, relationship: 120, attribute: 180}
	shortLines = lineWidths{entity: 92, relationship: 88, attribute: 84}
)
