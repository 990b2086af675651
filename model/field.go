package model

import (
	"fmt"
	"slices"
	"strings"
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

	get     func(*Model, Element) string
	set     func(m *Model, e Element, text string) error
	span    *NumberRange // of a number, nil for any
	choices func(*Model, Element) []Choice
	applies func(*Model, Element) bool
}

// Choice is an option of a choice or reference input. The empty Value means
// "none" and is offered if the field is not required.
type Choice struct{ Value, Label string }

// FieldsOf returns the fields of a kind of element in the order of its form.
// Forms, commands and descriptions in the history all use it.
func FieldsOf(kind Kind) []Field {
	fields := formOf(kind)
	for i := range fields {
		fields[i].MaxLength = fields[i].limit()
	}
	return fields
}

func formOf(kind Kind) []Field {
	switch kind {
	case ModelKind:
		return modelFields()
	case EntityKind, AttributeKind, RelationshipKind, ParticipantKind, HierarchyKind, SubtypeKind:
		return conceptFields(kind)
	case ActorKind, StepKind, TransitionKind, QueryKind, FindKind, GivenKind, SortKind, UpdateElement, WriteKind:
		return workflowFields(kind)
	case TableKind, ColumnKind, ArrowKind:
		return logicalFields(kind)
	case KeyspaceKind, UserTypeKind, TypeFieldKind, RelationElement, RelationColumnKind, IndexKind, StatementKind:
		return physicalFields(kind)
	case QuantityKind:
		return quantityFields()
	case MeasurementKind:
		return measurementFields()
	}
	return nil
}

// FieldOf returns the field with a name in the saved form.
func FieldOf(kind Kind, name string) (Field, bool) {
	fields := FieldsOf(kind)
	i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == name })
	if i < 0 {
		return Field{}, false
	}
	return fields[i], true
}

// Text returns the field's value as the form shows it.
func (f Field) Text(m *Model, e Element) string { return f.get(m, e) }

// Choices returns the options of a choice, reference or references input, or
// suggestions for a type.
func (f Field) Choices(m *Model, e Element) []Choice {
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
func (f Field) Applies(m *Model, e Element) bool { return f.applies == nil || f.applies(m, e) }

// Words returns the field's value for a description, with names instead of
// IDs.
func (f Field) Words(m *Model, e Element) string {
	text := f.get(m, e)
	switch f.Input {
	case CheckboxInput:
		return map[bool]string{true: "yes", false: "no"}[text == "true"]
	case ReferenceInput, ReferencesInput:
		var titles []string
		for id := range strings.FieldsSeq(text) {
			titles = append(titles, m.Title(ID(id)))
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
func (f Field) assign(m *Model, e Element, text string) error {
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
func (f Field) when(applies func(*Model, Element) bool) Field {
	f.applies = applies
	return f
}
