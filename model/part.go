package model

import (
	"maps"
	"slices"
)

// OrderKey returns the order key of an element, which is not the document.
func (e Element) OrderKey() Order { return e.Value.(Sibling).order() }

// Peers returns the siblings with which an element can change places, including
// the element if it is in the document. For a column, these have the same rank.
func (m Parts) Peers(e Element) []Element {
	return slices.DeleteFunc(m.Siblings(e), func(other Element) bool {
		return rank(other.Value.(Sibling)) != rank(e.Value.(Sibling))
	})
}

// PlaceAt gives the element an order key that puts it at index among others.
// The others keep their keys, unless two keys around index are equal.
func PlaceAt(element Element, others []Element, index int) {
	keyAt := func(i int) Order {
		if i < 0 || i >= len(others) {
			return ""
		}
		return others[i].Value.(Sibling).order()
	}
	before, after := keyAt(index-1), keyAt(index)
	tied := index < len(others) && before >= after
	if !tied {
		element.Value.(Sibling).place(Between(before, after))
		return
	}
	var last Order
	for _, each := range slices.Insert(slices.Clone(others), index, element) {
		last = Between(last, "")
		each.Value.(Sibling).place(last)
	}
}

// Insert adds a new element to its parent, before a sibling or at the end.
func (m Parts) Insert(element Element, before ID) {
	var peers []Element
	if before != "" {
		peers = slices.DeleteFunc(m.Peers(element), func(e Element) bool { return e.ID == element.ID })
	}
	if index := slices.IndexFunc(peers, func(e Element) bool { return e.ID == before }); index >= 0 {
		PlaceAt(element, peers, index)
	} else {
		m.MoveToEnd(element)
	}
	parent, _ := m.Element(element.Parent)
	for _, group := range m.groupsOf(parent) {
		if group.kind == element.Kind {
			group.put(element.ID, element.Value.(Sibling))
		}
	}
}

// MoveToEnd places an element after all its siblings. That includes columns with
// other roles, so that a column's key stays distinct when its role changes.
func (m Parts) MoveToEnd(e Element) {
	var last Order
	for id, other := range m.Parts().EachSibling(e) {
		if id != e.ID {
			last = max(last, other.order())
		}
	}
	e.Value.(Sibling).place(Between(last, ""))
}

// ViewsOf returns the names of the materialized views of a table.
func (m Parts) ViewsOf(base ID) []string {
	var views []string
	for _, relation := range Sorted(m.Physical.Relations) {
		if relation.Value.Base == base && relation.ID != base {
			views = append(views, relation.Value.Name)
		}
	}
	return views
}

// Remove removes an element with its parts, and the references to them.
func (m Parts) Remove(e Element) {
	gone := map[ID]string{e.ID: NameOfValue(e.Value)}
	m.Walk(e, func(part Element) bool {
		gone[part.ID] = NameOfValue(part.Value)
		return true
	})
	if e.Kind == AttributeKind {
		siblings := m.Siblings(e)
		for _, sibling := range siblings {
			if IsPartOf(siblings, sibling.ID, e.ID) {
				gone[sibling.ID] = NameOfValue(sibling.Value)
			}
		}
	}
	if e.Kind == QuantityKind {
		m.References().unbind(e.ID)
	}
	parent, _ := m.Element(e.Parent)
	for _, group := range m.groupsOf(parent) {
		for id := range gone {
			if group.kind == e.Kind {
				group.remove(id)
			}
		}
	}
	m.References().Remove(gone)
}

// Discard removes elements of the physical model with their parts, and the
// references to them, even if other elements depend on them. It changes m, which
// must not be shared.
func Discard(m *Model, elements ...ID) {
	gone := map[ID]string{}
	for _, id := range elements {
		element, found := m.Parts().Find(id)
		if !found {
			continue
		}
		gone[id] = NameOfValue(element.Value)
		m.Walk(element, func(part Element) bool {
			gone[part.ID] = NameOfValue(part.Value)
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
	m.References().Remove(gone)
}

// IsPartOf reports whether the attribute is the composite one or one of its
// parts.
func IsPartOf(attributes []Element, id, composite ID) bool {
	for range len(attributes) + 1 {
		if id == composite {
			return true
		}
		i := slices.IndexFunc(attributes, func(e Element) bool { return e.ID == id })
		if id == "" || i < 0 {
			return false
		}
		id = attributes[i].Value.(*Attribute).Parent
	}
	return true
}

// RelationNamed reports whether a relation of the keyspace other than but has a name.
func (m Parts) RelationNamed(keyspace ID, name string, but ID) bool {
	for id, relation := range m.Physical.Relations {
		if id != but && relation.Keyspace == keyspace && relation.Name == name {
			return true
		}
	}
	return false
}
