package carry

import "widerow/model"

// fieldsFollow applies a change of a part of a composite attribute to the field of
// each user-defined type that stores the attribute: its name, its type and its
// length, unless physical design changed them. A new part becomes a field.
func fieldsFollow(before, after *model.Model, ids model.IDs) {
	for owner, attributes := range after.Attributes() {
		old := before.AttributesOf(owner)
		for id, is := range attributes {
			was := old[id]
			if is.Parent != "" && (was == nil || was.Parent != is.Parent) {
				Of(after).addField(before, model.Item[*model.Attribute]{ID: id, Value: is}, ids)
				continue
			}
			if is.Parent == "" || was.Name == is.Name && storesLike(was, is) {
				continue
			}
			part := partChange{before, after, id, was, is}
			for _, typeID := range Of(before).typesStoring(is.Parent) {
				if now := after.Physical.Types[typeID]; now != nil {
					part.carry(before.Physical.Types[typeID], now)
				}
			}
		}
	}
}

// addField adds a field for a new part to the types that had one for every other
// part of the composite attribute.
func (m Followers) addField(before *model.Model, part model.Item[*model.Attribute], ids model.IDs) {
	parts := newColumnTypes(before).storedParts(part.Value.Parent)
	for _, id := range Of(before).typesStoring(part.Value.Parent) {
		now, name := m.Physical.Types[id], fieldName(part.Value)
		if now == nil || now.HasField(name) || part.Value.Derived || !hasFields(before.Physical.Types[id], parts) {
			continue
		}
		field := &model.TypeField{Name: name, Type: newColumnTypes(m.Model).partType(now.Keyspace, part, ids),
			Length: part.Value.Length, Elements: part.Value.Elements}
		m.Parts().Insert(model.Element{ID: ids.New(), Kind: model.TypeFieldKind, Parent: id, Value: field}, "")
	}
}

// typesStoring returns the user-defined types of the columns that store an attribute,
// and those of the attribute itself, in order.
func (m Followers) typesStoring(attribute model.ID) []model.ID {
	types := model.IDSet{}
	add := func(t model.Type) {
		for _, id := range t.UserTypes() {
			if m.Physical.Types[id] != nil {
				types[id] = true
			}
		}
	}
	if found, _ := m.Attribute(attribute); found != nil {
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
	before, after *model.Model
	id            model.ID
	was, is       *model.Attribute
}

// carry applies the change to the field that is called like the part.
func (p partChange) carry(old, now *model.UserType) {
	name := model.Identifier(p.was.Name)
	for id, field := range now.Fields {
		was := old.Fields[id]
		if was == nil || was.Name != name && was.Name != p.was.Name || !sameAs(was, field) {
			continue
		}
		expected, _ := p.before.AttributeType(p.id)
		if next, _ := p.after.AttributeType(p.id); was.Type.Equal(expected) && !next.IsZero() && len(next.UserTypes()) == 0 {
			field.Type = next
		}
		if was.Length == p.was.Length {
			field.Length = p.is.Length
		}
		if next := model.Identifier(p.is.Name); next != "" && !now.HasField(next) {
			field.Name = next
		}
	}
}

// FollowedFields returns the number of fields that have changed.
func (m Followers) FollowedFields(before *model.Model, attribute model.ID) int {
	found, _ := m.Attribute(attribute)
	if found == nil || found.Parent == "" {
		return 0
	}
	count := 0
	for _, id := range Of(before).typesStoring(found.Parent) {
		old, now := before.Physical.Types[id], m.Physical.Types[id]
		for field, was := range old.Fields {
			if now != nil && now.Fields[field] != nil && !sameAs(was, now.Fields[field]) {
				count++
			}
		}
	}
	return count
}

func sameAs(f *model.TypeField, other *model.TypeField) bool {
	return f.Name == other.Name && f.Type.Equal(other.Type) && f.Length == other.Length
}
