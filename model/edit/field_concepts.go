package edit

import (
	"fmt"
	"slices"

	"widerow/model"
)

func modelFields() []Field {
	return append([]Field{
		stringField(TextInput, "name", "Name", func(m *model.Model) *string { return &m.Name }).required(),
		choiceField("target", "Target", func(m *model.Model) *model.Target { return &m.Target }, targetChoices()...).
			hint("Decides which CQL is valid and which advice applies."),
		noteField(func(m *model.Model) *string { return &m.Note }),
	}, clusterFields()...)
}

func targetChoices() []Choice {
	return []Choice{
		{string(model.Cassandra50), "Cassandra 5.0"}, {string(model.Cassandra60), "Cassandra 6.0"}, {string(model.Cassandra41), "Cassandra 4.1"},
		{string(model.Cassandra40), "Cassandra 4.0"}, {string(model.Cassandra311), "Cassandra 3.11"},
		{string(model.ScyllaDB), "ScyllaDB"}, {string(model.AstraDB), "Astra DB"}, {string(model.Keyspaces), "Amazon Keyspaces"},
	}
}

func conceptFields(kind model.Kind) []Field {
	switch kind {
	case model.EntityKind:
		return slices.Concat([]Field{
			uniqueName("name", "Name", func(e *model.Entity) *string { return &e.Name }),
			checkboxField("weak", "Weak", func(e *model.Entity) *bool { return &e.Weak }).
				hint("Identified by its owner and a partial key."),
		}, instancesFields(), []Field{noteField(func(e *model.Entity) *string { return &e.Note })})
	case model.AttributeKind:
		return attributeFields()
	case model.RelationshipKind:
		return []Field{
			stringField(TextInput, "name", "Name", func(r *model.Relationship) *string { return &r.Name }).required(),
			checkboxField("identifying", "Identifying", func(r *model.Relationship) *bool { return &r.Identifying }).
				hint("Connects a weak entity type to its owner."),
			withinField(),
			noteField(func(r *model.Relationship) *string { return &r.Note }),
		}
	case model.ParticipantKind:
		return participantFields()
	case model.HierarchyKind:
		return []Field{
			elementField("supertype", "Supertype", func(h *model.Hierarchy) *model.ID { return &h.Supertype }, model.EntityKind).required(),
			checkboxField("total", "Total", func(h *model.Hierarchy) *bool { return &h.Total }).
				hint("Every instance belongs to at least one subtype."),
			checkboxField("disjoint", "Disjoint", func(h *model.Hierarchy) *bool { return &h.Disjoint }).
				hint("An instance belongs to at most one subtype."),
		}
	case model.SubtypeKind:
		return []Field{subtypeField()}
	}
	return nil
}

func attributeFields() []Field {
	return slices.Concat([]Field{
		uniqueName("name", "Name", func(a *model.Attribute) *string { return &a.Name }),
		choiceField("key", "Key", func(a *model.Attribute) *model.KeyKind { return &a.Key },
			Choice{string(model.NoKey), "no key"}, Choice{string(model.Key), "key"}, Choice{string(model.PartialKey), "partial key"}).
			hint("A partial key tells apart what has the same owner or the same participants: a room number, the time of a visit."),
		attributeTypeField(),
		attributeLengthField(),
		checkboxField("multi_valued", "Multi-valued", func(a *model.Attribute) *bool { return &a.MultiValued }).
			hint("Has several values, as a set of phone numbers does."),
		checkboxField("derived", "Derived", func(a *model.Attribute) *bool { return &a.Derived }).
			hint("Computed from other attributes."),
	}, uniqueFields(), valuesFields(), []Field{
		parentField(),
		noteField(func(a *model.Attribute) *string { return &a.Note }),
	})
}

// parentField makes an attribute a part of a composite one. It does not offer the
// attribute's own parts, since an attribute cannot contain itself.
func parentField() Field {
	field := referenceField("parent", "Part of", func(a *model.Attribute) *model.ID { return &a.Parent }, parentChoices)
	set := field.set
	field.set = func(m *model.Model, e model.Element, text string) error {
		attribute := e.Value.(*model.Attribute)
		before := attribute.Parent
		if err := set(m, e, text); err != nil {
			return err
		}
		if attribute.Parent != before && newForm(m).siblingNamed(e, attribute.Name) {
			attribute.Parent = before
			return fmt.Errorf("there is already a part named %s; rename one of them first", attribute.Name)
		}
		return nil
	}
	return field.hint("The composite attribute that contains this one.")
}

func parentChoices(m *model.Model, e model.Element) []Choice {
	var choices []Choice
	siblings := m.Siblings(e)
	for _, sibling := range siblings {
		if !model.IsPartOf(siblings, sibling.ID, e.ID) {
			choices = append(choices, Choice{string(sibling.ID), model.NameOfValue(sibling.Value)})
		}
	}
	return choices
}

func participantFields() []Field {
	return slices.Concat([]Field{
		elementField("entity", "Entity type", func(p *model.Participant) *model.ID { return &p.Entity }, model.EntityKind).required(),
		choiceField("cardinality", "Cardinality", func(p *model.Participant) *string { return &p.Cardinality },
			Choice{"1", "1"}, Choice{"n", "n"}, Choice{"m", "m"}),
	}, countFields(), []Field{
		stringField(TextInput, "role", "Role", func(p *model.Participant) *string { return &p.Role }).
			hint("The part that the entity type plays in the relationship, such as manager."),
		checkboxField("total", "Total", func(p *model.Participant) *bool { return &p.Total }).
			hint("Every instance takes part in the relationship."),
	})
}

// subtypeField rejects the supertype itself and an entity type that is already a
// subtype.
func subtypeField() Field {
	choices := func(m *model.Model, e model.Element) []Choice {
		taken := map[string]bool{}
		if parent, found := m.Element(e.Parent); found {
			taken[string(parent.Value.(*model.Hierarchy).Supertype)] = true
		}
		for _, sibling := range m.Siblings(e) {
			taken[string(sibling.Value.(*model.Subtype).Entity)] = taken[string(sibling.Value.(*model.Subtype).Entity)] || sibling.ID != e.ID
		}
		return slices.DeleteFunc(elementsOf(model.EntityKind)(m, e), func(c Choice) bool { return taken[c.Value] })
	}
	return referenceField("entity", "Entity type", func(s *model.Subtype) *model.ID { return &s.Entity }, choices).required()
}
