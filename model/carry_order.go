package model

import "slices"

// inOrder reports whether the columns that follow the table are in the table's
// order.
func (r *Relation) inOrder(table *LogicalTable) bool {
	return slices.Equal(r.sequence(table), table.sequence(r))
}

// columnIDs returns the columns in the order of the table.
func (t *LogicalTable) columnIDs() []ID {
	var ids []ID
	for _, column := range t.SortedColumns() {
		ids = append(ids, column.ID)
	}
	return ids
}

// sequence returns the logical columns that the relation's columns follow, in
// the relation's order.
func (r *Relation) sequence(table *LogicalTable) []ID {
	var ids []ID
	for _, column := range r.SortedColumns() {
		if id, follows := column.Value.follows(table); follows {
			ids = append(ids, id)
		}
	}
	return ids
}

// sequence returns the same logical columns in the table's order.
func (t *LogicalTable) sequence(r *Relation) []ID {
	realized := map[ID]bool{}
	for _, id := range r.sequence(t) {
		realized[id] = true
	}
	var ids []ID
	for _, column := range t.SortedColumns() {
		if realized[column.ID] {
			ids = append(ids, column.ID)
		}
	}
	return ids
}

// follows returns the column of the table that c realizes. ok is false if c
// realizes others too, or has another role.
func (c *Column) follows(table *LogicalTable) (id ID, ok bool) {
	for id := range c.From {
		logical := table.Columns[id]
		return id, len(c.From) == 1 && logical != nil && logical.Role.physical() == c.Role
	}
	return "", false
}

// reorder permutes the columns that follow the table, so that they are in its
// order. All other columns keep their places.
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

// renumber gives columns distinct keys in their current order, unless their keys
// are distinct already.
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
