// Package assist helps somebody who types CQL: it checks the text, completes
// it by position, says what a name is and where it was made, and formats it.
//
// Read catalog.go (what names there are), cursor.go (what stands around a
// place), complete.go (what may come there) and options.go (facts about
// options), then hover.go, definition.go and check.go. Places that come in and
// go out count UTF-16 code units, as a browser does.
package assist

import (
	"widerow/cql/syntax"
	"widerow/model"
)

// Text is a text that is being typed, with what is known to stand around it.
type Text struct {
	text  string
	units *Units
	// model is the saved document, whose sizes and notes a hover shows.
	model *model.Model
	// statements: the text asks for rows of the model's tables; otherwise it
	// is the schema itself.
	statements bool
	// keyspace is the one in use before the first USE, of statements.
	keyspace string
	// size tells the size of a partition in words, or "".
	size func(relation model.ID) string

	script  *syntax.Script
	catalog *catalog
}

// Schema is a script that makes a schema. The model is the one that was saved
// last; size tells the partition size of one of its tables, or "".
func Schema(text string, m *model.Model, size func(model.ID) string) *Text {
	return &Text{text: text, units: NewUnits(text), model: m, size: size}
}

// Statements is a script of statements about the rows of a model's tables.
// keyspace is the one in use, or "".
func Statements(text string, m *model.Model, keyspace string, size func(model.ID) string) *Text {
	t := Schema(text, m, size)
	t.statements, t.keyspace = true, keyspace
	return t
}

// Place is a part of the text in UTF-16 code units; From and To are 0 for none.
type Place struct {
	From int `json:"from"`
	To   int `json:"to"`
}

func (t *Text) place(s span) Place { return Place{t.units.Of(s.from), t.units.Of(s.to)} }

// span is a part of a text in bytes.
type span struct{ from, to int }

func (s span) isNone() bool { return s.to == 0 }

// target is the database that the model is made for.
func (t *Text) target() model.Target {
	if t.model == nil {
		return model.Cassandra50
	}
	return t.model.Target
}

func (t *Text) parsed() *syntax.Script {
	if t.script == nil {
		t.script = syntax.ParseFor(t.target(), t.text)
	}
	return t.script
}

// namesAt are the names as they stand at a byte of the text.
func (t *Text) namesAt(at int) *catalog {
	if t.statements {
		return t.names()
	}
	return catalogAt(t.text, t.parsed(), at)
}

// names are all that the text, or for statements the model, makes.
func (t *Text) names() *catalog {
	if t.catalog != nil {
		return t.catalog
	}
	if t.statements {
		t.catalog = catalogOfModel(t.model)
		t.catalog.uses = usesOf(t.keyspace, t.parsed())
	} else {
		t.catalog = catalogOfScript(t.text, t.parsed())
	}
	return t.catalog
}
