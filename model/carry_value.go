package model

import (
	"maps"

	"widerow/model/suggest"
)

// typesFollow gives physical columns the new type, length and elements of their attribute,
// if they still had the old ones. Views follow their base tables.
func typesFollow(before, after *Model, ids IDs) {
	changed := changedColumns(before, after)
	if len(changed) == 0 {
		return
	}
	for _, id := range sortedKeys(after.Physical.Relations) {
		is, was := after.Physical.Relations[id], before.Physical.Relations[id]
		if was == nil || is.Kind == MaterializedView {
			continue
		}
		for columnID, column := range is.Columns {
			old := was.Columns[columnID]
			if old == nil || len(column.From) == 0 {
				continue
			}
			if change, found := changed[column.From.Sorted()[0]]; found && after.followers().sameValues(column.From) {
				change.carry(was, is, old, column, ids)
			}
		}
	}
}

// valueChange is a logical column before and after an edit that changed the type
// or the length of what it stores.
type valueChange struct {
	before, after *Model
	old, now      *LogicalColumn
}

// changedColumns returns the logical columns for whose values the type or length
// has changed, by ID.
func changedColumns(before, after *Model) map[ID]valueChange {
	attributes := changedAttributes(before, after)
	changed := map[ID]valueChange{}
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
func changedAttributes(before, after *Model) IDSet {
	changed := IDSet{}
	for owner, attributes := range after.attributes() {
		old := before.AttributesOf(owner)
		if maps.EqualFunc(old, attributes, func(a, b *Attribute) bool { return a.storesLike(b) && a.Parent == b.Parent }) {
			continue
		}
		for id, is := range attributes {
			was := old[id]
			if was != nil && (!was.storesLike(is) || isComposite(old, id) != isComposite(attributes, id)) {
				changed[id] = true
			}
		}
	}
	for id := range before.revealedAttributes(after) {
		was, _ := before.AttributeType(id)
		if is, _ := after.AttributeType(id); !was.Equal(is) {
			changed[id] = true
		}
	}
	return changed
}

// storesLike reports whether the values of two attributes have the same type and
// length, unless one of them is composite. The names matter if they suggest types.
func (a *Attribute) storesLike(b *Attribute) bool {
	suggested := a.Type.IsZero() && a.Name != b.Name && suggest.Type(a.Name) != suggest.Type(b.Name)
	return a.Type.Equal(b.Type) && a.Length == b.Length && a.Elements == b.Elements && a.MultiValued == b.MultiValued && !suggested
}

// sameValues reports whether all logical columns of a set store the same of the
// same attribute.
func (m followers) sameValues(from IDSet) bool {
	var first *LogicalColumn
	for _, table := range m.Logical.Tables {
		for id := range from {
			column := table.Columns[id]
			switch {
			case column == nil:
			case first == nil:
				first = column
			case column.Attribute != first.Attribute || column.Aggregate != first.Aggregate || column.shape() != first.shape():
				return false
			}
		}
	}
	return first != nil
}

// carry applies the change to a physical column. One whose type was assumed always
// follows. One whose type was chosen follows only a type of its attribute that was
// chosen too, not another attribute.
func (v valueChange) carry(was, is *Relation, old, column *Column, ids IDs) {
	if !column.Buckets.IsEmpty() {
		return // its type is that of the bucket
	}
	expected, _ := v.before.columnTypes().typeFor(was.Keyspace, v.old)
	if old.TypeAssumed || old.Type.IsZero() || old.Type.Equal(expected) {
		v.after.columnTypes().addTypes(is.Keyspace, v.now, ids)
	}
	next, assumed := v.after.columnTypes().typeFor(is.Keyspace, v.now)
	_, wasSuggested := v.before.columnTypes().elementType(was.Keyspace, v.old)
	_, isSuggested := v.after.columnTypes().elementType(is.Keyspace, v.now)
	chosen := v.old.Attribute == v.now.Attribute && (!wasSuggested || !isSuggested)
	follows := old.TypeAssumed || old.Type.IsZero() || chosen && old.Type.Equal(expected)
	untouched := column.TypeAssumed == old.TypeAssumed && (column.Type.Equal(old.Type) || v.old.shape() != v.now.shape())
	if follows && untouched {
		column.Type, column.TypeAssumed = next, assumed
	}
	if length := v.before.columnTypes().lengthFor(v.old); column.Length == old.Length && old.Length == length {
		column.Length = v.after.columnTypes().lengthFor(v.now)
	}
	if elements := v.before.columnTypes().elementsFor(v.old); column.Elements == old.Elements && old.Elements == elements {
		column.Elements = v.after.columnTypes().elementsFor(v.now)
	}
}

// Followed returns the logical columns of an attribute whose name, type or length has
// changed, or whose physical columns have changed.
func (m *Model) Followed(before *Model, attribute ID) IDSet {
	columns := IDSet{}
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
			if from := m.followers().origin(column); from != "" && m.followers().storesAttribute(from, attribute) {
				columns[from] = true
			}
		}
	}
	return columns
}

// origin returns the first logical column that a column realizes, or "".
func (m followers) origin(column *Column) ID {
	for _, id := range column.From.Sorted() {
		return id
	}
	return ""
}

func (m followers) storesAttribute(logical, attribute ID) bool {
	for _, table := range m.Logical.Tables {
		if column := table.Columns[logical]; column != nil {
			return column.Attribute == attribute
		}
	}
	return false
}
