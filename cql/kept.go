package cql

import (
	"cmp"
	"strings"

	"widerow/cql/convert"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/schema"
)

// A document keeps functions, aggregates, triggers, roles, permissions and
// statements on rows as text. The names of their keyspace and table follow the
// document; the rest is unchanged.

// placed returns a statement that a document can keep with the names of its
// keyspace and table, and without comments. It returns nil for others.
func placed(statement syntax.Statement, keyspace, table string) syntax.Statement {
	kind := kindOf(statement)
	if kind.keep == nil {
		return nil
	}
	return kind.keep(statement, keyspace, table)
}

func placeFunction(s *syntax.CreateFunction, keyspace, _ string) { s.Name = within(s.Name, keyspace) }

func placeAggregate(s *syntax.CreateAggregate, keyspace, _ string) { s.Name = within(s.Name, keyspace) }

func placeTrigger(s *syntax.CreateTrigger, keyspace, table string) {
	s.Table = within(s.Table, keyspace)
	s.Table.Name.Name = cmp.Or(table, s.Table.Name.Name)
}

// placeNowhere is for statements that belong to no keyspace.
func placeNowhere[S syntax.Statement](S, string, string) {}

func within(name syntax.QualifiedName, keyspace string) syntax.QualifiedName {
	if keyspace != "" {
		name.Keyspace = syntax.Identifier{Name: keyspace}
	}
	return name
}

// keptText returns a statement as a document keeps it.
func (r *resolver) keptText(statement syntax.Statement, name syntax.QualifiedName) string {
	kept := placed(statement, cmp.Or(name.Keyspace.Name, r.schema.Current), "")
	return strings.TrimSuffix(strings.TrimSpace(syntax.PrintStatement(kept)), ";")
}

// writeStatement parses a kept statement. One that a document may not keep
// becomes a *Bad, which is printed as a comment.
func (w *modelWriter) writeStatement(kept *model.Statement) syntax.Statement {
	var keyspace, table string
	if found := w.m.Physical.Keyspaces[kept.Keyspace]; found != nil {
		keyspace = found.Name
	}
	if found := w.m.Physical.Relations[kept.Table]; found != nil {
		table = found.Name
	}
	script := parse.ParseFor(model.Cassandra60, kept.Text+"\n;")
	if len(script.Statements) == 1 && len(script.Errors) == 0 {
		if statement := placed(script.Statements[0], keyspace, table); statement != nil {
			syntax.Place(statement).Before = convert.NoteRemarks(kept.Note)
			return statement
		}
	}
	return &syntax.Bad{Text: kept.Text}
}

// unreadable refuses a kept statement that was printed as a comment.
func unreadable(statement syntax.Statement) *schema.Refusal {
	bad, isBad := statement.(*syntax.Bad)
	if !isBad {
		return nil
	}
	message := "only functions, aggregates, triggers, roles, permissions and statements on rows can be kept as statements"
	if script := parse.ParseFor(model.Cassandra60, bad.Text+"\n;"); len(script.Errors) > 0 {
		message = script.Errors[0].Text
	}
	return &schema.Refusal{Code: schema.Syntax, Message: message}
}

// Keepable reports whether a text is a statement that a document can keep. A
// script contains any other as a comment.
func Keepable(text string) bool {
	script := parse.ParseFor(model.Cassandra60, text+"\n;")
	return len(script.Statements) == 1 && len(script.Errors) == 0 && placed(script.Statements[0], "", "") != nil
}

// KeptName returns the name of a kept statement within its keyspace. A
// statement of the same name replaces it.
func KeptName(text string) string {
	script := parse.ParseFor(model.Cassandra60, text+"\n;")
	if len(script.Statements) != 1 || len(script.Errors) > 0 {
		return text
	}
	switch s := script.Statements[0].(type) {
	case *syntax.CreateFunction:
		types := make([]syntax.TypeName, len(s.Arguments))
		for i, argument := range s.Arguments {
			types[i] = argument.Type
		}
		return callName("FUNCTION", s.Name.Name, types)
	case *syntax.CreateAggregate:
		return callName("AGGREGATE", s.Name.Name, s.Arguments)
	case *syntax.CreateTrigger:
		return "TRIGGER " + syntax.QuoteName(s.Table.Name.Name) + " " + syntax.QuoteName(s.Name.Name)
	case *syntax.CommentOn:
		about := *s
		if s.What != "KEYSPACE" {
			about.Name.Keyspace = syntax.Identifier{}
		}
		return commentSubject(&about)
	}
	if kept := placed(script.Statements[0], "", ""); kept != nil {
		return strings.TrimSuffix(strings.TrimSpace(syntax.PrintStatement(kept)), ";")
	}
	return text
}

// KeptRole returns the name of the role that a kept statement creates, or "".
func KeptRole(text string) string {
	if script := parse.ParseFor(model.Cassandra60, text+"\n;"); len(script.Statements) == 1 && len(script.Errors) == 0 {
		if role, isRole := script.Statements[0].(*syntax.Role); isRole {
			return role.Name.Name
		}
	}
	return ""
}

func callName(kind string, name syntax.Identifier, types []syntax.TypeName) string {
	arguments := make([]string, len(types))
	for i, argument := range types {
		arguments[i] = argument.String()
	}
	return kind + " " + syntax.QuoteName(name.Name) + "(" + strings.Join(arguments, ", ") + ")"
}
