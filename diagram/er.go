package diagram

import (
	"fmt"

	"widerow/diagram/chen"
	"widerow/diagram/figure"
	"widerow/diagram/graph"
	"widerow/diagram/radial"
	"widerow/diagram/typeface"
	"widerow/model"
)

// Sizes of Chen's glyphs in px.

func (d *Drawing) lineWidths() chen.LineWidths {
	if d.display.ShortLines {
		return chen.ShortLines
	}
	return chen.UsualLines
}

// buildER adds boxes for entity types, relationship types and hierarchies only.
// After the layout, package radial places attributes around them in the margins
// that the layout keeps free.
func (d *Drawing) buildER(m *model.Model, p *plan) {
	d.attributes = map[string][]*chen.Attribute{}
	entities, relationships, attributes := 0, 0, 0
	for _, item := range model.Sorted(m.Concepts.Entities) {
		if !p.shows(item.ID) {
			continue
		}
		e := chen.NewEntity(item, d.lineWidths())
		width, height := e.Size()
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
		figure.Plural(entities, "entity type", "entity types"),
		figure.Plural(relationships, "relationship type", "relationship types"),
		figure.Plural(attributes, "attribute", "attributes"))
}

// addOwner adds a box with a margin for its attributes.
func (d *Drawing) addOwner(m *model.Model, box graph.Box, f figure.Figure, attributes map[model.ID]*model.Attribute) {
	tree := chen.ShownAttributes(d.display.Attributes, chen.AttributeTree(m, attributes, d.lineWidths().Attribute))
	box.Margin = radial.Margin(new(chen.AttributeList).Add(nil, tree), box.Width, box.Height)
	d.attributes[box.ID] = tree
	d.addBox(box, f)
}

func (d *Drawing) addRelationship(m *model.Model, item model.Item[*model.Relationship]) {
	r := chen.NewRelationship(m, item, d.lineWidths())
	width, height := r.Size()
	d.addOwner(m, graph.Box{ID: string(item.ID), Width: width, Height: height, Shape: graph.ShapeDiamond}, r, item.Value.Attributes)
	seen := map[model.ID]bool{}
	for i, participant := range model.Sorted(item.Value.Participants) {
		entity := m.Concepts.Entities[participant.Value.Entity]
		if entity == nil {
			continue
		}
		end := chen.NewParticipation(item.Value, participant, typeface.Clean(entity.Name), d.display.Cardinality)
		end.AtStart, end.Below = i == 0, seen[participant.Value.Entity]
		seen[participant.Value.Entity] = true
		d.addParticipant(item.ID, participant.Value, end)
	}
}

// addParticipant connects an entity type and a relationship type. The edge of the
// first participant leads to the relationship, the others lead away from it.
func (d *Drawing) addParticipant(relationship model.ID, p *model.Participant, end *chen.Participation) {
	edge := graph.Edge{ID: string(end.ID), From: string(relationship), To: string(p.Entity), Routing: graph.RouteStraight}
	if end.AtStart {
		edge.From, edge.To = edge.To, edge.From
	}
	edge.LabelWidth, edge.LabelHeight = end.Room()
	d.addEdge(edge, connector{total: p.Total, end: end})
}
