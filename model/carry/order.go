package carry

import (
	"slices"

	"widerow/model"
)

// inOrder reports whether the columns that follow the table are in the table's
// order.
func inOrder(r *model.Relation, table *model.LogicalTable) bool {
	return slices.Equal(followedColumns(r, table), realizedColumns(table, r))
}

// followedColumns returns the logical columns that the relation's columns follow, in
// the relation's order.
func followedColumns(r *model.Relation, table *model.LogicalTable) []model.ID {
	var ids []model.ID
	for _, column := range r.SortedColumns() {
		if id, follows := column.Value.Follows(table); follows {
			ids = append(ids, id)
		}
	}
	return ids
}

// realizedColumns returns the same logical columns in the table's order.
func realizedColumns(t *model.LogicalTable, r *model.Relation) []model.ID {
	realized := map[model.ID]bool{}
	for _, id := range followedColumns(r, t) {
		realized[id] = true
	}
	var ids []model.ID
	for _, column := range t.SortedColumns() {
		if realized[column.ID] {
			ids = append(ids, column.ID)
		}
	}
	return ids
}

// reorder permutes the columns that follow the table, so that they are in its
// order. All other columns keep their places.
func reorder(r *model.Relation, table *model.LogicalTable) {
	slots := r.SortedColumns()
	renumber(slots)
	byLogical := map[model.ID]*model.Column{}
	var keys []model.Order
	for _, slot := range slots {
		if id, follows := slot.Value.Follows(table); follows {
			byLogical[id] = slot.Value
			keys = append(keys, slot.Value.Order)
		}
	}
	for i, id := range realizedColumns(table, r) {
		byLogical[id].Order = keys[i]
	}
}

// renumber gives columns distinct keys in their current order, unless their keys
// are distinct already.
func renumber(columns []model.Item[*model.Column]) {
	for i := 1; i < len(columns); i++ {
		if columns[i-1].Value.Order < columns[i].Value.Order {
			continue
		}
		var last model.Order
		for _, column := range columns {
			last = model.Between(last, "")
			column.Value.Order = last
		}
		return
	}
}
