package model

// PhysicalColumn returns the column that would realize a logical one in a
// keyspace.
func (m *Model) PhysicalColumn(keyspace ID, column *LogicalColumn) *Column {
	given := m.typeFor(keyspace, column)
	return &Column{Order: column.Order, Name: column.Name, Type: given, TypeAssumed: given.isAssumption(),
		Role: column.Role.physical(), Descending: column.Descending}
}
