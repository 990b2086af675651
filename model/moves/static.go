package moves

import (
	"fmt"
	"slices"

	"widerow/model"
	"widerow/model/edit"
)

// staticToTable moves static columns to a table with a row for each partition.
var staticToTable = kind{
	name: StaticToTable, title: "Move static columns to their own table",
	offer: func(t *table) (string, []Parameter) {
		static := selected(t.inRole(model.Static), t.isFree)
		if len(static) == 0 {
			return "", nil
		}
		return "Static columns are read with every page of a partition, and are repeated in each bucket. A table of their own has them once.",
			[]Parameter{
				{Name: "columns", Label: "Static columns", Input: edit.ReferencesInput, Value: idsOf(static), Choices: choices(static)},
				t.newName(t.freeRelation(t.Name + "_static")),
			}
	},
	make: func(e *editor) error {
		columns := e.chosen("columns")
		if len(columns) == 0 {
			return e.move.invalid("columns", "Choose at least one column")
		}
		identity, partitions := e.identity()
		table := e.addTable(e.value("name"), e.Realizes, "1", partitions)
		for _, c := range identity {
			e.copyColumn(c, table, true, nil)
		}
		for _, c := range columns {
			e.copyColumn(c, table, true, map[string]string{"role": string(model.Regular)})
			e.remove(c.ID)
		}
		e.words = fmt.Sprintf("moved %s from %s to %s", some(names(columns)), e.Name, e.value("name"))
		e.cost = fmt.Sprintf("A query for rows and %s reads two tables. They are not changed in one step any more, unless by a batch.", list(names(columns)))
		return nil
	},
}

// identity returns the partition key without its buckets, and how many partitions
// there would be without them.
func (t *table) identity() (columns []column, partitions string) {
	partitions = t.partitions()
	for _, c := range t.inRole(model.Partition) {
		if !t.isBucket(c) {
			columns = append(columns, c)
		} else if buckets := t.model.ExpressionText(c.Value.Buckets); buckets != "" {
			partitions = replaced(partitions, buckets, "1")
		}
	}
	return columns, partitions
}

// tableToStatic moves the columns of another table with the same partition key to
// static columns.
var tableToStatic = kind{
	name: TableToStatic, title: "Take in a table as static columns",
	offer: func(t *table) (string, []Parameter) {
		others := t.absorbable()
		if len(others) == 0 {
			return "", nil
		}
		return fmt.Sprintf("The table %s has one row for each partition of this one. As static columns, one read returns both.", others[0].Name),
			[]Parameter{tableParameter("table", "Table", others)}
	},
	make: func(e *editor) error {
		other := newTable(e.model, model.ID(e.value("table")))
		realizes := model.IDSet{}
		for id := range e.Realizes {
			realizes[id] = true
		}
		for id := range other.Realizes {
			realizes[id] = true
		}
		e.remove(other.id)
		e.set(e.id, "realizes", idText(realizes))
		for _, c := range other.inRole(model.Regular) {
			e.copyColumn(c, e.id, true, map[string]string{"role": string(model.Static)})
		}
		e.words = fmt.Sprintf("took %s into %s as static columns", other.Name, e.Name)
		e.cost = fmt.Sprintf("A query for the static columns alone reads them with SELECT DISTINCT. Deleting a "+
			"partition deletes them too, and each of %s needs its %s.",
			e.Name, list(names(e.inRole(model.Partition))))
		return nil
	},
}

// absorbable returns the tables with one row for each partition of the table.
func (t *table) absorbable() []*table {
	if t.isView() || len(t.inRole(model.Clustering)) == 0 || slices.ContainsFunc(t.columns, func(c column) bool { return isType(c, "counter") }) {
		return nil
	}
	bases := t.basesOfViews()
	if bases[t.id] {
		return nil
	}
	var others []*table
	for _, item := range model.Sorted(t.model.Physical.Relations) {
		if item.ID == t.id || item.Value.Keyspace != t.Keyspace || bases[item.ID] || len(item.Value.Indexes) > 0 {
			continue
		}
		if other := newTable(t.model, item.ID); !other.isView() && t.hasKeyOf(other) && t.canTakeIn(other) {
			others = append(others, other)
		}
	}
	return others
}

// canTakeIn reports whether the columns of another table can become static ones.
func (t *table) canTakeIn(other *table) bool {
	return !slices.ContainsFunc(other.inRole(model.Regular), func(c column) bool { return t.named(c.Value.Name) != nil || isType(c, "counter") })
}

// hasKeyOf reports whether another table has the same partition key and no
// clustering columns.
func (t *table) hasKeyOf(other *table) bool {
	return len(other.inRole(model.Clustering)) == 0 && slices.EqualFunc(t.inRole(model.Partition), other.inRole(model.Partition), func(a, b column) bool {
		return a.Value.Name == b.Value.Name && a.Value.Type.Equal(b.Value.Type)
	})
}
