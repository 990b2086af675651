package schema

import (
	"strconv"
	"strings"

	"widerow/model"
)

// Type is a type as written. A user-defined type (Kind model.UserTypeRef) has a
// name instead of an ID, and a Java class in quotes is model.CustomType.
type Type struct {
	Kind model.TypeKind
	Name Name
	// Unquoted reports whether the name of a user-defined type is written
	// without quotes. Some names are reserved then.
	Unquoted  bool
	Arguments []Type
	// Dimension is the dimension of a vector as written.
	Dimension string
}

// String formats the type as messages do.
func (t Type) String() string { return t.text(false) }

// text follows CQL3Type.Raw.toString. frozen reports whether frozen<> is around
// t. It applies to what is inside a collection, a tuple freezes its parts, and
// a vector does not change it.
func (t Type) text(frozen bool) string {
	inner := frozen
	switch t.Kind {
	case model.NativeType:
		return t.Name.Name
	case model.CustomType:
		return "'" + classText(t.Name.Name) + "'"
	case model.FrozenType:
		return t.Arguments[0].text(true)
	case model.UserTypeRef:
		return frozenAround(t.Name.written(), frozen)
	case model.TupleType:
		frozen, inner = false, true
	case model.VectorType:
		frozen, inner = false, false
	}
	arguments := make([]string, len(t.Arguments), len(t.Arguments)+1)
	for i, argument := range t.Arguments {
		arguments[i] = argument.text(inner)
	}
	if t.Kind == model.VectorType {
		arguments = append(arguments, t.Dimension)
	}
	return frozenAround(string(t.Kind)+"<"+strings.Join(arguments, ", ")+">", frozen)
}

// qualifiedClass adds the package to the name of one of the server's type
// classes.
func qualifiedClass(class string) string {
	if strings.Contains(class, ".") {
		return class
	}
	return marshalPackage + class
}

func frozenAround(text string, frozen bool) string {
	if frozen {
		return "frozen<" + text + ">"
	}
	return text
}

func (t Type) isCounter() bool { return t.Kind == model.NativeType && t.Name.Name == "counter" }

// checkText makes the checks that the server makes when it parses a type: it
// refuses frozen<int> and reserved names of types.
func (t Type) checkText(part string) *Refusal {
	if t.Kind == model.UserTypeRef {
		return reservedType(t.Name, t.Unquoted).ofPart(part)
	}
	if t.Kind == model.CustomType && isUnknownClass(t.Name.Name) {
		return refuse(Syntax, part, "Error setting type %s: Unable to find abstract-type class '%s'", t.Name.Name, qualifiedClass(t.Name.Name)).
			Advise("A type in quotes is a Java class: write CQL types without quotes.")
	}
	if t.Kind == model.FrozenType && (t.Arguments[0].Kind == model.NativeType || t.Arguments[0].Kind == model.CustomType) {
		return refuse(Syntax, part, "frozen<> is only allowed on collections, tuples, and user-defined types (got %s)", t.Arguments[0]).
			Advise("{1} is a single value already: write it without frozen<>.").ofType()
	}
	for _, argument := range t.Arguments {
		if refusal := argument.checkText(part); refusal != nil {
			return refusal
		}
	}
	return nil
}

// typeResolver resolves the names of user-defined types in a keyspace.
type typeResolver struct {
	keyspace *keyspace
	part     string
}

func (r typeResolver) refuse(format string, arguments ...any) *Refusal {
	return refuse(Invalid, r.part, format, arguments...).ofType()
}

// resolve follows CQL3Type.Raw.prepare. frozen reports whether frozen<> is
// around t. It applies to what is inside a collection.
func (r typeResolver) resolve(t Type, frozen bool) (model.Type, *Refusal) {
	switch t.Kind {
	case model.NativeType:
		if t.Name.Name == "varchar" {
			return model.Native("text"), nil
		}
		return model.Native(t.Name.Name), nil
	case model.CustomType:
		return customType(t.Name.Name), nil
	case model.UserTypeRef:
		return r.userType(t.Name)
	case model.FrozenType:
		inner, refusal := r.resolve(t.Arguments[0], true)
		return model.Frozen(inner), refusal
	case model.TupleType:
		for _, argument := range t.Arguments {
			if argument.isCounter() {
				return model.Type{}, r.refuse("Counters are not allowed inside tuples").
					Advise("Create a table of counters.")
			}
		}
		return r.arguments(t, true)
	case model.VectorType:
		dimension, err := strconv.Atoi(t.Dimension)
		if err != nil || dimension < 1 {
			return model.Type{}, r.refuse("vectors may only have positive dimensions; given %s", t.Dimension).
				Advise("Write vector<float, n>, where n is the number of dimensions of your embeddings.")
		}
		resolved, refusal := r.arguments(t, false)
		resolved.Dimension = dimension
		return resolved, refusal
	}
	if refusal := r.checkCollection(t, frozen); refusal != nil {
		return model.Type{}, refusal
	}
	return r.arguments(t, frozen)
}

