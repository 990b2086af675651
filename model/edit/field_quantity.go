package edit

import (
	"errors"
	"fmt"

	"widerow/model"
	"widerow/model/formula"
)

func quantityFields() []Field {
	return []Field{
		quantityNameField(),
		expressionOf(anyUnit, "typical", "Typical", func(q *model.Quantity) *model.Expression { return &q.Typical }).
			hint("A number or an expression: `100`, `rooms_per_hotel * 730`, `30 kB`, `90 days`, `20 per second`. `100/400` is typical/worst."),
		expressionOf(anyUnit, "worst", "Worst", func(q *model.Quantity) *model.Expression { return &q.Worst }).
			hint("The worst case. Empty: the same as typical."),
		stringField(TextInput, "source", "Source", func(q *model.Quantity) *string { return &q.Source }).
			hint("Where the number comes from: `measured 2026-11-02`, `contract`, `a guess`."),
		noteField(func(q *model.Quantity) *string { return &q.Note }),
	}
}

// quantityNameField accepts only names that an expression can contain.
func quantityNameField() Field {
	field := uniqueName("name", "Name", func(q *model.Quantity) *string { return &q.Name })
	set := field.set
	field.set = func(m *model.Model, e model.Element, text string) error {
		if text != "" && !formula.IsName(text) {
			return fmt.Errorf("Name must consist of letters, digits and _, and must not start with a digit, such as rooms_per_hotel; got %q", model.Shorten(text, 40))
		}
		if formula.IsFunction(text) {
			return fmt.Errorf("the name %s is that of a function in expressions; choose a different one", text)
		}
		return set(m, e, text)
	}
	return field
}

// expressionField returns the field of an expression, with quantities by name. It
// rejects an expression that cannot be evaluated (a syntax error, a division by
// zero, a quantity that depends on itself), but accepts unknown names.
func expressionField[T any](name, label string, at func(T) *model.Expression) Field {
	return expressionOf(noTime, name, label, at)
}

// unitRule determines the units that the value of a field can have.
type unitRule int

const (
	noTime  unitRule = iota // a number, bytes or a share
	perTime                 // these, or a rate: they count per second
	anyUnit
)

// rateField is like expressionField, for a number per second: `20`, `1000 per day`.
func rateField[T any](name, label string, at func(T) *model.Expression) Field {
	return expressionOf(perTime, name, label, at)
}

// check evaluates an expression and checks its unit.
func (r unitRule) check(m *model.Model, e model.Expression) error {
	_, time, missing, err := m.EvaluateUnit(e)
	switch {
	case err != nil:
		return err
	case len(missing) > 0 || r == anyUnit || time == 0 || r == perTime && time == -1:
		return nil
	case time == -1:
		return errors.New("a rate does not fit here: multiply it by a time, such as * 30 days")
	case r == perTime:
		return errors.New("a time does not fit here: a rate is wanted, such as 20 per second")
	}
	return errors.New("a time does not fit here: divide it by one, such as / 1 day, or multiply it by a rate")
}

func expressionOf[T any](units unitRule, name, label string, at func(T) *model.Expression) Field {
	return Field{Name: name, Label: label, Input: ExpressionInput,
		get: func(m *model.Model, e model.Element) string { return m.ExpressionText(*at(e.Value.(T))) },
		set: func(m *model.Model, e model.Element, text string) error {
			expression := at(e.Value.(T))
			before := *expression
			*expression = m.BindExpression(text)
			if text == "" {
				return nil
			}
			if typical, worst, found := formula.Reversed(text); found {
				*expression = before
				return fmt.Errorf("%s %q: the worst case, %s, is below the typical one, %s; write the typical case first, or a division with spaces, %s / %s",
					label, model.Shorten(text, 60), worst, typical, typical, worst)
			}
			if err := units.check(m, *expression); err != nil {
				*expression = before
				return fmt.Errorf("%s %q: %w", label, model.Shorten(text, 60), err)
			}
			return nil
		}}
}
