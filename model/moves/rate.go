package moves

import (
	"errors"
	"fmt"

	"widerow/model"
	"widerow/model/edit"
)

// WithRate returns a model in which the rows of a table's partition are those that come in
// some days at a rate of rows a second. Both are expressions. The error is a
// *model.InvalidError, whose problem names "rate" or "days" as its field.
func WithRate(m *model.Model, id model.ID, rate, days string) (*model.Model, error) {
	t := newTable(m, id)
	if t == nil {
		return nil, &edit.GoneError{Element: id}
	}
	for _, input := range []struct{ name, label, text string }{{"rate", "New rows a second", rate}, {"days", "Days", days}} {
		if problem := t.notPositive(input.text); problem != nil {
			return nil,
				&edit.InvalidError{
					Problems: []model.Problem{
						{Code: "moves/parameter", Element: id, Field: input.name,
							Message: fmt.Sprintf("%s: %s", input.label, problem)}}}
		}
	}
	e := &editor{table: t}
	e.set(id, "rows", times(times(rate, "86400"), days))
	return edit.Apply(m, nil, e.commands...)
}

// notPositive returns why an expression is no number above zero, nil if it is one.
func (t *table) notPositive(text string) error {
	value, missing, err := t.model.Evaluate(t.model.BindExpression(text))
	switch {
	case text == "":
		return errors.New("enter a number")
	case err != nil:
		return err
	case len(missing) > 0:
		return fmt.Errorf("%s has no value", missing[0].Name)
	case value.Typical <= 0 || value.Worst <= 0:
		return errors.New("must be more than 0")
	}
	return nil
}
