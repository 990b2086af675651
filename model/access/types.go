package access

import "widerow/model"

// reversedType is the type of a clustering column in descending order. The
// server wraps the column's own type in it.
const reversedType model.TypeKind = "reversed"

// unwrap returns the type inside a reversedType.
func unwrap(t model.Type) model.Type {
	if t.Kind == reversedType {
		return t.Arguments[0]
	}
	return t
}

// canonical returns a type as the server stores it: everything inside a frozen
// type is frozen too, and tuples and vectors are always frozen, without
// frozen<>.
func canonical(t model.Type, frozen bool) model.Type {
	switch t.Kind {
	case model.FrozenType:
		return canonical(t.Arguments[0], true)
	case model.TupleType, model.VectorType:
		t.Arguments = canonicalAll(t.Arguments, true)
		return t
	case model.ListType, model.SetType, model.MapType:
		t.Arguments = canonicalAll(t.Arguments, frozen)
	case model.UserTypeRef:
	default:
		return t
	}
	if frozen {
		return model.Frozen(t)
	}
	return t
}

func canonicalAll(types []model.Type, frozen bool) []model.Type {
	all := make([]model.Type, len(types))
	for i, t := range types {
		all[i] = canonical(t, frozen)
	}
	return all
}

func freeze(t model.Type) model.Type { return canonical(t, true) }

func frozenList(of model.Type) model.Type {
	return freeze(model.Type{Kind: model.ListType, Arguments: []model.Type{of}})
}

func frozenSet(of model.Type) model.Type {
	return freeze(model.Type{Kind: model.SetType, Arguments: []model.Type{of}})
}

func frozenMap(key, value model.Type) model.Type {
	return freeze(model.Type{Kind: model.MapType, Arguments: []model.Type{key, value}})
}

// frozenAround returns the type of a literal. Its parts keep their types.
func frozenAround(kind model.TypeKind, parts ...model.Type) model.Type {
	return model.Frozen(model.Type{Kind: kind, Arguments: parts})
}

func vectorOf(t model.Type, dimension int) model.Type {
	return model.Type{Kind: model.VectorType, Arguments: []model.Type{freeze(t)}, Dimension: dimension}
}

func isNative(t model.Type, name string) bool { return t.Kind == model.NativeType && t.Name == name }

// isCollection reports whether a type is a list, set or map, frozen or not.
func isCollection(t model.Type) bool {
	switch t.Unfrozen().Kind {
	case model.ListType, model.SetType, model.MapType:
		return true
	}
	return false
}

func isUserType(t model.Type) bool { return t.Unfrozen().Kind == model.UserTypeRef }

func isFrozen(t model.Type) bool { return t.Kind == model.FrozenType }

// reads reports whether a value of type from can be read as one of type to. It
// follows AbstractType.isValueCompatibleWith.
func (t *Table) reads(to, from model.Type) bool {
	to, from = unwrap(to), unwrap(from)
	switch {
	case isNative(to, "blob"):
		return true
	case to.Kind == model.NativeType:
		return to.Reads(from)
	case to.Kind == model.TupleType:
		return t.partsMatch(t.components(to), from, t.reads)
	case isUserType(to):
		return isUserType(from) && isFrozen(to) == isFrozen(from) && t.partsMatch(t.components(to), from, t.replaces)
	case isFrozen(to) && isFrozen(from) && to.Unfrozen().Kind == from.Unfrozen().Kind:
		return t.readsFrozen(to.Unfrozen(), from.Unfrozen())
	}
	return t.replaces(to, from)
}

// readsFrozen does so for the element types of two frozen collections of the
// same kind.
func (t *Table) readsFrozen(to, from model.Type) bool {
	switch to.Kind {
	case model.ListType:
		return t.reads(to.Arguments[0], from.Arguments[0])
	case model.MapType:
		return t.replaces(to.Arguments[0], from.Arguments[0]) && t.reads(to.Arguments[1], from.Arguments[1])
	}
	return t.replaces(to.Arguments[0], from.Arguments[0])
}

// replaces reports whether from has the same bytes in the same order as to. It
// follows AbstractType.isCompatibleWith.
func (t *Table) replaces(to, from model.Type) bool {
	switch {
	case to.Equal(from):
		return true
	case to.Kind == model.NativeType:
		return isNative(from, "ascii") && (to.Name == "text" || to.Name == "blob") || isNative(from, "text") && to.Name == "blob"
	case to.Kind == model.TupleType:
		return t.partsMatch(t.components(to), from, t.replaces)
	case to.Kind == reversedType || to.Kind == model.VectorType || to.Kind == model.CustomType || isUserType(to):
		return to.Kind == reversedType && from.Kind == reversedType && t.replaces(unwrap(to), unwrap(from))
	case isFrozen(to) != isFrozen(from) || to.Unfrozen().Kind != from.Unfrozen().Kind:
		return false
	}
	return t.elementsReplace(to, from)
}

func (t *Table) elementsReplace(to, from model.Type) bool {
	multicell := !isFrozen(to)
	to, from = to.Unfrozen(), from.Unfrozen()
	last := len(to.Arguments) - 1
	if to.Kind == model.MapType && !t.replaces(to.Arguments[0], from.Arguments[0]) {
		return false
	}
	if multicell && to.Kind != model.SetType {
		return t.reads(to.Arguments[last], from.Arguments[last]) && to.Arguments[last].FixedLength() == from.Arguments[last].FixedLength()
	}
	return t.replaces(to.Arguments[last], from.Arguments[last])
}

// partsMatch compares the parts of a tuple or user-defined type. from may lack
// the last ones.
func (t *Table) partsMatch(to []model.Type, from model.Type, match func(to, from model.Type) bool) bool {
	if from.Kind != model.TupleType && !isUserType(from) {
		return false
	}
	parts := t.components(from)
	if len(parts) > len(to) {
		return false
	}
	for i, part := range parts {
		if !match(to[i], part) {
			return false
		}
	}
	return true
}

// components returns the types of the parts of a tuple or user-defined type.
func (t *Table) components(of model.Type) []model.Type {
	if !isUserType(of) {
		return of.Unfrozen().Arguments
	}
	var types []model.Type
	for _, field := range t.fields(of) {
		types = append(types, canonical(field.Value.Type, isFrozen(of)))
	}
	return types
}

// fields returns the fields of a user-defined type in their order.
func (t *Table) fields(of model.Type) []model.Item[*model.TypeField] {
	if userType := t.Types[of.Unfrozen().UserType]; userType != nil {
		return model.Sorted(userType.Fields)
	}
	return nil
}

func (t *Table) field(of model.Type, name string) *model.TypeField {
	for _, field := range t.fields(of) {
		if field.Value.Name == name {
			return field.Value
		}
	}
	return nil
}

// fit rates how well a value or type can be assigned to another.
type fit uint8

const (
	misfit fit = iota
	weak
	exact
)

// typeFit follows AbstractType.testAssignment.
func (t *Table) typeFit(from, to model.Type) fit {
	if isFrozen(from) && !isFrozen(to) {
		to = freeze(to)
	}
	if from.Kind == reversedType && to.Kind != reversedType {
		to = model.Type{Kind: reversedType, Arguments: []model.Type{to}}
	}
	switch {
	case from.Equal(to):
		return exact
	case t.reads(to, from):
		return weak
	}
	return misfit
}
