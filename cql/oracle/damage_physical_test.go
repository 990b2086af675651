package oracle

import (
	"maps"
	"math/rand/v2"
	"slices"

	"widerow/model"
)

// retypes are the types that a damage gives to columns of a type.
var retypes = map[string]string{"text": "int", "int": "text", "timestamp": "date", "date": "timestamp", "uuid": "text", "boolean": "int", "double": "int", "decimal": "int"}

// retype gives a physical column another type, or a list for a set.
func retype(m *model.Model, random *rand.Rand, relation *model.Relation) string {
	_, c, logical, from := pickColumn(m, random, relation, func(c *model.Column) bool { return !c.Type.IsCounter() })
	if c == nil {
		return ""
	}
	was := m.TypeText(c.Type)
	if element, _ := m.Element(logical.Columns[from].Attribute); element.Kind == model.AttributeKind {
		element.Value.(*model.Attribute).Type, _ = m.AttributeType(element.ID) // otherwise the column may say what it is
	}
	switch is := c.Type.Unfrozen(); {
	case is.Kind == model.SetType:
		c.Type = model.Type{Kind: model.ListType, Arguments: is.Arguments}
	case is.Kind == model.ListType:
		c.Type = model.Type{Kind: model.SetType, Arguments: is.Arguments}
	case retypes[is.Name] != "":
		c.Type = model.Native(retypes[is.Name])
	default:
		return ""
	}
	c.TypeAssumed = false
	return "makes " + c.Name + " " + m.TypeText(c.Type) + " instead of " + was
}

// makeRegular makes a static column regular: no damage.
func makeRegular(m *model.Model, random *rand.Rand, relation *model.Relation) string {
	_, c, logical, from := pickColumn(m, random, relation, func(c *model.Column) bool { return c.Role == model.Static })
	if c == nil {
		return ""
	}
	c.Role, logical.Columns[from].Role = model.Regular, model.Regular
	return "makes the static " + c.Name + " regular"
}

// indexElsewhere takes a clustering column out of the key, and indexes another column.
func indexElsewhere(m *model.Model, random *rand.Rand, relation *model.Relation) string {
	_, c, logical, from := pickColumn(m, random, relation, isClustering)
	on, other, _, _ := pickColumn(m, random, relation, isRegular)
	if c == nil || other == nil {
		return ""
	}
	c.Role, logical.Columns[from].Role = model.Regular, model.Regular
	relation.Indexes = map[model.ID]*model.Index{"damage": {Column: on}}
	return "takes " + c.Name + " out of the key and indexes " + other.Name
}

// indexInstead indexes a column outside of the key.
func indexInstead(m *model.Model, random *rand.Rand, relation *model.Relation) string {
	id, c, _, _ := pickColumn(m, random, relation, func(c *model.Column) bool { return isRegular(c) && c.Type.Collection() == model.SingleValue })
	if c == nil {
		return ""
	}
	relation.Indexes = map[model.ID]*model.Index{"damage": {Column: id}}
	return "indexes " + c.Name
}

// viewInstead makes a table a materialized view of one with the same columns.
func viewInstead(m *model.Model, _ *rand.Rand, relation *model.Relation) string {
	columns := model.Sorted(relation.Columns)
	isSpecial := func(c model.Item[*model.Column]) bool {
		return c.Value.Role == model.Static || c.Value.Type.IsCounter()
	}
	if slices.ContainsFunc(columns, isSpecial) {
		return ""
	}
	base := *relation
	base.Realizes, base.Columns = nil, map[model.ID]*model.Column{}
	for _, c := range columns {
		copied := *c.Value
		base.Columns[c.ID+"base"] = &copied
	}
	m.Physical.Relations["base"] = &base
	relation.Kind, relation.Base = model.MaterializedView, "base"
	return "is a view"
}

// filterView does so with a filter.
func filterView(m *model.Model, random *rand.Rand, relation *model.Relation) string {
	_, key, _, _ := pickColumn(m, random, relation, isClustering)
	if key == nil || viewInstead(m, random, relation) == "" {
		return ""
	}
	relation.Where = key.Name + " = " + valueOf(key.Type.Unfrozen().Name, random.IntN(differentValues)).literal
	return "is a view with " + relation.Where
}

