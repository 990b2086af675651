package cql

import (
	"slices"

	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/schema"
)

// Evolution is what a script makes of the schema of a model.
type Evolution struct {
	// Before is the schema that the model's own script makes: what a server
	// would have. What it refuses of an unfinished model is not in it.
	Before model.Physical
	// After is the schema that the script makes.
	After model.Physical
	// Former are the earlier names of the columns and fields of After that
	// the script renamed, the oldest first.
	Former map[model.ID][]string
	// Findings are of the script. What is to be said about the model's own
	// script just so is a warning at most: it is no fault of the change.
	Findings []Finding
	// Left are the elements of the model that the server refuses in its own
	// script and that stand so in this one: they stay as they are.
	Left map[model.ID]bool
}

// EvolveOptions say how a script is to be understood.
type EvolveOptions struct {
	// Continue lets the script go on from the model's schema, whose elements
	// keep their IDs from Before in After. Otherwise it starts from nothing.
	Continue bool
	// Home is the keyspace of names that have none and for which the script
	// uses none; without it such names are refused.
	Home string
	// Lenient takes what Cassandra refuses only for an option, as an import
	// wants it, with a warning.
	Lenient bool
}

// Evolve applies a script. The IDs of Before and After are their own: no
// element has that of the model's.
func Evolve(m *model.Model, script *syntax.Script, options EvolveOptions) Evolution {
	own := newResolver(model.SeededIDs([]byte("before")))
	own.lenient = true
	own.run(syntax.ParseFor(m.Target, PrintModel(m, PrintOptions{})))
	evolution := Evolution{Before: own.schema.Physical, Former: map[model.ID][]string{}, Left: map[model.ID]bool{}}
	objections := objectionsTo(m, own.findings)
	r := own
	if options.Continue {
		evolution.Before = (&model.Model{Physical: own.schema.Physical}).Clone().Physical
		r.findings, r.schema.Current = nil, ""
	} else {
		r = newResolver(model.SeededIDs([]byte("after")))
		r.lenient, r.stood = true, own.schema.Physical.Keyspaces
	}
	r.home, r.former = options.Home, evolution.Former
	r.run(script)
	evolution.After = r.schema.Physical
	evolution.grade(r.findings, objections, options)
	return evolution
}

// objection is what is to be said about a statement as it is written.
type objection struct{ code, message, text string }

func objectionOf(finding Finding) objection {
	return objection{finding.Code, finding.Message, finding.Text}
}

// objectionsTo finds the elements that findings about a model's own script
// are about.
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

// grade tells what bars a script from being applied from what does not.
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

// renaming looks at a statement that may rename something; the function that
// it returns is called after it, and notes the former names.
func (r *resolver) renaming(statement syntax.Statement) func() {
	if r.former == nil {
		return func() {}
	}
	before := r.partNames(statement)
	return func() {
		for id, name := range r.partNames(statement) {
			if former, found := before[id]; found && former != name {
				r.former[id] = append(r.former[id], former)
			}
		}
	}
}

// partNames are the columns or fields that a RENAME may be about, by name.
func (r *resolver) partNames(statement syntax.Statement) map[model.ID]string {
	names := map[model.ID]string{}
	switch s := statement.(type) {
	case *syntax.AlterTable:
		id, _ := r.schema.RelationID(r.keyspaceOf(s.Name), s.Name.Name.Name)
		if s.Action == syntax.RenameParts && id != "" {
			r.columnNames(id, names)
		}
	case *syntax.AlterType:
		id := r.schema.TypeIDs(r.keyspaceOf(s.Name))[s.Name.Name.Name]
		if s.Action == syntax.RenameParts && id != "" {
			for field, value := range r.schema.Physical.Types[id].Fields {
				names[field] = value.Name
			}
		}
	}
	return names
}

// columnNames are the columns of a table and of its views.
func (r *resolver) columnNames(table model.ID, names map[model.ID]string) {
	for id, relation := range r.schema.Physical.Relations {
		if id != table && relation.Base != table {
			continue
		}
		for column, value := range relation.Columns {
			names[column] = value.Name
		}
	}
}

func (r *resolver) keyspaceOf(name syntax.QualifiedName) string {
	if name.Keyspace.Name == "" {
		return r.schema.Current
	}
	return name.Keyspace.Name
}
