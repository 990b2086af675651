package carry

import "widerow/model"

// viewsFollow updates the columns of materialized views after a change of their
// base tables: a view's column has the name and the type of the base's column,
// and is removed with it.
func viewsFollow(before, after *model.Model) {
	for _, id := range model.SortedKeys(after.Physical.Relations) {
		view := after.Physical.Relations[id]
		was, base := before.Physical.Relations[view.Base], after.Physical.Relations[view.Base]
		if view.Kind != model.MaterializedView || was == nil || base == nil || before.Physical.Relations[id] == nil {
			continue
		}
		for _, columnID := range model.SortedKeys(was.Columns) {
			Of(after).viewColumnFollows(id, view, was.Columns[columnID], base.Columns[columnID])
		}
	}
}

// viewColumnFollows applies the change of one column of the base table. is is
// nil if the column was removed.
func (m Followers) viewColumnFollows(viewID model.ID, view *model.Relation, was, is *model.Column) {
	id, found := view.ColumnNamed(was.Name)
	if !found {
		return
	}
	if is == nil {
		m.Parts().Remove(model.Element{ID: id, Kind: model.RelationColumnKind, Parent: viewID, Value: view.Columns[id]})
		return
	}
	if !is.Type.Equal(was.Type) && view.Columns[id].Type.Equal(was.Type) {
		view.Columns[id].Type = is.Type
	}
	if view.Columns[id].Type.Equal(is.Type) {
		view.Columns[id].TypeAssumed = is.TypeAssumed
	}
	if is.Name == was.Name {
		return
	}
	if _, taken := view.ColumnNamed(is.Name); !taken {
		view.Columns[id].Name = is.Name
	}
}
