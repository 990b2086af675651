package edit

import (
	"fmt"

	"widerow/model"
)

// Remove removes an element with its parts, and the references to it. A query
// keeps a removed attribute's name, an expression a removed quantity's. Elements
// that others depend on cannot be removed: a keyspace that is not empty, a type
// in use, the base table of a view.
type Remove struct{ Element model.ID }

// Name returns a name such as "RemoveColumn".
func (r Remove) Name(m *model.Model) string {
	element, _ := m.Element(r.Element)
	return "Remove" + identifier(element.Kind)
}

func (r Remove) apply(m *model.Model, _ model.IDs) error {
	element, found := m.Element(r.Element)
	if !found {
		return &GoneError{r.Element}
	}
	if reason := newDraft(m).reasonToKeep(element); reason != "" {
		return invalid(r.Element, "", "%s", reason)
	}
	m.Parts().Remove(element)
	return nil
}

// reasonToKeep explains why an element cannot be removed. It returns "" if it
// can be.
func (m draft) reasonToKeep(e model.Element) string {
	switch e.Kind {
	case model.ModelKind:
		return "The model itself cannot be removed from itself"
	case model.KeyspaceKind:
		if parts := m.Children(e); len(parts) > 0 {
			return fmt.Sprintf("Keyspace %s still contains %s; remove or move them first", m.Title(e.ID), listTitles(m.titlesOf(parts)))
		}
	case model.UserTypeKind:
		if users := m.UserTypes().Users(e.ID); len(users) > 0 {
			return fmt.Sprintf("Type %s is used by %s; give them another type first", m.Title(e.ID), listTitles(users))
		}
	case model.RelationElement:
		if views := m.Parts().ViewsOf(e.ID); len(views) > 0 {
			return fmt.Sprintf("Table %s is the base of the materialized view %s; remove the view first", m.Title(e.ID), listTitles(views))
		}
	}
	return ""
}

func (m draft) titlesOf(elements []model.Element) []string {
	titles := make([]string, len(elements))
	for i, element := range elements {
		titles[i] = m.TitleOf(element)
	}
	return titles
}

func (r Remove) words(before, after *model.Model) string {
	element, found := before.Element(r.Element)
	if _, still := after.Element(r.Element); !found || still {
		return ""
	}
	return fmt.Sprintf("removed %s %s", element.Kind.Words(), before.ShortTitle(r.Element))
}
