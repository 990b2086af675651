package migration

import (
	"slices"

	"widerow/model"
)

// findReplaced finds the types and tables that no ALTER changes as required
// (AlterTableStatement and AlterTypeStatement of Cassandra 5.0).
func (p *planner) findReplaced() {
	for id, was := range p.before.Physical.Types {
		if is := p.after.Physical.Types[id]; is != nil &&
			(p.moved(id) || replacesType(was, is) ||
				swapsNames(was.Fields, is.Fields, func(f *model.TypeField) string { return f.Name }) ||
				growsInKey(p.before, id, was, is)) {
			p.replaced[id] = true
		}
	}
	for more := true; more; {
		more = false
		for id, is := range p.after.Physical.Types {
			if p.before.Physical.Types[id] != nil && !p.replaced[id] && slices.ContainsFunc(fieldTypes(is), p.usesReplaced) {
				p.replaced[id], more = true, true
			}
		}
	}
	for id, was := range p.before.Physical.Relations {
		is := p.after.Physical.Relations[id]
		if is == nil || was.Kind == model.MaterializedView && is.Kind == model.MaterializedView {
			continue
		}
		if p.moved(id) || p.replacesTable(was, is) {
			p.replaced[id] = true
		}
	}
	for id, is := range p.after.Physical.Relations { // views follow their tables
		was := p.before.Physical.Relations[id]
		if p.late[id] = is.Kind == model.MaterializedView && !p.replaced[is.Base] && p.losesColumn(is.Base); p.late[id] || was == nil {
			continue
		}
		if was.Kind == model.MaterializedView && is.Kind == model.MaterializedView && (p.moved(id) || p.replaced[is.Base] || p.viewDiffers(id, was, is)) {
			p.replaced[id] = true
		}
	}
}

// moved reports whether an element has another name or keyspace: Cassandra
// renames neither.
func (p *planner) moved(id model.ID) bool { return quoted(p.before, id) != quoted(p.after, id) }

// replacesType reports whether a type has another field type, lacks a field, or has
// its fields in another order.
func replacesType(was, is *model.UserType) bool {
	if len(model.MovedIDs(model.SortedIDs(was.Fields), model.SortedIDs(is.Fields))) > 0 {
		return true
	}
	for id, field := range was.Fields {
		if kept := is.Fields[id]; kept == nil || !kept.Type.Equal(field.Type) {
			return true
		}
	}
	return false
}

// appendFields puts the new fields of altered types last in the target, where ALTER TYPE
// adds them.
func (p *planner) appendFields() {
	for id, was := range p.before.Physical.Types {
		is := p.target.Physical.Types[id]
		if is == nil || p.replaced[id] {
			continue
		}
		last := model.Order("")
		for _, field := range model.Sorted(is.Fields) {
			last = max(last, field.Value.Order)
		}
		for _, field := range model.Sorted(is.Fields) {
			if was.Fields[field.ID] == nil {
				last = model.Between(last, "")
				field.Value.Order = last
			}
		}
	}
}

// swapsNames reports whether a renamed part gets the name that another one has
// before: Cassandra has no name for both on the way.
func swapsNames[T any](was, is map[model.ID]T, name func(T) string) bool {
	had := map[string]model.ID{}
	for id, part := range was {
		had[name(part)] = id
	}
	for id, part := range is {
		if other, found := had[name(part)]; found && other != id {
			return true
		}
	}
	return false
}

// growsInKey reports whether a type that is part of a partition key has a new
// field, which Cassandra refuses.
func growsInKey(m *model.Model, id model.ID, was, is *model.UserType) bool {
	if len(is.Fields) == len(was.Fields) {
		return false
	}
	for _, relation := range m.Physical.Relations {
		for _, column := range relation.Columns {
			if column.Role == model.Partition && slices.Contains(allTypes(m, column.Type), id) {
				return true
			}
		}
	}
	return false
}

