package edit

import "widerow/model"

// The fields of this file limit a rule to the instances of one owner, such as a tenant. They offer
// the entity types that own the element. Other ones can be set, since a text may name an entity
// type before the relationship that makes it an owner; model/validation reports those that own
// nothing.

func withinField() Field {
	field := elementField("within", "Within", func(r *model.Relationship) *model.ID { return &r.Within }, model.EntityKind)
	field.choices = func(m *model.Model, e model.Element) []Choice {
		owners := model.NewOwners(m)
		return newForm(m).ownerChoices(e.Value.(*model.Relationship).Within, func(owner model.ID) bool {
			_, problem := owners.Within(m, e.ID, owner)
			return problem == ""
		})
	}
	return field.hint("The owner that all participants have in common, such as a tenant: only those of the same one are related.").
		when(func(m *model.Model, e model.Element) bool { return len(field.choices(m, e)) > 0 })
}

func uniqueFields() []Field {
	within := elementField("unique_within", "Unique within", func(a *model.Attribute) *model.ID { return &a.UniqueWithin }, model.EntityKind)
	within.choices = func(m *model.Model, e model.Element) []Choice {
		owners := model.NewOwners(m)
		return newForm(m).ownerChoices(e.Value.(*model.Attribute).UniqueWithin, func(owner model.ID) bool {
			for _, of := range m.TypesOf(e.Parent) {
				if way, _ := owners.Way(of, owner, ""); way != nil || of == owner && owner != e.Parent {
					return true
				}
			}
			return false
		})
	}
	return []Field{
		checkboxField("unique", "Unique", func(a *model.Attribute) *bool { return &a.Unique }).
			hint("No two instances have the same value: an e-mail address."),
		within.hint("The owner, such as a tenant, whose instances have different values. None: all instances have.").
			when(func(m *model.Model, e model.Element) bool {
				a := e.Value.(*model.Attribute)
				return a.UniqueWithin != "" || a.Unique && len(within.choices(m, e)) > 0
			}),
	}
}

// ownerChoices offers entity types that own something, and the present one.
func (m form) ownerChoices(present model.ID, owns func(model.ID) bool) []Choice {
	var choices []Choice
	for _, entity := range model.Sorted(m.Concepts.Entities) {
		if entity.ID == present || owns(entity.ID) {
			choices = append(choices, Choice{string(entity.ID), entity.Value.Name})
		}
	}
	return choices
}
