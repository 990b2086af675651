package model

import (
	"cmp"
	"fmt"
)

func workflowFields(kind Kind) []Field {
	switch kind {
	case ActorKind:
		return []Field{uniqueName("name", "Name", func(a *Actor) *string { return &a.Name })}
	case StepKind:
		return []Field{
			uniqueName("name", "Name", func(s *Step) *string { return &s.Name }),
			referenceField("actor", "Actor", func(s *Step) *ID { return &s.Actor }, elementsOf(ActorKind)),
			noteField(func(s *Step) *string { return &s.Note }),
		}
	case TransitionKind:
		return []Field{
			referenceField("from", "From", func(t *Transition) *ID { return &t.From }, elementsOf(StepKind)).
				hint("None: the step is an entry point of the application."),
			referenceField("to", "To", func(t *Transition) *ID { return &t.To }, elementsOf(StepKind)).required(),
			accessField(func(t *Transition) *ID { return &t.Access }),
		}
	case QueryKind, UpdateElement:
		return accessPatternFields(kind)
	}
	return partFields(kind)
}

func accessField[T any](at func(T) *ID) Field {
	return referenceField("access", "Query or update", at, elementsOf(QueryKind, UpdateElement))
}

func accessPatternFields(kind Kind) []Field {
	if kind == QueryKind {
		return []Field{
			labelField(func(q *Query) *string { return &q.Label }),
			stringField(TextInput, "name", "Description", func(q *Query) *string { return &q.Name }).required(),
			numberField("limit", "Limit", func(q *Query) *int { return &q.Limit }),
			expressionField("rate", "Rate", func(q *Query) *Expression { return &q.Rate }).hint("Queries per second."),
			noteField(func(q *Query) *string { return &q.Note }),
		}
	}
	return []Field{
		labelField(func(u *Update) *string { return &u.Label }),
		stringField(TextInput, "name", "Description", func(u *Update) *string { return &u.Name }).required(),
		updateKindField(),
		expressionField("rate", "Rate", func(u *Update) *Expression { return &u.Rate }).hint("Writes per second."),
		noteField(func(u *Update) *string { return &u.Note }),
	}
}

// updateKindField offers INSERT once, although a document may leave the kind
// out: the form shows that as INSERT, too.
func updateKindField() Field {
	field := choiceField("kind", "Kind", func(u *Update) *UpdateKind { return &u.Kind },
		Choice{string(Insert), "INSERT"}, Choice{string(Change), "UPDATE"}, Choice{string(Delete), "DELETE"})
	set := field.set
	field.get = func(_ *Model, e Element) string { return string(cmp.Or(e.Value.(*Update).Kind, Insert)) }
	field.set = func(m *Model, e Element, text string) error { return set(m, e, cmp.Or(text, string(Insert))) }
	return field
}

// labelField returns the field of the label ("Q1" or "U1"), which no other query
// or update may have.
func labelField[T any](at func(T) *string) Field {
	field := stringField(TextInput, "label", "Label", at).required()
	field.MaxLength = 20
	field.set = func(m *Model, e Element, text string) error {
		if m.labelled(text, e.ID) {
			return fmt.Errorf("the label %s belongs to another query or update; choose a different one", text)
		}
		*at(e.Value.(T)) = text
		return nil
	}
	return field
}

func (m *Model) labelled(label string, but ID) bool {
	for id, query := range m.Workflow.Queries {
		if id != but && query.Label == label {
			return true
		}
	}
	for id, update := range m.Workflow.Updates {
		if id != but && update.Label == label {
			return true
		}
	}
	return false
}

// NextLabel returns the first free label of "Q1", "Q2", … or "U1", "U2", ….
func (m *Model) NextLabel(kind Kind) string {
	prefix := "Q"
	if kind == UpdateElement {
		prefix = "U"
	}
	for number := 1; ; number++ {
		if label := fmt.Sprint(prefix, number); !m.labelled(label, "") {
			return label
		}
	}
}

// partFields returns the fields of a query's or an update's parts. Each part has
// an attribute of the concepts or, in a model without concepts, just a name.
func partFields(kind Kind) []Field {
	switch kind {
	case FindKind:
		return []Field{
			attributeField(func(f *Find) *ID { return &f.Attribute }),
			plainNameField(func(f *Find) *string { return &f.Name }),
			choiceField("aggregate", "Aggregate", func(f *Find) *Aggregate { return &f.Aggregate },
				Choice{"", "no aggregate"}, Choice{string(Count), "count"}, Choice{string(Min), "min"},
				Choice{string(Max), "max"}, Choice{string(Sum), "sum"}, Choice{string(Avg), "avg"}),
		}
	case GivenKind:
		return []Field{
			attributeField(func(g *Given) *ID { return &g.Attribute }),
			plainNameField(func(g *Given) *string { return &g.Name }),
			choiceField("operator", "Operator", func(g *Given) *Operator { return &g.Operator },
				Choice{string(Equal), "= (equals)"}, Choice{string(Range), "range"}, Choice{string(In), "IN (one of several)"}),
		}
	case SortKind:
		return []Field{
			attributeField(func(s *SortBy) *ID { return &s.Attribute }),
			plainNameField(func(s *SortBy) *string { return &s.Name }),
			checkboxField("descending", "Descending", func(s *SortBy) *bool { return &s.Descending }),
		}
	case WriteKind:
		return []Field{
			referenceField("element", "Concept", func(w *Write) *ID { return &w.Element },
				elementsOf(EntityKind, RelationshipKind, AttributeKind)),
			plainNameField(func(w *Write) *string { return &w.Name }),
		}
	}
	return nil
}

func attributeField[T any](at func(T) *ID) Field {
	return referenceField("attribute", "Attribute", at, elementsOf(AttributeKind))
}

func plainNameField[T any](at func(T) *string) Field {
	return stringField(TextInput, "name", "Name", at).hint("Used if no attribute is selected.")
}
