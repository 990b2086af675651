package apply

import (
	"widerow/cql/syntax"
	"widerow/model"
)

// Mode is the reading of a script.
type Mode string

// The modes.
const (
	// Whole means that the script is the whole schema. What it does not create
	// is removed.
	Whole Mode = "whole"
	// Changes means that the script alters the existing schema.
	Changes Mode = "changes"
	// Addition means that the script is a schema to add. A table that it
	// creates replaces the existing one; what it does not mention stays.
	Addition Mode = "addition"
)

// Guess determines the mode from the first statement about something that the
// model has: CREATE means a whole schema, ALTER or DROP means changes. A script
// about nothing in the model is an addition.
func Guess(m *model.Model, script *syntax.Script) Mode {
	names := namesOf(m)
	current, creates := "", false
	for _, statement := range script.Statements {
		if use, isUse := statement.(*syntax.Use); isUse {
			current = use.Keyspace.Name
			continue
		}
		subject, mode := subjectOf(statement)
		if mode == "" {
			continue
		}
		creates = creates || mode == Whole
		if subject.keyspace == "" {
			subject.keyspace = current
		}
		if names[subject] {
			return mode
		}
	}
	if creates && len(names) > 0 {
		return Changes
	}
	return Whole
}

// subject is a keyspace (name is empty) or something in one.
type subject struct{ keyspace, name string }

// subjectOf returns what a statement creates or changes. A statement with IF
// EXISTS does not show that it exists.
func subjectOf(statement syntax.Statement) (subject, Mode) {
	switch s := statement.(type) {
	case *syntax.CreateKeyspace:
		return subject{s.Name.Name, ""}, Whole
	case *syntax.CreateType:
		return of(s.Name), Whole
	case *syntax.CreateTable:
		return of(s.Name), Whole
	case *syntax.CreateView:
		return of(s.Name), Whole
	case *syntax.CreateIndex:
		return subject{s.Table.Keyspace.Name, s.Table.Name.Name + " " + s.Name.Name}, Whole
	case *syntax.AlterKeyspace:
		return subject{s.Name.Name, ""}, Changes
	case *syntax.AlterTable:
		return of(s.Name), Changes
	case *syntax.AlterType:
		return of(s.Name), Changes
	case *syntax.AlterView:
		return of(s.Name), Changes
	case *syntax.Drop:
		if s.Kind == syntax.DropKeyspace {
			return subject{s.Name.Name.Name, ""}, unless(s.IfExists, Changes)
		}
		return of(s.Name), unless(s.IfExists, Changes)
	}
	return subject{}, ""
}

func unless(not bool, mode Mode) Mode {
	if not {
		return ""
	}
	return mode
}

func of(name syntax.QualifiedName) subject { return subject{name.Keyspace.Name, name.Name.Name} }

// namesOf returns the names in a model's script.
func namesOf(m *model.Model) map[subject]bool {
	names := map[subject]bool{}
	for _, keyspace := range m.Physical.Keyspaces {
		names[subject{keyspace.Name, ""}] = true
	}
	name := func(id model.ID) string {
		if keyspace := m.Physical.Keyspaces[id]; keyspace != nil {
			return keyspace.Name
		}
		return ""
	}
	for _, userType := range m.Physical.Types {
		names[subject{name(userType.Keyspace), userType.Name}] = true
	}
	for _, relation := range m.Physical.Relations {
		names[subject{name(relation.Keyspace), relation.Name}] = true
		for _, index := range relation.Indexes {
			names[subject{name(relation.Keyspace), index.Name}] = true
			names[subject{name(relation.Keyspace), relation.Name + " " + index.Name}] = true
		}
	}
	return names
}
