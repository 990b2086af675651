package carry

import (
	"cmp"
	"slices"

	"widerow/model"
	"widerow/model/english"
)

// addTypes adds the user-defined types that a column for a logical one needs in a
// keyspace: that of a composite attribute, with a field for each part, or a copy of
// the type that its attribute has in another keyspace.
func (m columnTypes) addTypes(keyspace model.ID, column *model.LogicalColumn, ids model.IDs) {
	attribute, _ := m.Attribute(column.Attribute)
	switch {
	case attribute == nil || m.Physical.Keyspaces[keyspace] == nil:
	case m.storesWhole(column):
		m.typeOfParts(keyspace, column.Attribute, ids)
	case column.Aggregate != model.Count:
		for _, id := range attribute.Type.UserTypes() {
			m.copyType(keyspace, id, ids)
		}
	}
}

// storesWhole reports whether a logical column stores the values of a composite
// attribute without a type of its own as values of a user-defined type.
func (m columnTypes) storesWhole(column *model.LogicalColumn) bool {
	attribute, siblings := m.Attribute(column.Attribute)
	if attribute == nil || !attribute.Type.IsZero() || column.Aggregate != "" || !model.IsComposite(siblings, column.Attribute) {
		return false
	}
	_, _, isMap := m.mapParts(column)
	return !isMap && (attribute.MultiValued || column.Shape() == model.UserDefined)
}

// compositeType returns the type in which a keyspace stores a composite attribute:
// that of a column for the attribute, one of its name with a field for each part, or
// one with these fields only.
func (m columnTypes) compositeType(keyspace, attribute model.ID) (model.ID, bool) {
	for _, id := range Of(m.Model).typesStoring(attribute) {
		if m.Physical.Types[id].Keyspace == keyspace {
			return id, true
		}
	}
	parts := m.storedParts(attribute)
	for _, name := range m.typeNames(attribute) {
		if id, found := m.UserTypeNamed(keyspace, name); found && hasFields(m.Physical.Types[id], parts) {
			return id, true
		}
	}
	for _, t := range model.Sorted(m.Physical.Types) {
		if t.Value.Keyspace == keyspace && len(t.Value.Fields) == len(parts) && hasFields(t.Value, parts) {
			return t.ID, true
		}
	}
	return "", false
}

// hasFields reports whether each part of a composite attribute has a field.
func hasFields(t *model.UserType, parts []model.Item[*model.Attribute]) bool {
	return len(parts) > 0 && !slices.ContainsFunc(parts, func(p model.Item[*model.Attribute]) bool { return !t.HasField(fieldName(p.Value)) })
}

// typeNames returns the names for the type of a composite attribute, the best first:
// address, hotel_address. The type of several links is link; it may have been named links.
func (m columnTypes) typeNames(attribute model.ID) []string {
	found, _ := m.Attribute(attribute)
	name := model.ShortIdentifier(found.Name, "value")
	words := []string{name}
	if one := english.Singular(name); found.MultiValued && one != name {
		words = []string{one, name}
	}
	var names []string
	for _, word := range words {
		names = append(names, word, model.ShortIdentifier(m.Title(m.OwnerOfAttribute(attribute))+"_"+word, "value"))
	}
	return names
}

// storedParts returns the parts of a composite attribute that tables store. A derived
// part is stored only if it never changes.
func (m columnTypes) storedParts(attribute model.ID) []model.Item[*model.Attribute] {
	_, siblings := m.Attribute(attribute)
	return slices.DeleteFunc(model.Sorted(siblings), func(p model.Item[*model.Attribute]) bool {
		return p.Value.Parent != attribute || p.Value.Derived && !p.Value.Immutable
	})
}

func fieldName(part *model.Attribute) string { return cmp.Or(model.Identifier(part.Name), part.Name) }

// typeOfParts returns the type of a composite attribute in a keyspace. It adds one if
// there is none.
func (m columnTypes) typeOfParts(keyspace, attribute model.ID, ids model.IDs) (model.ID, bool) {
	if id, found := m.compositeType(keyspace, attribute); found {
		return id, true
	}
	parts := m.storedParts(attribute)
	if len(parts) == 0 {
		return "", false
	}
	added := &model.UserType{Keyspace: keyspace, Name: m.freeTypeName(keyspace, m.typeNames(attribute)), Fields: map[model.ID]*model.TypeField{}}
	for i, part := range parts {
		name := model.FreeName(fieldName(part.Value), added.HasField)
		added.Fields[ids.New()] = &model.TypeField{Order: model.Nth(i), Name: name, Type: m.partType(keyspace, part, ids),
			Length: part.Value.Length, Elements: part.Value.Elements}
	}
	id := ids.New()
	m.Parts().Insert(model.Element{ID: id, Kind: model.UserTypeKind, Parent: keyspace, Value: added}, "")
	return id, true
}

// partType returns the type of a field for a part of a composite attribute.
func (m columnTypes) partType(keyspace model.ID, part model.Item[*model.Attribute], ids model.IDs) model.Type {
	given, _ := m.AttributeType(part.ID)
	for _, id := range given.UserTypes() {
		m.copyType(keyspace, id, ids)
	}
	if len(given.UserTypes()) > 0 {
		given, _ = m.UserTypes().Parse(keyspace, m.TypeText(given))
	}
	if given.IsZero() {
		if id, found := m.typeOfParts(keyspace, part.ID, ids); found {
			given = model.Type{Kind: model.UserTypeRef, UserType: id}
		}
	}
	if given.IsZero() {
		given = model.Native("text")
	}
	if given.Shape() != model.SingleValue && given.Kind != model.FrozenType {
		given = model.Frozen(given)
	}
	if !part.Value.MultiValued {
		return given
	}
	kind := model.SetType
	if part.Value.StoredAs == model.AsList {
		kind = model.ListType
	}
	return model.Frozen(model.Type{Kind: kind, Arguments: []model.Type{given}})
}

// copyType adds a user-defined type, with the types of its fields, to another
// keyspace, unless that has a type of the name.
func (m columnTypes) copyType(keyspace, id model.ID, ids model.IDs) {
	original := m.Physical.Types[id]
	if original == nil || original.Keyspace == keyspace {
		return
	}
	if _, taken := m.UserTypeNamed(keyspace, original.Name); taken {
		return
	}
	added := &model.UserType{Keyspace: keyspace, Name: original.Name, Note: original.Note, Fields: map[model.ID]*model.TypeField{}}
	for _, field := range model.Sorted(original.Fields) {
		value := *field.Value
		for _, inner := range value.Type.UserTypes() {
			m.copyType(keyspace, inner, ids)
		}
		if t, err := m.UserTypes().Parse(keyspace, m.TypeText(value.Type)); err == nil {
			value.Type = t
		}
		added.Fields[ids.New()] = &value
	}
	m.Parts().Insert(model.Element{ID: ids.New(), Kind: model.UserTypeKind, Parent: keyspace, Value: added}, "")
}

// freeTypeName returns the first name that no type of the keyspace has, or the last
// one with a number appended.
func (m columnTypes) freeTypeName(keyspace model.ID, names []string) string {
	taken := func(name string) bool { _, found := m.UserTypeNamed(keyspace, name); return found }
	for _, name := range names {
		if !taken(name) {
			return name
		}
	}
	return model.FreeName(names[len(names)-1], taken)
}
