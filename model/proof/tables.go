package proof

import (
	"maps"
	"slices"

	"widerow/model"
	"widerow/model/access"
)

// Table is a table that queries are judged on: a relation, or a logical table
// that no relation realizes.
type Table struct {
	ID      model.ID
	Logical bool
	Columns []Column // in the order of the table
	// Relation is the table, or the one that would realize a logical table. Each
	// column has a type. Access is the same table for the rules of statements.
	Relation *model.Relation
	Access   *access.Table
	// Queries are the queries that it serves.
	Queries []model.ID
}

// Column is a column of a table. Type is the zero Type in a logical table, unless
// the attribute has one. Attributes are the attributes that the column stores,
// as Entity.attribute; there are none if physical design added the column.
type Column struct {
	ID         model.ID
	Name       string
	Role       model.Role
	Descending bool
	Type       model.Type
	Attributes []string
	// Stores are the IDs of the attributes, Participants the roles of the instances
	// that have them, "" for none. Added reports that physical design added the column.
	Stores       []model.ID
	Participants []model.ID
	Added        bool
}

// Tables returns the tables of a model with the queries that they serve. results are the results of
// All.
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
		tables[i] = p.describe(t)
		tables[i].Queries = serves[t.id]
	}
	return tables
}

func (p *prover) describe(t *table) Table {
	byName := p.storedByName(t)
	described := Table{ID: t.id, Logical: t.logical, Relation: t.relation, Access: t.access}
	for _, c := range t.columns {
		physical := t.relation.Columns[c.id]
		column := Column{ID: c.id, Name: c.name, Role: c.role, Descending: c.descending, Type: physical.Type,
			Stores: c.attributes, Participants: c.participants, Added: c.added}
		if t.logical && physical.TypeAssumed {
			column.Type = model.Type{}
		}
		if len(column.Stores) == 0 {
			column.Stores = byName[c]
		}
		for _, id := range column.Stores {
			column.Attributes = append(column.Attributes, p.concepts.nameOf(reference{attribute: id}))
		}
		described.Columns = append(described.Columns, column)
	}
	return described
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
