package edit

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"widerow/model"
)

func workflowFields(kind model.Kind) []Field {
	switch kind {
	case model.ActorKind:
		return []Field{uniqueName("name", "Name", func(a *model.Actor) *string { return &a.Name })}
	case model.StepKind:
		return []Field{
			uniqueName("name", "Name", func(s *model.Step) *string { return &s.Name }),
			actorField(func(s *model.Step) *model.ID { return &s.Actor }),
			noteField(func(s *model.Step) *string { return &s.Note }),
		}
	case model.TransitionKind:
		return []Field{
			elementField("from", "From", func(t *model.Transition) *model.ID { return &t.From }, model.StepKind).
				hint("None: the step is an entry point of the application."),
			elementField("to", "To", func(t *model.Transition) *model.ID { return &t.To }, model.StepKind).required(),
			accessField(func(t *model.Transition) *model.ID { return &t.Access }),
		}
	case model.QueryKind, model.UpdateElement:
		return accessPatternFields(kind)
	}
	return partFields(kind)
}

func accessField[T any](at func(T) *model.ID) Field {
	return elementField("access", "Query or update", at, model.QueryKind, model.UpdateElement)
}

func accessPatternFields(kind model.Kind) []Field {
	if kind == model.QueryKind {
		return []Field{
			labelField(func(q *model.Query) *string { return &q.Label }),
			stringField(TextInput, "name", "Description", func(q *model.Query) *string { return &q.Name }).required(),
			checkboxField("distinct", "Distinct", func(q *model.Query) *bool { return &q.Distinct }).
				hint("Returns each combination of values once."),
			numberField("limit", "Limit", func(q *model.Query) *int { return &q.Limit }).hint("Rows at most."),
			numberField("page_size", "Page size", func(q *model.Query) *int { return &q.PageSize }).hint("Rows in one page."),
			referencesField("path", "Path", func(q *model.Query) *model.IDSet { return &q.Path }, elementsOf(model.RelationshipKind), nil).
				hint("The relationship types between what is given and what is found. None: inferred."),
			referencesField("twice", "Twice in the path", func(q *model.Query) *model.IDSet { return &q.Twice }, repeatables, nil).
				hint("One behind the other: the manager of the manager.").
				when(func(m *model.Model, e model.Element) bool {
					q := e.Value.(*model.Query)
					return len(q.Twice) > 0 || slices.ContainsFunc(q.Path.Sorted(), m.IsRepeatable)
				}),
			endsField().hint("Which instance in a role takes part: the cook who publishes is the chef.").
				when(func(m *model.Model, e model.Element) bool { return len(endChoices(m, e)) > 0 }),
			rateField("rate", "Rate", func(q *model.Query) *model.Expression { return &q.Rate }).hint("Queries per second: `20`, or `5000 per day`."),
			worstRateField(func(q *model.Query) *model.Expression { return &q.WorstRate }),
			consistencyField(func(q *model.Query) *model.Consistency { return &q.Consistency }),
			actorField(func(q *model.Query) *model.ID { return &q.Actor }).hint("Who runs it. None: whoever performs its steps."),
			queryParentField(),
			statementField(func(q *model.Query) *string { return &q.Statement }),
			noteField(func(q *model.Query) *string { return &q.Note }),
		}
	}
	return []Field{
		labelField(func(u *model.Update) *string { return &u.Label }),
		stringField(TextInput, "name", "Description", func(u *model.Update) *string { return &u.Name }).required(),
		updateKindField(),
		cascadeField(),
		checkboxField("conditional", "Conditional", func(u *model.Update) *bool { return &u.Conditional }).
			hint("A lightweight transaction: IF NOT EXISTS, or IF a column has a value."),
		rateField("rate", "Rate", func(u *model.Update) *model.Expression { return &u.Rate }).hint("Writes per second: `20`, or `5000 per day`."),
		worstRateField(func(u *model.Update) *model.Expression { return &u.WorstRate }),
		consistencyField(func(u *model.Update) *model.Consistency { return &u.Consistency }),
		actorField(func(u *model.Update) *model.ID { return &u.Actor }).hint("Who runs it. None: whoever performs its steps."),
		statementField(func(u *model.Update) *string { return &u.Statement }),
		noteField(func(u *model.Update) *string { return &u.Note }),
	}
}

// MaxStatementLength is the length of the longest statement of a query or an update, in bytes.
const MaxStatementLength = 20_000

// statementField applies to what was recovered from a statement.
func statementField[T any](at func(T) *string) Field {
	field := stringField(LinesInput, "statement", "Statement", at).
		hint("The CQL statement of the application that this was recovered from. Empty: the statements follow from the tables.").
		when(func(_ *model.Model, e model.Element) bool { return *at(e.Value.(T)) != "" })
	field.MaxLength = MaxStatementLength
	return field
}

