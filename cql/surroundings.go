package cql

import (
	"cmp"

	"widerow/cql/syntax"
)

// Surroundings are the assumptions of a script that does not run on its own.
type Surroundings struct {
	// Keyspace is in use at the beginning, as with `cqlsh -k`. It is assumed to
	// exist if the script does not create it.
	Keyspace string
	// Assume means that every keyspace that the script uses but does not create
	// exists. Home is then the keyspace of unqualified names before the first USE.
	Assume bool
	Home   string
	// Datacenters adds a note about the datacenters that the cluster must have.
	Datacenters bool
}

// missingKeyspaces decides which keyspaces are assumed to exist.
type missingKeyspaces struct {
	Surroundings
	// created are the keyspaces that the script creates somewhere.
	created map[string]bool
}

func (r *resolver) surround(script *syntax.Script, surroundings Surroundings) {
	r.schema.Current = surroundings.Keyspace
	r.missing.Surroundings = surroundings
	if !surroundings.Assume && surroundings.Keyspace == "" {
		return
	}
	r.missing.created = map[string]bool{}
	for _, statement := range script.Statements {
		if create, creates := statement.(*syntax.CreateKeyspace); creates {
			r.missing.created[create.Name.Name] = true
		}
	}
}

// assumeMissing creates the keyspaces of a statement that are assumed to exist.
func (r *resolver) assumeMissing(statement syntax.Statement) {
	if r.missing.created == nil {
		return
	}
	subjects := []syntax.QualifiedName{syntax.Subject(statement)}
	if batch, isBatch := statement.(*syntax.Batch); isBatch {
		subjects = nil
		for _, part := range batch.Statements {
			subjects = append(subjects, syntax.Subject(part))
		}
	}
	if grant, isGrant := statement.(*syntax.Grant); isGrant {
		subjects = []syntax.QualifiedName{grantedOn(grant.Resource)}
	}
	for _, subject := range subjects {
		r.assumeKeyspaceOf(statement, subject)
	}
}

// grantedOn returns the keyspace or table of a permission, if it has one.
func grantedOn(resource syntax.Resource) syntax.QualifiedName {
	switch resource.Kind {
	case syntax.OneTable:
		return resource.Name
	case syntax.OneKeyspace, syntax.AllTablesInKeyspace, syntax.AllFunctionsInKeyspace:
		return syntax.QualifiedName{Keyspace: resource.Name.Name}
	}
	return syntax.QualifiedName{}
}

func (r *resolver) assumeKeyspaceOf(statement syntax.Statement, subject syntax.QualifiedName) {
	if subject.Keyspace.Name == "" && subject.Name.Name == "" {
		return
	}
	if subject.Keyspace.Name == "" && r.schema.Current == "" && r.missing.Assume {
		r.schema.Current = r.missing.Home
	}
	keyspace := cmp.Or(subject.Keyspace.Name, r.schema.Current)
	isAssumed := r.missing.Assume || keyspace == r.missing.Keyspace
	if keyspace == "" || !isAssumed || r.missing.created[keyspace] || r.schema.Has(keyspace) {
		return
	}
	if r.addReplicatedOnce(keyspace) {
		r.tables.forget()
		r.note(Info, CodeAssumed, statement, "The script does not create the keyspace "+syntax.QuoteName(keyspace)+": it is assumed to exist.")
	}
}
