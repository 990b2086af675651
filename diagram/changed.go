package diagram

import "widerow/model"

// changedColumns are the columns of a relation that physical design added or
// changed: the logical tables that it realises have none like them. A
// relation that realises no table has nothing to be compared with.
func changedColumns(m *model.Model, relation *model.Relation) map[model.ID]bool {
	logical := map[model.ID]*model.LogicalColumn{}
	twin := false
	for _, id := range relation.Realizes.Sorted() {
		if table := m.Logical.Tables[id]; table != nil {
			twin = true
			for columnID, column := range table.Columns {
				logical[columnID] = column
			}
		}
	}
	changed := map[model.ID]bool{}
	if !twin {
		return changed
	}
	for id, column := range relation.Columns {
		changed[id] = !follows(column, logical)
	}
	return changed
}

// follows reports whether a column is as one of the logical columns that it
// comes from; one that merges several is a change.
func follows(column *model.Column, logical map[model.ID]*model.LogicalColumn) bool {
	if len(column.From) != 1 {
		return false
	}
	source := logical[column.From.Sorted()[0]]
	if source == nil || source.Name != column.Name {
		return false
	}
	role := source.Role
	if role == model.RoleCounter {
		role = model.Regular
	}
	return role == column.Role && (role != model.Clustering || source.Descending == column.Descending)
}
