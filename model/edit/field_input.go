package edit

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"widerow/model"
)

// The functions in this file return fields of elements of type T. The parameter
// at returns a pointer to the value inside the element.

func stringField[T any](input Input, name, label string, at func(T) *string) Field {
	return Field{Name: name, Label: label, Input: input,
		get: func(_ *model.Model, e model.Element) string { return *at(e.Value.(T)) },
		set: func(_ *model.Model, e model.Element, text string) error {
			*at(e.Value.(T)) = text
			return nil
		}}
}

// uniqueName returns the field of a name that no sibling may share.
func uniqueName[T any](name, label string, at func(T) *string) Field {
	field := stringField(TextInput, name, label, at).required()
	field.set = func(m *model.Model, e model.Element, text string) error {
		if taken := newForm(m).siblingNamed(e, text); taken {
			return fmt.Errorf("there is another %s named %s; choose a different name", e.Kind.Words(), text)
		}
		*at(e.Value.(T)) = text
		return nil
	}
	return field
}

// form knows what the fields of an element may hold.
type form struct{ *model.Model }

func newForm(m *model.Model) form { return form{m} }

// siblingNamed reports whether another element of the same kind and parent has
// that name. It compares an attribute only with the parts of the same composite
// attribute.
func (m form) siblingNamed(e model.Element, name string) bool {
	for id, value := range m.Parts().EachSibling(e) {
		if id != e.ID && model.NameOfValue(value) == name && partOf(value) == partOf(e.Value) {
			return true
		}
	}
	return false
}

func partOf(value any) model.ID {
	if attribute, ok := value.(*model.Attribute); ok {
		return attribute.Parent
	}
	return ""
}

func noteField[T any](at func(T) *string) Field {
	return stringField(LinesInput, "note", "Note", at)
}

func checkboxField[T any](name, label string, at func(T) *bool) Field {
	return Field{Name: name, Label: label, Input: CheckboxInput,
		get: func(_ *model.Model, e model.Element) string {
			if *at(e.Value.(T)) {
				return "true"
			}
			return ""
		},
		set: func(_ *model.Model, e model.Element, text string) error {
			switch text {
			case "true", "on", "yes", "1":
				*at(e.Value.(T)) = true
			case "", "false", "off", "no", "0":
				*at(e.Value.(T)) = false
			default:
				return fmt.Errorf("%s must be true or empty, got %q", label, model.Shorten(text, 40))
			}
			return nil
		}}
}

func choiceField[T any, V ~string](name, label string, at func(T) *V, choices ...Choice) Field {
	return Field{Name: name, Label: label, Input: ChoiceInput,
		get: func(_ *model.Model, e model.Element) string { return string(*at(e.Value.(T))) },
		set: func(_ *model.Model, e model.Element, text string) error {
			if !slices.ContainsFunc(choices, func(c Choice) bool { return c.Value == text }) {
				return fmt.Errorf("%s must be one of %s; got %q", label, listChoices(choices), model.Shorten(text, 40))
			}
			*at(e.Value.(T)) = V(text)
			return nil
		},
		choices: func(*model.Model, model.Element) []Choice { return slices.Clone(choices) }}
}

func listChoices(choices []Choice) string {
	var values []string
	for _, choice := range choices {
		values = append(values, cmp.Or(choice.Value, "nothing"))
	}
	return strings.Join(values, ", ")
}

func numberField[T any](name, label string, at func(T) *int) Field {
	return Field{Name: name, Label: label, Input: NumberInput,
		get: func(_ *model.Model, e model.Element) string {
			if number := *at(e.Value.(T)); number != 0 {
				return strconv.Itoa(number)
			}
			return ""
		},
		set: func(_ *model.Model, e model.Element, text string) error {
			number, err := strconv.Atoi(cmp.Or(text, "0"))
			if err != nil || number < 0 || number > maxNumber {
				return fmt.Errorf("%s must be a whole number from 1 to %d, or empty; got %q", label, maxNumber, model.Shorten(text, 40))
			}
			*at(e.Value.(T)) = number
			return nil
		}}
}

// maxNumber is the largest LIMIT that CQL accepts (an int).
const maxNumber = 1<<31 - 1

