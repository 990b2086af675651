package access

import (
	"widerow/model"
)

// exactType returns the type that a value has on its own, or the zero Type. It
// follows getExactTypeIfKnown.
func (s *scope) exactType(v *Value) model.Type {
	switch v.Kind {
	case List, Set, Tuple:
		return s.typeOfParts(v, s.exactType)
	case Map:
		if s.selecting {
			return model.Type{}
		}
		return s.typeOfParts(v, s.exactType)
	case Cast:
		return s.castType(v)
	case Typed:
		return v.Type
	}
	if v.isCall() {
		return s.callType(v)
	}
	if s.selecting {
		return s.selectedType(v)
	}
	return model.Type{}
}

// typeOfParts derives the type of a literal from its parts. The first part
// whose type is known decides.
func (s *scope) typeOfParts(v *Value, of func(*Value) model.Type) model.Type {
	switch {
	case v.Kind == List && !s.selecting:
		return model.Type{}
	case v.Kind == Tuple:
		return s.tupleType(v, of)
	case v.Kind == Map:
		key, value := firstType(v.Values, 0, 2, of), firstType(v.Values, 1, 2, of)
		if key.IsZero() || value.IsZero() {
			return model.Type{}
		}
		return frozenAround(model.MapType, key, value)
	}
	t := firstType(v.Values, 0, 1, of)
	switch {
	case t.IsZero():
		return t
	case v.Kind == List:
		return frozenAround(model.ListType, t)
	}
	return frozenAround(model.SetType, t)
}

func firstType(values []Value, from, step int, of func(*Value) model.Type) model.Type {
	for i := from; i < len(values); i += step {
		if t := of(&values[i]); !t.IsZero() {
			return unwrap(t)
		}
	}
	return model.Type{}
}

func (s *scope) tupleType(v *Value, of func(*Value) model.Type) model.Type {
	if s.selecting && len(v.Values) == 1 {
		return model.Type{}
	}
	tuple := model.Type{Kind: model.TupleType}
	for i := range v.Values {
		t := of(&v.Values[i])
		if t.IsZero() {
			return t
		}
		tuple.Arguments = append(tuple.Arguments, freeze(unwrap(t)))
	}
	return tuple
}

// likelyType returns the type that suits a value best, or the zero Type. It
// follows getCompatibleTypeIfKnown.
func (s *scope) likelyType(v *Value) model.Type {
	switch {
	case v.isLiteral():
		return preferredType(v)
	case v.Kind == Tuple && s.selecting:
		return s.tupleType(v, s.likelyType)
	case v.Kind == List && s.selecting:
		return s.wrapLikely(frozenList, v.Values, 0, 1)
	case v.Kind == Set:
		return s.wrapLikely(frozenSet, v.Values, 0, 1)
	case v.Kind == Map && !s.selecting:
		key, value := s.likelyOfAll(v.Values, 0, 2), s.likelyOfAll(v.Values, 1, 2)
		if key.IsZero() || value.IsZero() {
			return model.Type{}
		}
		return frozenMap(key, value)
	}
	return s.exactType(v)
}

func (s *scope) wrapLikely(wrap func(model.Type) model.Type, values []Value, from, step int) model.Type {
	t := s.likelyOfAll(values, from, step)
	if t.IsZero() {
		return t
	}
	return wrap(t)
}

// likelyOfAll returns the first of the values' types that all of them can be
// assigned to.
func (s *scope) likelyOfAll(values []Value, from, step int) model.Type {
	var types []model.Type
	for i := from; i < len(values); i += step {
		if t := s.likelyType(&values[i]); !t.IsZero() {
			types = append(types, t)
		}
	}
	for _, to := range types {
		if s.takesAll(to, types) {
			return unwrap(to)
		}
	}
	return model.Type{}
}

func (s *scope) takesAll(to model.Type, types []model.Type) bool {
	for _, from := range types {
		if s.table.typeFit(from, to) == misfit {
			return false
		}
	}
	return true
}
