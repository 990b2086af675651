package oracle

import (
	"maps"
	"math/rand/v2"
	"slices"

	"widerow/model"
)

// swapRoles makes two columns that store one attribute of two instances store that of each other.
func swapRoles(m *model.Model, random *rand.Rand, relation *model.Relation) string {
	_, c, logical, from := pickColumn(m, random, relation, func(*model.Column) bool { return true })
	if c == nil {
		return ""
	}
	one := logical.Columns[from]
	for _, other := range model.Sorted(logical.Columns) {
		if other.ID != from && other.Value.Attribute == one.Attribute && one.Attribute != "" && other.Value.Participant != one.Participant {
			one.Participant, other.Value.Participant = other.Value.Participant, one.Participant
			return "swaps the roles of " + c.Name + " and " + other.Value.Name
		}
	}
	return ""
}

// linkElsewhere draws the arrow of a query to another table.
func linkElsewhere(m *model.Model, random *rand.Rand, relation *model.Relation) string {
	tables := model.Sorted(m.Logical.Tables)
	for _, arrow := range model.Sorted(m.Logical.Arrows) {
		if !relation.Realizes[arrow.Value.To] || m.Workflow.Queries[arrow.Value.Access] == nil {
			continue
		}
		other := pick(random, tables)
		if other.ID == arrow.Value.To {
			return ""
		}
		m.Logical.Arrows[arrow.ID].To = other.ID
		return "is no longer linked with " + m.Title(arrow.Value.Access) + ", but " + other.Value.Name + " is"
	}
	return ""
}

// mistypeConstant compares a column with constants of another type.
func mistypeConstant(m *model.Model, random *rand.Rand, relation *model.Relation) string {
	for _, query := range model.Sorted(m.Workflow.Queries) {
		if !slices.ContainsFunc(m.TablesOf(query.ID), func(id model.ID) bool { return relation.Realizes[id] }) {
			continue
		}
		for _, given := range model.Sorted(query.Value.Given) {
			if given.Value.Source == model.ConstantSource {
				was := given.Value.Constant
				given.Value.Constant = "'nothing'"
				if t, _ := m.AttributeType(given.Value.Attribute); t.Unfrozen().Name == "text" {
					given.Value.Constant = "17"
				}
				if given.Value.Operator == model.In {
					given.Value.Constant = "(" + given.Value.Constant + ")"
				}
				return "compares with " + given.Value.Constant + " instead of " + was
			}
		}
	}
	return ""
}

// dropTable drops a table that queries need.
func dropTable(m *model.Model, _ *rand.Rand, relation *model.Relation) string {
	for id, other := range m.Physical.Relations {
		if other == relation {
			delete(m.Physical.Relations, id)
		}
	}
	for id := range relation.Realizes {
		delete(m.Logical.Tables, id)
		maps.DeleteFunc(m.Logical.Arrows, func(_ model.ID, arrow *model.QueryArrow) bool { return arrow.To == id })
	}
	return "is dropped"
}
