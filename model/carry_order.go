package model

import "slices"

// inOrder reports whether the columns that come from the table alone, and
// have their role, stand as the logical ones do.
func (r *Relation) inOrder(table *LogicalTable) bool {
	return slices.Equal(r.sequence(table), table.sequence(r))
}

// columnIDs lists the columns as they stand in the table.
func (t *LogicalTable) columnIDs() []ID {
	var ids []ID
	for _, column := range t.SortedColumns() {
		ids = append(ids, column.ID)
	}
	return ids
}

// sequence lists the table's columns in the order in which the relation has
// them.
func (r *Relation) sequence(table *LogicalTable) []ID {
	var ids []ID
	for _, column := range r.SortedColumns() {
		if id, follows := column.Value.follows(table); follows {
			ids = append(ids, id)
		}
	}
	return ids
}

// sequence lists the table's columns that the relation has, in the table's
// own order.
func (t *LogicalTable) sequence(r *Relation) []ID {
	realised := map[ID]bool{}
	for _, id := range r.sequence(t) {
		realised[id] = true
	}
	var ids []ID
	for _, column := range t.SortedColumns() {
		if realised[column.ID] {
			ids = append(ids, column.ID)
		}
	}
	return ids
}

// follows tells which column of the table this one comes from alone, with
// its role.
func (c *Column) follows(table *LogicalTable) (ID, bool) {
	for id := range c.From {
		logical := table.Columns[id]
		return id, len(c.From) == 1 && logical != nil && logical.Role.physical() == c.Role
	}
	return "", false
}

// reorder lets the relation's following columns change places among
// themselves, so that they stand as in the table; all others stay.
func reorder(r *Relation, table *LogicalTable) {
	slots := r.SortedColumns()
	renumber(slots)
	byLogical := map[ID]*Column{}
	var keys []Order
	for _, slot := range slots {
		if id, follows := slot.Value.follows(table); follows {
			byLogical[id] = slot.Value
			keys = append(keys, slot.Value.Order)
		}
	}
	for i, id := range table.sequence(r) {
		byLogical[id].Order = keys[i]
	}
}

// renumber gives columns distinct keys in the order in which they stand, if
// they have none yet.
func renumber(columns []Item[*Column]) {
	for i := 1; i < len(columns); i++ {
		if columns[i-1].Value.Order < columns[i].Value.Order {
			continue
		}
		var last Order
		for _, column := range columns {
			last = Between(last, "")
			column.Value.Order = last
		}
		return
	}
}
