package model

import "slices"

// ColumnsWithoutAttribute returns the logical columns that store nothing of the
// ER model, in tables whose other columns do. Columns that a derivation adds, such
// as a bucket, and values of aggregates are not among them.
func (m *Model) ColumnsWithoutAttribute() []ID {
	var found []ID
	for _, table := range Sorted(m.Logical.Tables) {
		columns := table.Value.SortedColumns()
		if !slices.ContainsFunc(columns, func(c Item[*LogicalColumn]) bool { return c.Value.Attribute != "" }) {
			continue
		}
		for _, column := range columns {
			_, derived := table.Value.Derived[column.ID]
			if column.Value.Attribute == "" && column.Value.Aggregate == "" && !derived {
				found = append(found, column.ID)
			}
		}
	}
	return found
}
