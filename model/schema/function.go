package schema

import (
	"slices"
	"strings"

	"widerow/model"
)

// Function is CREATE FUNCTION. Its body is not checked.
type Function struct {
	Name                   Name
	OrReplace, IfNotExists bool
	Arguments              []Field
	// CalledOnNull is CALLED ON NULL INPUT. Its opposite is RETURNS NULL ON
	// NULL INPUT.
	CalledOnNull bool
	Returns      Type
	Language     string
	// Text is the statement, and Note the comments about it. Both are kept in
	// the model.
	Text, Note string
}

// function is a function or an aggregate of a keyspace.
type function struct {
	id           model.ID
	signature    model.Signature
	calledOnNull bool
	// For an aggregate: its functions, the type of its state, and whether it
	// has an INITCOND that is not null.
	state, final *function
	stateType    model.Type
	hasInitial   bool
}

func (f *function) name() string { return f.signature.Keyspace + "." + f.signature.Name }

// Signatures returns the functions and aggregates of all keyspaces.
func (s *Schema) Signatures() []model.Signature {
	var signatures []model.Signature
	for _, keyspaces := range []map[string]*keyspace{s.keyspaces, s.system} {
		for _, keyspace := range keyspaces {
			for _, f := range keyspace.functions {
				signatures = append(signatures, f.signature)
			}
		}
	}
	return signatures
}

// CreateFunction adds or replaces a function.
func (s *Schema) CreateFunction(d Function) *Refusal {
	types := make([]Type, 0, len(d.Arguments)+1)
	for _, argument := range d.Arguments {
		types = append(types, argument.Type)
	}
	name, keyspace, refusal := s.functionPlace(d.Name, append(types, d.Returns))
	if refusal == nil {
		types, refusal = keyspace.authorizeFunction(name.Name, types)
	}
	if refusal == nil {
		refusal = executable(name.Keyspace)
	}
	if refusal == nil {
		refusal = d.check(types)
	}
	if refusal != nil {
		return refusal
	}
	if keyspace == nil {
		return refuse(Invalid, "", "Keyspace '%s' doesn't exist", name.Keyspace).
			Advise(hintKeyspace)
	}
	signature := model.Signature{Keyspace: name.Keyspace, Name: name.Name}
	if signature.Arguments, refusal = keyspace.resolveAll(types); refusal != nil {
		return refusal
	}
	if signature.Returns, refusal = (typeResolver{keyspace: keyspace}).resolve(d.Returns, false); refusal != nil {
		return refusal
	}
	existing := keyspace.function(signature.Name, signature.Arguments)
	if existing != nil {
		if refusal := s.checkReplacement(d, existing, signature); refusal != nil || d.IfNotExists {
			return refusal
		}
	}
	s.putFunction(keyspace, existing, &function{signature: signature, calledOnNull: d.CalledOnNull}, d.Text, d.Note)
	return nil
}

// check makes the checks that come before those of the keyspace.
func (d Function) check(types []Type) *Refusal {
	if d.IfNotExists && d.OrReplace {
		return refuse(Invalid, "", "Cannot use both 'OR REPLACE' and 'IF NOT EXISTS' directives").
			Advise("Keep one of the two.")
	}
	if !strings.EqualFold(d.Language, "java") {
		return refuse(Invalid, "", "Currently only Java UDFs are available in Cassandra. For more information - CASSANDRA-18252 and CASSANDRA-17281").
			Advise("Write the body in Java: LANGUAGE java.")
	}
	if strings.ContainsAny(d.Name.Name, invalidInFunctionName) {
		return refuse(Invalid, "", "Function name '%s' is invalid", d.Name.Name).
			Advise(hintLetters)
	}
	var names []string
	twice := ""
	for _, argument := range d.Arguments {
		if slices.Contains(names, argument.Name) {
			twice = argument.Name
		}
		names = append(names, argument.Name)
	}
	if twice != "" {
		return refuse(Invalid, twice, "Duplicate argument names for given function %s with argument names [%s]", d.Name.Name, quoted(names)).
			Advise("Give each argument its own name.")
	}
	if refusal := checkUnfrozen("Argument", types...); refusal != nil {
		return refusal
	}
	return checkUnfrozen("Return type", d.Returns)
}

// invalidInFunctionName are characters that a function's name must not have.
const invalidInFunctionName = "/[]"

// checkUnfrozen refuses frozen<> in a signature.
func checkUnfrozen(what string, types ...Type) *Refusal {
	for _, t := range types {
		if t.Kind == model.FrozenType && !t.Arguments[0].alwaysFrozen() {
			return refuse(Invalid, "", "%s '%s' cannot be frozen; remove frozen<> modifier from '%s'", what, t, t)
		}
	}
	return nil
}

// alwaysFrozen reports whether the type is frozen with and without frozen<>: a
// tuple or a vector.
func (t Type) alwaysFrozen() bool {
	if t.Kind == model.FrozenType {
		return t.Arguments[0].alwaysFrozen()
	}
	return t.Kind == model.TupleType || t.Kind == model.VectorType
}

