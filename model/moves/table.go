package moves

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/sizing"
)

// column is a column of a relation with its ID.
type column = model.Item[*model.Column]

// table is a relation to which moves are offered.
type table struct {
	*model.Relation
	model   *model.Model
	id      model.ID
	columns []column // in the order of the table
	// known and viewed are the size and the views, nil before the first use.
	known  *sizing.Size
	viewed *[]*table
}

func newTable(m *model.Model, id model.ID) *table {
	relation := m.Physical.Relations[id]
	if relation == nil {
		return nil
	}
	return &table{Relation: relation, model: m, id: id, columns: relation.SortedColumns()}
}

func (t *table) isView() bool { return t.Kind == model.MaterializedView }

// inRole returns the columns with one of the roles, in order.
func (t *table) inRole(roles ...model.Role) []column {
	return selected(t.columns, func(c column) bool { return slices.Contains(roles, c.Value.Role) })
}

func (t *table) key() []column { return t.inRole(model.Partition, model.Clustering) }

func selected(columns []column, wanted func(column) bool) []column {
	return slices.DeleteFunc(slices.Clone(columns), func(c column) bool { return !wanted(c) })
}

// column returns a column by ID. The table must have it.
func (t *table) column(id string) column {
	return column{ID: model.ID(id), Value: t.Columns[model.ID(id)]}
}

// views returns the materialized views of the table.
func (t *table) views() []*table {
	if t.viewed == nil {
		var views []*table
		for _, item := range model.Sorted(t.model.Physical.Relations) {
			if item.Value.Kind == model.MaterializedView && item.Value.Base == t.id {
				views = append(views, newTable(t.model, item.ID))
			}
		}
		t.viewed = &views
	}
	return *t.viewed
}

// basesOfViews returns the tables that have materialized views.
func (t *table) basesOfViews() model.IDSet {
	bases := model.IDSet{}
	for _, relation := range t.model.Physical.Relations {
		if relation.Kind == model.MaterializedView {
			bases[relation.Base] = true
		}
	}
	return bases
}

// inView reports whether a view of the table has the column.
func (t *table) inView(c column) bool {
	return slices.ContainsFunc(t.views(), func(view *table) bool { return view.named(c.Value.Name) != nil })
}

// isIndexed reports whether an index covers the column.
func (t *table) isIndexed(c column) bool {
	for _, index := range t.Indexes {
		if index.Column == c.ID || slices.ContainsFunc(index.More, func(p model.IndexPart) bool { return p.Column == c.ID }) {
			return true
		}
	}
	return false
}

// isFree reports whether a column can leave the table: no view and no index
// needs it.
func (t *table) isFree(c column) bool { return !t.inView(c) && !t.isIndexed(c) }

func (t *table) named(name string) *model.Column {
	for _, c := range t.columns {
		if c.Value.Name == name {
			return c.Value
		}
	}
	return nil
}

// freeColumn returns a name that no column of the table has yet.
func (t *table) freeColumn(names ...string) string {
	return free(names, func(name string) bool { return t.named(name) != nil })
}

// freeRelation returns a name that no relation of the table's keyspace has yet.
func (t *table) freeRelation(names ...string) string {
	return free(names, t.hasSibling)
}

// hasSibling reports whether a relation of the table's keyspace has that name.
func (t *table) hasSibling(name string) bool {
	for _, other := range t.model.Physical.Relations {
		if other.Keyspace == t.Keyspace && other.Name == name {
			return true
		}
	}
	return false
}

// free returns the first of the names that is not taken, or the last one with
// underscores appended.
func free(names []string, taken func(string) bool) string {
	for _, name := range names {
		if !taken(name) {
			return name
		}
	}
	name := names[len(names)-1]
	for taken(name) {
		name += "_"
	}
	return name
}

func native(c column) string {
	if c.Value.Type.Kind != model.NativeType {
		return ""
	}
	return c.Value.Type.Name
}

// isType reports whether a column has one of the native types.
func isType(c column, names ...string) bool { return slices.Contains(names, native(c)) }

// canBeKey reports whether a column may join the primary key.
func canBeKey(c column) bool { return native(c) != "" && !isType(c, "counter", "duration") }

// size is the size of a partition on disk.
func (t *table) size() sizing.Size {
	if t.known == nil {
		size := mapping.SizeOf(t.model, t.id, sizing.Disk)
		t.known = &size
	}
	return *t.known
}

// rows and partitions are the texts of the two expressions. Without clustering
// columns a partition has 1 row.
func (t *table) rows() string {
	if t.Rows.IsEmpty() && len(t.inRole(model.Clustering)) == 0 {
		return "1"
	}
	return t.model.ExpressionText(t.Rows)
}

func (t *table) partitions() string { return t.model.ExpressionText(t.Partitions) }

// worst evaluates an expression in the worst case. It is 0 if it is not known.
func (t *table) worst(text string) float64 {
	value, missing, err := t.model.Evaluate(t.model.BindExpression(text))
	if err != nil || len(missing) > 0 {
		return 0
	}
	return value.Worst
}

func choices(columns []column) []edit.Choice {
	var choices []edit.Choice
	for _, c := range columns {
		choices = append(choices, edit.Choice{Value: string(c.ID), Label: c.Value.Name})
	}
	return choices
}

// tableParameter asks for one of the tables.
func tableParameter(name, label string, tables []*table) Parameter {
	p := Parameter{Name: name, Label: label, Input: edit.ReferenceInput, Value: string(tables[0].id)}
	for _, t := range tables {
		p.Choices = append(p.Choices, edit.Choice{Value: string(t.id), Label: t.Name})
	}
	return p
}

func names(columns []column) []string {
	var names []string
	for _, c := range columns {
		names = append(names, c.Value.Name)
	}
	return names
}

// list joins names: "a", "a and b", "a, b and c".
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// maxNamed bounds the names in a description.
const maxNamed = 3

// some joins the first names and counts the others.
func some(names []string) string {
	if others := len(names) - maxNamed; others > 1 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:maxNamed], ", "), others)
	}
	return list(names)
}
