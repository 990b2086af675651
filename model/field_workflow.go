package model

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

func workflowFields(kind Kind) []Field {
	switch kind {
	case ActorKind:
		return []Field{uniqueName("name", "Name", func(a *Actor) *string { return &a.Name })}
	case StepKind:
		return []Field{
			uniqueName("name", "Name", func(s *Step) *string { return &s.Name }),
			actorField(func(s *Step) *ID { return &s.Actor }),
			noteField(func(s *Step) *string { return &s.Note }),
		}
	case TransitionKind:
		return []Field{
			elementField("from", "From", func(t *Transition) *ID { return &t.From }, StepKind).
				hint("None: the step is an entry point of the application."),
			elementField("to", "To", func(t *Transition) *ID { return &t.To }, StepKind).required(),
			accessField(func(t *Transition) *ID { return &t.Access }),
		}
	case QueryKind, UpdateElement:
		return accessPatternFields(kind)
	}
	return partFields(kind)
}

func accessField[T any](at func(T) *ID) Field {
	return elementField("access", "Query or update", at, QueryKind, UpdateElement)
}

func accessPatternFields(kind Kind) []Field {
	if kind == QueryKind {
		return []Field{
			labelField(func(q *Query) *string { return &q.Label }),
			stringField(TextInput, "name", "Description", func(q *Query) *string { return &q.Name }).required(),
			checkboxField("distinct", "Distinct", func(q *Query) *bool { return &q.Distinct }).
				hint("Returns each combination of values once."),
			numberField("limit", "Limit", func(q *Query) *int { return &q.Limit }).hint("Rows at most."),
			numberField("page_size", "Page size", func(q *Query) *int { return &q.PageSize }).hint("Rows in one page."),
			referencesField("path", "Path", func(q *Query) *IDSet { return &q.Path }, elementsOf(RelationshipKind), nil).
				hint("The relationship types between what is given and what is found. None: inferred."),
			referencesField("twice", "Twice in the path", func(q *Query) *IDSet { return &q.Twice }, repeatables, nil).
				hint("One behind the other: the manager of the manager.").
				when(func(m *Model, e Element) bool {
					q := e.Value.(*Query)
					return len(q.Twice) > 0 || slices.ContainsFunc(q.Path.Sorted(), m.IsRepeatable)
				}),
			endsField().hint("Which instance in a role takes part: the cook who publishes is the chef.").
				when(func(m *Model, e Element) bool { return len(endChoices(m, e)) > 0 }),
			rateField("rate", "Rate", func(q *Query) *Expression { return &q.Rate }).hint("Queries per second: `20`, or `5000 per day`."),
			worstRateField(func(q *Query) *Expression { return &q.WorstRate }),
			consistencyField(func(q *Query) *Consistency { return &q.Consistency }),
			actorField(func(q *Query) *ID { return &q.Actor }).hint("Who runs it. None: whoever performs its steps."),
			queryParentField(),
			statementField(func(q *Query) *string { return &q.Statement }),
			noteField(func(q *Query) *string { return &q.Note }),
		}
	}
	return []Field{
		labelField(func(u *Update) *string { return &u.Label }),
		stringField(TextInput, "name", "Description", func(u *Update) *string { return &u.Name }).required(),
		updateKindField(),
		cascadeField(),
		checkboxField("conditional", "Conditional", func(u *Update) *bool { return &u.Conditional }).
			hint("A lightweight transaction: IF NOT EXISTS, or IF a column has a value."),
		rateField("rate", "Rate", func(u *Update) *Expression { return &u.Rate }).hint("Writes per second: `20`, or `5000 per day`."),
		worstRateField(func(u *Update) *Expression { return &u.WorstRate }),
		consistencyField(func(u *Update) *Consistency { return &u.Consistency }),
		actorField(func(u *Update) *ID { return &u.Actor }).hint("Who runs it. None: whoever performs its steps."),
		statementField(func(u *Update) *string { return &u.Statement }),
		noteField(func(u *Update) *string { return &u.Note }),
	}
}

// MaxStatementLength is the length of the longest statement of a query or an update, in bytes.
const MaxStatementLength = 20_000

// statementField applies to what was recovered from a statement.
func statementField[T any](at func(T) *string) Field {
	field := stringField(LinesInput, "statement", "Statement", at).
		hint("The CQL statement of the application that this was recovered from. Empty: the statements follow from the tables.").
		when(func(_ *Model, e Element) bool { return *at(e.Value.(T)) != "" })
	field.MaxLength = MaxStatementLength
	return field
}

