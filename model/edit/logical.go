package edit

import "widerow/model"

// AddLogical adds a logical table that no relation realizes yet: physical design
// adds the relation, too. Adding a table by hand realizes it at once. If the title is
// in use, a number is appended.
type AddLogical struct {
	ID      model.ID
	Title   string
	Columns []model.Item[*model.LogicalColumn]
}

// Name returns "AddTable".
func (a AddLogical) Name(*model.Model) string { return "AddTable" }

func (a AddLogical) apply(m *model.Model, ids model.IDs) error {
	if err := newDraft(m).newID(a.ID, ids); err != nil {
		return err
	}
	table := &model.LogicalTable{Columns: map[model.ID]*model.LogicalColumn{}}
	table.Name = model.FreeName(a.Title, func(name string) bool {
		return newForm(m).siblingNamed(model.Element{ID: a.ID, Kind: model.TableKind}, name)
	})
	for i, column := range a.Columns {
		if err := newDraft(m).newID(column.ID, ids); err != nil {
			return err
		}
		value := *column.Value
		value.Order = model.Nth(i)
		table.Columns[column.ID] = &value
	}
	m.Parts().Insert(model.Element{ID: a.ID, Kind: model.TableKind, Parent: "", Value: table}, "")
	return nil
}

func (a AddLogical) words(_, after *model.Model) string {
	if after.Logical.Tables[a.ID] == nil {
		return ""
	}
	return "added table " + after.ShortTitle(a.ID)
}