// allTypes lists the user-defined types in a type, and those in their fields.
func allTypes(m *model.Model, t model.Type) []model.ID {
	var all []model.ID
	for next := t.UserTypes(); len(next) > 0; next = next[1:] {
		if slices.Contains(all, next[0]) {
			continue
		}
		all = append(all, next[0])
		if userType := m.Physical.Types[next[0]]; userType != nil {
			for _, inner := range fieldTypes(userType) {
				next = append(next, inner.UserTypes()...)
			}
		}
	}
	return all
}

func fieldTypes(userType *model.UserType) []model.Type {
	var types []model.Type
	for _, field := range userType.Fields {
		types = append(types, field.Type)
	}
	return types
}

func (p *planner) usesReplaced(t model.Type) bool {
	return slices.ContainsFunc(t.UserTypes(), func(id model.ID) bool { return p.replaced[id] })
}

// replacesTable reports whether no ALTER TABLE leads from one table to another.
func (p *planner) replacesTable(was, is *model.Relation) bool {
	if was.Kind != is.Kind || was.CompactStorage != is.CompactStorage || hasCounter(was) != hasCounter(is) ||
		!sameKey(was, is) || swapsNames(was.Columns, is.Columns, func(c *model.Column) string { return c.Name }) {
		return true
	}
	for id, column := range is.Columns {
		from := was.Columns[id]
		switch {
		case p.usesReplaced(column.Type):
			return true
		case p.back && (from == nil || from.Name != column.Name) && (column.Type.IsCounter() || len(column.Type.UserTypes()) > 0):
			return true // Cassandra adds no dropped counter again, and a type may have grown
		case from == nil:
			continue
		case !from.Type.Equal(column.Type) || from.Role != column.Role:
			return true
		case from.Name != column.Name && column.Type.IsCounter(): // its values cannot be copied
			return true
		}
	}
	for id, column := range was.Columns {
		nonFrozen := column.Type.Kind == model.UserTypeRef
		if kept := is.Columns[id]; nonFrozen && (kept == nil || kept.Name != column.Name) {
			return true // no such column can be dropped
		}
	}
	return false
}

func hasCounter(r *model.Relation) bool {
	for _, column := range r.Columns {
		if column.Type.IsCounter() {
			return true
		}
	}
	return false
}

// sameKey reports whether two tables have the same key columns in the same
// order. Their names may differ.
func sameKey(was, is *model.Relation) bool {
	return slices.Equal(keyOf(was), keyOf(is))
}

type keyColumn struct {
	id         model.ID
	role       model.Role
	descending bool
}

func keyOf(r *model.Relation) []keyColumn {
	var key []keyColumn
	for _, column := range r.SortedColumns() {
		if column.Value.Role.InKey() {
			key = append(key, keyColumn{column.ID, column.Value.Role, column.Value.Role == model.Clustering && column.Value.Descending})
		}
	}
	return key
}

// viewDiffers reports whether a view must be created again: everything but its
// options is fixed at creation. A column that is added to its table is added to
// `SELECT *`.
func (p *planner) viewDiffers(id model.ID, was, is *model.Relation) bool {
	if was.Where != is.Where || was.Base != is.Base || was.AllColumns != is.AllColumns || !sameKey(was, is) {
		return true
	}
	base, next := p.before.Physical.Relations[was.Base], p.after.Physical.Relations[is.Base]
	if base == nil || next == nil {
		return true
	}
	for column, from := range was.Columns {
		if to := is.Columns[column]; to == nil || to.Name != from.Name {
			return true
		}
	}
	return !is.AllColumns && len(is.Columns) != len(was.Columns)
}

// losesColumn reports whether a table that both schemas have loses a column, or
// replaces one by a copy of another name.
func (p *planner) losesColumn(table model.ID) bool {
	was, is := p.before.Physical.Relations[table], p.after.Physical.Relations[table]
	if was == nil || is == nil {
		return false
	}
	for id, column := range was.Columns {
		if kept := is.Columns[id]; kept == nil || kept.Name != column.Name && !column.Role.InKey() {
			return true
		}
	}
	return false
}
