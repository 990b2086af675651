package model

// find looks an element up in one map after another. It is faster than walking
// Elements, since a page needs hundreds of titles.
func (m *Model) find(id ID) (Element, bool) {
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
		m.findInKeyspaces(&element, id) || m.findTablePart(&element, id) || m.findConceptPart(&element, id)
	return element, found
}

// at sets the element and returns true if the map contains it.
func at[T sibling](element *Element, kind Kind, parent ID, elements map[ID]T, id ID) bool {
	value, found := elements[id]
	if found {
		*element = Element{id, kind, parent, value}
	}
	return found
}

// findInKeyspaces finds types, relations and statements. Their parent is the
// document if their keyspace is missing.
func (m *Model) findInKeyspaces(element *Element, id ID) bool {
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

func (m *Model) findTablePart(element *Element, id ID) bool {
	for parent, table := range m.Logical.Tables {
		if at(element, ColumnKind, parent, table.Columns, id) {
			return true
		}
	}
	for parent, relation := range m.Physical.Relations {
		if at(element, RelationColumnKind, parent, relation.Columns, id) || at(element, IndexKind, parent, relation.Indexes, id) {
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

func (m *Model) findConceptPart(element *Element, id ID) bool {
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
