package model

import "slices"

// Effective returns the type as Cassandra stores it: frozen<> is around every frozen
// collection and user-defined type, and around nothing else. Two types that mean the
// same are equal in this form: tuple<int, list<int>> and
// frozen<tuple<int, frozen<list<int>>>>.
func (t Type) Effective() Type { return t.effective(false) }

// effective follows CQL3Type.Raw.prepare. frozen reports whether frozen<> is around t.
// It applies to what is inside a collection, a tuple freezes its parts, and a vector
// does not change them.
func (t Type) effective(frozen bool) Type {
	inner, around := frozen, frozen
	switch t.Kind {
	case FrozenType:
		return t.Arguments[0].effective(true)
	case TupleType:
		inner, around = true, false
	case VectorType:
		inner, around = false, false
	case ListType, SetType, MapType, UserTypeRef:
	default:
		return t
	}
	t.Arguments = slices.Clone(t.Arguments)
	for i, argument := range t.Arguments {
		t.Arguments[i] = argument.effective(inner)
	}
	if around {
		return Frozen(t)
	}
	return t
}
