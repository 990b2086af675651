package edit

import (
	"fmt"

	"widerow/model"
)

// The fields of this file are the numbers that a designer knows of the concepts.
// The size of a table's partitions follows from them.

func instancesFields() []Field {
	return []Field{
		expressionField("instances", "Instances", func(e *model.Entity) *model.Expression { return &e.Instances }).
			hint("How many there are: `5000`, or an expression of quantities."),
		expressionField("worst_instances", "Instances at worst", func(e *model.Entity) *model.Expression { return &e.WorstInstances }).
			hint("The most there will be. Empty: the worst value of Instances."),
	}
}

// countFields apply to the end of "n" or "m", and wherever there is a number to
// correct.
func countFields() []Field {
	return []Field{
		expressionField("count", "How many", func(p *model.Participant) *model.Expression { return &p.Count }).
			hint("How many of them for one instance of the other end: `100` rooms per hotel.").
			when(func(_ *model.Model, e model.Element) bool {
				p := e.Value.(*model.Participant)
				return p.Cardinality != "1" || !p.Count.IsEmpty()
			}),
		expressionField("worst_count", "How many at worst", func(p *model.Participant) *model.Expression { return &p.WorstCount }).
			hint("The most that one instance of the other end has. Empty: the worst value of How many.").
			when(func(_ *model.Model, e model.Element) bool {
				p := e.Value.(*model.Participant)
				return p.Cardinality != "1" || !p.WorstCount.IsEmpty()
			}),
	}
}

func valuesFields() []Field {
	return []Field{
		storedAsField(),
		expressionField("elements", "Values of one", func(a *model.Attribute) *model.Expression { return &a.Elements }).
			hint("How many values one instance has, on average.").
			when(func(_ *model.Model, e model.Element) bool {
				a := e.Value.(*model.Attribute)
				return a.MultiValued || !a.Elements.IsEmpty()
			}),
		expressionField("distinct", "Distinct values", func(a *model.Attribute) *model.Expression { return &a.Distinct }).
			hint("How many different values there are: `5000` cities. Tells how many partitions a table has that is keyed by them."),
		largestShareField(),
		checkboxField("immutable", "Immutable", func(a *model.Attribute) *bool { return &a.Immutable }).
			hint("The derived value never changes, so tables may store it.").
			when(func(_ *model.Model, e model.Element) bool {
				a := e.Value.(*model.Attribute)
				return a.Derived || a.Immutable
			}),
	}
}

func storedAsField() Field {
	return choiceField("stored_as", "Stored as", func(a *model.Attribute) *model.StoredAs { return &a.StoredAs },
		Choice{string(model.AsSet), "set"}, Choice{string(model.AsList), "list"}, Choice{string(model.AsMap), "map"},
		Choice{string(model.AsRows), "one row per value"}).
		hint("How derived tables store several values. A set or a list is for dozens of values, rows are for more.").
		when(func(_ *model.Model, e model.Element) bool {
			a := e.Value.(*model.Attribute)
			return a.MultiValued || a.StoredAs != model.AsSet
		})
}

// largestShareField rejects a share above 1, which is likely a percentage.
func largestShareField() Field {
	field := expressionField("largest_share", "Largest share", func(a *model.Attribute) *model.Expression { return &a.LargestShare }).
		hint("The share of the most frequent value: `0.4` if 40 % of all have it. Empty: all values are as frequent.").
		when(func(_ *model.Model, e model.Element) bool {
			a := e.Value.(*model.Attribute)
			return !a.Distinct.IsEmpty() || !a.LargestShare.IsEmpty()
		})
	set := field.set
	field.set = func(m *model.Model, e model.Element, text string) error {
		before := e.Value.(*model.Attribute).LargestShare
		if err := set(m, e, text); err != nil {
			return err
		}
		value, missing, err := m.Evaluate(e.Value.(*model.Attribute).LargestShare)
		if err == nil && len(missing) == 0 && max(value.Typical, value.Worst) > 1 {
			e.Value.(*model.Attribute).LargestShare = before
			return fmt.Errorf("the largest share must be between 0 and 1, such as 0.4 for 40 %%; got %s", model.Shorten(text, 40))
		}
		return nil
	}
	return field
}
