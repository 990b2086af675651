package model

import (
	"cmp"
	"strings"
)

// Title returns the name of an element as a user would say it:
// "hotels_by_poi.poi_name", "Q4", "View hotels → View one hotel". It is empty
// only if the element does not exist.
func (m *Model) Title(id ID) string {
	element, found := m.Element(id)
	if !found {
		return ""
	}
	return m.TitleOf(element)
}

// TitleOf is like Title, for an element that was already looked up.
func (m *Model) TitleOf(e Element) string {
	if name := m.titleByName(e); name != "" {
		return name
	}
	switch value := e.Value.(type) {
	case *Participant:
		return m.Title(e.Parent) + " – " + cmp.Or(value.Role, m.NameOf(value.Entity), "?")
	case *Hierarchy:
		return "IsA of " + cmp.Or(m.NameOf(value.Supertype), "?")
	case *Subtype:
		return m.Title(e.Parent) + " – " + cmp.Or(m.NameOf(value.Entity), "?")
	case *Transition:
		if value.From == "" {
			return "→ " + cmp.Or(m.NameOf(value.To), "?")
		}
		return cmp.Or(m.NameOf(value.From), "?") + " → " + cmp.Or(m.NameOf(value.To), "?")
	case *QueryArrow:
		return cmp.Or(m.NameOf(value.Access), "?") + " → " + cmp.Or(m.NameOf(value.To), "?")
	case *Measurement:
		return m.Title(e.Parent) + " by " + cmp.Or(value.Tool, "?") + value.where()
	case *Index:
		return m.Title(e.Parent) + " index on " + cmp.Or(m.lastName(value.Column), "?")
	case *Note:
		return value.title()
	case *Statement:
		if title := value.title(); title != "" {
			return title
		}
	}
	return "unnamed " + e.Kind.Words()
}

// title returns the beginning of a statement.
func (s *Statement) title() string {
	const most = 60
	first, _, _ := strings.Cut(strings.TrimSpace(s.Text), "\n")
	return Shorten(strings.TrimSpace(first), most)
}

// titleByName returns the title of an element that has a name, or "".
func (m *Model) titleByName(e Element) string {
	switch value := e.Value.(type) {
	case *Query:
		return value.Label
	case *Update:
		return value.Label
	case *Find:
		return m.partTitle(e, value.Attribute, value.Name)
	case *Given:
		return m.partTitle(e, value.Attribute, value.Name)
	case *SortBy:
		return m.partTitle(e, value.Attribute, value.Name)
	case *Write:
		return m.partTitle(e, value.Element, value.Name)
	case *Attribute, *LogicalColumn, *Column, *TypeField:
		if name := NameOfValue(e.Value); name != "" {
			return cmp.Or(m.NameOf(e.Parent), "?") + "." + name
		}
	case *Index:
		return value.Name
	}
	return NameOfValue(e.Value)
}

// clauses names the clause of a statement to which a part of a query or update
// belongs.
var clauses = map[Kind]string{FindKind: "SELECT", GivenKind: "WHERE", SortKind: "ORDER BY", WriteKind: "value"}

func (m *Model) partTitle(e Element, reference ID, name string) string {
	if what := cmp.Or(m.NameOf(reference), name); what != "" {
		return m.Title(e.Parent) + " " + clauses[e.Kind] + " " + what
	}
	return ""
}

// NameOf returns the title of a referenced element, or "" for no reference.
func (m *Model) NameOf(id ID) string {
	if id == "" {
		return ""
	}
	return m.Title(id)
}

// lastName returns an element's own name, without its parent's.
func (m *Model) lastName(id ID) string {
	element, found := m.Element(id)
	if id == "" || !found {
		return ""
	}
	return NameOfValue(element.Value)
}

// NameOfValue returns the Name (or Label) of an element, or "" if it has none.
func NameOfValue(value any) string {
	if name := nameField(value); name != nil {
		return *name
	}
	return ""
}

// HasName reports whether the element has a Name (or Label) of its own.
func (e Element) HasName() bool { return nameField(e.Value) != nil }

// Rename sets the Name (or Label) of an element that has one.
func (e Element) Rename(name string) { *nameField(e.Value) = name }

// nameField points to the Name (or Label) of an element, nil if it has none.
func nameField(value any) *string {
	switch element := value.(type) {
	case *Model:
		return &element.Name
	case *Entity:
		return &element.Name
	case *Attribute:
		return &element.Name
	case *Relationship:
		return &element.Name
	case *Actor:
		return &element.Name
	case *Step:
		return &element.Name
	case *Query:
		return &element.Label
	case *Update:
		return &element.Label
	case *LogicalTable:
		return &element.Name
	case *LogicalColumn:
		return &element.Name
	case *Keyspace:
		return &element.Name
	case *UserType:
		return &element.Name
	case *TypeField:
		return &element.Name
	case *Relation:
		return &element.Name
	case *Column:
		return &element.Name
	case *Index:
		return &element.Name
	case *Quantity:
		return &element.Name
	case *Area:
		return &element.Name
	}
	return nil
}

// Words returns the kind as used in a sentence: "added entity type Hotel".
func (k Kind) Words() string {
	switch k {
	case EntityKind:
		return "entity type"
	case RelationshipKind:
		return "relationship type"
	case HierarchyKind:
		return "hierarchy"
	case FindKind:
		return "column"
	case GivenKind:
		return "condition"
	case SortKind:
		return "sort column"
	case WriteKind:
		return "value"
	case TableKind:
		return "logical table"
	case ArrowKind:
		return "query arrow"
	case UserTypeKind:
		return "type"
	case RelationElement:
		return "table"
	case RelationColumnKind:
		return "column"
	}
	return string(k)
}

// ShortTitle is Title, shortened for a description.
func (m *Model) ShortTitle(id ID) string { return Shorten(m.Title(id), 50) }

// MaxNameLength is the limit of a name, in characters.
const MaxNameLength = 255
