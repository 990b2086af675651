package migration_test

import (
	"math/rand/v2"

	"widerow/cql"
	"widerow/model"
)

// edited returns a later version of a document: its elements keep their IDs, but
// some have another name, which may be the one that another had, and some are gone.
func edited(random *rand.Rand, before *model.Model) *model.Model {
	after := before.Clone()
	for range 1 + random.IntN(4) {
		next := after.Clone()
		editOnce(random, next)
		cql.FollowRenames(after, next)
		if _, report := cql.Import(cql.PrintModel(next, cql.PrintOptions{}), "Shop"); len(report.Refused) == 0 {
			after = next
		}
	}
	return after
}

// editOnce makes one edit, after which the schema may be refused.
func editOnce(random *rand.Rand, m *model.Model) {
	relations := tablesOf(m)
	if len(relations) == 0 {
		return
	}
	table := relations[random.IntN(len(relations))]
	columns := table.SortedColumns()
	a, b := columns[random.IntN(len(columns))].Value, columns[random.IntN(len(columns))].Value
	switch random.IntN(8) {
	case 0: // another table of the keyspace gets the name, and this one its own
		if other := relations[random.IntN(len(relations))]; other.Keyspace == table.Keyspace {
			table.Name, other.Name = other.Name, table.Name
		}
	case 1:
		table.Name += "x"
	case 2:
		if !viewed(m, table) {
			a.Name, b.Name = b.Name, a.Name
		}
	case 3:
		if !viewed(m, table) {
			a.Name += "x"
		}
	case 4:
		for _, id := range model.SortedIDs(m.Physical.Types) {
			m.Physical.Types[id].Name += "x"
			break
		}
	case 5:
		for _, id := range model.SortedIDs(m.Physical.Types) {
			if fields := model.Sorted(m.Physical.Types[id].Fields); len(fields) > 1 {
				fields[0].Value.Name, fields[1].Value.Name = fields[1].Value.Name, fields[0].Value.Name
			}
		}
	case 6:
		for _, id := range model.SortedIDs(m.Physical.Keyspaces) {
			m.Physical.Keyspaces[id].Name += "x"
			break
		}
	case 7:
		for _, id := range model.SortedIDs(table.Indexes) {
			table.Indexes[id].Name = "renamed_" + table.Name
			break
		}
	}
}

func tablesOf(m *model.Model) []*model.Relation {
	var tables []*model.Relation
	for _, id := range model.SortedIDs(m.Physical.Relations) {
		if m.Physical.Relations[id].Kind == model.Table {
			tables = append(tables, m.Physical.Relations[id])
		}
	}
	return tables
}

// viewed reports whether a view names the table's columns in a filter, which
// would not follow a new name.
func viewed(m *model.Model, table *model.Relation) bool {
	for _, relation := range m.Physical.Relations {
		if relation.Kind == model.MaterializedView && m.Physical.Relations[relation.Base] == table {
			return true
		}
	}
	return false
}
