package mapping

import (
	"fmt"
	"slices"

	"widerow/model"
	"widerow/model/mapping/er"
	"widerow/model/suggest"
)

// Overwrites returns a problem for each logical table in which rows of what it
// stores overwrite each other (rule MR5), however the table was made. Element is
// the table, Query a query that it serves.
func Overwrites(m *model.Model) []er.Problem {
	served := queriesOfTables(m)
	var problems []er.Problem
	c := er.NewConcepts(m)
	for _, item := range model.Sorted(m.Logical.Tables) {
		for _, query := range served[item.ID] {
			if problem, lost := overwrites(c, item.ID, item.Value, query); lost {
				problems = append(problems, problem)
				break
			}
		}
	}
	return problems
}

// overwrites checks a table against the rows that one of its queries asks for. A
// column that physical design added may be a part of what identifies a row, so
// such a table is not checked.
func overwrites(c *er.Concepts, id model.ID, table *model.LogicalTable, query model.ID) (er.Problem, bool) {
	q := er.NewQuestion(c, query)
	if len(q.All()) == 0 {
		return er.Problem{}, false
	}
	tree, _, found := q.Path()
	if !found {
		return er.Problem{}, false
	}
	d := tableReading{newDesigner(q, tree)}
	key, known := d.keyOf(table)
	if !known || len(key) == 0 && !isOnlyBucket(table) {
		return er.Problem{}, false
	}
	if (d.Query.Distinct || storesComputed(table)) && d.storesGroups(key) {
		return er.Problem{}, false
	}
	in := d.storedBy(table)
	missing, ok := in.Missing(key, d.keep())
	if !ok || len(missing) == 0 || d.isLookup(table, key, missing) {
		return er.Problem{}, false
	}
	return er.Problem{Query: query, Element: id, Code: "overwrite", Message: fmt.Sprintf(
		"Rows of %s overwrite each other: its key does not contain %s", c.Model.Title(id), d.names(d.alongPath(missing)))}, true
}

// isLookup reports whether a table finds one instance by values of it that are unique, by
// their names and numbers, although nothing says so: ((email)) with the customer_id. Its key
// has nothing else but the keys of owners.
func (d tableReading) isLookup(table *model.LogicalTable, key, missing []er.Atom) bool {
	at, unique := missing[0].Node, false
	for _, a := range key {
		attribute := d.Graph.Attribute(a)
		switch {
		case attribute == nil:
			return false
		case a.Node == at && attribute.Key == model.NoKey:
			unique = unique || d.looksUnique(a, attribute)
		case !d.In.Owns(a.Node, at):
			return false
		}
	}
	return unique && er.All(missing, func(a er.Atom) bool {
		return a.Node == at && stores(table, func(c *model.LogicalColumn) bool {
			stored, is := d.atomOf(c)
			return is && stored.Same(a) && c.Role == model.Regular && c.Collection == model.SingleValue
		})
	})
}

// looksUnique reports whether an attribute has the name of a unique one, and as many values
// as there are instances, if both numbers are known.
func (d tableReading) looksUnique(a er.Atom, attribute *model.Attribute) bool {
	volume := d.Graph.Volume()
	distinct, given := volume.Value(attribute.Distinct, "")
	instances := volume.Of(d.Graph.Node(a.Node).Of)
	return suggest.IsUnique(attribute.Name) && (!given || !instances.Known || distinct.Typical >= instances.Typical)
}

// isOnlyBucket reports whether the primary key is a bucket and nothing else.
func isOnlyBucket(table *model.LogicalTable) bool {
	columns := slices.DeleteFunc(table.SortedColumns(), func(c model.Item[*model.LogicalColumn]) bool { return !c.Value.Role.InKey() })
	return len(columns) == 1 && columns[0].Value.Attribute == "" && model.Identifier(columns[0].Value.Name) == bucketName
}

// storesGroups reports whether a table with this key has one row for each group of an aggregate.
func (d tableReading) storesGroups(key []er.Atom) bool {
	return slices.ContainsFunc(grouping(d).groupedShapes(), func(s shape) bool {
		return len(er.Without(er.Union(d.Equal, d.Many, s.key()), key)) == 0
	})
}

// keyOf returns the key attributes of a table that are on the path. known is
// false if a key column is no attribute of the concepts.
func (d tableReading) keyOf(table *model.LogicalTable) (key []er.Atom, known bool) {
	for _, item := range table.SortedColumns() {
		if !item.Value.Role.InKey() {
			continue
		}
		if item.Value.Attribute == "" {
			if model.Identifier(item.Value.Name) == bucketName {
				continue
			}
			return nil, false
		}
		if a, ok := d.atomOf(item.Value); ok {
			key = append(key, a)
		}
	}
	return key, true
}

// storedBy returns the identity of what a table stores of the path: instances
// that are only in a collection do not count.
func (d tableReading) storedBy(table *model.LogicalTable) *er.Identity {
	if !stores(table, func(c *model.LogicalColumn) bool { return c.Collection.HasElements() && c.Attribute != "" }) {
		return d.In
	}
	rest := d.Tree
	for _, column := range table.SortedColumns() {
		item := column.Value
		if !item.Collection.HasElements() || item.Attribute == "" {
			continue
		}
		a, ok := d.atomOf(item)
		if attribute := d.Graph.Attribute(a); !ok || attribute == nil || attribute.MultiValued || attribute.Type.Collection() == item.Collection {
			continue // the elements are those of one instance
		}
		if relationship := rest.LeafOf(a.Node); relationship >= 0 && rest.Degree(relationship) == 2 && !d.storesElse(table, a) {
			rest = rest.Without(a.Node, relationship)
		}
	}
	if len(rest.Nodes) == len(d.Tree.Nodes) {
		return d.In
	}
	return er.IdentityOf(d.Graph, rest, d.In)
}

// storesElse reports whether a table has another column of an atom's instance.
func (d tableReading) storesElse(table *model.LogicalTable, a er.Atom) bool {
	return slices.ContainsFunc(table.SortedColumns(), func(item model.Item[*model.LogicalColumn]) bool {
		other, ok := d.atomOf(item.Value)
		return ok && other.Node == a.Node && !item.Value.Collection.HasElements()
	})
}
