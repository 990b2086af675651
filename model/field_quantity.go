package model

import (
	"fmt"

	"widerow/model/formula"
)

func quantityFields() []Field {
	return []Field{
		quantityNameField(),
		expressionField("typical", "Typical", func(q *Quantity) *Expression { return &q.Typical }).
			hint("A number or an expression: `100`, `rooms_per_hotel * 730`. `100/400` is typical/worst."),
		expressionField("worst", "Worst", func(q *Quantity) *Expression { return &q.Worst }).
			hint("The worst case. Empty: the same as typical."),
		stringField(TextInput, "source", "Source", func(q *Quantity) *string { return &q.Source }).
			hint("Where the number comes from: `measured 2026-11-02`, `contract`, `a guess`."),
		noteField(func(q *Quantity) *string { return &q.Note }),
	}
}

// quantityNameField accepts only names that an expression can contain.
func quantityNameField() Field {
	field := uniqueName("name", "Name", func(q *Quantity) *string { return &q.Name })
	set := field.set
	field.set = func(m *Model, e Element, text string) error {
		if text != "" && !formula.IsName(text) {
			return fmt.Errorf("Name must consist of letters, digits and _, and must not start with a digit, such as rooms_per_hotel; got %q", shorten(text, 40))
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
func expressionField[T any](name, label string, at func(T) *Expression) Field {
	return Field{Name: name, Label: label, Input: ExpressionInput,
		get: func(m *Model, e Element) string { return m.ExpressionText(*at(e.Value.(T))) },
		set: func(m *Model, e Element, text string) error {
			expression := at(e.Value.(T))
			before := *expression
			*expression = m.BindExpression(text)
			if text == "" {
				return nil
			}
			if typical, worst, found := formula.Reversed(text); found {
				*expression = before
				return fmt.Errorf("%s %q: the worst case, %s, is below the typical one, %s; write the typical case first, or a division with spaces, %s / %s",
					label, shorten(text, 60), worst, typical, typical, worst)
			}
			if _, _, err := m.Evaluate(*expression); err != nil {
				*expression = before
				return fmt.Errorf("%s %q: %w", label, shorten(text, 60), err)
			}
			return nil
		}}
}
