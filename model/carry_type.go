package model

import (
	"cmp"
	"slices"

	"widerow/model/internal/english"
)

// addTypes adds the user-defined types that a column for a logical one needs in a
// keyspace: that of a composite attribute, with a field for each part, or a copy of
// the type that its attribute has in another keyspace.
func (m columnTypes) addTypes(keyspace ID, column *LogicalColumn, ids IDs) {
	attribute, _ := m.attribute(column.Attribute)
	switch {
	case attribute == nil || m.Physical.Keyspaces[keyspace] == nil:
	case m.storesWhole(column):
		m.typeOfParts(keyspace, column.Attribute, ids)
	case column.Aggregate != Count:
		for _, id := range attribute.Type.UserTypes() {
			m.copyType(keyspace, id, ids)
		}
	}
}

// storesWhole reports whether a logical column stores the values of a composite
// attribute without a type of its own as values of a user-defined type.
func (m columnTypes) storesWhole(column *LogicalColumn) bool {
	attribute, siblings := m.attribute(column.Attribute)
	if attribute == nil || !attribute.Type.IsZero() || column.Aggregate != "" || !isComposite(siblings, column.Attribute) {
		return false
	}
	_, _, isMap := m.mapParts(column)
	return !isMap && (attribute.MultiValued || column.shape() == UserDefined)
}

// compositeType returns the type in which a keyspace stores a composite attribute:
// that of a column for the attribute, one of its name with a field for each part, or
// one with these fields only.
func (m columnTypes) compositeType(keyspace, attribute ID) (ID, bool) {
	for _, id := range m.followers().typesStoring(attribute) {
		if m.Physical.Types[id].Keyspace == keyspace {
			return id, true
		}
	}
	parts := m.storedParts(attribute)
	for _, name := range m.typeNames(attribute) {
		if id, found := m.UserTypeNamed(keyspace, name); found && m.Physical.Types[id].hasFields(parts) {
			return id, true
		}
	}
	for _, t := range Sorted(m.Physical.Types) {
		if t.Value.Keyspace == keyspace && len(t.Value.Fields) == len(parts) && t.Value.hasFields(parts) {
			return t.ID, true
		}
	}
	return "", false
}

// hasFields reports whether each part of a composite attribute has a field.
func (t *UserType) hasFields(parts []Item[*Attribute]) bool {
	return len(parts) > 0 && !slices.ContainsFunc(parts, func(p Item[*Attribute]) bool { return !t.hasField(fieldName(p.Value)) })
}

// typeNames returns the names for the type of a composite attribute, the best first:
// address, hotel_address. The type of several links is link; it may have been named links.
func (m columnTypes) typeNames(attribute ID) []string {
	found, _ := m.attribute(attribute)
	name := shortIdentifier(found.Name, "value")
	words := []string{name}
	if one := english.Singular(name); found.MultiValued && one != name {
		words = []string{one, name}
	}
	var names []string
	for _, word := range words {
		names = append(names, word, shortIdentifier(m.Title(m.OwnerOfAttribute(attribute))+"_"+word, "value"))
	}
	return names
}

// storedParts returns the parts of a composite attribute that tables store. A derived
// part is stored only if it never changes.
func (m columnTypes) storedParts(attribute ID) []Item[*Attribute] {
	_, siblings := m.attribute(attribute)
	return slices.DeleteFunc(Sorted(siblings), func(p Item[*Attribute]) bool {
		return p.Value.Parent != attribute || p.Value.Derived && !p.Value.Immutable
	})
}

func fieldName(part *Attribute) string { return cmp.Or(Identifier(part.Name), part.Name) }

// typeOfParts returns the type of a composite attribute in a keyspace. It adds one if
// there is none.
func (m columnTypes) typeOfParts(keyspace, attribute ID, ids IDs) (ID, bool) {
	if id, found := m.compositeType(keyspace, attribute); found {
		return id, true
	}
	parts := m.storedParts(attribute)
	if len(parts) == 0 {
		return "", false
	}
	added := &UserType{Keyspace: keyspace, Name: m.freeTypeName(keyspace, m.typeNames(attribute)), Fields: map[ID]*TypeField{}}
	for i, part := range parts {
		name := freeName(fieldName(part.Value), added.hasField)
		added.Fields[ids.New()] = &TypeField{Order: Nth(i), Name: name, Type: m.partType(keyspace, part, ids),
			Length: part.Value.Length, Elements: part.Value.Elements}
	}
	id := ids.New()
	m.places().insert(Element{id, UserTypeKind, keyspace, added}, "")
	return id, true
}

// partType returns the type of a field for a part of a composite attribute.
func (m columnTypes) partType(keyspace ID, part Item[*Attribute], ids IDs) Type {
	given, _ := m.AttributeType(part.ID)
	for _, id := range given.UserTypes() {
		m.copyType(keyspace, id, ids)
	}
	if len(given.UserTypes()) > 0 {
		given, _ = m.userTypes().parseType(keyspace, m.TypeText(given))
	}
	if given.IsZero() {
		if id, found := m.typeOfParts(keyspace, part.ID, ids); found {
			given = Type{Kind: UserTypeRef, UserType: id}
		}
	}
	if given.IsZero() {
		given = Native("text")
	}
	if given.collection() != SingleValue && given.Kind != FrozenType {
		given = Frozen(given)
	}
	if !part.Value.MultiValued {
		return given
	}
	kind := SetType
	if part.Value.StoredAs == AsList {
		kind = ListType
	}
	return Frozen(Type{Kind: kind, Arguments: []Type{given}})
}

// copyType adds a user-defined type, with the types of its fields, to another
// keyspace, unless that has a type of the name.
func (m columnTypes) copyType(keyspace, id ID, ids IDs) {
	original := m.Physical.Types[id]
	if original == nil || original.Keyspace == keyspace {
		return
	}
	if _, taken := m.UserTypeNamed(keyspace, original.Name); taken {
		return
	}
	added := &UserType{Keyspace: keyspace, Name: original.Name, Note: original.Note, Fields: map[ID]*TypeField{}}
	for _, field := range Sorted(original.Fields) {
		value := *field.Value
		for _, inner := range value.Type.UserTypes() {
			m.copyType(keyspace, inner, ids)
		}
		if t, err := m.userTypes().parseType(keyspace, m.TypeText(value.Type)); err == nil {
			value.Type = t
		}
		added.Fields[ids.New()] = &value
	}
	m.places().insert(Element{ids.New(), UserTypeKind, keyspace, added}, "")
}

// freeTypeName returns the first name that no type of the keyspace has, or the last
// one with a number appended.
func (m columnTypes) freeTypeName(keyspace ID, names []string) string {
	taken := func(name string) bool { _, found := m.UserTypeNamed(keyspace, name); return found }
	for _, name := range names {
		if !taken(name) {
			return name
		}
	}
	return freeName(names[len(names)-1], taken)
}