// narrowView does so with a base table that lacks a column.
func narrowView(m *model.Model, random *rand.Rand, relation *model.Relation) string {
	_, c, _, _ := pickColumn(m, random, relation, isRegular)
	if c == nil || viewInstead(m, random, relation) == "" {
		return ""
	}
	maps.DeleteFunc(m.Physical.Relations["base"].Columns, func(_ model.ID, of *model.Column) bool { return of.Name == c.Name })
	return "is a view of a table without " + c.Name
}

// sortElsewhere sorts a query of the table by another of its columns.
func sortElsewhere(m *model.Model, random *rand.Rand, relation *model.Relation) string {
	query := queryOf(m, random, relation)
	_, c, logical, from := pickColumn(m, random, relation, func(*model.Column) bool { return true })
	if c == nil || query == nil || c.Type.Collection() != model.SingleValue || logical.Columns[from].Aggregate != "" {
		return ""
	}
	column := logical.Columns[from]
	if element, _ := m.Element(column.Attribute); element.Kind != model.AttributeKind || element.Value.(*model.Attribute).MultiValued {
		return ""
	}
	query.SortBy = map[model.ID]*model.SortBy{"damage": {Attribute: column.Attribute, Participant: column.Participant, Descending: random.IntN(2) == 0}}
	return "is sorted by " + c.Name
}

// giveConstants gives a condition of a query constants, of which one may have another type.
func giveConstants(m *model.Model, random *rand.Rand, relation *model.Relation) string {
	query := queryOf(m, random, relation)
	if query == nil || len(query.Given) == 0 {
		return ""
	}
	given := pick(random, model.Sorted(query.Given)).Value
	t, _ := m.AttributeType(given.Attribute)
	if given.Operator.IsRange() || t.Unfrozen().Kind != model.NativeType {
		return ""
	}
	native := t.Unfrozen().Name
	given.Source, given.Constant = model.ConstantSource, valueOf(native, 1).literal
	if random.IntN(2) == 0 {
		given.Constant = valueOf(pick(random, []string{"text", "int", "boolean", "uuid"}), 1).literal
	}
	if given.Operator == model.In {
		given.Constant = "(" + valueOf(native, 0).literal + ", " + given.Constant + ")"
	}
	return "is asked with " + m.Title(given.Attribute) + " " + string(given.Operator) + " " + given.Constant
}

// queryOf chooses a query with an arrow to a table, nil if there is none.
func queryOf(m *model.Model, random *rand.Rand, relation *model.Relation) *model.Query {
	queries := slices.DeleteFunc(model.Sorted(m.Workflow.Queries), func(query model.Item[*model.Query]) bool {
		return !slices.ContainsFunc(m.TablesOf(query.ID), func(id model.ID) bool { return relation.Realizes[id] })
	})
	if len(queries) == 0 {
		return nil
	}
	return pick(random, queries).Value
}

// splitByTime adds a bucket of time.
func splitByTime(m *model.Model, random *rand.Rand, relation *model.Relation) string {
	return splitBy(m, random, relation, pick(random, []string{"day", "month"}), "date")
}

// splitByDate adds a bucket of hours that holds days only.
func splitByDate(m *model.Model, random *rand.Rand, relation *model.Relation) string {
	return splitBy(m, random, relation, "hour", "date")
}

func splitBy(m *model.Model, random *rand.Rand, relation *model.Relation, unit, native string) string {
	_, c, _, _ := pickColumn(m, random, relation, func(c *model.Column) bool {
		return c.Role == model.Clustering && (c.Type.Name == "timestamp" || c.Type.Name == "date" && unit != "hour")
	})
	if c == nil {
		return ""
	}
	relation.Columns["damage"] = &model.Column{Name: unit, Order: "zz", Type: model.Native(native), Role: model.Partition, From: maps.Clone(c.From), Buckets: "12"}
	return "is split by " + unit + " of " + c.Name + ", a " + native
}

// splitByHash adds a hash.
func splitByHash(_ *model.Model, _ *rand.Rand, relation *model.Relation) string {
	relation.Columns["damage"] = &model.Column{Name: "shard", Order: "zz", Type: model.Native("int"), Role: model.Partition, Buckets: "4"}
	return "is split by a hash"
}

// splitByUnknown adds a hash of which the application does not know the number of buckets, or one
// that splits nothing.
func splitByUnknown(m *model.Model, random *rand.Rand, relation *model.Relation) string {
	what := splitByHash(m, random, relation)
	if bucket := relation.Columns["damage"]; random.IntN(2) == 0 {
		bucket.Buckets = ""
	} else {
		bucket.Role = model.Clustering
	}
	return what + ", a column in the role " + string(relation.Columns["damage"].Role)
}
