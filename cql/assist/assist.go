// Package assist supports an editor of CQL: it checks the text, completes words
// by position, describes names and finds their definitions, and formats.
//
// Read catalog.go (the names in a text), cursor.go (the syntax around a place),
// complete.go (what may follow there) and options.go (facts about options),
// then hover.go, definition.go and check.go. All places are in UTF-16 code
// units, as in a browser.
package assist

import (
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
)

// Text is a text in an editor, together with its context.
type Text struct {
	text  string
	units *Units
	// model is the saved document. A hover shows its sizes and notes.
	model *model.Model
	// statements means that the text reads and writes rows of the model's
	// tables. Otherwise it defines the schema.
	statements bool
	// keyspace is the one in use before the first USE, for statements only.
	keyspace string
	// onlyOf means that statements on keyspaces that the model lacks are not checked.
	onlyOf bool
	// size describes the size of a partition, or returns "".
	size func(relation model.ID) string

	script  *syntax.Script
	catalog *catalog
}

// Schema returns a script that defines a schema. m is the model that was saved
// last. size describes the partition size of one of its tables, or returns "".
func Schema(text string, m *model.Model, size func(model.ID) string) *Text {
	return &Text{text: text, units: NewUnits(text), model: m, size: size}
}

// Statements returns a script that reads and writes rows of a model's tables.
// keyspace is the one in use, or "".
func Statements(text string, m *model.Model, keyspace string, size func(model.ID) string) *Text {
	t := Schema(text, m, size)
	t.statements, t.keyspace = true, keyspace
	return t
}

// Lenient returns statements of which only those on the model's keyspaces are checked: a cluster may have
// others.
func (t *Text) Lenient() *Text {
	t.onlyOf = true
	return t
}

// Place is a range of the text in UTF-16 code units. An empty one has From and
// To 0.
type Place struct {
	From int `json:"from"`
	To   int `json:"to"`
}

func (t *Text) place(s span) Place { return Place{t.units.Of(s.from), t.units.Of(s.to)} }

// span is a range of a text in bytes.
type span struct{ from, to int }

func (s span) isNone() bool { return s.to == 0 }

// target is the database that the model is for.
func (t *Text) target() model.Target {
	if t.model == nil {
		return model.Cassandra50
	}
	return t.model.Target
}

func (t *Text) parsed() *syntax.Script {
	if t.script == nil {
		t.script = parse.ParseFor(t.target(), t.text)
	}
	return t.script
}

// namesAt returns the names that are valid at a byte of the text.
func (t *Text) namesAt(at int) *catalog {
	if t.statements {
		return t.names()
	}
	return catalogAt(t.text, t.parsed(), at)
}

// names returns all names that the text, or for statements the model, defines.
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
