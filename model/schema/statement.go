package schema

import (
	"cmp"

	"widerow/model"
)

// Keep adds a statement that is not about an element of the schema, such as one
// about a role. note is the comments about it.
func (s *Schema) Keep(keyspace, text, note string) model.ID {
	var home model.ID
	if found := s.keyspaces[keyspace]; found != nil {
		home = found.id
	}
	return s.keep("", model.Statement{Keyspace: home, Text: text, Note: note})
}

// KeepOn adds a statement on the rows of a table, whose name follows the table
// as long as it exists. It returns the ID of the statement.
func (s *Schema) KeepOn(name Name, text, note string) model.ID {
	keyspace := s.keyspaces[name.Keyspace]
	if keyspace == nil || keyspace.relations[name.Name] == nil {
		return s.Keep(name.Keyspace, text, note)
	}
	table := keyspace.relations[name.Name]
	id := s.keep("", model.Statement{Keyspace: keyspace.id, Table: table.id, Text: text, Note: note})
	table.kept = append(table.kept, id)
	return id
}

// keep adds a statement, or replaces the text of an existing one. A statement
// without text is not kept.
func (s *Schema) keep(id model.ID, kept model.Statement) model.ID {
	if kept.Text == "" {
		return id
	}
	if existing := s.Physical.Statements[id]; existing != nil {
		existing.Text, existing.Note = kept.Text, cmp.Or(kept.Note, existing.Note)
		return id
	}
	id = s.ids.New()
	kept.Order = model.Nth(s.added.statements)
	s.added.statements++
	s.Physical.Statements[id] = &kept
	return id
}
