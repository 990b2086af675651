package model

import (
	"iter"
	"slices"
)

// Kind is a kind of element. URLs and forms use the same word.
type Kind string

// The kinds. Both levels have tables and columns: those of the logical model
// are "table" and "column", those of the physical one "relation" and
// "relation-column".
const (
	ModelKind          Kind = "model"
	EntityKind         Kind = "entity"
	AttributeKind      Kind = "attribute"
	RelationshipKind   Kind = "relationship"
	ParticipantKind    Kind = "participant"
	HierarchyKind      Kind = "hierarchy"
	SubtypeKind        Kind = "subtype"
	ActorKind          Kind = "actor"
	StepKind           Kind = "step"
	TransitionKind     Kind = "transition"
	QueryKind          Kind = "query"
	FindKind           Kind = "find"
	GivenKind          Kind = "given"
	SortKind           Kind = "sort"
	UpdateElement      Kind = "update"
	WriteKind          Kind = "write"
	TableKind          Kind = "table"
	ColumnKind         Kind = "column"
	ArrowKind          Kind = "arrow"
	KeyspaceKind       Kind = "keyspace"
	UserTypeKind       Kind = "type"
	TypeFieldKind      Kind = "field"
	RelationElement    Kind = "relation"
	RelationColumnKind Kind = "relation-column"
	IndexKind          Kind = "index"
	StatementKind      Kind = "statement"
	QuantityKind       Kind = "quantity"
	MeasurementKind    Kind = "measurement"
	NoteKind           Kind = "note"
	AreaKind           Kind = "area"
)

// Element is any part of a document that has an ID. Value points to its
// struct (*Entity, *Column, …). The document itself is the element "".
type Element struct {
	ID     ID
	Kind   Kind
	Parent ID
	Value  any
}

// Root returns the document itself as an element.
func (m *Model) Root() Element { return Element{Kind: ModelKind, Value: m} }

// Element returns the element with an ID; "" and "model" mean the document.
func (m *Model) Element(id ID) (Element, bool) {
	if id == "" || id == ID(ModelKind) {
		return m.Root(), true
	}
	return m.Parts().Find(id)
}

// Part is like Element. It looks into the likely parent first: of thousands of entity
// types, any could have the part.
func (m *Model) Part(parent, id ID) (Element, bool) {
	if owner, found := m.Element(parent); found && owner.Kind != ModelKind {
		for _, group := range m.groupsOf(owner) {
			if value, found := group.get(id); found {
				return Element{id, group.kind, parent, value}, true
			}
		}
	}
	return m.Element(id)
}

// Elements yields all elements but the document itself, in reading order:
// concepts, workflow, logical and physical model, quantities, notes and areas. The parts of an
// element follow it.
func (m *Model) Elements() iter.Seq[Element] {
	return func(yield func(Element) bool) { m.Walk(m.Root(), yield) }
}

// Kinds returns the kinds of all elements but the document itself.
func (m *Model) Kinds() map[ID]Kind {
	kinds := map[ID]Kind{}
	m.Parts().addKinds(kinds, m.Root())
	return kinds
}

func (m Parts) addKinds(kinds map[ID]Kind, parent Element) {
	for _, group := range m.groupsOf(parent) {
		for id, child := range group.all {
			kinds[id] = group.kind
			m.addKinds(kinds, Element{id, group.kind, parent.ID, child})
		}
	}
}

// Walk yields the parts of an element, each before its own, until yield returns false.
func (m *Model) Walk(parent Element, yield func(Element) bool) bool {
	for _, child := range m.Children(parent) {
		if !yield(child) || !m.Walk(child, yield) {
			return false
		}
	}
	return true
}

// ElementsOf yields the elements of some kinds in reading order. It skips the
// parts of elements that cannot contain these kinds, so that listing tables does
// not visit their columns.
func (m *Model) ElementsOf(kinds ...Kind) iter.Seq[Element] {
	return func(yield func(Element) bool) { m.Parts().walkTo(kinds, map[Kind]bool{}, m.Root(), yield) }
}

// walkTo visits the elements of kinds. known caches which kinds contain one of
// them.
func (m Parts) walkTo(kinds []Kind, known map[Kind]bool, parent Element, yield func(Element) bool) bool {
	for _, child := range m.Children(parent) {
		if slices.Contains(kinds, child.Kind) && !yield(child) {
			return false
		}
		inside, found := known[child.Kind]
		if !found {
			inside = slices.ContainsFunc(kinds, func(kind Kind) bool { return holds(child.Kind, kind) })
			known[child.Kind] = inside
		}
		if inside && !m.walkTo(kinds, known, child, yield) {
			return false
		}
	}
	return true
}

// holds reports whether elements of kind parent can contain elements of another
// kind, at any depth.
func holds(parent, kind Kind) bool {
	return slices.ContainsFunc(ChildrenOf(parent), func(child Kind) bool { return child == kind || holds(child, kind) })
}

// Children returns an element's parts in reading order, columns in the order of
// their table.
func (m *Model) Children(parent Element) []Element {
	var children []Element
	for _, group := range m.groupsOf(parent) {
		items := group.sorted()
		children = slices.Grow(children, len(items))
		for _, item := range items {
			children = append(children, Element{item.ID, group.kind, parent.ID, item.Value})
		}
	}
	return children
}

