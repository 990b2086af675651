package migration

import (
	"maps"

	"widerow/cql"
	"widerow/model"
	"widerow/model/access"
)

// freeDependents drops the indexes that changed, those whose column is renamed,
// since Cassandra renames no column with an index, and those that prevent a new
// one: it has the same name or, of the same class, the same columns.
func (p *planner) freeDependents() {
	for _, definition := range p.old.list {
		table, id := definition.Table, definition.Element
		was, is := p.before.Physical.Relations[table], p.target.Physical.Relations[table]
		if table == "" {
			continue
		}
		switch {
		case is != nil && !p.replaced[table] && is.Indexes[id] != nil:
			if sameIndex(was, is, id) {
				continue
			}
		case !p.preventsIndex(table, id):
			continue
		}
		p.rebuilt[id] = true
		p.add(p.dropped("INDEX", id, "Queries that need the index fail until it is built again."))
	}
}

// preventsIndex reports whether an index that goes must be gone before a new one is
// created.
func (p *planner) preventsIndex(table, id model.ID) bool {
	was := p.before.Physical.Relations[table]
	for other, is := range p.target.Physical.Relations {
		for newID, index := range is.Indexes {
			if is.Keyspace == was.Keyspace && access.NameOf(is, index) == access.NameOf(was, was.Indexes[id]) {
				return true
			}
			isNew := newID != id && was.Indexes[newID] == nil
			if other == table && !p.replaced[table] && isNew && access.ClassOf(index) == access.ClassOf(
				was.Indexes[id]) && cql.IndexTarget(is, index) == cql.IndexTarget(was, was.Indexes[id]) {
				return true
			}
		}
	}
	return false
}

// sameIndex reports whether an index stays as it is: its name, class, options and
// columns, which keep their names.
func sameIndex(was, is *model.Relation, id model.ID) bool {
	from, to := was.Indexes[id], is.Indexes[id]
	return access.NameOf(was, from) == access.NameOf(is, to) && access.ClassOf(from) == access.ClassOf(to) &&
		maps.Equal(from.Options, to.Options) && cql.IndexTarget(was, from) == cql.IndexTarget(is, to)
}

// dropIndexes drops the indexes that are gone, of tables that stay.
func (p *planner) dropIndexes(later func(Step)) {
	for _, definition := range p.old.list {
		table := p.target.Physical.Relations[definition.Table]
		if definition.Table != "" && table != nil && !p.replaced[definition.Table] && table.Indexes[definition.Element] == nil && !p.rebuilt[definition.Element] {
			later(p.dropped("INDEX", definition.Element, "Queries that need the index fail, or read the whole table with ALLOW FILTERING."))
		}
	}
}
