package submission

import (
	"fmt"
	"slices"

	"widerow/model"
	"widerow/model/edit"
)

// The form of the canvas has more names than those in form.go:
//
//	on=canvas          its problems are told on the canvas
//	at.x, at.y         where the box that `do=add:KIND:PARENT` adds is put
//	do=connect:A:B     a relationship type, a transition or a query arrow from a box to another;
//	                   new.relationship.name names the first, new.arrow.access is the query of the last

// connection joins two boxes of a diagram.
type connection struct {
	from, to model.ID
	name     string
	access   model.ID
}

// commands join the boxes: two entity types by a new relationship type, an entity
// type and a relationship type by a new end, two steps by a transition.
func (c *connection) commands(m *model.Model, id model.ID, ids model.IDs) ([]edit.Command, error) {
	from, foundFrom := m.Element(c.from)
	to, foundTo := m.Element(c.to)
	if !foundFrom || !foundTo {
		gone := c.from
		if foundFrom {
			gone = c.to
		}
		return nil, &edit.GoneError{Element: gone}
	}
	end := func(relationship, entity model.ID) []edit.Command {
		return []edit.Command{newEnd(ids, relationship, entity, "n")}
	}
	switch {
	case from.Kind == model.EntityKind && to.Kind == model.EntityKind:
		relationship := edit.Add{Kind: model.RelationshipKind, ID: id, Values: map[string]string{"name": c.name}}
		if _, err := edit.Apply(m, ids, relationship); err != nil {
			return nil, err // without its ends: they would be told as gone
		}
		return c.ends(m, relationship, ids), nil
	case from.Kind == model.RelationshipKind && to.Kind == model.EntityKind:
		return end(c.from, c.to), nil
	case from.Kind == model.EntityKind && to.Kind == model.RelationshipKind:
		return end(c.to, c.from), nil
	case from.Kind == model.StepKind && to.Kind == model.StepKind:
		return []edit.Command{edit.Add{Kind: model.TransitionKind, ID: id, Values: map[string]string{"from": string(c.from), "to": string(c.to)}}}, nil
	}
	if fromTable, toTable := c.tableOf(m, from), c.tableOf(m, to); fromTable != "" && toTable != "" {
		return c.arrow(m, id, fromTable, toTable)
	}
	message := fmt.Sprintf("No line can join %s and %s: lines join entity types with each other or with "+
		"relationship types, steps with steps, and tables with tables", from.Kind.Words(), to.Kind.Words())
	return nil, &edit.InvalidError{Problems: []model.Problem{{Code: "model/invalid", Message: message}}}
}

// tableOf returns the logical table of an element: itself, or one that it realizes, if it can
// that of the query. Other elements have none.
func (c *connection) tableOf(m *model.Model, element model.Element) model.ID {
	relation, is := element.Value.(*model.Relation)
	if !is {
		if element.Kind == model.TableKind {
			return element.ID
		}
		return ""
	}
	tables := relation.Realizes.Sorted()
	for _, table := range tables {
		if slices.Contains(m.TablesOf(c.access), table) {
			return table
		}
	}
	if len(tables) == 0 {
		return ""
	}
	return tables[0]
}

// arrow returns the command that adds a query arrow between two logical tables.
func (c *connection) arrow(m *model.Model, id, from, to model.ID) ([]edit.Command, error) {
	for _, arrow := range model.Sorted(m.Logical.Arrows) {
		if arrow.Value.Access == c.access && arrow.Value.From == from && arrow.Value.To == to {
			message := fmt.Sprintf("%s already leads from %s to %s", m.ShortTitle(c.access), m.ShortTitle(from), m.ShortTitle(to))
			return nil, &edit.InvalidError{Problems: []model.Problem{{Code: "model/invalid", Element: arrow.ID, Message: message}}}
		}
	}
	return []edit.Command{edit.Add{Kind: model.ArrowKind, ID: id,
		Values: map[string]string{"access": string(c.access), "from": string(from), "to": string(to)}}}, nil
}

func newEnd(ids model.IDs, relationship, entity model.ID, cardinality string) edit.Add {
	return edit.Add{Kind: model.ParticipantKind, Parent: relationship, ID: ids.New(),
		Values: map[string]string{"entity": string(entity), "cardinality": cardinality}}
}

// ends join two entity types, one to many from the first. A weak entity type that
// gets its owner is at the side of many, whichever it was drawn from.
func (c *connection) ends(m *model.Model, relationship edit.Add, ids model.IDs) []edit.Command {
	from, to := newEnd(ids, relationship.ID, c.from, "1"), newEnd(ids, relationship.ID, c.to, "n")
	switch ownedBy(m, c.from, c.to) {
	case "":
		return []edit.Command{relationship, from, to}
	case c.from:
		from.Values["cardinality"], to.Values["cardinality"] = "n", "1"
		from.Values["total"] = "true"
	default:
		to.Values["total"] = "true"
	}
	relationship.Values["identifying"] = "true"
	return []edit.Command{relationship, from, to}
}
