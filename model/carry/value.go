package carry

import (
	"maps"

	"widerow/model"
	"widerow/model/suggest"
)

// typesFollow gives physical columns the new type, length and elements of their attribute,
// if they still had the old ones. Views follow their base tables.
func typesFollow(before, after *model.Model, ids model.IDs) {
	was, is := manyColumnTypes(before), manyColumnTypes(after)
	changed := changedColumns(was, is)
	if len(changed) == 0 {
		return
	}
	stores := logicalColumns(after)
	for _, id := range model.SortedKeys(after.Physical.Relations) {
		relation, old := after.Physical.Relations[id], before.Physical.Relations[id]
		if old == nil || relation.Kind == model.MaterializedView {
			continue
		}
		for columnID, column := range relation.Columns {
			oldColumn := old.Columns[columnID]
			if oldColumn == nil || len(column.From) == 0 {
				continue
			}
			if change, found := changed[column.From.Sorted()[0]]; found && stores.sameValues(column.From) {
				change.carry(old, relation, oldColumn, column, ids)
			}
		}
	}
}

// valueChange is a logical column before and after an edit that changed the type
// or the length of what it stores.
type valueChange struct {
	before, after columnTypes
	old, now      *model.LogicalColumn
}

// changedColumns returns the logical columns for whose values the type or length
// has changed, by ID.
func changedColumns(before, after columnTypes) map[model.ID]valueChange {
	attributes := changedAttributes(before.Model, after.Model)
	changed := map[model.ID]valueChange{}
	for id, table := range after.Logical.Tables {
		was := before.Logical.Tables[id]
		if was == nil {
			continue
		}
		for columnID, now := range table.Columns {
			old := was.Columns[columnID]
			if old == nil || now.Attribute == "" && now.Aggregate == "" {
				continue
			}
			if attributes[now.Attribute] || old.Attribute != now.Attribute || old.Aggregate != now.Aggregate {
				changed[columnID] = valueChange{before, after, old, now}
			}
		}
	}
	return changed
}

// changedAttributes returns the attributes whose type or length has changed.
func changedAttributes(before, after *model.Model) model.IDSet {
	changed := model.IDSet{}
	for owner, attributes := range after.Attributes() {
		old := before.AttributesOf(owner)
		if maps.EqualFunc(old, attributes, func(a, b *model.Attribute) bool { return storesLike(a, b) && a.Parent == b.Parent }) {
			continue
		}
		for id, is := range attributes {
			was := old[id]
			if was != nil && (!storesLike(was, is) || model.IsComposite(old, id) != model.IsComposite(attributes, id)) {
				changed[id] = true
			}
		}
	}
	for id := range before.RevealedAttributes(after) {
		was, _ := before.AttributeType(id)
		if is, _ := after.AttributeType(id); !was.Equal(is) {
			changed[id] = true
		}
	}
	return changed
}

// storesLike reports whether the values of two attributes have the same type and
// length, unless one of them is composite. The names matter if they suggest types.
func storesLike(a *model.Attribute, b *model.Attribute) bool {
	suggested := a.Type.IsZero() && a.Name != b.Name && suggest.Type(a.Name) != suggest.Type(b.Name)
	return a.Type.Equal(b.Type) && a.Length == b.Length && a.Elements == b.Elements && a.MultiValued == b.MultiValued && !suggested
}

// columnsByID are the columns of all logical tables.
type columnsByID map[model.ID]*model.LogicalColumn

func logicalColumns(m *model.Model) columnsByID {
	all := columnsByID{}
	for _, table := range m.Logical.Tables {
		maps.Copy(all, table.Columns)
	}
	return all
}

// sameValues reports whether all logical columns of a set store the same of the
// same attribute.
func (all columnsByID) sameValues(from model.IDSet) bool {
	var first *model.LogicalColumn
	for id := range from {
		column := all[id]
		switch {
		case column == nil:
		case first == nil:
			first = column
		case column.Attribute != first.Attribute || column.Aggregate != first.Aggregate || column.Shape() != first.Shape():
			return false
		}
	}
	return first != nil
}

// carry applies the change to a physical column. One whose type was assumed always
// follows. One whose type was chosen follows only a type of its attribute that was
// chosen too, not another attribute.
func (v valueChange) carry(was, is *model.Relation, old, column *model.Column, ids model.IDs) {
	if !column.Buckets.IsEmpty() {
		return // its type is that of the bucket
	}
	expected, _ := v.before.typeFor(was.Keyspace, v.old)
	if old.TypeAssumed || old.Type.IsZero() || old.Type.Equal(expected) {
		v.after.addTypes(is.Keyspace, v.now, ids)
	}
	next, assumed := v.after.typeFor(is.Keyspace, v.now)
	_, wasSuggested := v.before.elementType(was.Keyspace, v.old)
	_, isSuggested := v.after.elementType(is.Keyspace, v.now)
	chosen := v.old.Attribute == v.now.Attribute && (!wasSuggested || !isSuggested)
	follows := old.TypeAssumed || old.Type.IsZero() || chosen && old.Type.Equal(expected)
	untouched := column.TypeAssumed == old.TypeAssumed && (column.Type.Equal(old.Type) || v.old.Shape() != v.now.Shape())
	if follows && untouched {
		column.Type, column.TypeAssumed = next, assumed
	}
	if length := v.before.lengthFor(v.old); column.Length == old.Length && old.Length == length {
		column.Length = v.after.lengthFor(v.now)
	}
	if elements := v.before.elementsFor(v.old); column.Elements == old.Elements && old.Elements == elements {
		column.Elements = v.after.elementsFor(v.now)
	}
}

// Followed returns the logical columns of an attribute whose name, type or length has
// changed, or whose physical columns have changed.
func Followed(m *model.Model, before *model.Model, attribute model.ID) model.IDSet {
	columns := model.IDSet{}
	for table, logical := range m.Logical.Tables {
		old := before.Logical.Tables[table]
		for id, column := range logical.Columns {
			if column.Attribute == attribute && old != nil && old.Columns[id] != nil && old.Columns[id].Name != column.Name {
				columns[id] = true
			}
		}
	}
	for table, relation := range m.Physical.Relations {
		old := before.Physical.Relations[table]
		for id, column := range relation.Columns {
			if old == nil || old.Columns[id] == nil || old.Columns[id].Type.Equal(column.Type) && old.Columns[id].Length == column.Length {
				continue
			}
			if from := Of(m).origin(column); from != "" && Of(m).storesAttribute(from, attribute) {
				columns[from] = true
			}
		}
	}
	return columns
}

// origin returns the first logical column that a column realizes, or "".
func (m Followers) origin(column *model.Column) model.ID {
	for _, id := range column.From.Sorted() {
		return id
	}
	return ""
}

func (m Followers) storesAttribute(logical, attribute model.ID) bool {
	for _, table := range m.Logical.Tables {
		if column := table.Columns[logical]; column != nil {
			return column.Attribute == attribute
		}
	}
	return false
}
