package edit

import (
	"fmt"

	"widerow/model"
)

func measurementFields() []Field {
	return []Field{
		stringField(TextInput, "node", "Node", func(m *model.Measurement) *string { return &m.Node }).hint("The address of the node, such as 10.0.0.1."),
		dateField(),
		stringField(TextInput, "tool", "Tool", func(m *model.Measurement) *string { return &m.Tool }).required(),
		figuresField(),
	}
}

func dateField() Field {
	field := stringField(TextInput, "date", "Date", func(m *model.Measurement) *string { return &m.Date }).hint("The day of the measurement, such as 2026-11-02.")
	set := field.set
	field.set = func(m *model.Model, e model.Element, text string) error {
		if text != "" && !model.IsDate(text) {
			return fmt.Errorf("the date must be a day such as 2026-11-02; got %q", model.Shorten(text, 40))
		}
		return set(m, e, text)
	}
	return field
}

func figuresField() Field {
	return Field{Name: "figures", Label: "Figures", Input: OptionsInput, Hint: "One a line, such as `max_bytes = 73457`.",
		get: func(_ *model.Model, e model.Element) string { return e.Value.(*model.Measurement).Figures.Text() },
		set: func(_ *model.Model, e model.Element, text string) error {
			figures, err := model.ParseFigures(text)
			if err != nil {
				return err
			}
			e.Value.(*model.Measurement).Figures = nil
			if len(figures) > 0 {
				e.Value.(*model.Measurement).Figures = figures
			}
			return nil
		}}
}