func cascadeField() Field {
	return choiceField("cascade", "What exists only with it", func(u *Update) *Cascade { return &u.Cascade },
		Choice{string(CascadeUnsaid), "not said"}, Choice{string(Cascades), "delete them, too"}, Choice{string(Restricts), "only if there are none"}).
		hint("Its relationships, weak entities and subtypes.").
		when(func(_ *Model, e Element) bool {
			u := e.Value.(*Update)
			return u.Kind == Delete || u.Cascade != CascadeUnsaid
		})
}

// updateKindField offers INSERT once, although a document may leave the kind
// out: the form shows that as INSERT, too.
func updateKindField() Field {
	field := choiceField("kind", "Kind", func(u *Update) *UpdateKind { return &u.Kind },
		Choice{string(Insert), "INSERT"}, Choice{string(Change), "UPDATE"}, Choice{string(Delete), "DELETE"}, Choice{string(Increment), "INCREMENT"})
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
		if m.form().labelled(text, e.ID) {
			return fmt.Errorf("the label %s belongs to another query or update; choose a different one", text)
		}
		*at(e.Value.(T)) = text
		return nil
	}
	return field
}

func (m form) labelled(label string, but ID) bool {
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
		if label := fmt.Sprint(prefix, number); !m.form().labelled(label, "") {
			return label
		}
	}
}

func worstRateField[T any](at func(T) *Expression) Field {
	return rateField("worst_rate", "Rate at the busiest time", at).hint("Per second. None: the worst value of the rate.")
}

func consistencyField[T any](at func(T) *Consistency) Field {
	choices := []Choice{{"", "driver's default"}}
	for _, level := range Consistencies {
		choices = append(choices, Choice{string(level), string(level)})
	}
	return choiceField("consistency", "Consistency", at, choices...)
}

// Consistencies are all consistency levels.
var Consistencies = []Consistency{Any, One, LocalOne, Two, Three, Quorum, LocalQuorum, EachQuorum, All, Serial, LocalSerial}

// queryParentField makes a query a sub-query. It does not offer the query's own
// sub-queries.
func queryParentField() Field {
	choices := func(m *Model, e Element) []Choice {
		return slices.DeleteFunc(elementsOf(QueryKind)(m, e), func(c Choice) bool { return m.form().isSubQuery(ID(c.Value), e.ID) })
	}
	return referenceField("parent", "Part of", func(q *Query) *ID { return &q.Parent }, choices).
		hint("The query that this one is a part of, as Q3.1 is of Q3.")
}

// isSubQuery reports whether a query is a part of another one, at any depth.
func (m form) isSubQuery(id, of ID) bool {
	for range len(m.Workflow.Queries) {
		query := m.Workflow.Queries[id]
		if query == nil || query.Parent == "" {
			return false
		}
		if id = query.Parent; id == of {
			return true
		}
	}
	return false
}

// partFields returns the fields of a query's or an update's parts. Each part has
// an attribute of the concepts or, in a model without concepts, just a name.
func partFields(kind Kind) []Field {
	switch kind {
	case FindKind:
		return []Field{
			elementField("attribute", "Attribute", func(f *Find) *ID { return &f.Attribute },
				EntityKind, RelationshipKind, AttributeKind).hint("An entity or relationship type means all of its attributes."),
			participantField(func(f *Find) (ID, *ID) { return f.Attribute, &f.Participant }),
			plainNameField(func(f *Find) *string { return &f.Name }),
			aggregateField(func(f *Find) *Aggregate { return &f.Aggregate }),
			checkboxField("grouped", "Group by", func(f *Find) *bool { return &f.Grouped }),
		}
	case GivenKind:
		return givenFields()
	case SortKind:
		return []Field{
			attributeField(func(s *SortBy) *ID { return &s.Attribute }),
			participantField(func(s *SortBy) (ID, *ID) { return s.Attribute, &s.Participant }),
			plainNameField(func(s *SortBy) *string { return &s.Name }),
			checkboxField("descending", "Descending", func(s *SortBy) *bool { return &s.Descending }),
		}
	case WriteKind:
		return []Field{
			elementField("element", "Concept", func(w *Write) *ID { return &w.Element },
				EntityKind, RelationshipKind, AttributeKind),
			participantField(func(w *Write) (ID, *ID) { return w.Element, &w.Participant }),
			plainNameField(func(w *Write) *string { return &w.Name }),
		}
	}
	return nil
}

