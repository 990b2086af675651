package proof

import (
	"maps"
	"slices"

	"widerow/model"
)

// Table is a table that queries are judged on: a relation, or a logical table
// that no relation realizes.
type Table struct {
	ID      model.ID
	Logical bool
	Columns []Column // in the order of the table
	// Queries are the queries that it serves.
	Queries []model.ID
}

// Column is a column of a table. Type is the zero Type in a logical table, unless
// the attribute has one. Attributes are the attributes that the column stores,
// as Entity.attribute; there are none if physical design added the column.
type Column struct {
	Name       string
	Role       model.Role
	Descending bool
	Type       model.Type
	Attributes []string
}

// Tables returns the tables of a model with the queries that they serve. results
// are those of All.
func Tables(m *model.Model, results []Result) []Table {
	p := newProver(m)
	serves := map[model.ID][]model.ID{}
	for i := range results {
		for _, table := range results[i].Tables() {
			serves[table] = append(serves[table], results[i].Query)
		}
	}
	tables := make([]Table, len(p.tables))
	for i, t := range p.tables {
		byName := p.storedByName(t)
		tables[i] = Table{ID: t.id, Logical: t.logical, Queries: serves[t.id]}
		for _, c := range t.columns {
			physical := t.relation.Columns[c.id]
			column := Column{Name: c.name, Role: c.role, Descending: c.descending, Type: physical.Type}
			if t.logical && physical.TypeAssumed {
				column.Type = model.Type{}
			}
			attributes := c.attributes
			if len(attributes) == 0 {
				attributes = byName[c]
			}
			for _, id := range attributes {
				column.Attributes = append(column.Attributes, p.concepts.nameOf(reference{attribute: id}))
			}
			tables[i].Columns = append(tables[i].Columns, column)
		}
	}
	return tables
}

// storedByName returns the attribute of each column that only its name connects
// with the concepts.
func (p *prover) storedByName(t *table) map[*column][]model.ID {
	found := map[*column][]model.ID{}
	open := func(c *column) bool { return len(c.attributes) == 0 && !c.added }
	if !slices.ContainsFunc(t.columns, open) {
		return found
	}
	for _, id := range slices.Sorted(maps.Keys(p.concepts.known)) {
		if c := p.called(t, reference{attribute: id}); c != nil && open(c) && len(found[c]) == 0 {
			found[c] = []model.ID{id}
		}
	}
	return found
}
