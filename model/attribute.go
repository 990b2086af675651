package model

import (
	"fmt"
	"slices"

	"widerow/model/suggest"
)

// AttributeType returns the type of one value of an attribute: its own or, if it
// has none, the one that its name suggests, or the constants that queries compare it
// with if they do not fit that. It is the zero Type for a composite
// attribute without a type, which consists of its parts, and for an attribute
// that does not exist.
func (m *Model) AttributeType(id ID) (t Type, suggested bool) {
	attribute, siblings := m.attribute(id)
	switch {
	case attribute == nil:
		return Type{}, false
	case !attribute.Type.IsZero():
		return attribute.Type, false
	case isComposite(siblings, id):
		return Type{}, false
	}
	return Native(m.revealedType(id, "", suggest.Type(attribute.Name))), true
}

// attribute returns an attribute and those of the same owner, by ID.
func (m *Model) attribute(id ID) (*Attribute, map[ID]*Attribute) {
	for _, attributes := range m.attributes() {
		if attribute := attributes[id]; attribute != nil {
			return attribute, attributes
		}
	}
	return nil, nil
}

// attributes yields the attributes of each entity and relationship type by the
// owner's ID, in no order.
func (m *Model) attributes() func(yield func(ID, map[ID]*Attribute) bool) {
	return func(yield func(ID, map[ID]*Attribute) bool) {
		for id, entity := range m.Concepts.Entities {
			if !yield(id, entity.Attributes) {
				return
			}
		}
		for id, relationship := range m.Concepts.Relationships {
			if !yield(id, relationship.Attributes) {
				return
			}
		}
	}
}

// AttributesOf returns the attributes of an entity or relationship type.
func (m *Model) AttributesOf(owner ID) map[ID]*Attribute {
	if entity := m.Concepts.Entities[owner]; entity != nil {
		return entity.Attributes
	}
	if relationship := m.Concepts.Relationships[owner]; relationship != nil {
		return relationship.Attributes
	}
	return nil
}

// AttributeDepth returns of how many composite attributes an attribute is a part,
// directly or not: 0 for one of the type itself and for another element.
func (m *Model) AttributeDepth(e Element) int {
	attribute, is := e.Value.(*Attribute)
	if !is || attribute.Parent == "" {
		return 0
	}
	siblings := m.AttributesOf(e.Parent)
	depth := 0
	for attribute != nil && depth < len(siblings) { // a circle, which validation reports, ends
		if attribute = siblings[attribute.Parent]; attribute != nil {
			depth++
		}
	}
	return depth
}

func isComposite(attributes map[ID]*Attribute, id ID) bool {
	for _, attribute := range attributes {
		if attribute.Parent == id {
			return true
		}
	}
	return false
}

// HasLength reports whether the size of a type's values varies, so that their
// average length matters.
func (t Type) HasLength() bool {
	t = t.Unfrozen()
	return t.Kind == CustomType || t.Kind == NativeType && slices.Contains([]string{"text", "ascii", "blob", "varint", "decimal"}, t.Name)
}

// attributeTypeField returns the field of an attribute's type. User-defined types
// are looked up by name in all keyspaces, since an attribute is in none.
func attributeTypeField() Field {
	return Field{Name: "type", Label: "Type", Input: TypeInput,
		Hint:    "The CQL type of one value. Empty: as its name suggests. Columns follow it until physical design changes them.",
		get:     func(m *Model, e Element) string { return m.TypeText(e.Value.(*Attribute).Type) },
		choices: attributeTypeChoices,
		set: func(m *Model, e Element, text string) error {
			parsed, err := m.parseAttributeType(text)
			if err != nil {
				return fmt.Errorf("Type %q: %w", shorten(text, 60), err)
			}
			e.Value.(*Attribute).Type = parsed
			return nil
		}}
}

func (m *Model) parseAttributeType(text string) (Type, error) {
	var failed error
	for _, keyspace := range append(Sorted(m.Physical.Keyspaces), Item[*Keyspace]{}) {
		parsed, err := m.userTypes().parseType(keyspace.ID, text)
		if err == nil {
			return parsed, parsed.UnfitForAttribute()
		}
		if failed == nil {
			failed = err
		}
	}
	return Type{}, failed
}

// UnfitForAttribute returns an error for a type that one value of an attribute
// cannot have.
func (t Type) UnfitForAttribute() error {
	switch t.collection() {
	case counterShape:
		return fmt.Errorf("an attribute cannot be a counter; use bigint, and give the logical column the role ++")
	case ListOf, SetOf, MapOf:
		return fmt.Errorf("this is the type of one value; tick Multi-valued if the attribute has several")
	}
	return nil
}

func attributeTypeChoices(m *Model, _ Element) []Choice {
	var choices []Choice
	for _, name := range NativeTypes {
		if name != "counter" {
			choices = append(choices, Choice{name, name})
		}
	}
	for _, userType := range Sorted(m.Physical.Types) {
		name := "frozen<" + quoteTypeName(userType.Value.Name) + ">"
		if !slices.Contains(choices, Choice{name, name}) {
			choices = append(choices, Choice{name, name})
		}
	}
	return choices
}

// attributeLengthField applies to attributes whose values vary in size, and
// wherever there is a length to correct.
func attributeLengthField() Field {
	return expressionField("length", "Length", func(a *Attribute) *Expression { return &a.Length }).
		hint("Average bytes of a value: `30`, or an expression of quantities.").
		when(func(m *Model, e Element) bool {
			attribute := e.Value.(*Attribute)
			given := attribute.Type
			if given.IsZero() {
				given, _ = m.AttributeType(e.ID)
			}
			return given.HasLength() || !attribute.Length.IsEmpty()
		})
}

// SuggestKey returns the default key of a new attribute: the first attribute of an entity type
// becomes its key, or the partial key of a weak one, if the name suggests an identifier.
func (m *Model) SuggestKey(owner ID, name string) KeyKind {
	entity := m.Concepts.Entities[owner]
	switch {
	case entity == nil || len(entity.Attributes) > 0 || !suggest.Identifies(name):
		return NoKey
	case entity.Weak:
		return PartialKey
	}
	return Key
}