func givenFields() []Field {
	is := func(operator Operator) func(*Model, Element) bool {
		return func(_ *Model, e Element) bool { return e.Value.(*Given).Operator == operator }
	}
	return []Field{
		attributeField(func(g *Given) *ID { return &g.Attribute }),
		participantField(func(g *Given) (ID, *ID) { return g.Attribute, &g.Participant }),
		plainNameField(func(g *Given) *string { return &g.Name }),
		choiceField("operator", "Operator", func(g *Given) *Operator { return &g.Operator },
			Choice{string(Equal), "= (equals)"}, Choice{string(Range), "range"}, Choice{string(In), "IN (one of several)"},
			Choice{string(Prefix), "prefix (starts with)"}),
		boundsField().when(is(Range)),
		expressionField("count", "How many", func(g *Given) *Expression { return &g.Count }).hint("Values in the IN list.").when(is(In)),
		choiceField("source", "Value from", func(g *Given) *GivenSource { return &g.Source },
			Choice{"", "an earlier query"}, Choice{string(UserInput), "the user"}, Choice{string(ConstantSource), "a constant"}).
			hint("At an entry point of the application, values come from the user."),
		stringField(TextInput, "constant", "Constant", func(g *Given) *string { return &g.Constant }).
			hint("A CQL literal, such as 'open' or true.").
			when(func(_ *Model, e Element) bool { return e.Value.(*Given).Source == ConstantSource }),
	}
}

func boundsField() Field {
	choices := []Choice{{"", ">= and <="}}
	for _, bounds := range RangeBounds {
		choices = append(choices, Choice{string(bounds), strings.Join(bounds.Operators(), " and ")})
	}
	return choiceField("bounds", "Bounds", func(g *Given) *Bounds { return &g.Bounds }, choices...)
}

// RangeBounds are all bounds but BothBounds.
var RangeBounds = []Bounds{ExclusiveBoth, ExclusiveLower, ExclusiveUpper, AtLeast, MoreThan, AtMost, LessThan}

// participantField says as which participant an entity type is meant. It applies
// where the entity type takes part in relationships more than once.
func participantField[T any](at func(T) (attribute ID, participant *ID)) Field {
	entity := func(m *Model, e Element) ID {
		attribute, _ := at(e.Value.(T))
		return m.OwnerOfAttribute(attribute)
	}
	choices := func(m *Model, e Element) []Choice { return m.form().participations(entity(m, e)) }
	field := referenceField("participant", "As", func(part T) *ID { _, id := at(part); return id }, choices)
	return field.hint("The role in which the entity type is meant.").when(func(m *Model, e Element) bool {
		_, participant := at(e.Value.(T))
		return *participant != "" || m.form().isRecursive(entity(m, e))
	})
}

// OwnerOfAttribute returns the entity or relationship type of an attribute, or
// the type itself.
func (m *Model) OwnerOfAttribute(id ID) ID {
	element, found := m.Element(id)
	if id == "" || !found {
		return ""
	}
	if element.Kind == AttributeKind {
		return element.Parent
	}
	return id
}

// participations offers the participants that are an entity type, or a subtype of it.
func (m form) participations(entity ID) []Choice {
	var choices []Choice
	for _, relationship := range Sorted(m.Concepts.Relationships) {
		for _, participant := range Sorted(relationship.Value.Participants) {
			if entity != "" && (participant.Value.Entity == entity || slices.Contains(m.Supertypes(participant.Value.Entity), entity)) {
				choices = append(choices, Choice{string(participant.ID), m.Title(participant.ID)})
			}
		}
	}
	return choices
}

// isRecursive reports whether an entity type takes part in one relationship type
// more than once.
func (m form) isRecursive(entity ID) bool {
	for _, relationship := range m.Concepts.Relationships {
		count := 0
		for _, participant := range relationship.Participants {
			if participant.Entity == entity {
				count++
			}
		}
		if entity != "" && count > 1 {
			return true
		}
	}
	return false
}

func attributeField[T any](at func(T) *ID) Field {
	return elementField("attribute", "Attribute", at, AttributeKind)
}

func plainNameField[T any](at func(T) *string) Field {
	return stringField(TextInput, "name", "Name", at).hint("Used if no attribute is selected.")
}

func aggregateField[T any](at func(T) *Aggregate) Field {
	return choiceField("aggregate", "Aggregate", at, Choice{"", "no aggregate"}, Choice{string(Count), "count"}, Choice{string(Min), "min"},
		Choice{string(Max), "max"}, Choice{string(Sum), "sum"}, Choice{string(Avg), "avg"})
}
