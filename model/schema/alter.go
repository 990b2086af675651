package schema

import "widerow/model"

// ALTER and DROP share the checks of the keyspace and the lookup of what they
// change.

// Drop is DROP TABLE, TYPE, INDEX or MATERIALIZED VIEW.
type Drop struct {
	Name     Name
	IfExists bool
	// Unquoted reports whether the name of a type is written without quotes.
	// Some names are reserved then.
	Unquoted bool
}

// Rename renames the column or field From to To.
type Rename struct{ From, To string }

// inJavaOrder returns renames in the order in which the server visits them. A
// later rename of the same name replaces an earlier one.
func inJavaOrder(renames []Rename) []Rename {
	last, names := map[string]Rename{}, make([]string, 0, len(renames))
	for _, rename := range renames {
		if _, seen := last[rename.From]; !seen {
			names = append(names, rename.From)
		}
		last[rename.From] = rename
	}
	ordered := make([]Rename, 0, len(names))
	for _, name := range javaSet(names, bufferHash) {
		ordered = append(ordered, last[name])
	}
	return ordered
}

// permitted follows ClientState.preventSystemKSSchemaModification. resource is the target of the
// statement.
func permitted(keyspace, verb, resource string) *Refusal {
	switch {
	case isLocal(keyspace):
		return refuse(Invalid, "", "%s keyspace is not user-modifiable.", keyspace).
			Advise(hintServerKeyspace)
	case isSystem(keyspace):
		return refuse(Invalid, "", "Cannot %s <%s>", verb, resource).
			Advise("It belongs to the server and cannot be changed.")
	}
	return nil
}

// executable follows AlterSchemaStatement.execute.
func executable(keyspace string) *Refusal {
	if isLocal(keyspace) {
		return refuse(Invalid, "", "System keyspace '%s' is not user-modifiable", keyspace).
			Advise(hintServerKeyspace)
	}
	return CheckKeyspaceName(keyspace)
}

// CheckKeyspaceName refuses an invalid name of a keyspace.
func CheckKeyspaceName(name string) *Refusal {
	switch {
	case !isWord(name):
		return refuse(Invalid, "", "Keyspace name must not be empty and must contain alphanumeric or underscore characters only (got \"%s\")", name).
			Advise("Use at most 48 letters, digits and underscores.")
	case len(name) > maxName:
		return refuse(Invalid, "", "Keyspace name must not be more than %d characters long (got %d characters for \"%s\")", maxName, len(name), name).
			Advise("Shorten the name.")
	}
	return nil
}

// relation returns a table or view, nil if there is none.
func (s *Schema) relation(name Name) *relation {
	if keyspace := s.keyspaces[name.Keyspace]; keyspace != nil {
		return keyspace.relations[name.Name]
	}
	return nil
}

// view returns a materialized view, nil if there is none.
func (s *Schema) view(name Name) *relation {
	if found := s.relation(name); found != nil && found.isView() {
		return found
	}
	return nil
}

func (r *relation) isView() bool { return r.value.Kind == model.MaterializedView }

// qualified returns the name of a table as the server's messages write it.
func (s *Schema) qualified(r *relation) string {
	return quoteName(s.Physical.Keyspaces[r.value.Keyspace].Name) + "." + quoteName(r.value.Name)
}

// changed records a change of a table. The server lists the table that was
// changed last at the end.
func (s *Schema) changed(r *relation) {
	s.changes++
	r.lastChange = s.changes
}
