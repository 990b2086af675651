package textlines

import (
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
)

// OfStatement returns what the lines of a statement declare that creates, alters or drops
// an element of a model.
func OfStatement(m *model.Model, element model.ID, text string) *Lines {
	lines, script := newLines(text), parse.ParseFor(m.Target, text)
	if len(script.Statements) != 1 {
		return lines
	}
	statement := script.Statements[0]
	place := syntax.Place(statement)
	lines.changes(m, element, statement)
	if first := int(place.Start.Line) - 1; first < len(lines.All) && lines.All[first] == (Line{}) {
		lines.mark(place.Start, Line{element, CreatePart})
	}
	lines.fill(int(place.Start.Line)-1, int(place.End.Line)-1)
	return lines
}

// changes marks the parts of a statement that creates or alters an element.
func (l *Lines) changes(m *model.Model, element model.ID, statement syntax.Statement) {
	switch s := statement.(type) {
	case *syntax.AlterTable:
		l.alteredTable(element, s, columnsByName(m.Physical.Relations[element]))
	case *syntax.AlterType:
		fields := fieldsByName(m.Physical.Types[element])
		l.column(s.Field, fields)
		l.renamed(s.Renames, fields)
	case *syntax.AlterKeyspace:
		l.options(element, s.Options)
	case *syntax.AlterView:
		l.options(element, s.Options)
	case *syntax.Drop, *syntax.DropFunction, *syntax.DropTrigger, *syntax.DropRole:
	default:
		l.mark(syntax.Place(statement).Start, Line{element, CreatePart})
		l.declare(m, element, statement)
	}
}

func (l *Lines) alteredTable(element model.ID, s *syntax.AlterTable, columns func(name string) model.ID) {
	for _, added := range s.Added {
		l.column(added.Name, columns)
	}
	for _, dropped := range s.Dropped {
		l.column(dropped, columns)
	}
	l.renamed(s.Renames, columns)
	l.column(s.Column, columns)
	l.options(element, s.Options)
}

// renamed marks the lines of parts that the model has by one of their two names.
func (l *Lines) renamed(renames []syntax.Rename, ids func(name string) model.ID) {
	for _, rename := range renames {
		l.column(rename.From, ids)
		l.column(rename.To, ids)
	}
}

// column marks the line of a column or a field, if the model has it.
func (l *Lines) column(name syntax.Identifier, ids func(name string) model.ID) {
	if id := ids(name.Name); id != "" {
		l.mark(name.Position, Line{id, ColumnPart})
	}
}

// fieldsByName returns the ID of a field of a type, "" for none.
func fieldsByName(userType *model.UserType) func(name string) model.ID {
	ids := map[string]model.ID{}
	if userType != nil {
		for id, field := range userType.Fields {
			ids[field.Name] = id
		}
	}
	return func(name string) model.ID { return ids[name] }
}
