package access

import (
	"widerow/model"
)

// scope is the place of an expression: among the terms of a statement, or in its selectors, which
// have rules of their own.
type scope struct {
	table     *Table
	selecting bool
	// functions are the functions that the selected calls resolve to.
	functions map[*Value]*Signature
}

// fit follows AssignmentTestable.testAssignment: it returns how well a value
// fits the receiver. The server refuses some values already here.
func (s *scope) fit(v *Value, to receiver) (fit, *Refusal) {
	switch v.Kind {
	case Marker:
		return weak, nil
	case Null:
		return weakIf(!to.typ.IsCounter()), nil
	case List:
		return s.listFit(v, to)
	case Set:
		return s.setFit(v, to)
	case Map:
		return s.mapFit(v, to)
	case Tuple:
		// A selector for a user-defined type is not a tuple.
		if len(v.Values) == 1 && !(to.isTuple() && !(s.selecting && isUserType(to.typ))) {
			return s.fit(&v.Values[0], to)
		}
		return weakIf(s.checkTupleParts(v, to) == nil), nil
	case Fields:
		return weakIf(s.checkFieldParts(v, to) == nil), nil
	case Cast:
		if refusal := v.checkType(); refusal != nil {
			return misfit, refusal
		}
		return s.castFit(v, to), nil
	case Typed:
		return s.table.typeFit(v.Type, to.typ), nil
	}
	if v.isLiteral() {
		return literalFit(v, to.typ), nil
	}
	if v.isCall() && !s.selecting {
		return s.callFit(v, to), nil
	}
	if t := s.exactType(v); !t.IsZero() {
		return s.table.typeFit(t, to.typ), nil
	}
	return misfit, nil
}

func weakIf(fits bool) fit {
	if fits {
		return weak
	}
	return misfit
}

func (s *scope) castFit(v *Value, to receiver) fit {
	switch t := s.castType(v); {
	case to.typ.Equal(t):
		return exact
	default:
		return weakIf(s.table.reads(to.typ, t))
	}
}

// castType returns the type of a Cast. In a selector it is frozen.
func (s *scope) castType(v *Value) model.Type { return canonical(v.Type, s.selecting) }

// allFit returns the worst fit of several values for one receiver.
func (s *scope) allFit(values []Value, to receiver) (fit, *Refusal) {
	worst := exact
	for i := range values {
		f, refusal := s.fit(&values[i], to)
		if f == misfit || refusal != nil {
			return misfit, refusal
		}
		worst = min(worst, f)
	}
	return worst, nil
}

func (s *scope) elementsFit(values []Value, to receiver) (fit, *Refusal) {
	if len(values) == 0 {
		return weak, nil
	}
	return s.allFit(values, to.element())
}

func (s *scope) listFit(v *Value, to receiver) (fit, *Refusal) {
	switch kind := to.kind(); {
	case kind != model.ListType && kind != model.VectorType && s.selecting:
		return misfit, to.refuse(ServerFails, v)
	case kind != model.ListType && kind != model.VectorType:
		return misfit, to.refuse(UnexpectedReceiver, v)
	case kind == model.VectorType && !s.selecting && len(v.Values) != to.typ.Dimension:
		return misfit, nil
	}
	return s.elementsFit(v.Values, to)
}

func (s *scope) setFit(v *Value, to receiver) (fit, *Refusal) {
	if to.kind() != model.SetType {
		return weakIf(to.kind() == model.MapType && len(v.Values) == 0), nil
	}
	return s.elementsFit(v.Values, to)
}

func (s *scope) mapFit(v *Value, to receiver) (fit, *Refusal) {
	if s.selecting && isUserType(to.typ) {
		return s.selectedFieldsFit(v, to)
	}
	if s.selecting {
		if refusal := s.prepareAll(v.Values); refusal != nil {
			return misfit, refusal
		}
	}
	if to.kind() != model.MapType {
		return misfit, to.refuse(ServerFails, v)
	}
	worst := exact
	for i := 0; i+1 < len(v.Values); i += 2 {
		key, refusal := s.fit(&v.Values[i], to.key())
		if refusal != nil {
			return misfit, refusal
		}
		value, refusal := s.fit(&v.Values[i+1], to.element())
		if refusal != nil || min(key, value) == misfit {
			return misfit, refusal
		}
		worst = min(worst, key, value)
	}
	return worst, nil
}
