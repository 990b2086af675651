package diagram

import (
	"fmt"
	"math"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/radial"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

var (
	entityFont       = typeface.Font{Bold: true, Size: 14}
	relationshipFont = typeface.Font{Size: 12.5}
	cardinalityFont  = typeface.Font{Bold: true, Size: 12}
	roleFont         = typeface.Font{Italic: true, Size: 11}
	withinFont       = typeface.Font{Italic: true, Size: 11}
)

// Sizes of Chen's glyphs in px.
const (
	leastEntity   = 120
	entityLine    = 17
	entityRound   = 4
	doubleGap     = 4 // between the two outlines of a weak entity type
	leastDiamond  = 120
	diamondLine   = 15
	withinLine    = 13
	diamondHeight = 62
	diamondGap    = 5
	roleText      = 150
)

// lineWidths are the widths in px from which names in an ER diagram are broken into
// lines.
type lineWidths struct{ entity, relationship, attribute float64 }

// Names on short lines hardly widen the smallest shapes.
var (
	usualLines = lineWidths{entity: 190, relationship: 120, attribute: 180}
	shortLines = lineWidths{entity: 92, relationship: 88, attribute: 84}
)

func (d *Drawing) lineWidths() lineWidths {
	if d.display.ShortLines {
		return shortLines
	}
	return usualLines
}

// buildER adds boxes for entity types, relationship types and hierarchies only.
// After the layout, package radial places attributes around them in the margins
// that the layout keeps free.
func (d *Drawing) buildER(m *model.Model, p *plan) {
	d.attributes = map[string][]*attribute{}
	entities, relationships, attributes := 0, 0, 0
	for _, item := range model.Sorted(m.Concepts.Entities) {
		if !p.shows(item.ID) {
			continue
		}
		e := &entityFigure{id: item.ID, weak: item.Value.Weak}
		name := typeface.Clean(item.Value.Name)
		e.lines = typeface.Letter(name, entityFont, d.lineWidths().entity)
		e.title = titled(name, either(e.weak, "weak entity type", "entity type"), item.Value.Note)
		width, height := e.size()
		d.addOwner(m, graph.Box{ID: string(item.ID), Width: width, Height: height}, e, item.Value.Attributes)
		entities++
		attributes += len(item.Value.Attributes)
	}
	for _, item := range model.Sorted(m.Concepts.Relationships) {
		if !p.shows(item.ID) {
			continue
		}
		d.addRelationship(m, item)
		relationships++
		attributes += len(item.Value.Attributes)
	}
	for _, item := range model.Sorted(m.Concepts.Hierarchies) {
		if p.shows(item.ID) {
			d.addHierarchy(m, p, item)
		}
	}
	d.description = fmt.Sprintf("Entity-relationship diagram in Chen's notation: %s, %s, %s.",
		plural(entities, "entity type", "entity types"),
		plural(relationships, "relationship type", "relationship types"),
		plural(attributes, "attribute", "attributes"))
}

func either(is bool, yes, no string) string {
	if is {
		return yes
	}
	return no
}

func even(width float64) float64 { return 2 * math.Ceil(width/2) }

// addOwner adds a box with a margin for its attributes.
func (d *Drawing) addOwner(m *model.Model, box graph.Box, f figure, attributes map[model.ID]*model.Attribute) {
	tree := d.display.Attributes.shown(attributeTree(m, attributes, d.lineWidths().attribute))
	box.Margin = radial.Margin(new(attributeList).add(nil, tree), box.Width, box.Height)
	d.attributes[box.ID] = tree
	d.addBox(box, f)
}

func (d *Drawing) addRelationship(m *model.Model, item model.Item[*model.Relationship]) {
	r := &relationshipFigure{id: item.ID, identifying: item.Value.Identifying}
	name := typeface.Clean(item.Value.Name)
	r.lines = typeface.Letter(name, relationshipFont, d.lineWidths().relationship)
	within := withinWords(m, item.Value.Within)
	if within != "" {
		r.within = typeface.Letter(within, withinFont, d.lineWidths().relationship)
	}
	r.title = titled(name, either(r.identifying, "identifying relationship type", "relationship type"), within, item.Value.Note)
	width, height := r.size()
	d.addOwner(m, graph.Box{ID: string(item.ID), Width: width, Height: height, Shape: graph.ShapeDiamond}, r, item.Value.Attributes)
	seen := map[model.ID]bool{}
	for i, participant := range model.Sorted(item.Value.Participants) {
		entity := m.Concepts.Entities[participant.Value.Entity]
		if entity == nil {
			continue
		}
		end := newParticipation(item.Value, participant, typeface.Clean(entity.Name), d.display.Cardinality)
		end.AtStart, end.Below = i == 0, seen[participant.Value.Entity]
		seen[participant.Value.Entity] = true
		d.addParticipant(item.ID, participant.Value, end)
	}
}

// withinWords names the owner within which something holds, "" for none.
func withinWords(m *model.Model, owner model.ID) string {
	entity := m.Concepts.Entities[owner]
	if entity == nil {
		return ""
	}
	return "within " + typeface.Clean(entity.Name)
}

// addParticipant connects an entity type and a relationship type. The edge of the
// first participant leads to the relationship, the others lead away from it.
func (d *Drawing) addParticipant(relationship model.ID, p *model.Participant, end *participation) {
	edge := graph.Edge{ID: string(end.id), From: string(relationship), To: string(p.Entity), Routing: graph.RouteStraight}
	if end.AtStart {
		edge.From, edge.To = edge.To, edge.From
	}
	edge.LabelWidth, edge.LabelHeight = end.Room()
	d.addEdge(edge, connector{total: p.Total, end: end})
}

// entityFigure is a rectangle, doubled for a weak entity type.
type entityFigure struct {
	id     model.ID
	lines  []string
	struck int // the first lines are those of the old name
	title  title
	weak   bool
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

// centred returns lines of text centred at a point.
func centred(lines []string, class string, font typeface.Font, height float64, at geom.Point) []scene.Item {
	var items []scene.Item
	base := at.Y - height*float64(len(lines)-1)/2 + font.Size*0.355 // half of the capitals' height
	for i, content := range lines {
		items = append(items, &scene.Text{Class: class, At: geom.Pt(at.X, base+height*float64(i)), Anchor: scene.AnchorMiddle, Font: font, Content: content})
	}
	return items
}

// relationshipFigure is a diamond, doubled for an identifying relationship. Below its name
// it has the owner that its participants have in common.
type relationshipFigure struct {
	id                   model.ID
	lines, within        []string
	struck, withinStruck int // as in entityFigure
	title                title
	identifying          bool
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

// diamond returns the diamond in a rectangle, with its sides moved inset px inwards.
func diamond(at geom.Rect, inset float64) []geom.Step {
	c := at.Centre()
	slope := math.Hypot(at.Width, at.Height)
	rx, ry := at.Width/2-inset*slope/at.Height, at.Height/2-inset*slope/at.Width
	return geom.Polygon(geom.Pt(c.X, c.Y-ry), geom.Pt(c.X+rx, c.Y), geom.Pt(c.X, c.Y+ry), geom.Pt(c.X-rx, c.Y))
}
