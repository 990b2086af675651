package edit

import (
	"fmt"
	"math"
	"strconv"

	"widerow/model"
)

func noteFields() []Field {
	text := stringField(LinesInput, "text", "Text", func(n *model.Note) *string { return &n.Text }).required().
		hint("Markdown: `**bold**`, `*italic*`, `- a list`, `[a link](https://…)`, and code between backticks.")
	text.MaxLength = model.MaxNoteText
	return []Field{
		text,
		colorField(func(n *model.Note) *model.Color { return &n.Color }),
		onField(func(n *model.Note) *string { return &n.Diagram }),
		sideField("width", "Width", model.LeastNote, model.MaxNote,
			func(n *model.Note) *float64 { return &n.Frame.Width }, (*model.Note).Width),
		placeField("x", "From the left", func(n *model.Note) (*model.Frame, *float64) { return &n.Frame, &n.Frame.X }),
		placeField("y", "From the top", func(n *model.Note) (*model.Frame, *float64) { return &n.Frame, &n.Frame.Y }),
	}
}

func areaFields() []Field {
	width := func(a *model.Area) float64 { width, _ := a.Size(); return width }
	height := func(a *model.Area) float64 { _, height := a.Size(); return height }
	return []Field{
		stringField(TextInput, "name", "Title", func(a *model.Area) *string { return &a.Name }).required(),
		colorField(func(a *model.Area) *model.Color { return &a.Color }),
		onField(func(a *model.Area) *string { return &a.Diagram }),
		sideField("width", "Width", model.LeastArea, model.MaxArea, func(a *model.Area) *float64 { return &a.Frame.Width }, width),
		sideField("height", "Height", model.LeastArea, model.MaxArea, func(a *model.Area) *float64 { return &a.Frame.Height }, height),
		placeField("x", "From the left", func(a *model.Area) (*model.Frame, *float64) { return &a.Frame, &a.Frame.X }),
		placeField("y", "From the top", func(a *model.Area) (*model.Frame, *float64) { return &a.Frame, &a.Frame.Y }),
	}
}

func colorField[T any](at func(T) *model.Color) Field {
	var choices []Choice
	for _, color := range model.Colors {
		choices = append(choices, Choice{string(color), string(color)})
	}
	field := choiceField("color", "Color", at, choices...)
	field.get = func(_ *model.Model, e model.Element) string { return string(at(e.Value.(T)).Shown()) }
	return field
}

// onField chooses the diagram of a note or an area.
func onField[T any](at func(T) *string) Field {
	field := choiceField("diagram", "On", at, Choice{"er", "ER diagram"}, Choice{"workflow", "Workflow"},
		Choice{"logical", "Logical diagram"}, Choice{"physical", "Physical diagram"})
	field.Required = true
	return field
}

// sideField is the length of a side, in px. shown returns the one that is drawn.
func sideField[T any](name, label string, least, most int, at func(T) *float64, shown func(T) float64) Field {
	return Field{Name: name, Label: label, Input: NumberInput, Hint: fmt.Sprintf("In pixels, %d to %d.", least, most),
		get: func(_ *model.Model, e model.Element) string { return pixels(shown(e.Value.(T))) },
		set: func(_ *model.Model, e model.Element, text string) error {
			side, err := strconv.ParseFloat(text, 64)
			if err != nil || !(side >= float64(least) && side <= float64(most)) {
				return fmt.Errorf("%s must be a number from %d to %d; got %q", label, least, most, model.Shorten(text, 40))
			}
			*at(e.Value.(T)) = math.Round(side)
			return nil
		}}
}

// placeField is a coordinate of the upper left corner, in px. Empty without a place.
func placeField[T any](name, label string, at func(T) (*model.Frame, *float64)) Field {
	return Field{Name: name, Label: label, Input: NumberInput, Hint: "In pixels. Empty: beside the diagram.",
		get: func(_ *model.Model, e model.Element) string {
			if frame, coordinate := at(e.Value.(T)); frame.Placed {
				return pixels(*coordinate)
			}
			return ""
		},
		set: func(_ *model.Model, e model.Element, text string) error {
			frame, coordinate := at(e.Value.(T))
			if text == "" {
				frame.Placed = false
				return nil
			}
			value, err := strconv.ParseFloat(text, 64)
			if err != nil || !(math.Abs(value) <= model.MaxCoordinate) {
				return fmt.Errorf("%s must be a number up to %d; got %q", label, model.MaxCoordinate, model.Shorten(text, 40))
			}
			*coordinate, frame.Placed = math.Round(value), true
			return nil
		}}
}

func pixels(value float64) string { return strconv.FormatFloat(value, 'f', -1, 64) }