// functionPlace adds the keyspace to the name of a function. It returns a nil
// keyspace if there is none of that name.
func (s *Schema) functionPlace(name Name, types []Type) (Name, *keyspace, *Refusal) {
	for _, t := range types {
		if refusal := t.checkText(""); refusal != nil {
			return name, nil, refusal
		}
	}
	name, refusal := s.in(name)
	if isSystem(name.Keyspace) {
		return name, s.ownKeyspace(name.Keyspace), refusal
	}
	return name, s.keyspaces[name.Keyspace], refusal
}

// ownKeyspace returns a placeholder for one of the server's own keyspaces. It
// is empty until a script creates a type or function in it.
func (s *Schema) ownKeyspace(name string) *keyspace {
	if s.system[name] == nil {
		s.system[name] = &keyspace{name: name, byName: map[string][]*function{}}
	}
	return s.system[name]
}

// authorizeFunction follows the server's check for an existing function, which
// comes before all others. It resolves the types only until one differs from
// that of the existing function. Messages name the resolved types with their
// keyspace from then on, so it returns the types.
func (k *keyspace) authorizeFunction(name string, types []Type) ([]Type, *Refusal) {
	if k == nil {
		return types, nil
	}
	types = slices.Clone(types)
	for _, f := range k.byName[name] {
		if len(f.signature.Arguments) != len(types) {
			continue
		}
		for i, t := range types {
			resolved, refusal := (typeResolver{keyspace: k}).resolve(t, false)
			if refusal != nil {
				return nil, refusal
			}
			types[i] = t.in(k.name)
			if !sameFrozen(resolved, f.signature.Arguments[i]) {
				break
			}
		}
	}
	return types, nil
}

func (k *keyspace) resolveAll(types []Type) ([]model.Type, *Refusal) {
	resolved := make([]model.Type, len(types))
	for i, t := range types {
		var refusal *Refusal
		if resolved[i], refusal = (typeResolver{keyspace: k}).resolve(t, false); refusal != nil {
			return nil, refusal
		}
	}
	return resolved, nil
}

// function returns a function or aggregate by its name and arguments, nil if
// there is none.
func (k *keyspace) function(name string, arguments []model.Type) *function {
	for _, f := range k.byName[name] {
		if slices.EqualFunc(f.signature.Arguments, arguments, sameFrozen) {
			return f
		}
	}
	return nil
}

// sameFrozen reports whether two types differ at most in frozen<>.
func sameFrozen(a, b model.Type) bool { return withoutFrozen(a).Equal(withoutFrozen(b)) }

func withoutFrozen(t model.Type) model.Type {
	t = t.Unfrozen()
	t.Arguments = slices.Clone(t.Arguments)
	for i, argument := range t.Arguments {
		t.Arguments[i] = withoutFrozen(argument)
	}
	return t
}

// checkReplacement checks a function that would replace an existing one.
func (s *Schema) checkReplacement(d Function, existing *function, signature model.Signature) *Refusal {
	switch name := d.Name.Name; {
	case existing.signature.Aggregate:
		return refuse(Invalid, "", "Function '%s' cannot replace an aggregate", name).
			Advise("Drop the aggregate first, or choose another name.")
	case d.IfNotExists:
	case !d.OrReplace:
		return refuse(Invalid, "", "Function '%s' already exists", name).
			Advise("Add OR REPLACE to replace it, or IF NOT EXISTS to keep it.")
	case d.CalledOnNull != existing.calledOnNull:
		directive := "RETURNS NULL ON NULL INPUT"
		if d.CalledOnNull {
			directive = "CALLED ON NULL INPUT"
		}
		return refuse(Invalid, "", "Function '%s' must have %s directive", name, directive).
			Advise("A function that replaces another must treat null the same way: write {2}.")
	default:
		is, was := signature.Returns.Effective(), existing.signature.Returns.Effective()
		if !s.replaceable(is, was) {
			return refuse(Invalid, "", "Cannot replace function '%s', the new return type %s is not compatible with the return type %s of existing function",
				name, s.cqlText(is), s.cqlText(was)).
				Advise("Keep the type {3}, or drop the function first.")
		}
	}
	return nil
}

// replaceable follows AbstractType.isCompatibleWith.
func (s *Schema) replaceable(is, was model.Type) bool {
	return is.Equal(was) || compatibility{s}.order(is, s.expanded(was, map[model.ID]model.Type{})) && is.Unfrozen().Kind != model.UserTypeRef
}

// putFunction adds a function at the place of the one that it replaces, or at
// the end.
func (s *Schema) putFunction(k *keyspace, existing, added *function, text, note string) {
	if existing != nil {
		added.id = existing.id
		k.removeFunction(existing)
	}
	added.id = s.keep(added.id, model.Statement{Keyspace: k.id, Text: text, Note: note})
	k.functions = append(k.functions, added)
	k.byName[added.signature.Name] = append(k.byName[added.signature.Name], added)
}

func (k *keyspace) removeFunction(f *function) {
	isIt := func(other *function) bool { return other == f }
	k.functions = slices.DeleteFunc(k.functions, isIt)
	k.byName[f.signature.Name] = slices.DeleteFunc(k.byName[f.signature.Name], isIt)
}
