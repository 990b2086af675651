package model

import "slices"

// LogicalCopies adds a logical table for every relation that realizes none, so
// that an imported schema can be edited at both levels. If only is given, it
// considers just these relations. It changes m, which must not be shared.
func LogicalCopies(m *Model, ids IDs, only ...ID) {
	t := logicalCopies{m: m, ids: ids, names: map[string]bool{}, last: Last(m.Logical.Tables)}
	for _, table := range m.Logical.Tables {
		t.names[table.Name] = true
	}
	if m.Logical.Tables == nil {
		m.Logical.Tables = map[ID]*LogicalTable{}
	}
	relations := map[ID][]*Relation{}
	for _, relation := range Sorted(m.Physical.Relations) {
		if len(only) > 0 && !slices.Contains(only, relation.ID) {
			continue
		}
		relations[relation.Value.Keyspace] = append(relations[relation.Value.Keyspace], relation.Value)
	}
	for _, keyspace := range Sorted(m.Physical.Keyspaces) {
		for _, relation := range relations[keyspace.ID] {
			if len(relation.Realizes) == 0 {
				t.add(keyspace.Value, relation)
			}
		}
	}
}

// logicalCopies adds logical tables one after another. It caches the names in use,
// since an import may have thousands of tables.
type logicalCopies struct {
	m     *Model
	ids   IDs
	names map[string]bool
	last  Order
	added int
}

func (t *logicalCopies) add(keyspace *Keyspace, relation *Relation) {
	taken := func(name string) bool { return t.names[name] }
	name := relation.Name
	if taken(name) {
		name = freeName(longCopyName(keyspace, relation), taken)
	}
	t.names[name] = true
	table := &LogicalTable{Order: t.order(), Name: name, Columns: make(map[ID]*LogicalColumn, len(relation.Columns))}
	id := t.ids.New()
	relation.Realizes = SetOfIDs(id)
	for _, column := range relation.SortedColumns() {
		columnID := t.ids.New()
		column.Value.From = SetOfIDs(columnID)
		table.Columns[columnID] = logicalColumn(column.Value)
	}
	t.m.Logical.Tables[id] = table
}

// longCopyName returns the name of a logical table if another keyspace has a
// table of the same name.
func longCopyName(keyspace *Keyspace, relation *Relation) string {
	return keyspace.Name + "_" + relation.Name
}

// order returns the next order key, after all existing tables.
func (t *logicalCopies) order() Order {
	t.added++
	if t.last == Between("", "") {
		return Nth(t.added - 1)
	}
	order := t.last
	t.last = Between(order, "")
	return order
}

func logicalColumn(column *Column) *LogicalColumn {
	copied := &LogicalColumn{Order: column.Order, Name: column.Name, Role: column.Role, Descending: column.Descending,
		Collection: column.Type.collection()}
	if copied.Collection == counterShape {
		copied.Collection = SingleValue
		if column.Role == Regular {
			copied.Role = RoleCounter
		}
	}
	return copied
}