// Siblings returns the elements of the same kind and parent, including e, in
// reading order.
func (m *Model) Siblings(e Element) []Element {
	parent, found := m.Element(e.Parent)
	if !found {
		return nil
	}
	var siblings []Element
	for _, group := range m.groupsOf(parent) {
		if group.kind != e.Kind {
			continue
		}
		for _, item := range group.sorted() {
			siblings = append(siblings, Element{item.ID, e.Kind, e.Parent, item.Value})
		}
	}
	return siblings
}

// EachSibling yields what Siblings returns, in no order and without sorting: it is
// called for each column that is added to a table.
func (m Parts) EachSibling(e Element) iter.Seq2[ID, Sibling] {
	return func(yield func(ID, Sibling) bool) {
		parent, found := m.Element(e.Parent)
		if !found {
			return
		}
		for _, group := range m.groupsOf(parent) {
			if group.kind != e.Kind {
				continue
			}
			for id, value := range group.all {
				if !yield(id, value) {
					return
				}
			}
		}
	}
}

// Parts knows where the elements of a document are.
type Parts struct{ *Model }

// Parts returns the document as a place of elements.
func (m *Model) Parts() Parts { return Parts{m} }

// Find looks an element up in one map after another. It is faster than walking
// Elements, since a page needs hundreds of titles.
func (m Parts) Find(id ID) (Element, bool) {
	var element Element
	found := at(&element, EntityKind, "", m.Concepts.Entities, id) ||
		at(&element, RelationshipKind, "", m.Concepts.Relationships, id) ||
		at(&element, HierarchyKind, "", m.Concepts.Hierarchies, id) ||
		at(&element, ActorKind, "", m.Workflow.Actors, id) ||
		at(&element, StepKind, "", m.Workflow.Steps, id) ||
		at(&element, TransitionKind, "", m.Workflow.Transitions, id) ||
		at(&element, QueryKind, "", m.Workflow.Queries, id) ||
		at(&element, UpdateElement, "", m.Workflow.Updates, id) ||
		at(&element, TableKind, "", m.Logical.Tables, id) ||
		at(&element, ArrowKind, "", m.Logical.Arrows, id) ||
		at(&element, KeyspaceKind, "", m.Physical.Keyspaces, id) ||
		at(&element, QuantityKind, "", m.Quantities, id) ||
		at(&element, NoteKind, "", m.Notes, id) || at(&element, AreaKind, "", m.Areas, id) ||
		m.findInKeyspaces(&element, id) || m.findConceptPart(&element, id) || m.findTablePart(&element, id)
	return element, found
}

// at sets the element and returns true if the map contains it.
func at[T Sibling](element *Element, kind Kind, parent ID, elements map[ID]T, id ID) bool {
	value, found := elements[id]
	if found {
		*element = Element{id, kind, parent, value}
	}
	return found
}

// findInKeyspaces finds types, relations and statements. Their parent is the
// document if their keyspace is missing.
func (m Parts) findInKeyspaces(element *Element, id ID) bool {
	var keyspace ID
	if userType := m.Physical.Types[id]; userType != nil {
		keyspace = userType.Keyspace
	} else if relation := m.Physical.Relations[id]; relation != nil {
		keyspace = relation.Keyspace
	} else if statement := m.Physical.Statements[id]; statement != nil {
		keyspace = statement.Keyspace
	}
	if m.Physical.Keyspaces[keyspace] == nil {
		keyspace = ""
	}
	return at(element, UserTypeKind, keyspace, m.Physical.Types, id) || at(element, RelationElement, keyspace, m.Physical.Relations, id) ||
		at(element, StatementKind, keyspace, m.Physical.Statements, id)
}

func (m Parts) findTablePart(element *Element, id ID) bool {
	for parent, table := range m.Logical.Tables {
		if at(element, ColumnKind, parent, table.Columns, id) {
			return true
		}
	}
	for parent, relation := range m.Physical.Relations {
		if at(element, RelationColumnKind, parent, relation.Columns, id) || at(element, IndexKind, parent, relation.Indexes, id) ||
			at(element, MeasurementKind, parent, relation.Measured, id) {
			return true
		}
	}
	for parent, userType := range m.Physical.Types {
		if at(element, TypeFieldKind, parent, userType.Fields, id) {
			return true
		}
	}
	return false
}

func (m Parts) findConceptPart(element *Element, id ID) bool {
	for parent, entity := range m.Concepts.Entities {
		if at(element, AttributeKind, parent, entity.Attributes, id) {
			return true
		}
	}
	for parent, relationship := range m.Concepts.Relationships {
		if at(element, AttributeKind, parent, relationship.Attributes, id) || at(element, ParticipantKind, parent, relationship.Participants, id) {
			return true
		}
	}
	for parent, hierarchy := range m.Concepts.Hierarchies {
		if at(element, SubtypeKind, parent, hierarchy.Subtypes, id) {
			return true
		}
	}
	for parent, query := range m.Workflow.Queries {
		if at(element, FindKind, parent, query.Find, id) || at(element, GivenKind, parent, query.Given, id) ||
			at(element, SortKind, parent, query.SortBy, id) {
			return true
		}
	}
	for parent, update := range m.Workflow.Updates {
		if at(element, WriteKind, parent, update.Writes, id) || at(element, GivenKind, parent, update.Given, id) {
			return true
		}
	}
	return false
}
