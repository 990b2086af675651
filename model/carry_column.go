package model

// PhysicalColumn returns the column that would realize a logical one in a
// keyspace. Its type and length are those of the attribute.
func (m *Model) PhysicalColumn(keyspace ID, column *LogicalColumn) *Column {
	given, assumed := m.typeFor(keyspace, column)
	return &Column{Order: column.Order, Name: column.Name, Type: given, TypeAssumed: assumed,
		Role: column.Role.physical(), Descending: column.Descending, Length: m.lengthFor(column)}
}

// lengthFor returns the length of a column that realizes a logical one, empty if
// the column does not store the attribute's values themselves.
func (m *Model) lengthFor(column *LogicalColumn) Expression {
	attribute, _ := m.attribute(column.Attribute)
	if attribute == nil || column.Aggregate == Count || column.shape() == counterShape || column.shape() == MapOf && !attribute.MultiValued {
		return ""
	}
	return attribute.Length
}