func cascadeField() Field {
	return choiceField("cascade", "What exists only with it", func(u *model.Update) *model.Cascade { return &u.Cascade },
		Choice{string(model.CascadeUnsaid), "not said"}, Choice{string(model.Cascades), "delete them, too"},
		Choice{string(model.Restricts), "only if there are none"}).
		hint("Its relationships, weak entities and subtypes.").
		when(func(_ *model.Model, e model.Element) bool {
			u := e.Value.(*model.Update)
			return u.Kind == model.Delete || u.Cascade != model.CascadeUnsaid
		})
}

// updateKindField offers INSERT once, although a document may leave the kind
// out: the form shows that as INSERT, too.
func updateKindField() Field {
	field := choiceField("kind", "Kind", func(u *model.Update) *model.UpdateKind { return &u.Kind },
		Choice{string(model.Insert), "INSERT"}, Choice{string(model.Change), "UPDATE"},
		Choice{string(model.Delete), "DELETE"}, Choice{string(model.Increment), "INCREMENT"})
	set := field.set
	field.get = func(_ *model.Model, e model.Element) string {
		return string(cmp.Or(e.Value.(*model.Update).Kind, model.Insert))
	}
	field.set = func(m *model.Model, e model.Element, text string) error {
		return set(m, e, cmp.Or(text, string(model.Insert)))
	}
	return field
}

// labelField returns the field of the label ("Q1" or "U1"), which no other query
// or update may have.
func labelField[T any](at func(T) *string) Field {
	field := stringField(TextInput, "label", "Label", at).required()
	field.MaxLength = 20
	field.set = func(m *model.Model, e model.Element, text string) error {
		if newForm(m).labelled(text, e.ID) {
			return fmt.Errorf("the label %s belongs to another query or update; choose a different one", text)
		}
		*at(e.Value.(T)) = text
		return nil
	}
	return field
}

