// Package textlines finds what each line of a CQL text declares, under a name that
// stays when the text changes: comments on lines hang on it.
package textlines

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"widerow/cql"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
)

// Line identifies the declaration on a line of a script: a part of an element of the model. It
// stays the same when names, types, values and the order change.
//
// A part is a word, such as "key" or "column", or a word and its subject: "option compaction",
// "where COLUMN".
type Line struct {
	Element model.ID // "" for a line that belongs to none
	Part    string
}

// Lines are the lines of a text, with what each declares.
type Lines struct {
	All  []Line
	text []string
	at   map[Line]int
}

func newLines(text string) *Lines {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return &Lines{All: make([]Line, len(lines)), text: lines, at: map[Line]int{}}
}

// Find returns the number of the line, from 0, that declares something.
func (l *Lines) Find(line Line) (number int, found bool) {
	number, found = l.at[line]
	return number, found
}

// Text returns a line, without its indentation.
func (l *Lines) Text(number int) string { return strings.TrimSpace(l.text[number]) }

// mark records the declaration on the line of a position. A line may declare several parts: All
// names the first one.
func (l *Lines) mark(at syntax.Position, line Line) {
	number := int(at.Line) - 1
	if number < 0 || number >= len(l.All) {
		return
	}
	if l.All[number] == (Line{}) {
		l.All[number] = line
	}
	if _, found := l.at[line]; !found {
		l.at[line] = number
	}
}

// fill gives the lines of a statement that declare nothing to the part that they belong
// to: comments to the part below them, and others to the part above.
func (l *Lines) fill(first, last int) {
	last = min(last, len(l.All)-1)
	for i := first; i <= last; i++ {
		if l.All[i] == (Line{}) && i > first && !l.isComment(i) && strings.Trim(l.Text(i), ");") != "" {
			l.All[i] = l.All[i-1]
		}
	}
	for i := last - 1; i >= first; i-- {
		if l.All[i] == (Line{}) && l.isComment(i) && l.All[i+1].Element != "" {
			l.mark(syntax.Position{Line: int32(i + 1)}, Line{l.All[i+1].Element, notePart})
		}
	}
}

func (l *Lines) isComment(number int) bool { return strings.HasPrefix(l.Text(number), "--") }

// The parts with a name of their own.
const (
	// CreatePart is the first line of the statement that creates an element, ColumnPart the
	// line of a column or a field.
	CreatePart = "create"
	ColumnPart = "column"

	notePart = "note"
)

// OfModel returns what each line declares in a text that PrintModel made of the model, with all
// options as written.
func OfModel(m *model.Model, text string) *Lines {
	lines, elements, script := newLines(text), cql.PrintedElements(m), parse.ParseFor(m.Target, text)
	if len(script.Statements) != len(elements) {
		return lines // a kept text is not the statement that it was
	}
	for i, statement := range script.Statements {
		place := syntax.Place(statement)
		first := int(place.Start.Line) - 1
		lines.mark(place.Start, Line{elements[i], CreatePart})
		lines.declare(m, elements[i], statement)
		for first > 0 && lines.isComment(first-1) {
			first--
		}
		lines.fill(first, int(place.End.Line)-1)
	}
	return lines
}

// declare marks the parts of a statement that creates an element.
func (l *Lines) declare(m *model.Model, element model.ID, statement syntax.Statement) {
	switch s := statement.(type) {
	case *syntax.CreateKeyspace:
		l.options(element, s.Options)
	case *syntax.CreateType:
		fields := fieldsByName(m.Physical.Types[element])
		for _, field := range s.Fields {
			l.mark(field.Name.Position, Line{fields(field.Name.Name), ColumnPart})
		}
	case *syntax.CreateTable:
		l.table(m, element, s)
	case *syntax.CreateIndex:
		l.options(element, s.Options)
	case *syntax.CreateView:
		l.view(m, element, s)
	default:
		l.kept(element, syntax.Place(statement))
	}
}

func (l *Lines) table(m *model.Model, element model.ID, s *syntax.CreateTable) {
	columns := columnsByName(m.Physical.Relations[element])
	for _, part := range s.Elements {
		switch {
		case part.Key != nil && len(part.Key.Partition) > 0:
			l.mark(part.Key.Partition[0].Position, Line{element, "key"})
		case part.Column != nil:
			l.mark(part.Column.Name.Position, Line{columns(part.Column.Name.Name), ColumnPart})
			if part.Column.PrimaryKey {
				l.mark(part.Column.Name.Position, Line{element, "key"})
			}
		}
	}
	l.options(element, s.Options)
}

func (l *Lines) view(m *model.Model, element model.ID, s *syntax.CreateView) {
	columns := columnsByName(m.Physical.Relations[element])
	if len(s.Selectors) > 0 {
		l.mark(s.Selectors[0].Term.Position, Line{element, "select"})
	}
	l.mark(s.Table.Start(), Line{element, "from"})
	l.conditions(element, "where ", s.Where, columns)
	if len(s.Key.Partition) > 0 {
		l.mark(s.Key.Partition[0].Position, Line{element, "key"})
	}
	l.options(element, s.Options)
}

func (l *Lines) options(element model.ID, options []syntax.Option) {
	for _, option := range options {
		switch {
		case option.Kind == syntax.ClusteringOrder && len(option.Order) > 0:
			l.mark(option.Order[0].Column.Position, Line{element, "order"})
		case option.Kind == syntax.Property:
			l.mark(option.Name.Position, Line{element, "option " + option.Name.Name})
		}
	}
}

// kept marks the lines of a statement that the model keeps as plain text. Such a line is identified
// by its words.
func (l *Lines) kept(element model.ID, place *syntax.Base) {
	for line := place.Start.Line + 1; line <= place.End.Line && int(line) <= len(l.text); line++ {
		if words := l.Text(int(line) - 1); strings.Trim(words, ");") != "" {
			sum := sha256.Sum256([]byte(words))
			l.mark(syntax.Position{Line: line}, Line{element, "text " + hex.EncodeToString(sum[:6])})
		}
	}
}

// conditions marks conditions by the first column of each.
func (l *Lines) conditions(element model.ID, word string, conditions []syntax.Condition, columns func(name string) model.ID) {
	for _, condition := range conditions {
		if len(condition.Columns) > 0 {
			l.mark(condition.Columns[0].Position, Line{element, word + string(columns(condition.Columns[0].Name))})
		}
	}
}

// columnsByName returns the ID of a column of a relation, "" for none.
func columnsByName(relation *model.Relation) func(name string) model.ID {
	ids := map[string]model.ID{}
	if relation != nil {
		for id, column := range relation.Columns {
			ids[column.Name] = id
		}
	}
	return func(name string) model.ID { return ids[name] }
}
