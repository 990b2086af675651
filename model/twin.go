package model

// LogicalTwins gives every relation that realises no logical table one, so
// that an imported schema can be read and designed at both levels. It edits
// m, which nobody else may hold yet.
func LogicalTwins(m *Model, ids IDs) {
	for _, keyspace := range Sorted(m.Physical.Keyspaces) {
		for _, relation := range Sorted(m.Physical.Relations) {
			if relation.Value.Keyspace == keyspace.ID && len(relation.Value.Realizes) == 0 {
				m.addTwin(keyspace.Value, relation.Value, ids)
			}
		}
	}
}

func (m *Model) addTwin(keyspace *Keyspace, relation *Relation, ids IDs) {
	taken := func(name string) bool { return m.siblingNamed(Element{Kind: TableKind}, name) }
	name := relation.Name
	if taken(name) {
		name = freeName(keyspace.Name+"_"+name, taken)
	}
	table := &LogicalTable{Name: name, Columns: map[ID]*LogicalColumn{}}
	id := ids.New()
	relation.Realizes = SetOfIDs(id)
	for _, column := range relation.SortedColumns() {
		columnID := ids.New()
		column.Value.From = SetOfIDs(columnID)
		table.Columns[columnID] = twinColumn(column.Value)
	}
	m.insert(Element{id, TableKind, "", table}, "")
}

func twinColumn(column *Column) *LogicalColumn {
	twin := &LogicalColumn{Order: column.Order, Name: column.Name, Role: column.Role, Descending: column.Descending,
		Collection: column.Type.collection()}
	if twin.Collection == counterShape {
		twin.Collection = SingleValue
		if column.Role == Regular {
			twin.Role = RoleCounter
		}
	}
	return twin
}
