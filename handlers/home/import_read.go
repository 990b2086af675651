package home

import (
	"cmp"
	"fmt"
	"strings"

	"widerow/cql"
	"widerow/cql/apply"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/handlers/feature"
	"widerow/handlers/upload"
	"widerow/model"
	"widerow/model/displayname"
	"widerow/model/kdm"
)

// What the files of the import page become: a script, a document or a project of KDM.

// scriptKind is the name of an import that is not a document.
const scriptKind = "CQL script"

// imported is the result of reading the files.
type imported struct {
	kind     string
	model    *model.Model
	findings []cql.Finding // about a script
	notes    []string      // about a KDM project
	changes  []apply.Change
	effects  []apply.Effect
}

// readImport reads a document or a script. On failure it returns nil and sets
// the form's problem.
func (s *Feature) readImport(form *importing) *imported {
	if form.problem = cmp.Or(form.problem, upload.Unreadable(form.Files)); form.problem != "" {
		return nil
	}
	for _, one := range form.Files {
		text := strings.TrimSpace(upload.WithoutBOM(one.Text))
		kind, read := wholeModel(text)
		if read == nil {
			continue
		}
		if len(form.Files) > 1 || form.into != nil {
			form.problem = cmp.Or(one.Name, "The text") + " is a " + kind + ", which becomes a model of its own. Import it alone."
			return nil
		}
		return read(form, text)
	}
	if count := definitions(parse.ParseFiles(form.database(), form.Text, form.Ends...)); count > maxDefinitions {
		form.problem = tooMany(count)
		return nil
	}
	if form.into != nil {
		return s.addition(form)
	}
	return form.script()
}

// The kinds of import that are a whole model.
const (
	documentKind = "Widerow document"
	projectKind  = "KDM project"
)

// wholeModel returns what a text is that is no script, and the way to read it.
func wholeModel(text string) (kind string, read func(*importing, string) *imported) {
	switch {
	case strings.HasPrefix(text, "{"):
		return documentKind, (*importing).document
	case kdm.Is(text):
		return projectKind, (*importing).project
	}
	return "", nil
}

// project makes a model of a KDM project.
func (f *importing) project(text string) *imported {
	if f.name, f.problem = importName(f.name, projectKind); f.problem != "" {
		return nil
	}
	project, err := kdm.Read(text, f.name)
	if err != nil {
		f.problem = "This cannot be imported: " + err.Error() + "."
		return nil
	}
	if problems := feature.Broken(project.Model); len(problems) > 0 {
		f.problem = fmt.Sprintf("The project is inconsistent: %s (%s).", problems[0].Message, problems[0].Path)
		return nil
	}
	if count := len(project.Model.Physical.Relations); count > maxDefinitions {
		f.problem = tooMany(count)
		return nil
	}
	project.Model.Target = f.target
	return &imported{kind: projectKind, model: project.Model, notes: project.Notes}
}

// database is the target whose CQL the script is read as.
func (f *importing) database() model.Target {
	if f.into != nil {
		return f.into.Model.Target
	}
	return f.target
}

// script makes a new model.
func (f *importing) script() *imported {
	named := strings.TrimSpace(f.name) != ""
	if f.name, f.problem = importName(f.name, "Imported schema"); f.problem != "" {
		return nil
	}
	schema, findings := cql.ImportFindings(f.target, f.Text, f.name, f.Ends...)
	if only := onlyKeyspace(schema); !named && only != "" && only != cql.HomeOf(f.name) && displayname.Check(only) == nil {
		f.name, schema.Name = only, only
	}
	return &imported{kind: scriptKind, model: schema, findings: findings, changes: apply.Compare(model.New(f.name), schema)}
}

// onlyKeyspace is the name of a model's keyspace if it has exactly one, else
// "".
func onlyKeyspace(m *model.Model) string {
	if len(m.Physical.Keyspaces) == 1 {
		for _, keyspace := range m.Physical.Keyspaces {
			return keyspace.Name
		}
	}
	return ""
}

// addition applies the script to the model that it is added to.
func (s *Feature) addition(form *importing) *imported {
	result := s.apply(form, form.into.Model)
	changes := apply.Compare(form.into.Model, result.Model)
	return &imported{kind: scriptKind, model: result.Model, findings: result.Findings, changes: changes,
		effects: apply.Effects(form.into.Model, result.Model, changes)}
}

// apply applies the script leniently: statements that fail are left out.
func (s *Feature) apply(form *importing, m *model.Model) apply.Result {
	home := cmp.Or(onlyKeyspace(m), cql.HomeOf(m.Name))
	return apply.Script(m, form.Text, apply.Options{Ends: form.Ends, Mode: form.mode, Home: home, Lenient: true, Partial: true, IDs: form.ids})
}

// maxDefinitions bounds the tables, views, types and indexes of one import,
// and so the time that a request takes: Cassandra itself advises against
// more than a few hundred tables in a cluster.
const maxDefinitions = 1000

func tooMany(count int) string {
	return fmt.Sprintf("This defines %d tables, views, types and indexes; a model holds at most %d. Import the "+
		"keyspaces that belong together as a model of their own.", count, maxDefinitions)
}

func definitions(script *syntax.Script) int {
	count := 0
	for _, statement := range script.Statements {
		switch statement.(type) {
		case *syntax.CreateTable, *syntax.CreateView, *syntax.CreateType, *syntax.CreateIndex:
			count++
		}
	}
	return count
}

func (f *importing) document(text string) *imported {
	document, err := model.Decode([]byte(text))
	if err != nil {
		f.problem = "This is not a Widerow document: " + err.Error() + "."
		return nil
	}
	if problems := feature.Broken(document); len(problems) > 0 {
		f.problem = fmt.Sprintf("The document is inconsistent: %s (%s).", problems[0].Message, problems[0].Path)
		return nil
	}
	if f.name, f.problem = importName(f.name, document.Name); f.problem != "" {
		return nil
	}
	document = document.Clone()
	document.Name = f.name
	return &imported{kind: documentKind, model: document}
}

func importName(name, otherwise string) (string, string) {
	if strings.TrimSpace(name) == "" {
		name = otherwise
	}
	cleaned, problem := feature.CleanModelName(name)
	if problem != "" {
		return name, problem // to be mended
	}
	return cleaned, ""
}

// importing is a form of the import page: the files and the model that they
// go into.
type importing struct {
	upload.Script
	name string
	// target is the database of a new model.
	target model.Target
	// into is the model that the script is added to, nil for a new one.
	// revision is the revision previewed, 0 for the newest.
	into     *feature.Document
	mode     apply.Mode
	revision uint64
	ids      model.IDs // of what the script adds
	problem  string
}
