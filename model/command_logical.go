package model

// AddLogical adds a logical table that no relation realizes yet: physical design
// adds the relation, too. Adding a table by hand realizes it at once. If the title is
// in use, a number is appended.
type AddLogical struct {
	ID      ID
	Title   string
	Columns []Item[*LogicalColumn]
}

// Name returns "AddTable".
func (a AddLogical) Name(*Model) string { return "AddTable" }

func (a AddLogical) apply(m *Model, ids IDs) error {
	if err := m.draft().newID(a.ID, ids); err != nil {
		return err
	}
	table := &LogicalTable{Columns: map[ID]*LogicalColumn{}}
	table.Name = freeName(a.Title, func(name string) bool { return m.form().siblingNamed(Element{ID: a.ID, Kind: TableKind}, name) })
	for i, column := range a.Columns {
		if err := m.draft().newID(column.ID, ids); err != nil {
			return err
		}
		value := *column.Value
		value.Order = Nth(i)
		table.Columns[column.ID] = &value
	}
	m.places().insert(Element{a.ID, TableKind, "", table}, "")
	return nil
}

func (a AddLogical) words(_, after *Model) string {
	if after.Logical.Tables[a.ID] == nil {
		return ""
	}
	return "added table " + after.ShortTitle(a.ID)
}
