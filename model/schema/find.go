package schema

import "widerow/model"

// RelationID finds a table or view by name.
func (s *Schema) RelationID(keyspace, name string) (model.ID, bool) {
	if found := s.relation(Name{Keyspace: keyspace, Name: name}); found != nil {
		return found.id, true
	}
	return "", false
}

// TypeIDs are the user-defined types of a keyspace by name.
func (s *Schema) TypeIDs(keyspace string) map[string]model.ID {
	if found := s.keyspaces[keyspace]; found != nil {
		return found.types
	}
	return nil
}

// HasIndex reports whether an index of a keyspace has that name.
func (s *Schema) HasIndex(keyspace, name string) bool {
	found := s.keyspaces[keyspace]
	return found != nil && found.indexes[name] != nil
}

// CheckTypeText is what the server finds of a type in a statement while it
// parses it.
func CheckTypeText(t Type) *Refusal { return t.checkText("") }

// ResolveType finds the user-defined types that a type names among those of a
// keyspace, or refuses the type.
func ResolveType(t Type, keyspaceName string, types map[string]model.ID) (model.Type, *Refusal) {
	return typeResolver{keyspace: &keyspace{name: keyspaceName, types: types}}.resolve(t, false)
}

// IsSystem reports whether a keyspace is one of the server's own, of whose
// tables nothing is known here.
func IsSystem(keyspace string) bool { return isSystem(keyspace) }

// TypeText writes a type as the server repeats it once it has looked for its
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

// FindFunction reports whether a function or aggregate of that name, which
// must have its keyspace, and of these arguments is there.
func (s *Schema) FindFunction(name Name, arguments []Type) (bool, *Refusal) {
	if name.Keyspace == "" {
		return false, refuse(Invalid, "", "In this context function name must be explictly qualified by a keyspace")
	}
	_, keyspace, refusal := s.functionPlace(name, arguments)
	if refusal != nil {
		return false, refusal
	}
	if keyspace == nil && len(arguments) > 0 {
		return false, refuse(Config, "", "Keyspace %s doesn't exist", name.Keyspace)
	}
	if keyspace == nil {
		return false, nil
	}
	resolved, refusal := keyspace.resolveAll(arguments)
	return refusal == nil && keyspace.function(name.Name, resolved) != nil, refusal
}
