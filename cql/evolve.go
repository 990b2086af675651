package cql

import (
	"slices"

	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/schema"
)

// Evolution is the effect of a script on the schema of a model.
type Evolution struct {
	// Before is the schema that the model's own script creates, without what a
	// server refuses of an unfinished model.
	Before model.Physical
	// After is the schema that the script creates.
	After model.Physical
	// Former are the earlier names of the columns and fields of After that the
	// script renamed, oldest first.
	Former map[model.ID][]string
	// Findings are about the script. A finding that also applies to the model's
	// own script is at most a warning, since the change did not cause it.
	Findings []Finding
	// Left are the elements of the model that the server refuses in its own
	// script and that are unchanged in this one. They stay as they are.
	Left map[model.ID]bool
}

// EvolveOptions control how a script is applied.
type EvolveOptions struct {
	// Continue starts from the model's schema, whose elements keep their IDs
	// from Before in After. Otherwise the script starts from an empty schema.
	Continue bool
	// Home is the keyspace of unqualified names if the script has no USE.
	// Without it such names are refused.
	Home string
	// Lenient accepts, with a warning, statements that Cassandra refuses only
	// because of an option.
	Lenient bool
}

// Evolve applies a script. The IDs in Before and After are new: none is an ID
// of the model.
func Evolve(m *model.Model, script *syntax.Script, options EvolveOptions) Evolution {
	own := newResolver(model.SeededIDs([]byte("before")))
	own.lenient, own.keepsRows = true, keepsRows(m)
	own.run(parse.ParseFor(m.Target, PrintModel(m, PrintOptions{})))
	evolution := Evolution{Before: own.schema.Physical, Former: map[model.ID][]string{}, Left: map[model.ID]bool{}}
	objections := objectionsTo(m, own.findings)
	r := own
	if options.Continue {
		evolution.Before = (&model.Model{Physical: own.schema.Physical}).Clone().Physical
		r.findings, r.schema.Current = nil, ""
	} else {
		r = newResolver(model.SeededIDs([]byte("after")))
		r.lenient, r.keepsRows, r.existing = true, own.keepsRows, own.schema.Physical.Keyspaces
	}
	r.home, r.former = options.Home, evolution.Former
	r.run(script)
	evolution.After = r.schema.Physical
	evolution.grade(r.findings, objections, options)
	return evolution
}

// objection identifies a message about the text of a statement.
type objection struct{ code, message, text string }

func objectionOf(finding Finding) objection {
	return objection{finding.Code, finding.Message, finding.Text}
}

// objectionsTo maps findings about a model's own script to the elements
// concerned.
func objectionsTo(m *model.Model, findings []Finding) map[objection][]model.ID {
	objections := map[objection][]model.ID{}
	if len(findings) == 0 {
		return objections
	}
	statements := slices.DeleteFunc(writeModel(m), func(w written) bool { // a comment in the script
		_, isBad := w.statement.(*syntax.Bad)
		return isBad
	})
	for _, finding := range findings {
		var elements []model.ID
		if number := finding.Statement; number > 0 && number <= len(statements) {
			elements = []model.ID{statements[number-1].element}
		}
		objections[objectionOf(finding)] = append(objections[objectionOf(finding)], elements...)
	}
	return objections
}

// grade separates the findings that prevent a script from being applied from
// the others.
func (e *Evolution) grade(findings []Finding, objections map[objection][]model.ID, options EvolveOptions) {
	for _, finding := range findings {
		elements, known := objections[objectionOf(finding)]
		refusal, taken := takenAlthough(finding)
		switch {
		case finding.Severity == Error && known && !options.Continue:
			finding.Severity = Warning
			for _, element := range elements {
				e.Left[element] = true
			}
		case taken && (known || options.Lenient):
			finding.Severity = Warning
		case taken:
			finding.Severity, finding.Message = Error, refusal
		case finding.Severity == Info && finding.Code == string(schema.Syntax) && !options.Lenient:
			finding.Severity = Error
		}
		e.Findings = append(e.Findings, finding)
	}
}

// renaming prepares for a statement that may rename something. The returned
// function is called after it and records the former names.
func (r *resolver) renaming(statement syntax.Statement) func() {
	if r.former == nil {
		return func() {}
	}
	before := partNames(r.schema, statement)
	return func() {
		for id, name := range partNames(r.schema, statement) {
			if former, found := before[id]; found && former != name {
				r.former[id] = append(r.former[id], former)
			}
		}
	}
}

// partNames returns the names of the columns or fields that a RENAME may
// affect.
func partNames(s *schema.Schema, statement syntax.Statement) map[model.ID]string {
	names := map[model.ID]string{}
	switch change := statement.(type) {
	case *syntax.AlterTable:
		id, _ := s.RelationID(keyspaceOf(s, change.Name), change.Name.Name.Name)
		if change.Action == syntax.RenameParts && id != "" {
			columnNames(&s.Physical, id, names)
		}
	case *syntax.AlterType:
		id := s.TypeIDs(keyspaceOf(s, change.Name))[change.Name.Name.Name]
		if change.Action == syntax.RenameParts && id != "" {
			for field, value := range s.Physical.Types[id].Fields {
				names[field] = value.Name
			}
		}
	}
	return names
}

// columnNames adds the columns of a table and of its views.
func columnNames(physical *model.Physical, table model.ID, names map[model.ID]string) {
	for id, relation := range physical.Relations {
		if id != table && relation.Base != table {
			continue
		}
		for column, value := range relation.Columns {
			names[column] = value.Name
		}
	}
}

func keyspaceOf(s *schema.Schema, name syntax.QualifiedName) string {
	if name.Keyspace.Name == "" {
		return s.Current
	}
	return name.Keyspace.Name
}
