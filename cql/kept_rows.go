package cql

import (
	"cmp"

	"widerow/cql/convert"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/schema"
)

// A document keeps the statements on rows of a script as text if the whole script
// is imported. The name of the table follows the document.

func placeSelect(s *syntax.Select, keyspace, table string) { placeRows(&s.Table, keyspace, table) }

func placeInsert(s *syntax.Insert, keyspace, table string) { placeRows(&s.Table, keyspace, table) }

func placeUpdate(s *syntax.Update, keyspace, table string) { placeRows(&s.Table, keyspace, table) }

func placeDelete(s *syntax.Delete, keyspace, table string) { placeRows(&s.Table, keyspace, table) }

func placeTruncate(s *syntax.Truncate, keyspace, table string) { placeRows(&s.Table, keyspace, table) }

func placeRows(name *syntax.QualifiedName, keyspace, table string) {
	*name = within(*name, keyspace)
	if table != "" && table != name.Name.Name {
		name.Name = syntax.Identifier{Name: table}
	}
}

// placeBatch adds the keyspace to the tables that have none. A batch may write
// to several tables, so it follows none.
func placeBatch(s *syntax.Batch, keyspace, _ string) {
	parts := make([]syntax.Statement, len(s.Statements))
	for i, part := range s.Statements {
		parts[i] = kindOf(part).keep(part, cmp.Or(syntax.Subject(part).Keyspace.Name, keyspace), "")
	}
	s.Statements = parts
}

// keepRows keeps a statement on rows with its comments.
func (r *resolver) keepRows(statement syntax.Statement) {
	name := syntax.Subject(statement)
	table := schema.Name{Keyspace: cmp.Or(name.Keyspace.Name, r.schema.Current), Name: name.Name.Name}
	if table.Name == "" { // a batch
		table = schema.Name{}
	}
	r.schema.KeepOn(table, r.keptText(statement, name), convert.NoteOf(&syntax.Place(statement).Remarks))
}

// keepsRows reports whether a model keeps statements on rows.
func keepsRows(m *model.Model) bool {
	for _, kept := range m.Physical.Statements {
		if OnRows(kept.Text) {
			return true
		}
	}
	return false
}

// OnRows reports whether a kept statement reads or writes rows.
func OnRows(text string) bool {
	script := parse.Parse(text + "\n;")
	return len(script.Statements) == 1 && isOnRows(script.Statements[0])
}
