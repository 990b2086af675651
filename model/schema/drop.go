package schema

import (
	"slices"

	"widerow/model"
)

// DropTable removes a table.
func (s *Schema) DropTable(d Drop) *Refusal {
	name, refusal := s.in(d.Name)
	if refusal != nil {
		return refusal
	}
	if refusal := permitted(name.Keyspace, "DROP", "table "+name.written()); refusal != nil {
		return refusal
	}
	if refusal := executable(name.Keyspace); refusal != nil {
		return refusal
	}
	switch table := s.relation(name); {
	case table == nil && d.IfExists:
	case table == nil:
		return refuse(Invalid, "", "Table '%s' doesn't exist", name.written()).
			Advise(hintTable)
	case table.isView():
		return refuse(Invalid, "", "Cannot use DROP TABLE on a materialized view. Please use DROP MATERIALIZED VIEW instead.")
	case len(table.views) > 0:
		// The server gives the name of the keyspace instead of those of the
		// views.
		return refuse(Invalid, "", "Cannot drop a table when materialized views still depend on it (%s)", name.Keyspace).
			Advise("Drop its views first.")
	default:
		s.removeRelation(s.keyspaces[name.Keyspace], table)
	}
	return nil
}

// DropView removes a materialized view.
func (s *Schema) DropView(d Drop) *Refusal {
	name, refusal := s.viewName(d.Name)
	if refusal != nil {
		return refusal
	}
	view := s.view(name)
	switch {
	case view == nil && d.IfExists:
		return nil
	case view == nil:
		return refuse(Invalid, "", "Materialized view '%s' doesn't exist", name.written()).
			Advise("{table}If it is a table, write TABLE.")
	}
	s.removeRelation(s.keyspaces[name.Keyspace], view)
	return nil
}

// viewName adds the keyspace to the name of a view. The server's own keyspaces
// have no views.
func (s *Schema) viewName(name Name) (Name, *Refusal) {
	name, refusal := s.in(name)
	if refusal != nil {
		return name, refusal
	}
	return name, executable(name.Keyspace)
}

// removeRelation removes a table or view and its indexes.
func (s *Schema) removeRelation(keyspace *keyspace, r *relation) {
	for _, column := range r.value.Columns {
		s.uses.removeColumn(r, column.Type)
	}
	s.Columns -= len(r.value.Columns)
	for _, index := range r.indexes {
		delete(keyspace.indexes, index.name)
	}
	for _, id := range r.triggers {
		delete(s.Physical.Statements, id)
	}
	for _, id := range r.kept {
		delete(s.Physical.Statements, id)
	}
	if r.base != nil {
		r.base.views = slices.DeleteFunc(r.base.views, func(view *relation) bool { return view == r })
	}
	delete(keyspace.relations, r.value.Name)
	delete(s.Physical.Relations, r.id)
}

// DropIndex removes an index.
func (s *Schema) DropIndex(d Drop) *Refusal {
	name, refusal := s.in(d.Name)
	if refusal != nil {
		return refusal
	}
	if refusal := executable(name.Keyspace); refusal != nil {
		return refusal
	}
	var found *index
	if keyspace := s.keyspaces[name.Keyspace]; keyspace != nil {
		found = keyspace.indexes[name.Name]
	}
	switch {
	case found == nil && d.IfExists:
		return nil
	case found == nil:
		return refuse(Invalid, "", "Index '%s' doesn't exist'", name.written()).
			Advise("Write the name as keyspace.index, without its table. An index that was created without a name " +
				"is called table_column_idx.")
	}
	for key, index := range found.relation.indexes {
		if index == found {
			delete(found.relation.indexes, key)
		}
	}
	delete(s.keyspaces[name.Keyspace].indexes, name.Name)
	delete(found.relation.value.Indexes, found.id)
	s.changed(found.relation)
	return nil
}

// DropType removes a user-defined type.
func (s *Schema) DropType(d Drop) *Refusal {
	keyspace, name, refusal := s.findType(d.Name, d.Unquoted, "DROP")
	if refusal != nil {
		return refusal
	}
	id, found := keyspace.typeNamed(name.Name)
	switch {
	case !found && d.IfExists:
		return nil
	case !found:
		return refuse(Invalid, "", "Type '%s' doesn't exist", name.written()).
			Advise("{type}Add IF EXISTS to ignore this.")
	}
	holders := s.uses.holders(id)
	tables, _ := s.uses.relationsWith(holders)
	functions := keyspace.functionsWith(holders)
	delete(holders, id)
	switch {
	case len(functions) > 0:
		return refuse(Invalid, "", "Cannot drop user type '%s' as it is still used by functions %s", name.written(), quoted(functions)).
			Advise("Drop these functions first.")
	case len(holders) > 0:
		return refuse(Invalid, "", "Cannot drop user type '%s' as it is still used by user types %s", name.written(), quoted(s.typeNames(holders))).
			Advise("Drop these types first.")
	case len(tables) > 0:
		return refuse(Invalid, "", "Cannot drop user type '%s' as it is still used by tables %s", name.written(), quoted(relationNames(tables))).
			Advise("Drop these tables, or their columns of this type, first.")
	}
	s.removeType(keyspace, id)
	return nil
}

// findType makes the checks of ALTER TYPE and DROP TYPE that come before the
// type itself. It returns a nil keyspace if there is none of that name.
func (s *Schema) findType(name Name, unquoted bool, verb string) (*keyspace, Name, *Refusal) {
	refusal := reservedType(name, unquoted)
	if refusal == nil {
		name, refusal = s.in(name)
	}
	if refusal == nil {
		refusal = permitted(name.Keyspace, verb, "all tables in "+name.Keyspace)
	}
	if refusal == nil {
		refusal = executable(name.Keyspace)
	}
	return s.keyspaces[name.Keyspace], name, refusal
}

func (k *keyspace) typeNamed(name string) (model.ID, bool) {
	if k == nil {
		return "", false
	}
	id, found := k.types[name]
	return id, found
}

// typeNames returns the names of types in the server's order.
func (s *Schema) typeNames(types map[model.ID]bool) []string {
	names := make([]string, 0, len(types))
	for id := range types {
		names = append(names, s.Physical.Types[id].Name)
	}
	slices.SortFunc(names, compareBuffers)
	return names
}

func relationNames(relations []*relation) []string {
	names := make([]string, len(relations))
	for i, r := range relations {
		names[i] = r.value.Name
	}
	return names
}
