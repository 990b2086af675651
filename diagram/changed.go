package diagram

import "widerow/model"

// changes is what physical design changed in a relation against the logical
// tables that it realises: drawn green. A relation that realises none has
// nothing to be compared with.
type changes struct {
	relation bool
	columns  map[model.ID]bool
}

func changesOf(m *model.Model, relation model.ID) changes {
	found := changes{columns: map[model.ID]bool{}}
	for _, difference := range model.Differences(m, relation) {
		switch difference.Kind {
		case model.RelationAdded, model.ColumnMissing:
		case model.RelationRenamed:
			found.relation = true
		default:
			found.columns[difference.Column] = true
		}
	}
	return found
}
