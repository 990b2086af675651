package model

import (
	"fmt"
	"slices"
)

func modelFields() []Field {
	return append([]Field{
		stringField(TextInput, "name", "Name", func(m *Model) *string { return &m.Name }).required(),
		choiceField("target", "Target", func(m *Model) *Target { return &m.Target }, targetChoices()...).
			hint("Decides which CQL is valid and which advice applies."),
		noteField(func(m *Model) *string { return &m.Note }),
	}, clusterFields()...)
}

func targetChoices() []Choice {
	return []Choice{
		{string(Cassandra50), "Cassandra 5.0"}, {string(Cassandra60), "Cassandra 6.0"}, {string(Cassandra41), "Cassandra 4.1"},
		{string(Cassandra40), "Cassandra 4.0"}, {string(Cassandra311), "Cassandra 3.11"},
		{string(ScyllaDB), "ScyllaDB"}, {string(AstraDB), "Astra DB"}, {string(Keyspaces), "Amazon Keyspaces"},
	}
}

func conceptFields(kind Kind) []Field {
	switch kind {
	case EntityKind:
		return slices.Concat([]Field{
			uniqueName("name", "Name", func(e *Entity) *string { return &e.Name }),
			checkboxField("weak", "Weak", func(e *Entity) *bool { return &e.Weak }).
				hint("Identified by its owner and a partial key."),
		}, instancesFields(), []Field{noteField(func(e *Entity) *string { return &e.Note })})
	case AttributeKind:
		return attributeFields()
	case RelationshipKind:
		return []Field{
			stringField(TextInput, "name", "Name", func(r *Relationship) *string { return &r.Name }).required(),
			checkboxField("identifying", "Identifying", func(r *Relationship) *bool { return &r.Identifying }).
				hint("Connects a weak entity type to its owner."),
			withinField(),
			noteField(func(r *Relationship) *string { return &r.Note }),
		}
	case ParticipantKind:
		return participantFields()
	case HierarchyKind:
		return []Field{
			elementField("supertype", "Supertype", func(h *Hierarchy) *ID { return &h.Supertype }, EntityKind).required(),
			checkboxField("total", "Total", func(h *Hierarchy) *bool { return &h.Total }).
				hint("Every instance belongs to at least one subtype."),
			checkboxField("disjoint", "Disjoint", func(h *Hierarchy) *bool { return &h.Disjoint }).
				hint("An instance belongs to at most one subtype."),
		}
	case SubtypeKind:
		return []Field{subtypeField()}
	}
	return nil
}

func attributeFields() []Field {
	return slices.Concat([]Field{
		uniqueName("name", "Name", func(a *Attribute) *string { return &a.Name }),
		choiceField("key", "Key", func(a *Attribute) *KeyKind { return &a.Key },
			Choice{string(NoKey), "no key"}, Choice{string(Key), "key"}, Choice{string(PartialKey), "partial key"}).
			hint("A partial key tells apart what has the same owner or the same participants: a room number, the time of a visit."),
		attributeTypeField(),
		attributeLengthField(),
		checkboxField("multi_valued", "Multi-valued", func(a *Attribute) *bool { return &a.MultiValued }).
			hint("Has several values, as a set of phone numbers does."),
		checkboxField("derived", "Derived", func(a *Attribute) *bool { return &a.Derived }).
			hint("Computed from other attributes."),
	}, uniqueFields(), valuesFields(), []Field{
		parentField(),
		noteField(func(a *Attribute) *string { return &a.Note }),
	})
}

// parentField makes an attribute a part of a composite one. It does not offer the
// attribute's own parts, since an attribute cannot contain itself.
func parentField() Field {
	field := referenceField("parent", "Part of", func(a *Attribute) *ID { return &a.Parent }, parentChoices)
	set := field.set
	field.set = func(m *Model, e Element, text string) error {
		attribute := e.Value.(*Attribute)
		before := attribute.Parent
		if err := set(m, e, text); err != nil {
			return err
		}
		if attribute.Parent != before && m.form().siblingNamed(e, attribute.Name) {
			attribute.Parent = before
			return fmt.Errorf("there is already a part named %s; rename one of them first", attribute.Name)
		}
		return nil
	}
	return field.hint("The composite attribute that contains this one.")
}

func parentChoices(m *Model, e Element) []Choice {
	var choices []Choice
	siblings := m.Siblings(e)
	for _, sibling := range siblings {
		if !isPartOf(siblings, sibling.ID, e.ID) {
			choices = append(choices, Choice{string(sibling.ID), nameOfValue(sibling.Value)})
		}
	}
	return choices
}

// isPartOf reports whether the attribute is the composite one or one of its
// parts.
func isPartOf(attributes []Element, id, composite ID) bool {
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

func participantFields() []Field {
	return slices.Concat([]Field{
		elementField("entity", "Entity type", func(p *Participant) *ID { return &p.Entity }, EntityKind).required(),
		choiceField("cardinality", "Cardinality", func(p *Participant) *string { return &p.Cardinality },
			Choice{"1", "1"}, Choice{"n", "n"}, Choice{"m", "m"}),
	}, countFields(), []Field{
		stringField(TextInput, "role", "Role", func(p *Participant) *string { return &p.Role }).
			hint("The part that the entity type plays in the relationship, such as manager."),
		checkboxField("total", "Total", func(p *Participant) *bool { return &p.Total }).
			hint("Every instance takes part in the relationship."),
	})
}

// subtypeField rejects the supertype itself and an entity type that is already a
// subtype.
func subtypeField() Field {
	choices := func(m *Model, e Element) []Choice {
		taken := map[string]bool{}
		if parent, found := m.Element(e.Parent); found {
			taken[string(parent.Value.(*Hierarchy).Supertype)] = true
		}
		for _, sibling := range m.Siblings(e) {
			taken[string(sibling.Value.(*Subtype).Entity)] = taken[string(sibling.Value.(*Subtype).Entity)] || sibling.ID != e.ID
		}
		return slices.DeleteFunc(elementsOf(EntityKind)(m, e), func(c Choice) bool { return taken[c.Value] })
	}
	return referenceField("entity", "Entity type", func(s *Subtype) *ID { return &s.Entity }, choices).required()
}
