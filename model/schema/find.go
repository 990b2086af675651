package schema

import "widerow/model"

// RelationID returns the ID of a table or view by its name.
func (s *Schema) RelationID(keyspace, name string) (model.ID, bool) {
	if found := s.relation(Name{Keyspace: keyspace, Name: name}); found != nil {
		return found.id, true
	}
	return "", false
}

// TypeIDs returns the user-defined types of a keyspace by name.
func (s *Schema) TypeIDs(keyspace string) map[string]model.ID {
	if found := s.keyspaces[keyspace]; found != nil {
		return found.types
	}
	return nil
}

// HasIndex reports whether a keyspace has an index of that name.
func (s *Schema) HasIndex(keyspace, name string) bool {
	found := s.keyspaces[keyspace]
	return found != nil && found.indexes[name] != nil
}

// CheckTypeText makes the checks of a type that the server makes when it parses
// a statement.
func CheckTypeText(t Type) *Refusal { return t.checkText("") }

// ResolveType resolves the names of user-defined types in a type, or refuses the type. types are
// the user-defined types of the keyspace.
func ResolveType(t Type, keyspaceName string, types map[string]model.ID) (model.Type, *Refusal) {
	return typeResolver{keyspace: &keyspace{name: keyspaceName, types: types}}.resolve(t, false)
}

// IsSystem reports whether a keyspace is one of the server's own. Their tables
// are not known here.
func IsSystem(keyspace string) bool { return isSystem(keyspace) }

// TypeText formats a type as the server repeats it after it has resolved the
// user-defined types in a keyspace.
func TypeText(t Type, keyspace string) string { return t.within(keyspace).text(false) }

func (t Type) within(keyspace string) Type {
	if t.Kind == model.UserTypeRef && t.Name.Keyspace == "" {
		t.Name.Keyspace = keyspace
	}
	arguments := t.Arguments
	t.Arguments = make([]Type, len(arguments))
	for i, argument := range arguments {
		t.Arguments[i] = argument.within(keyspace)
	}
	return t
}

// FindFunction reports whether there is a function or aggregate of that name
// with these arguments. The name must have a keyspace.
func (s *Schema) FindFunction(name Name, arguments []Type) (bool, *Refusal) {
	if name.Keyspace == "" {
		return false, refuse(Invalid, "", "In this context function name must be explictly qualified by a keyspace").
			Advise("Write keyspace.function.")
	}
	_, keyspace, refusal := s.functionPlace(name, arguments)
	if refusal != nil {
		return false, refusal
	}
	if keyspace == nil && len(arguments) > 0 {
		return false, refuse(Config, "", "Keyspace %s doesn't exist", name.Keyspace).
			Advise(hintKeyspace)
	}
	if keyspace == nil {
		return false, nil
	}
	resolved, refusal := keyspace.resolveAll(arguments)
	return refusal == nil && keyspace.function(name.Name, resolved) != nil, refusal
}
