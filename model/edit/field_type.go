package edit

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
)

// typeField returns the field of a CQL type, as text. User-defined types are
// looked up by name in the keyspace of the element's table or type.
func typeField[T any](at func(T) *model.Type) Field {
	return Field{Name: "type", Label: "Type", Input: TypeInput,
		Hint:    "A CQL type: text, int, set<text>, map<text, frozen<address>> …",
		get:     func(m *model.Model, e model.Element) string { return m.TypeText(*at(e.Value.(T))) },
		choices: typeChoices,
		set: func(m *model.Model, e model.Element, text string) error {
			parsed, err := m.UserTypes().Parse(m.UserTypes().KeyspaceOf(e), text)
			if err != nil {
				//lint:ignore ST1005 a sentence that is shown beside the field
				return fmt.Errorf("Type %q: %w", model.Shorten(text, 60), err)
			}
			if e.Kind == model.TypeFieldKind && m.UserTypes().Reaches(parsed, e.Parent) {
				//lint:ignore ST1005 a sentence that is shown beside the field
				return fmt.Errorf("Type %s would make %s contain itself", model.Shorten(text, 60), m.Title(e.Parent))
			}
			*at(e.Value.(T)) = parsed
			if column, is := e.Value.(*model.Column); is {
				column.TypeAssumed = false
			}
			return nil
		}}
}

func typeChoices(m *model.Model, e model.Element) []Choice {
	var choices []Choice
	for _, name := range model.NativeTypes {
		choices = append(choices, Choice{name, name})
	}
	keyspace := m.UserTypes().KeyspaceOf(e)
	for _, userType := range model.Sorted(m.Physical.Types) {
		if userType.Value.Keyspace == keyspace && userType.ID != e.Parent {
			name := "frozen<" + model.QuoteTypeName(userType.Value.Name) + ">"
			choices = append(choices, Choice{name, name})
		}
	}
	return choices
}

// listTitles joins up to three titles and counts the others.
func listTitles(titles []string) string {
	for i := range titles {
		titles[i] = model.Shorten(titles[i], 60)
	}
	if len(titles) > 4 {
		return fmt.Sprintf("%s and %d more", strings.Join(titles[:3], ", "), len(titles)-3)
	}
	return strings.Join(titles, ", ")
}

// attributeTypeField returns the field of an attribute's type. User-defined types
// are looked up by name in all keyspaces, since an attribute is in none.
func attributeTypeField() Field {
	return Field{Name: "type", Label: "Type", Input: TypeInput,
		Hint:    "The CQL type of one value. Empty: as its name suggests. Columns follow it until physical design changes them.",
		get:     func(m *model.Model, e model.Element) string { return m.TypeText(e.Value.(*model.Attribute).Type) },
		choices: attributeTypeChoices,
		set: func(m *model.Model, e model.Element, text string) error {
			parsed, err := parseAttributeType(m, text)
			if err != nil {
				//lint:ignore ST1005 a sentence that is shown beside the field
				return fmt.Errorf("Type %q: %w", model.Shorten(text, 60), err)
			}
			e.Value.(*model.Attribute).Type = parsed
			return nil
		}}
}

func parseAttributeType(m *model.Model, text string) (model.Type, error) {
	var failed error
	for _, keyspace := range append(model.Sorted(m.Physical.Keyspaces), model.Item[*model.Keyspace]{}) {
		parsed, err := m.UserTypes().Parse(keyspace.ID, text)
		if err == nil {
			return parsed, parsed.UnfitForAttribute()
		}
		if failed == nil {
			failed = err
		}
	}
	return model.Type{}, failed
}

func attributeTypeChoices(m *model.Model, _ model.Element) []Choice {
	var choices []Choice
	for _, name := range model.NativeTypes {
		if name != "counter" {
			choices = append(choices, Choice{name, name})
		}
	}
	for _, userType := range model.Sorted(m.Physical.Types) {
		name := "frozen<" + model.QuoteTypeName(userType.Value.Name) + ">"
		if !slices.Contains(choices, Choice{name, name}) {
			choices = append(choices, Choice{name, name})
		}
	}
	return choices
}

// attributeLengthField applies to attributes whose values vary in size, and
// wherever there is a length to correct.
func attributeLengthField() Field {
	return expressionField("length", "Length", func(a *model.Attribute) *model.Expression { return &a.Length }).
		hint("Average bytes of a value: `30`, or an expression of quantities.").
		when(func(m *model.Model, e model.Element) bool {
			attribute := e.Value.(*model.Attribute)
			given := attribute.Type
			if given.IsZero() {
				given, _ = m.AttributeType(e.ID)
			}
			return given.HasLength() || !attribute.Length.IsEmpty()
		})
}
