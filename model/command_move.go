package model

import (
	"fmt"
	"slices"
)

// Move moves an element By places up (negative) or down among its siblings as
// they are displayed, so a column stays among those with its role. It stops at
// the first and the last place.
type Move struct {
	Element ID
	By      int
}

// Name returns a name such as "MoveColumn".
func (c Move) Name(m *Model) string {
	element, _ := m.Element(c.Element)
	return "Move" + element.Kind.identifier()
}

func (c Move) apply(m *Model, _ IDs) error {
	element, found := m.Element(c.Element)
	if !found {
		return &GoneError{c.Element}
	}
	if element.Kind == ModelKind {
		return invalid(c.Element, "", "The model itself cannot be moved")
	}
	peers := m.places().peers(element)
	from := slices.IndexFunc(peers, func(e Element) bool { return e.ID == c.Element })
	to := min(max(from+c.By, 0), len(peers)-1)
	if to == from {
		return nil
	}
	peers = slices.Delete(peers, from, from+1)
	placeAt(element, peers, to)
	return nil
}

func (c Move) words(before, after *Model) string {
	element, found := after.Element(c.Element)
	old, wasThere := before.Element(c.Element)
	if !found || !wasThere || element.Kind == ModelKind || element.orderKey() == old.orderKey() {
		return ""
	}
	direction := "down"
	if c.By < 0 {
		direction = "up"
	}
	return fmt.Sprintf("moved %s %s %s", element.Kind.Words(), after.ShortTitle(c.Element), direction)
}

// orderKey returns the order key of an element, which is not the document.
func (e Element) orderKey() Order { return e.Value.(sibling).order() }

// peers returns the siblings with which an element can change places, including
// the element if it is in the document. For a column, these have the same rank.
func (m places) peers(e Element) []Element {
	return slices.DeleteFunc(m.Siblings(e), func(other Element) bool {
		return rank(other.Value.(sibling)) != rank(e.Value.(sibling))
	})
}

// placeAt gives the element an order key that puts it at index among others.
// The others keep their keys, unless two keys around index are equal.
func placeAt(element Element, others []Element, index int) {
	keyAt := func(i int) Order {
		if i < 0 || i >= len(others) {
			return ""
		}
		return others[i].Value.(sibling).order()
	}
	before, after := keyAt(index-1), keyAt(index)
	tied := index < len(others) && before >= after
	if !tied {
		element.Value.(sibling).place(Between(before, after))
		return
	}
	var last Order
	for _, each := range slices.Insert(slices.Clone(others), index, element) {
		last = Between(last, "")
		each.Value.(sibling).place(last)
	}
}

// insert adds a new element to its parent, before a sibling or at the end.
func (m places) insert(element Element, before ID) {
	var peers []Element
	if before != "" {
		peers = slices.DeleteFunc(m.peers(element), func(e Element) bool { return e.ID == element.ID })
	}
	if index := slices.IndexFunc(peers, func(e Element) bool { return e.ID == before }); index >= 0 {
		placeAt(element, peers, index)
	} else {
		m.moveToEnd(element)
	}
	parent, _ := m.Element(element.Parent)
	for _, group := range m.groupsOf(parent) {
		if group.kind == element.Kind {
			group.put(element.ID, element.Value.(sibling))
		}
	}
}

// moveToEnd places an element after all its siblings. That includes columns with
// other roles, so that a column's key stays distinct when its role changes.
func (m places) moveToEnd(e Element) {
	var last Order
	for id, other := range m.places().siblingValues(e) {
		if id != e.ID {
			last = max(last, other.order())
		}
	}
	e.Value.(sibling).place(Between(last, ""))
}
