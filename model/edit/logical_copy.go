package edit

import (
	"slices"

	"widerow/model"
)

// LogicalCopies adds a logical table for every relation that realizes none, so
// that an imported schema can be edited at both levels. If only is given, it
// considers just these relations. It changes m, which must not be shared.
func LogicalCopies(m *model.Model, ids model.IDs, only ...model.ID) {
	t := logicalCopies{m: m, ids: ids, names: map[string]bool{}, last: model.Last(m.Logical.Tables)}
	for _, table := range m.Logical.Tables {
		t.names[table.Name] = true
	}
	if m.Logical.Tables == nil {
		m.Logical.Tables = map[model.ID]*model.LogicalTable{}
	}
	relations := map[model.ID][]*model.Relation{}
	for _, relation := range model.Sorted(m.Physical.Relations) {
		if len(only) > 0 && !slices.Contains(only, relation.ID) {
			continue
		}
		relations[relation.Value.Keyspace] = append(relations[relation.Value.Keyspace], relation.Value)
	}
	for _, keyspace := range model.Sorted(m.Physical.Keyspaces) {
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
	m     *model.Model
	ids   model.IDs
	names map[string]bool
	last  model.Order
	added int
}

func (t *logicalCopies) add(keyspace *model.Keyspace, relation *model.Relation) {
	taken := func(name string) bool { return t.names[name] }
	name := relation.Name
	if taken(name) {
		name = model.FreeName(model.LongCopyName(keyspace, relation), taken)
	}
	t.names[name] = true
	table := &model.LogicalTable{Order: t.order(), Name: name, Columns: make(map[model.ID]*model.LogicalColumn, len(relation.Columns))}
	id := t.ids.New()
	relation.Realizes = model.SetOfIDs(id)
	for _, column := range relation.SortedColumns() {
		columnID := t.ids.New()
		column.Value.From = model.SetOfIDs(columnID)
		table.Columns[columnID] = logicalColumn(column.Value)
	}
	t.m.Logical.Tables[id] = table
}

// order returns the next order key, after all existing tables.
func (t *logicalCopies) order() model.Order {
	t.added++
	if t.last == model.Between("", "") {
		return model.Nth(t.added - 1)
	}
	order := t.last
	t.last = model.Between(order, "")
	return order
}

func logicalColumn(column *model.Column) *model.LogicalColumn {
	copied := &model.LogicalColumn{Order: column.Order, Name: column.Name, Role: column.Role, Descending: column.Descending,
		Collection: column.Type.Shape()}
	if copied.Collection == model.CounterShape {
		copied.Collection = model.SingleValue
		if column.Role == model.Regular {
			copied.Role = model.RoleCounter
		}
	}
	return copied
}
