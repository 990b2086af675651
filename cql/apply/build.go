package apply

import (
	"slices"

	"widerow/model"
	"widerow/model/edit"
)

// build returns the next model. It changes a value only where the script
// differs from the model's own script, so that what a script cannot express
// stays.
func build(m *model.Model, matched matched, mode Mode, ids model.IDs) *model.Model {
	b := builder{matched: matched, mode: mode, now: m, next: m.Clone(), noted: hasNotes(matched.after)}
	for _, keyspace := range model.Sorted(matched.after.Keyspaces) {
		b.keyspace(keyspace.ID, keyspace.Value)
	}
	for _, userType := range model.Sorted(matched.after.Types) {
		b.userType(userType.ID, userType.Value)
	}
	var added []model.ID
	for _, relation := range model.Sorted(matched.after.Relations) {
		if m.Physical.Relations[relation.ID] == nil {
			added = append(added, relation.ID)
		}
		b.relation(relation.ID, relation.Value)
	}
	for id, statement := range matched.after.Statements {
		b.statement(id, statement)
	}
	// Discard last: an index may have moved from a discarded column to another.
	model.Discard(b.next, matched.gone...)
	b.arrangeAll()
	link(m, b.next, added, ids)
	return b.next
}

// builder changes next, a copy of now, to match matched.after.
type builder struct {
	matched
	mode      Mode
	now, next *model.Model
	// noted means that the script has notes, as comments. A script without any,
	// such as a server's own description, leaves the notes alone.
	noted bool
}

func hasNotes(p model.Physical) bool {
	for element := range (&model.Model{Physical: p}).Elements() {
		if noteOf(element.Value) != "" {
			return true
		}
	}
	return false
}

func noteOf(value any) string {
	switch element := value.(type) {
	case *model.Keyspace:
		return element.Note
	case *model.UserType:
		return element.Note
	case *model.TypeField:
		return element.Note
	case *model.Relation:
		return element.Note
	case *model.Column:
		return element.Note
	case *model.Statement:
		return element.Note
	}
	return ""
}

// note sets an element's note to the note in the script.
func (b *builder) note(value *string, before, after string) {
	if b.noted {
		follow(value, before, after)
	}
}

// follow sets a value to the value in the script if the script changes it.
func follow[T comparable](value *T, before, after T) {
	if before != after {
		*value = after
	}
}

func followType(value *model.Type, before, after model.Type) {
	if !before.Equal(after) {
		*value = after
	}
}

// followEntries does the same for each entry of a map.
func followEntries[M ~map[string]string](entries *M, before, after M) {
	for key, value := range after {
		if was, found := before[key]; !found || was != value {
			if *entries == nil {
				*entries = M{}
			}
			(*entries)[key] = value
		}
	}
	for key := range before {
		if _, found := after[key]; !found {
			delete(*entries, key)
		}
	}
	if len(*entries) == 0 {
		*entries = nil
	}
}

// or returns the element after a round trip through the model's own script, or
// the element itself where a server would refuse that.
func or[T any](elements map[model.ID]*T, id model.ID, otherwise *T) *T {
	if found := elements[id]; found != nil {
		return found
	}
	if otherwise == nil {
		return new(T)
	}
	return otherwise
}

// entry returns the element with an ID, and creates it if necessary.
func entry[T any](elements *map[model.ID]*T, id model.ID) *T {
	if *elements == nil {
		*elements = map[model.ID]*T{}
	}
	if (*elements)[id] == nil {
		(*elements)[id] = new(T)
	}
	return (*elements)[id]
}

func (b *builder) keyspace(id model.ID, after *model.Keyspace) {
	before := or(b.before.Keyspaces, id, b.now.Physical.Keyspaces[id])
	next := entry(&b.next.Physical.Keyspaces, id)
	follow(&next.Name, before.Name, after.Name)
	b.note(&next.Note, before.Note, after.Note)
	followEntries(&next.Replication, before.Replication, after.Replication)
	followEntries(&next.Options, before.Options, after.Options)
}

func (b *builder) userType(id model.ID, after *model.UserType) {
	before := or(b.before.Types, id, b.now.Physical.Types[id])
	next := entry(&b.next.Physical.Types, id)
	follow(&next.Keyspace, before.Keyspace, after.Keyspace)
	follow(&next.Name, before.Name, after.Name)
	b.note(&next.Note, before.Note, after.Note)
	for fieldID, field := range after.Fields {
		was := or(before.Fields, fieldID, next.Fields[fieldID])
		is := entry(&next.Fields, fieldID)
		follow(&is.Name, was.Name, field.Name)
		b.note(&is.Note, was.Note, field.Note)
		followType(&is.Type, was.Type, field.Type)
	}
}

