package model

import (
	"fmt"
	"maps"
)

// Remove removes an element with its parts, and the references to it. A query
// keeps a removed attribute's name, an expression a removed quantity's. Elements
// that others depend on cannot be removed: a keyspace that is not empty, a type
// in use, the base table of a view.
type Remove struct{ Element ID }

// Name returns a name such as "RemoveColumn".
func (r Remove) Name(m *Model) string {
	element, _ := m.Element(r.Element)
	return "Remove" + element.Kind.identifier()
}

func (r Remove) apply(m *Model, _ IDs) error {
	element, found := m.Element(r.Element)
	if !found {
		return &GoneError{r.Element}
	}
	if reason := m.draft().reasonToKeep(element); reason != "" {
		return invalid(r.Element, "", "%s", reason)
	}
	m.places().remove(element)
	return nil
}

// reasonToKeep explains why an element cannot be removed. It returns "" if it
// can be.
func (m draft) reasonToKeep(e Element) string {
	switch e.Kind {
	case ModelKind:
		return "The model itself cannot be removed from itself"
	case KeyspaceKind:
		if parts := m.Children(e); len(parts) > 0 {
			return fmt.Sprintf("Keyspace %s still contains %s; remove or move them first", m.Title(e.ID), listTitles(m.titlesOf(parts)))
		}
	case UserTypeKind:
		if users := m.userTypes().usersOfType(e.ID); len(users) > 0 {
			return fmt.Sprintf("Type %s is used by %s; give them another type first", m.Title(e.ID), listTitles(users))
		}
	case RelationElement:
		if views := m.places().viewsOf(e.ID); len(views) > 0 {
			return fmt.Sprintf("Table %s is the base of the materialized view %s; remove the view first", m.Title(e.ID), listTitles(views))
		}
	}
	return ""
}

func (m draft) titlesOf(elements []Element) []string {
	titles := make([]string, len(elements))
	for i, element := range elements {
		titles[i] = m.TitleOf(element)
	}
	return titles
}

// viewsOf returns the names of the materialized views of a table.
func (m places) viewsOf(base ID) []string {
	var views []string
	for _, relation := range Sorted(m.Physical.Relations) {
		if relation.Value.Base == base && relation.ID != base {
			views = append(views, relation.Value.Name)
		}
	}
	return views
}

// remove removes an element with its parts, and the references to them.
func (m places) remove(e Element) {
	gone := map[ID]string{e.ID: nameOfValue(e.Value)}
	m.walk(e, func(part Element) bool {
		gone[part.ID] = nameOfValue(part.Value)
		return true
	})
	if e.Kind == AttributeKind {
		siblings := m.Siblings(e)
		for _, sibling := range siblings {
			if isPartOf(siblings, sibling.ID, e.ID) {
				gone[sibling.ID] = nameOfValue(sibling.Value)
			}
		}
	}
	if e.Kind == QuantityKind {
		m.references().unbind(e.ID)
	}
	parent, _ := m.Element(e.Parent)
	for _, group := range m.groupsOf(parent) {
		for id := range gone {
			if group.kind == e.Kind {
				group.remove(id)
			}
		}
	}
	m.references().removeReferences(gone)
}

// Discard removes elements of the physical model with their parts, and the
// references to them, even if other elements depend on them. It changes m, which
// must not be shared.
func Discard(m *Model, elements ...ID) {
	gone := map[ID]string{}
	for _, id := range elements {
		element, found := m.places().find(id)
		if !found {
			continue
		}
		gone[id] = nameOfValue(element.Value)
		m.walk(element, func(part Element) bool {
			gone[part.ID] = nameOfValue(part.Value)
			return true
		})
	}
	if len(gone) == 0 {
		return
	}
	maps.DeleteFunc(m.Physical.Keyspaces, func(id ID, _ *Keyspace) bool { return isGone(gone, id) })
	maps.DeleteFunc(m.Physical.Types, func(id ID, _ *UserType) bool { return isGone(gone, id) })
	maps.DeleteFunc(m.Physical.Relations, func(id ID, _ *Relation) bool { return isGone(gone, id) })
	maps.DeleteFunc(m.Physical.Statements, func(id ID, _ *Statement) bool { return isGone(gone, id) })
	for _, userType := range m.Physical.Types {
		maps.DeleteFunc(userType.Fields, func(id ID, _ *TypeField) bool { return isGone(gone, id) })
	}
	for _, relation := range m.Physical.Relations {
		maps.DeleteFunc(relation.Columns, func(id ID, _ *Column) bool { return isGone(gone, id) })
		maps.DeleteFunc(relation.Indexes, func(id ID, _ *Index) bool { return isGone(gone, id) })
	}
	m.references().removeReferences(gone)
}

func (r Remove) words(before, after *Model) string {
	element, found := before.Element(r.Element)
	if _, still := after.Element(r.Element); !found || still {
		return ""
	}
	return fmt.Sprintf("removed %s %s", element.Kind.Words(), before.ShortTitle(r.Element))
}
