package model

import (
	"fmt"
	"slices"

	"widerow/model/suggest"
)

// AttributeType returns the type of one value of an attribute: its own type or, without one, the type
// that RevealedType chooses: the type that the attribute's name suggests, unless another type fits
// more of the constants that queries and updates compare the attribute with. It is the zero Type for a
// composite attribute without a type, which consists of its parts, and for an attribute that does not
// exist.
func (m *Model) AttributeType(id ID) (t Type, suggested bool) {
	attribute, siblings := m.Attribute(id)
	return m.TypeAmong(siblings, id, attribute)
}

// TypeAmong is like AttributeType, for a caller that has the attribute and those of its owner.
func (m *Model) TypeAmong(siblings map[ID]*Attribute, id ID, attribute *Attribute) (t Type, suggested bool) {
	switch {
	case attribute == nil:
		return Type{}, false
	case !attribute.Type.IsZero():
		return attribute.Type, false
	case IsComposite(siblings, id):
		return Type{}, false
	}
	return Native(m.RevealedType(id, "", suggest.Type(attribute.Name))), true
}

// Attribute returns an attribute and those of the same owner, by ID.
func (m *Model) Attribute(id ID) (*Attribute, map[ID]*Attribute) {
	for _, attributes := range m.Attributes() {
		if attribute := attributes[id]; attribute != nil {
			return attribute, attributes
		}
	}
	return nil, nil
}

// Attributes yields the attributes of each entity and relationship type by the
// owner's ID, in no order.
func (m *Model) Attributes() func(yield func(ID, map[ID]*Attribute) bool) {
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

// AttributeDepth returns the number of composite attributes that contain an attribute, directly or
// not. It is 0 for an attribute of the type itself and for an element that is no attribute.
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

// IsComposite reports whether an attribute has parts. attributes are all attributes of its owner.
func IsComposite(attributes map[ID]*Attribute, id ID) bool {
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

// UnfitForAttribute returns an error for a type that one value of an attribute
// cannot have.
func (t Type) UnfitForAttribute() error {
	switch t.Shape() {
	case CounterShape:
		return fmt.Errorf("an attribute cannot be a counter; use bigint, and give the logical column the role ++")
	case ListOf, SetOf, MapOf:
		return fmt.Errorf("this is the type of one value; tick Multi-valued if the attribute has several")
	}
	return nil
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

// OwnerOfAttribute returns the entity or relationship type of an attribute, or
// the type itself.
func (m *Model) OwnerOfAttribute(id ID) ID {
	element, found := m.Element(id)
	if id == "" || !found {
		return ""
	}
	if element.Kind == AttributeKind {
		return element.Parent
	}
	return id
}
