package cql

import (
	"strings"

	"widerow/cql/effective"
	"widerow/cql/syntax"
	"widerow/model"
)

// Definition is the statement that creates an element.
type Definition struct {
	Element model.ID
	Table   model.ID // of an index
	Text    string   // without comments, with its semicolon
	// Options are all options of a keyspace, table or view, also those left at
	// their default. Values are CQL in the form of [effective.Option]: equal values
	// have equal text.
	Options map[string]string
}

// Definitions returns the statements of a model's physical part in the order of
// its script: each follows what it uses.
func Definitions(m *model.Model) []Definition {
	bare := withoutNotes(m)
	var definitions []Definition
	full := writeModel(bare)
	for i, written := range writeModel(bare) {
		ChangedOptions.apply(written.statement, m.Target)
		AllOptions.apply(full[i].statement, m.Target)
		definitions = append(definitions, Definition{written.element, written.table,
			strings.TrimSpace(syntax.PrintStatement(written.statement)), optionTexts(full[i].statement, m.Target)})
	}
	return definitions
}

// PrintedElements returns the element of each statement that PrintModel prints.
func PrintedElements(m *model.Model) []model.ID {
	statements := writeModel(m)
	elements := make([]model.ID, len(statements))
	for i, written := range statements {
		elements[i] = written.element
	}
	return elements
}

// withoutNotes returns a copy of the physical part without what the script
// writes as comments.
func withoutNotes(m *model.Model) *model.Model {
	bare := (&model.Model{Target: m.Target, Physical: m.Physical}).Clone()
	for _, keyspace := range bare.Physical.Keyspaces {
		keyspace.Note = ""
	}
	for _, userType := range bare.Physical.Types {
		userType.Note = ""
		for _, field := range userType.Fields {
			field.Note = ""
		}
	}
	for _, relation := range bare.Physical.Relations {
		relation.Note = ""
		for _, column := range relation.Columns {
			column.Note = ""
		}
	}
	for _, statement := range bare.Physical.Statements {
		statement.Note = ""
	}
	return bare
}

func optionTexts(statement syntax.Statement, target model.Target) map[string]string {
	var options []syntax.Option
	switch s := statement.(type) {
	case *syntax.CreateKeyspace:
		options = s.Options
	case *syntax.CreateTable:
		options = s.Options
	case *syntax.CreateView:
		options = s.Options
	}
	texts := map[string]string{}
	for _, option := range options {
		if option.Kind != syntax.Property {
			continue
		}
		if value, matters := effective.Option(option.Name.Name, option.Value, effective.KnowsDefaults(target)); matters {
			texts[option.Name.Name] = value.String()
		}
	}
	return texts
}

// IndexTarget returns what an index covers, as CQL writes it: values(tags), name.
// It is "" if its columns are gone.
func IndexTarget(r *model.Relation, index *model.Index) string {
	var targets []string
	for _, part := range append([]model.IndexPart{{Column: index.Column, Target: index.Target}}, index.More...) {
		column := r.Columns[part.Column]
		if column == nil {
			continue
		}
		target := syntax.QuoteName(column.Name)
		if part.Target != model.IndexColumn {
			target = string(part.Target) + "(" + target + ")"
		}
		targets = append(targets, target)
	}
	return strings.Join(targets, ", ")
}
