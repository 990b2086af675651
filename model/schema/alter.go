package schema

import "widerow/model"

// What ALTER and DROP have in common: whose keyspace it is, and what is
// found there.

// Drop is DROP TABLE, TYPE, INDEX or MATERIALIZED VIEW.
type Drop struct {
	Name     Name
	IfExists bool
	// Unquoted says that a type's name stands without quotes, where some are
	// kept.
	Unquoted bool
}

// Rename is one name of a column or field that becomes another.
type Rename struct{ From, To string }

// inJavaOrder lists renames as the server walks through them: a later one of the
// same name replaces an earlier one.
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

// permitted is ClientState.preventSystemKSSchemaModification: resource is
// what would have to be changed.
func permitted(keyspace, verb, resource string) *Refusal {
	switch {
	case isLocal(keyspace):
		return refuse(Invalid, "", "%s keyspace is not user-modifiable.", keyspace)
	case isSystem(keyspace):
		return refuse(Invalid, "", "Cannot %s <%s>", verb, resource)
	}
	return nil
}

// executable is AlterSchemaStatement.execute.
func executable(keyspace string) *Refusal {
	if isLocal(keyspace) {
		return refuse(Invalid, "", "System keyspace '%s' is not user-modifiable", keyspace)
	}
	return CheckKeyspaceName(keyspace)
}

// CheckKeyspaceName refuses a name that no keyspace may have.
func CheckKeyspaceName(name string) *Refusal {
	if isWord(name) && len(name) <= maxName {
		return nil
	}
	return refuse(Invalid, "", "Keyspace name must not be empty, more than %d characters long, "+
		"or contain non-alphanumeric-underscore characters (got '%s')", maxName, name)
}

// relation finds a table or view; it is nil where there is none.
func (s *Schema) relation(name Name) *relation {
	if keyspace := s.keyspaces[name.Keyspace]; keyspace != nil {
		return keyspace.relations[name.Name]
	}
	return nil
}

// view finds a materialized view.
func (s *Schema) view(name Name) *relation {
	if found := s.relation(name); found != nil && found.isView() {
		return found
	}
	return nil
}

func (r *relation) isView() bool { return r.value.Kind == model.MaterializedView }

// qualified is a table as the server's messages name it.
func (s *Schema) qualified(r *relation) string {
	return quoteName(s.Physical.Keyspaces[r.value.Keyspace].Name) + "." + quoteName(r.value.Name)
}

// changed notes that a table was altered: the server lists it last then.
func (s *Schema) changed(r *relation) {
	s.turns++
	r.turn = s.turns
}