func (m form) labelled(label string, but model.ID) bool {
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
func NextLabel(m *model.Model, kind model.Kind) string {
	prefix := "Q"
	if kind == model.UpdateElement {
		prefix = "U"
	}
	taken := map[string]bool{}
	for _, query := range m.Workflow.Queries {
		taken[query.Label] = true
	}
	for _, update := range m.Workflow.Updates {
		taken[update.Label] = true
	}
	number := 1
	for taken[prefix+strconv.Itoa(number)] {
		number++
	}
	return prefix + strconv.Itoa(number)
}

func worstRateField[T any](at func(T) *model.Expression) Field {
	return rateField("worst_rate", "Rate at the busiest time", at).hint("Per second. None: the worst value of the rate.")
}

func consistencyField[T any](at func(T) *model.Consistency) Field {
	choices := []Choice{{"", "driver's default"}}
	for _, level := range model.Consistencies {
		choices = append(choices, Choice{string(level), string(level)})
	}
	return choiceField("consistency", "Consistency", at, choices...)
}

// queryParentField makes a query a sub-query. It does not offer the query's own
// sub-queries.
func queryParentField() Field {
	choices := func(m *model.Model, e model.Element) []Choice {
		return slices.DeleteFunc(elementsOf(model.QueryKind)(m, e), func(c Choice) bool { return newForm(m).isSubQuery(model.ID(c.Value), e.ID) })
	}
	return referenceField("parent", "Part of", func(q *model.Query) *model.ID { return &q.Parent }, choices).
		hint("The query that this one is a part of, as Q3.1 is of Q3.")
}

// isSubQuery reports whether a query is a part of another one, at any depth.
func (m form) isSubQuery(id, of model.ID) bool {
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
func partFields(kind model.Kind) []Field {
	switch kind {
	case model.FindKind:
		return []Field{
			elementField("attribute", "Attribute", func(f *model.Find) *model.ID { return &f.Attribute },
				model.EntityKind, model.RelationshipKind, model.AttributeKind).hint("An entity or relationship type means all of its attributes."),
			participantField(func(f *model.Find) (model.ID, *model.ID) { return f.Attribute, &f.Participant }),
			plainNameField(func(f *model.Find) *string { return &f.Name }),
			aggregateField(func(f *model.Find) *model.Aggregate { return &f.Aggregate }),
			checkboxField("grouped", "Group by", func(f *model.Find) *bool { return &f.Grouped }),
		}
	case model.GivenKind:
		return givenFields()
	case model.SortKind:
		return []Field{
			attributeField(func(s *model.SortBy) *model.ID { return &s.Attribute }),
			participantField(func(s *model.SortBy) (model.ID, *model.ID) { return s.Attribute, &s.Participant }),
			plainNameField(func(s *model.SortBy) *string { return &s.Name }),
			checkboxField("descending", "Descending", func(s *model.SortBy) *bool { return &s.Descending }),
		}
	case model.WriteKind:
		return []Field{
			elementField("element", "Concept", func(w *model.Write) *model.ID { return &w.Element },
				model.EntityKind, model.RelationshipKind, model.AttributeKind),
			participantField(func(w *model.Write) (model.ID, *model.ID) { return w.Element, &w.Participant }),
			plainNameField(func(w *model.Write) *string { return &w.Name }),
		}
	}
	return nil
}

func givenFields() []Field {
	is := func(operator model.Operator) func(*model.Model, model.Element) bool {
		return func(_ *model.Model, e model.Element) bool { return e.Value.(*model.Given).Operator == operator }
	}
	return []Field{
		attributeField(func(g *model.Given) *model.ID { return &g.Attribute }),
		participantField(func(g *model.Given) (model.ID, *model.ID) { return g.Attribute, &g.Participant }),
		plainNameField(func(g *model.Given) *string { return &g.Name }),
		choiceField("operator", "Operator", func(g *model.Given) *model.Operator { return &g.Operator },
			Choice{string(model.Equal), "= (equals)"}, Choice{string(model.Range), "range"}, Choice{string(model.In), "IN (one of several)"},
			Choice{string(model.Prefix), "prefix (starts with)"}),
		boundsField().when(is(model.Range)),
		expressionField("count", "How many", func(g *model.Given) *model.Expression { return &g.Count }).hint("Values in the IN list.").when(is(model.In)),
		choiceField("source", "Value from", func(g *model.Given) *model.GivenSource { return &g.Source },
			Choice{"", "an earlier query"}, Choice{string(model.UserInput), "the user"}, Choice{string(model.ConstantSource), "a constant"}).
			hint("At an entry point of the application, values come from the user."),
		stringField(TextInput, "constant", "Constant", func(g *model.Given) *string { return &g.Constant }).
			hint("A CQL literal, such as 'open' or true.").
			when(func(_ *model.Model, e model.Element) bool {
				return e.Value.(*model.Given).Source == model.ConstantSource
			}),
	}
}

func boundsField() Field {
	choices := []Choice{{"", ">= and <="}}
	for _, bounds := range model.RangeBounds {
		choices = append(choices, Choice{string(bounds), strings.Join(bounds.Operators(), " and ")})
	}
	return choiceField("bounds", "Bounds", func(g *model.Given) *model.Bounds { return &g.Bounds }, choices...)
}

// participantField says as which participant an entity type is meant. It applies
// where the entity type takes part in relationships more than once.
func participantField[T any](at func(T) (attribute model.ID, participant *model.ID)) Field {
	entity := func(m *model.Model, e model.Element) model.ID {
		attribute, _ := at(e.Value.(T))
		return m.OwnerOfAttribute(attribute)
	}
	choices := func(m *model.Model, e model.Element) []Choice { return newForm(m).participations(entity(m, e)) }
	field := referenceField("participant", "As", func(part T) *model.ID { _, id := at(part); return id }, choices)
	return field.hint("The role in which the entity type is meant.").when(func(m *model.Model, e model.Element) bool {
		_, participant := at(e.Value.(T))
		return *participant != "" || newForm(m).isRecursive(entity(m, e))
	})
}

// participations offers the participants that are an entity type, or a subtype of it.
func (m form) participations(entity model.ID) []Choice {
	var choices []Choice
	for _, relationship := range model.Sorted(m.Concepts.Relationships) {
		for _, participant := range model.Sorted(relationship.Value.Participants) {
			if entity != "" && (participant.Value.Entity == entity || slices.Contains(m.Supertypes(participant.Value.Entity), entity)) {
				choices = append(choices, Choice{string(participant.ID), m.Title(participant.ID)})
			}
		}
	}
	return choices
}

// isRecursive reports whether an entity type takes part in one relationship type
// more than once.
func (m form) isRecursive(entity model.ID) bool {
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

func attributeField[T any](at func(T) *model.ID) Field {
	return elementField("attribute", "Attribute", at, model.AttributeKind)
}

func plainNameField[T any](at func(T) *string) Field {
	return stringField(TextInput, "name", "Name", at).hint("Used if no attribute is selected.")
}

func aggregateField[T any](at func(T) *model.Aggregate) Field {
	return choiceField("aggregate", "Aggregate", at, Choice{"", "no aggregate"}, Choice{string(model.Count), "count"}, Choice{string(model.Min), "min"},
		Choice{string(model.Max), "max"}, Choice{string(model.Sum), "sum"}, Choice{string(model.Avg), "avg"})
}

// repeatables are the relationship types that the path of a query can have twice.
func repeatables(m *model.Model, e model.Element) []Choice {
	return slices.DeleteFunc(elementsOf(model.RelationshipKind)(m, e), func(c Choice) bool { return !m.IsRepeatable(model.ID(c.Value)) })
}