func (b *builder) relation(id model.ID, after *model.Relation) {
	before := or(b.before.Relations, id, b.now.Physical.Relations[id])
	next := entry(&b.next.Physical.Relations, id)
	follow(&next.Keyspace, before.Keyspace, after.Keyspace)
	follow(&next.Name, before.Name, after.Name)
	if before.Kind != after.Kind {
		next.Kind, next.Base, next.Where = after.Kind, after.Base, after.Where
	}
	follow(&next.Base, before.Base, after.Base)
	follow(&next.Where, before.Where, after.Where)
	b.note(&next.Note, before.Note, after.Note)
	follow(&next.Comment, before.Comment, after.Comment)
	follow(&next.CompactStorage, before.CompactStorage, after.CompactStorage)
	follow(&next.AllColumns, before.AllColumns, after.AllColumns)
	followEntries(&next.Options, before.Options, after.Options)
	for columnID, column := range after.Columns {
		was := or(before.Columns, columnID, next.Columns[columnID])
		is := entry(&next.Columns, columnID)
		follow(&is.Name, was.Name, column.Name)
		if was.Role != column.Role { // settings of the old one may not apply to the new
			is.Role, is.Descending = column.Role, column.Descending
		}
		follow(&is.Descending, was.Descending, column.Descending)
		follow(&is.Mask, was.Mask, column.Mask)
		follow(&is.Check, was.Check, column.Check)
		b.note(&is.Note, was.Note, column.Note)
		is.TypeAssumed = is.TypeAssumed && was.Type.Equal(column.Type)
		followType(&is.Type, was.Type, column.Type)
	}
	for indexID, index := range after.Indexes {
		b.index(before, next, indexID, index)
	}
}

func (b *builder) statement(id model.ID, after *model.Statement) {
	before := or(b.before.Statements, id, b.now.Physical.Statements[id])
	next := entry(&b.next.Physical.Statements, id)
	follow(&next.Keyspace, before.Keyspace, after.Keyspace)
	follow(&next.Table, before.Table, after.Table)
	follow(&next.Text, before.Text, after.Text)
	b.note(&next.Note, before.Note, after.Note)
}

func (b *builder) index(before, next *model.Relation, id model.ID, after *model.Index) {
	was := or(before.Indexes, id, next.Indexes[id])
	is := entry(&next.Indexes, id)
	follow(&is.Name, was.Name, after.Name)
	follow(&is.Column, was.Column, after.Column)
	follow(&is.Target, was.Target, after.Target)
	follow(&is.Custom, was.Custom, after.Custom)
	follow(&is.Class, was.Class, after.Class)
	followEntries(&is.Options, was.Options, after.Options)
	if !slices.Equal(was.More, after.More) {
		is.More = after.More
	}
}

// link connects new tables with the logical tables that they realise: the
// unrealised one of the same name or, if every table of the model realises one,
// a new one. A new column is connected with the logical column of its name that
// the table lacks.
func link(before, next *model.Model, added []model.ID, ids model.IDs) {
	realised := map[model.ID]bool{}
	for _, relation := range next.Physical.Relations {
		for table := range relation.Realizes {
			realised[table] = true
		}
	}
	free := map[string]model.ID{}
	for _, table := range model.Sorted(next.Logical.Tables) {
		if _, found := free[table.Value.Name]; !found && !realised[table.ID] {
			free[table.Value.Name] = table.ID
		}
	}
	var alone []model.ID
	for _, id := range added {
		relation := next.Physical.Relations[id]
		if table, found := free[relation.Name]; found {
			relation.Realizes = model.SetOfIDs(table)
			delete(free, relation.Name)
		} else {
			alone = append(alone, id)
		}
	}
	for id, relation := range next.Physical.Relations {
		linkColumns(before.Physical.Relations[id], relation, next.Logical.Tables)
	}
	if len(alone) > 0 && allRealise(before) {
		edit.LogicalCopies(next, ids, alone...)
	}
}

func linkColumns(before, relation *model.Relation, tables map[model.ID]*model.LogicalTable) {
	origins := map[model.ID]bool{}
	for _, column := range relation.Columns {
		for id := range column.From {
			origins[id] = true
		}
	}
	free := map[string]model.ID{}
	for _, table := range relation.Realizes.Sorted() {
		if tables[table] == nil {
			continue
		}
		for _, column := range tables[table].SortedColumns() {
			if !origins[column.ID] {
				free[column.Value.Name] = column.ID
			}
		}
	}
	for id, column := range relation.Columns {
		isNew := before == nil || before.Columns[id] == nil
		if origin := free[column.Name]; isNew && origin != "" {
			column.From = model.SetOfIDs(origin)
		}
	}
}

// allRealise reports whether every table of a model realises a logical one.
func allRealise(m *model.Model) bool {
	for _, relation := range m.Physical.Relations {
		if len(relation.Realizes) == 0 {
			return false
		}
	}
	return true
}
