package edit

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
)

// Input is the kind of a field's form control.
type Input string

// The inputs. The value of a references input is IDs separated by spaces, the value of an options
// input one "key = value" per line, of a checkbox "true" or "", and of a named input the name of an
// element, which is added if it is new.
const (
	TextInput       Input = "text"
	LinesInput      Input = "lines"
	NumberInput     Input = "number"
	CheckboxInput   Input = "checkbox"
	ChoiceInput     Input = "choice"
	ReferenceInput  Input = "reference"
	ReferencesInput Input = "references"
	NamedInput      Input = "named"
	ExpressionInput Input = "expression"
	TypeInput       Input = "type"
	OptionsInput    Input = "options"
)

// Field is a value of an element as a user reads and types it. Name is its name
// in the saved form. MaxLength is in characters.
type Field struct {
	Name, Label, Hint string
	Input             Input
	Required          bool
	MaxLength         int

	get     func(*model.Model, model.Element) string
	set     func(m *model.Model, e model.Element, text string) error
	span    *NumberRange // of a number, nil for any
	choices func(*model.Model, model.Element) []Choice
	applies func(*model.Model, model.Element) bool
}

// Choice is an option of a choice or reference input. The empty Value means
// "none" and is offered if the field is not required.
type Choice struct{ Value, Label string }

// FieldsOf returns the fields of a kind of element in the order of its form.
// Forms, commands and descriptions in the history all use it.
func FieldsOf(kind model.Kind) []Field {
	fields := formOf(kind)
	for i := range fields {
		fields[i].MaxLength = fields[i].limit()
	}
	return fields
}

func formOf(kind model.Kind) []Field {
	switch kind {
	case model.ModelKind:
		return modelFields()
	case model.EntityKind, model.AttributeKind, model.RelationshipKind, model.ParticipantKind, model.HierarchyKind, model.SubtypeKind:
		return conceptFields(kind)
	case model.ActorKind, model.StepKind, model.TransitionKind, model.QueryKind, model.FindKind, model.GivenKind,
		model.SortKind, model.UpdateElement, model.WriteKind:
		return workflowFields(kind)
	case model.TableKind, model.ColumnKind, model.ArrowKind:
		return logicalFields(kind)
	case model.KeyspaceKind, model.UserTypeKind, model.TypeFieldKind, model.RelationElement, model.RelationColumnKind, model.IndexKind, model.StatementKind:
		return physicalFields(kind)
	case model.QuantityKind:
		return quantityFields()
	case model.MeasurementKind:
		return measurementFields()
	case model.NoteKind:
		return noteFields()
	case model.AreaKind:
		return areaFields()
	}
	return nil
}

// FieldOf returns the field with a name in the saved form.
func FieldOf(kind model.Kind, name string) (Field, bool) {
	fields := FieldsOf(kind)
	i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == name })
	if i < 0 {
		return Field{}, false
	}
	return fields[i], true
}

// Text returns the field's value as the form shows it.
func (f Field) Text(m *model.Model, e model.Element) string { return f.get(m, e) }

// Choices returns the options of a choice, reference or references input, or
// suggestions for a type.
func (f Field) Choices(m *model.Model, e model.Element) []Choice {
	if f.choices == nil {
		return nil
	}
	choices := f.choices(m, e)
	optional := f.Input == ReferenceInput && !f.Required
	if optional && !slices.ContainsFunc(choices, func(c Choice) bool { return c.Value == "" }) {
		choices = append([]Choice{{"", "none"}}, choices...)
	}
	return choices
}

// Applies reports whether the field has a meaning for the element in its current
// state: a direction only for a clustering column, a base only for a view.
func (f Field) Applies(m *model.Model, e model.Element) bool {
	return f.applies == nil || f.applies(m, e)
}

// Words returns the field's value for a description, with names instead of
// IDs.
func (f Field) Words(m *model.Model, e model.Element) string {
	text := f.get(m, e)
	switch f.Input {
	case CheckboxInput:
		return map[bool]string{true: "yes", false: "no"}[text == "true"]
	case ReferenceInput, ReferencesInput:
		var titles []string
		for id := range strings.FieldsSeq(text) {
			titles = append(titles, m.Title(model.ID(id)))
		}
		return strings.Join(titles, ", ")
	case ChoiceInput:
		for _, choice := range f.Choices(m, e) {
			if choice.Value == text {
				return choice.Label
			}
		}
	}
	return text
}

// assign normalizes and sets the field. The error is a sentence for the user.
// After an error the element is unchanged.
func (f Field) assign(m *model.Model, e model.Element, text string) error {
	text, err := f.clean(text)
	if err != nil {
		return err
	}
	if f.Required && text == "" {
		return fmt.Errorf("%s must not be empty", f.Label)
	}
	return f.set(m, e, text)
}

func (f Field) hint(hint string) Field { f.Hint = hint; return f }
func (f Field) required() Field        { f.Required = true; return f }
func (f Field) when(applies func(*model.Model, model.Element) bool) Field {
	f.applies = applies
	return f
}
