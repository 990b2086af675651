package model

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// EndsText is the ends of a path as a field has them: "end=role end=role".
func EndsText(ends map[ID]ID) string {
	var pairs []string
	for _, end := range slices.Sorted(maps.Keys(ends)) {
		pairs = append(pairs, string(end)+"="+string(ends[end]))
	}
	return strings.Join(pairs, " ")
}

// endsField is the field of Query.Ends.
func endsField() Field {
	return Field{Name: "ends", Label: "Ends of the path", Input: ReferencesInput, choices: endChoices,
		get: func(_ *Model, e Element) string { return EndsText(e.Value.(*Query).Ends) },
		set: func(m *Model, e Element, text string) error {
			ends := map[ID]ID{}
			for pair := range strings.FieldsSeq(text) {
				end, role, _ := strings.Cut(pair, "=")
				if !m.form().canBe(ID(end), ID(role)) {
					return wrongReference(m, "Ends of the path", pair)
				}
				if other := ends[ID(end)]; other != "" && other != ID(role) {
					return fmt.Errorf("one end of the path cannot be both %s and %s; choose one", m.Title(other), m.Title(ID(role)))
				}
				ends[ID(end)] = ID(role)
			}
			if len(ends) == 0 {
				ends = nil
			}
			e.Value.(*Query).Ends = ends
			return nil
		}}
}

// endChoices are the ends of the path of a query that may be one of several instances in roles, and
// what the query has chosen.
func endChoices(m *Model, e Element) []Choice {
	var choices []Choice
	query := e.Value.(*Query)
	path := query.Path.Sorted()
	for _, relationship := range path {
		for _, other := range path {
			for _, end := range Sorted(m.form().participantsOf(relationship)) {
				for _, role := range Sorted(m.form().participantsOf(other)) {
					isOpen := m.form().hasTwice(other, role.Value.Entity) && !m.form().hasTwice(relationship, end.Value.Entity) || query.Ends[end.ID] == role.ID
					if relationship != other && m.form().canBe(end.ID, role.ID) && isOpen {
						choices = append(choices, Choice{Value: string(end.ID + "=" + role.ID),
							Label: fmt.Sprintf("%s of %s is that of %s (%s)", m.Title(end.Value.Entity), m.Title(relationship), m.Title(other), m.Title(role.ID))})
					}
				}
			}
		}
	}
	return choices
}

// hasTwice reports whether two ends of a relationship type are of one entity type.
func (m form) hasTwice(relationship, entity ID) bool {
	count := 0
	for _, participant := range m.participantsOf(relationship) {
		if participant.Entity == entity {
			count++
		}
	}
	return count > 1
}

func (m form) participantsOf(relationship ID) map[ID]*Participant {
	if r := m.Concepts.Relationships[relationship]; r != nil {
		return r.Participants
	}
	return nil
}

// canBe reports whether an instance at one end can be the instance at another one: both ends are of
// one entity type.
func (m form) canBe(end, role ID) bool {
	one, _ := m.Element(end)
	other, _ := m.Element(role)
	a, isOne := one.Value.(*Participant)
	b, isOther := other.Value.(*Participant)
	return isOne && isOther && one.Parent != other.Parent && a.Entity == b.Entity
}
