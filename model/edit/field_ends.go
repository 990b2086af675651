package edit

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
)

// endsField is the field of Query.Ends.
func endsField() Field {
	return Field{Name: "ends", Label: "Ends of the path", Input: ReferencesInput, choices: endChoices,
		get: func(_ *model.Model, e model.Element) string { return model.EndsText(e.Value.(*model.Query).Ends) },
		set: func(m *model.Model, e model.Element, text string) error {
			ends := map[model.ID]model.ID{}
			for pair := range strings.FieldsSeq(text) {
				end, role, _ := strings.Cut(pair, "=")
				if !newForm(m).canBe(model.ID(end), model.ID(role)) {
					return wrongReference(m, "Ends of the path", pair)
				}
				if other := ends[model.ID(end)]; other != "" && other != model.ID(role) {
					return fmt.Errorf("one end of the path cannot be both %s and %s; choose one", m.Title(other), m.Title(model.ID(role)))
				}
				ends[model.ID(end)] = model.ID(role)
			}
			if len(ends) == 0 {
				ends = nil
			}
			e.Value.(*model.Query).Ends = ends
			return nil
		}}
}

// endChoices are the ends of the path of a query that may be one of several instances in roles, and
// what the query has chosen.
func endChoices(m *model.Model, e model.Element) []Choice {
	var choices []Choice
	query := e.Value.(*model.Query)
	path := query.Path.Sorted()
	for _, relationship := range path {
		for _, other := range path {
			for _, end := range model.Sorted(newForm(m).participantsOf(relationship)) {
				for _, role := range model.Sorted(newForm(m).participantsOf(other)) {
					isOpen := newForm(m).hasTwice(other, role.Value.Entity) && !newForm(m).hasTwice(relationship, end.Value.Entity) || query.Ends[end.ID] == role.ID
					if relationship != other && newForm(m).canBe(end.ID, role.ID) && isOpen {
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
func (m form) hasTwice(relationship, entity model.ID) bool {
	count := 0
	for _, participant := range m.participantsOf(relationship) {
		if participant.Entity == entity {
			count++
		}
	}
	return count > 1
}

func (m form) participantsOf(relationship model.ID) map[model.ID]*model.Participant {
	if r := m.Concepts.Relationships[relationship]; r != nil {
		return r.Participants
	}
	return nil
}

// canBe reports whether an instance at one end can be the instance at another one: both ends are of
// one entity type, or the other one is of a subtype.
func (m form) canBe(end, role model.ID) bool {
	one, _ := m.Element(end)
	other, _ := m.Element(role)
	a, isOne := one.Value.(*model.Participant)
	b, isOther := other.Value.(*model.Participant)
	return isOne && isOther && one.Parent != other.Parent &&
		(a.Entity == b.Entity || slices.Contains(m.Supertypes(b.Entity), a.Entity))
}
