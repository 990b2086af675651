package oracle

import (
	"math/rand/v2"
	"slices"

	"widerow/model"
)

// damage changes a table of a document in a wrong way, and describes the change; "" if it cannot.
type damage func(m *model.Model, random *rand.Rand, relation *model.Relation) string

var damages = []damage{dropKey, demoteKey, makeStatic, takeOtherRole, takeOtherAttribute, dropColumn,
	swapRoles, linkElsewhere, mistypeConstant, dropTable,
	retype, indexElsewhere, filterView, narrowView, sortElsewhere, giveConstants, splitByDate, splitByUnknown}

// harmless are changes that change no answer, so that check must be silent.
var harmless = []damage{makeRegular, indexInstead, viewInstead, splitByTime, splitByHash}

// pickColumn chooses a column of a table with the logical one that it comes from.
func pickColumn(m *model.Model, random *rand.Rand, relation *model.Relation, fits func(*model.Column) bool) (model.ID, *model.Column, *model.LogicalTable, model.ID) {
	columns := slices.DeleteFunc(model.Sorted(relation.Columns), func(c model.Item[*model.Column]) bool { return !fits(c.Value) || len(c.Value.From) != 1 })
	if len(columns) == 0 {
		return "", nil, nil, ""
	}
	chosen := pick(random, columns)
	for _, logical := range m.Logical.Tables {
		for id := range logical.Columns {
			if chosen.Value.From[id] {
				return chosen.ID, chosen.Value, logical, id
			}
		}
	}
	return "", nil, nil, ""
}

func isClustering(c *model.Column) bool { return c.Role == model.Clustering }

func isRegular(c *model.Column) bool { return c.Role == model.Regular && !c.Type.IsCounter() }

func dropKey(m *model.Model, random *rand.Rand, relation *model.Relation) string {
	id, c, logical, from := pickColumn(m, random, relation, isClustering)
	if c == nil {
		return ""
	}
	delete(relation.Columns, id)
	delete(logical.Columns, from)
	return "drops the key column " + c.Name
}

func demoteKey(m *model.Model, random *rand.Rand, relation *model.Relation) string {
	_, c, logical, from := pickColumn(m, random, relation, isClustering)
	if c == nil {
		return ""
	}
	c.Role = model.Regular
	if random.IntN(2) == 0 {
		return "takes " + c.Name + " out of the physical key"
	}
	logical.Columns[from].Role = model.Regular
	return "takes " + c.Name + " out of the key"
}

func makeStatic(m *model.Model, random *rand.Rand, relation *model.Relation) string {
	_, c, logical, from := pickColumn(m, random, relation, isRegular)
	if c == nil || !slices.ContainsFunc(model.Sorted(relation.Columns), func(c model.Item[*model.Column]) bool { return isClustering(c.Value) }) {
		return ""
	}
	c.Role = model.Static
	if random.IntN(2) == 0 {
		return "makes " + c.Name + " static in the physical table"
	}
	logical.Columns[from].Role = model.Static
	return "makes " + c.Name + " static"
}

// takeOtherRole makes a column store the attribute of an instance in another role.
func takeOtherRole(m *model.Model, random *rand.Rand, relation *model.Relation) string {
	_, c, logical, from := pickColumn(m, random, relation, func(*model.Column) bool { return true })
	if c == nil {
		return ""
	}
	column := logical.Columns[from]
	var others []model.ID
	for _, item := range model.Sorted(m.Concepts.Relationships) {
		for _, end := range model.Sorted(item.Value.Participants) {
			if end.Value.Entity == ownerOf(m, column.Attribute) && end.ID != column.Participant {
				others = append(others, end.ID)
			}
		}
	}
	if len(others) < 2 {
		return ""
	}
	column.Participant = pick(random, others)
	return "takes " + c.Name + " from " + m.Title(column.Participant)
}

func takeOtherAttribute(m *model.Model, random *rand.Rand, relation *model.Relation) string {
	_, c, logical, from := pickColumn(m, random, relation, func(*model.Column) bool { return true })
	if c == nil {
		return ""
	}
	column := logical.Columns[from]
	var others []model.ID
	for _, of := range model.Sorted(m.Concepts.Entities) {
		for _, attribute := range model.Sorted(of.Value.Attributes) {
			t, _ := m.AttributeType(attribute.ID)
			if attribute.ID != column.Attribute && attribute.Value.Parent == "" && !attribute.Value.MultiValued && t.Name == c.Type.Name {
				others = append(others, attribute.ID)
			}
		}
	}
	if len(others) == 0 {
		return ""
	}
	column.Attribute, column.Participant = pick(random, others), ""
	return "stores " + m.Title(column.Attribute) + " in " + c.Name
}

func dropColumn(m *model.Model, random *rand.Rand, relation *model.Relation) string {
	id, c, logical, from := pickColumn(m, random, relation, isRegular)
	if c == nil {
		return ""
	}
	delete(relation.Columns, id)
	delete(logical.Columns, from)
	return "drops " + c.Name
}
