package model

import "slices"

// fieldsFollow applies a change of a part of a composite attribute to the field of
// each user-defined type that stores the attribute: its name, its type and its
// length, unless physical design changed them. A new part becomes a field.
func fieldsFollow(before, after *Model, ids IDs) {
	for owner, attributes := range after.attributes() {
		old := before.AttributesOf(owner)
		for id, is := range attributes {
			was := old[id]
			if is.Parent != "" && (was == nil || was.Parent != is.Parent) {
				after.followers().addField(before, Item[*Attribute]{ID: id, Value: is}, ids)
				continue
			}
			if is.Parent == "" || was.Name == is.Name && was.storesLike(is) {
				continue
			}
			part := partChange{before, after, id, was, is}
			for _, typeID := range before.followers().typesStoring(is.Parent) {
				if now := after.Physical.Types[typeID]; now != nil {
					part.carry(before.Physical.Types[typeID], now)
				}
			}
		}
	}
}

// addField adds a field for a new part to the types that had one for every other
// part of the composite attribute.
func (m followers) addField(before *Model, part Item[*Attribute], ids IDs) {
	parts := before.columnTypes().storedParts(part.Value.Parent)
	for _, id := range before.followers().typesStoring(part.Value.Parent) {
		now, name := m.Physical.Types[id], fieldName(part.Value)
		if now == nil || now.hasField(name) || part.Value.Derived || !before.Physical.Types[id].hasFields(parts) {
			continue
		}
		field := &TypeField{Name: name, Type: m.columnTypes().partType(now.Keyspace, part, ids), Length: part.Value.Length, Elements: part.Value.Elements}
		m.places().insert(Element{ids.New(), TypeFieldKind, id, field}, "")
	}
}

// typesStoring returns the user-defined types of the columns that store an attribute,
// and those of the attribute itself, in order.
func (m followers) typesStoring(attribute ID) []ID {
	types := IDSet{}
	add := func(t Type) {
		for _, id := range t.UserTypes() {
			if m.Physical.Types[id] != nil {
				types[id] = true
			}
		}
	}
	if found, _ := m.attribute(attribute); found != nil {
		add(found.Type)
	}
	for _, relation := range m.Physical.Relations {
		for _, column := range relation.Columns {
			if from := m.origin(column); from != "" && m.storesAttribute(from, attribute) {
				add(column.Type)
			}
		}
	}
	return types.Sorted()
}

// partChange is a part of a composite attribute before and after an edit.
type partChange struct {
	before, after *Model
	id            ID
	was, is       *Attribute
}

// carry applies the change to the field that is called like the part.
func (p partChange) carry(old, now *UserType) {
	name := Identifier(p.was.Name)
	for id, field := range now.Fields {
		was := old.Fields[id]
		if was == nil || was.Name != name && was.Name != p.was.Name || !was.sameAs(field) {
			continue
		}
		expected, _ := p.before.AttributeType(p.id)
		if next, _ := p.after.AttributeType(p.id); was.Type.Equal(expected) && !next.IsZero() && len(next.UserTypes()) == 0 {
			field.Type = next
		}
		if was.Length == p.was.Length {
			field.Length = p.is.Length
		}
		if next := Identifier(p.is.Name); next != "" && !now.hasField(next) {
			field.Name = next
		}
	}
}

func (t *UserType) hasField(name string) bool {
	return slices.ContainsFunc(Sorted(t.Fields), func(f Item[*TypeField]) bool { return f.Value.Name == name })
}

// followedFields returns the number of fields that have changed.
func (m followers) followedFields(before *Model, attribute ID) int {
	found, _ := m.attribute(attribute)
	if found == nil || found.Parent == "" {
		return 0
	}
	count := 0
	for _, id := range before.followers().typesStoring(found.Parent) {
		old, now := before.Physical.Types[id], m.Physical.Types[id]
		for field, was := range old.Fields {
			if now != nil && now.Fields[field] != nil && !was.sameAs(now.Fields[field]) {
				count++
			}
		}
	}
	return count
}

func (f *TypeField) sameAs(other *TypeField) bool {
	return f.Name == other.Name && f.Type.Equal(other.Type) && f.Length == other.Length
}