func (r typeResolver) arguments(t Type, frozen bool) (model.Type, *Refusal) {
	resolved := model.Type{Kind: t.Kind, Arguments: make([]model.Type, len(t.Arguments))}
	for i, argument := range t.Arguments {
		var refusal *Refusal
		if resolved.Arguments[i], refusal = r.resolve(argument, frozen); refusal != nil {
			return model.Type{}, refusal
		}
	}
	return resolved, nil
}

// checkCollection follows RawCollection.prepare, which checks values before
// keys.
func (r typeResolver) checkCollection(t Type, frozen bool) *Refusal {
	keys, values := t.Arguments[0], t.Arguments[len(t.Arguments)-1]
	if refusal := r.checkNesting(t, values, frozen); refusal != nil {
		return refusal
	}
	switch {
	case values.isCounter():
		return r.refuse("Counters are not allowed inside collections: %s", t.text(frozen)).
			Advise("Create a table of counters with the element as a clustering column.")
	case t.Kind == model.SetType && isDuration(values):
		return r.refuse("Durations are not allowed inside sets: %s", t.text(frozen)).
			Advise("Use a list, or store seconds as bigint.")
	case t.Kind != model.MapType:
		return nil
	case keys.isCounter():
		return r.refuse("Counters are not allowed inside collections: %s", t.text(frozen)).
			Advise("Create a table of counters with the element as a clustering column.")
	case isDuration(keys):
		return r.refuse("Durations are not allowed as map keys: %s", t.text(frozen)).
			Advise("Use seconds as bigint for the key.")
	}
	return r.checkNesting(t, keys, frozen)
}

func (r typeResolver) checkNesting(t, inner Type, frozen bool) *Refusal {
	switch {
	case frozen:
		return nil
	case inner.Kind == model.ListType, inner.Kind == model.SetType, inner.Kind == model.MapType:
		return r.refuse("Non-frozen collections are not allowed inside collections: %s", t).
			Advise("Write frozen<…> around the inner collection.")
	case inner.Kind == model.UserTypeRef:
		return r.refuse("Non-frozen UDTs are not allowed inside collections: %s", t).
			Advise("Write frozen<…> around the type inside.")
	}
	return nil
}

func isDuration(t Type) bool { return t.Kind == model.NativeType && t.Name.Name == "duration" }

func (r typeResolver) userType(name Name) (model.Type, *Refusal) {
	if name.Keyspace != "" && name.Keyspace != r.keyspace.name {
		return model.Type{}, r.refuse("Statement on keyspace %s cannot refer to a user type in keyspace %s; "+
			"user types can only be used in the keyspace they are defined in", r.keyspace.name, name.Keyspace).
			Advise("Create the type in {1} too.")
	}
	id, found := r.keyspace.types[name.Name]
	if !found {
		return model.Type{}, r.refuse("Unknown type %s.%s", r.keyspace.name, name.Name).
			Advise("{type}Create the type before the table that uses it. In CQL a text is `text`, a whole number " +
				"`int` or `bigint`.")
	}
	return model.Type{Kind: model.UserTypeRef, UserType: id}, nil
}

// isMultiCell reports whether a value is stored as several cells.
func isMultiCell(t model.Type) bool {
	switch t.Kind {
	case model.ListType, model.SetType, model.MapType, model.UserTypeRef:
		return true
	}
	return false
}

// text formats a resolved type as messages do: a user-defined type has its
// keyspace and quotes.
func (s *Schema) text(t model.Type) string {
	return t.Text(func(id model.ID) string {
		userType := s.Physical.Types[id]
		return `"` + s.Physical.Keyspaces[userType.Keyspace].Name + "." + userType.Name + `"`
	})
}

// hasDuration follows AbstractType.referencesDuration, which ignores the
// elements of vectors and sets and the keys of maps.
func (s *Schema) hasDuration(t model.Type) bool {
	switch t.Kind {
	case model.NativeType:
		return t.Name == "duration"
	case model.VectorType, model.SetType:
		return false
	case model.MapType:
		return s.hasDuration(t.Arguments[1])
	case model.UserTypeRef:
		return s.durations[t.UserType]
	}
	for _, argument := range t.Arguments {
		if s.hasDuration(argument) {
			return true
		}
	}
	return false
}