func referenceField[T any](name, label string, at func(T) *model.ID, choices func(*model.Model, model.Element) []Choice) Field {
	return Field{Name: name, Label: label, Input: ReferenceInput, choices: choices,
		get: func(_ *model.Model, e model.Element) string { return string(*at(e.Value.(T))) },
		set: func(m *model.Model, e model.Element, text string) error {
			if text != "" && text != string(*at(e.Value.(T))) && !offers(choices(m, e), text) {
				return wrongReference(m, label, text)
			}
			*at(e.Value.(T)) = model.ID(text)
			return nil
		}}
}

// elementField is the reference to any element of some kinds. To check a value
// takes no list of them: an edit may set it in thousands of parts.
func elementField[T any](name, label string, at func(T) *model.ID, kinds ...model.Kind) Field {
	field := referenceField(name, label, at, elementsOf(kinds...))
	field.set = func(m *model.Model, e model.Element, text string) error {
		if text != "" && text != string(*at(e.Value.(T))) {
			if other, found := m.Parts().Find(model.ID(text)); !found || other.ID == e.ID || !slices.Contains(kinds, other.Kind) {
				return wrongReference(m, label, text)
			}
		}
		*at(e.Value.(T)) = model.ID(text)
		return nil
	}
	return field
}

// referencesField refers to several of the choices. has, if it is not nil, reports
// quickly whether an element is a choice.
func referencesField[T any](name, label string, at func(T) *model.IDSet,
	choices func(*model.Model, model.Element) []Choice, has func(*model.Model, model.Element, model.ID) bool) Field {
	return Field{Name: name, Label: label, Input: ReferencesInput, choices: choices,
		get: func(_ *model.Model, e model.Element) string {
			var ids []string
			for _, id := range at(e.Value.(T)).Sorted() {
				ids = append(ids, string(id))
			}
			return strings.Join(ids, " ")
		},
		set: func(m *model.Model, e model.Element, text string) error {
			set := model.IDSet{}
			offered := sync.OnceValue(func() []Choice { return choices(m, e) })
			for id := range strings.FieldsSeq(text) {
				if !(*at(e.Value.(T)))[model.ID(id)] && !(has != nil && has(m, e, model.ID(id))) && !offers(offered(), id) {
					return wrongReference(m, label, id)
				}
				set[model.ID(id)] = true
			}
			if len(set) == 0 {
				set = nil
			}
			*at(e.Value.(T)) = set
			return nil
		}}
}

func offers(choices []Choice, value string) bool {
	return slices.ContainsFunc(choices, func(c Choice) bool { return c.Value == value })
}

func wrongReference(m *model.Model, label, id string) error {
	if title := m.Title(model.ID(id)); title != "" {
		return fmt.Errorf("%s cannot be %s; choose one from the list", label, model.Shorten(title, 60))
	}
	return fmt.Errorf("%s refers to %q, which is not in this model (any more); choose one from the list", label, model.Shorten(id, 40))
}

// elementsOf returns a function that offers all elements of some kinds, in
// reading order.
func elementsOf(kinds ...model.Kind) func(*model.Model, model.Element) []Choice {
	return func(m *model.Model, e model.Element) []Choice {
		var choices []Choice
		for other := range m.ElementsOf(kinds...) {
			if other.ID != e.ID {
				choices = append(choices, Choice{string(other.ID), newForm(m).choiceLabel(other)})
			}
		}
		return choices
	}
}

// choiceLabel returns an element's title. A query's label is followed by its
// name.
func (m form) choiceLabel(e model.Element) string {
	switch value := e.Value.(type) {
	case *model.Query:
		return strings.TrimSpace(value.Label + " " + value.Name)
	case *model.Update:
		return strings.TrimSpace(value.Label + " " + value.Name)
	}
	return m.TitleOf(e)
}

func optionsField[T any, V ~map[string]string](name, label string, at func(T) *V) Field {
	return Field{Name: name, Label: label, Input: OptionsInput,
		get: func(_ *model.Model, e model.Element) string { return formatOptions(*at(e.Value.(T))) },
		set: func(_ *model.Model, e model.Element, text string) error {
			options, err := parseOptions(text)
			if err != nil {
				return fmt.Errorf("%s: %w", label, err)
			}
			if len(options) == 0 {
				options = nil
			}
			*at(e.Value.(T)) = options
			return nil
		}}
}
