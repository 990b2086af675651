package access

import (
	"slices"

	"widerow/model"
)

// checkValue refuses a value that the receiver cannot hold.
func (t *Table) checkValue(v *Value, to receiver) *Refusal {
	switch {
	case v.Kind == Marker || v.Kind == Unset:
		return nil
	case v.isLiteral():
		return checkLiteral(v, to)
	}
	terms := scope{table: t}
	return terms.check(v, to)
}

// check follows Term.Raw.prepare.
func (s *scope) check(v *Value, to receiver) *Refusal {
	switch v.Kind {
	case Marker:
		return nil
	case Null:
		if to.typ.IsCounter() {
			return to.refuse(NullIncrement, v)
		}
		return nil
	case List:
		return s.checkList(v, to)
	case Set:
		return s.checkSet(v, to)
	case Map:
		return s.checkMap(v, to)
	case Tuple:
		return s.checkTuple(v, to)
	case Fields:
		return s.checkFields(v, to)
	case Cast:
		return s.checkCast(v, to)
	case Function, Operation, Negation, CastFunction:
		return s.checkCall(v, to)
	}
	return checkLiteral(v, to)
}

// checkLiteral follows Constants.Literal.prepare.
func checkLiteral(v *Value, to receiver) *Refusal {
	if literalFit(v, to.typ) == misfit {
		return to.refuse(InvalidConstant, v)
	}
	return checkText(v, to)
}

// checkCast follows TypeCast.prepare.
func (s *scope) checkCast(v *Value, to receiver) *Refusal {
	if refusal := v.checkType(); refusal != nil {
		return refusal
	}
	inner, cast := &v.Values[0], receiver{name: to.name, typ: s.castType(v)}
	f, refusal := s.fit(inner, cast)
	switch {
	case refusal != nil:
		return refusal
	case f == misfit:
		refusal := cast.refuse(CannotCast, inner)
		refusal.Text = v.Text
		return refusal
	case s.castFit(v, to) == misfit:
		return to.refuse(CannotAssign, v)
	}
	return s.check(inner, to)
}

// checkList follows ArrayLiteral.prepare. Brackets are a list or a vector.
func (s *scope) checkList(v *Value, to receiver) *Refusal {
	switch kind := to.kind(); {
	case kind == model.VectorType:
		return s.checkVector(v, to)
	case kind != model.ListType:
		return to.refuse(UnexpectedReceiver, v)
	}
	return s.checkElements(v, to, ListElement, ListMarker)
}

func (s *scope) checkSet(v *Value, to receiver) *Refusal {
	switch {
	case to.kind() == model.MapType && len(v.Values) == 0:
		return nil
	case to.kind() != model.SetType:
		return to.refuse(InvalidSet, v)
	}
	return s.checkElements(v, to, SetElement, SetMarker)
}

// checkElements checks that all elements are assignable before it checks any of
// them in itself.
func (s *scope) checkElements(v *Value, to receiver, unfit, marker *Code) *Refusal {
	inner := to.element()
	for i := range v.Values {
		if refusal := s.checkFit(&v.Values[i], inner, to, unfit); refusal != nil {
			return refusal
		}
	}
	for i := range v.Values {
		if refusal := s.check(&v.Values[i], inner); refusal != nil {
			return refusal
		}
		if v.Values[i].holdsMarker() {
			return to.refuse(marker, v)
		}
	}
	return v.checkNulls(NullInCollection)
}

// checkVector checks one element after another. Unlike a collection, a vector
// may have bind markers as elements.
func (s *scope) checkVector(v *Value, to receiver) *Refusal {
	if want := to.typ.Dimension; len(v.Values) != want {
		refusal := to.refuse(VectorSize, v)
		refusal.Want, refusal.Got = want, len(v.Values)
		return refusal
	}
	inner := to.element()
	for i := range v.Values {
		if refusal := s.checkFit(&v.Values[i], inner, to, VectorElement); refusal != nil {
			return refusal
		}
		if refusal := s.check(&v.Values[i], inner); refusal != nil {
			return refusal
		}
	}
	return v.checkNulls(NullInVector)
}

// checkNulls refuses a null inside a literal. The server builds a literal when
// it prepares the statement, so it finds the null then, unless the literal has
// bind markers or function calls.
func (v *Value) checkNulls(code *Code) *Refusal {
	if !v.holdsNull() || v.holdsMarker() || v.holdsCall() {
		return nil
	}
	return &Refusal{Code: code}
}

func (v *Value) holdsNull() bool {
	return slices.ContainsFunc(v.Values, func(inner Value) bool { return inner.isNull() })
}

func (s *scope) checkFit(v *Value, inner, outer receiver, code *Code) *Refusal {
	f, refusal := s.fit(v, inner)
	if refusal != nil || f != misfit {
		return refusal
	}
	return &Refusal{Code: code, Column: outer.name, Value: v, Type: unwrap(inner.typ)}
}

func (s *scope) checkMap(v *Value, to receiver) *Refusal {
	if to.kind() != model.MapType {
		return to.refuse(InvalidMap, v)
	}
	parts := [2]receiver{to.key(), to.element()}
	codes := [2]*Code{MapKey, MapElement}
	for i := range v.Values {
		if refusal := s.checkFit(&v.Values[i], parts[i%2], to, codes[i%2]); refusal != nil {
			return refusal
		}
	}
	for i := range v.Values {
		if refusal := s.check(&v.Values[i], parts[i%2]); refusal != nil {
			return refusal
		}
		if i%2 == 1 && (v.Values[i].holdsMarker() || v.Values[i-1].holdsMarker()) {
			return to.refuse(MapMarker, v)
		}
	}
	return v.checkNulls(NullInCollection)
}

// checkTuple checks `(x)` as x unless the receiver is a tuple.
func (s *scope) checkTuple(v *Value, to receiver) *Refusal {
	if len(v.Values) == 1 && !to.isTuple() {
		return s.check(&v.Values[0], to)
	}
	if refusal := s.checkTupleParts(v, to); refusal != nil {
		return refusal
	}
	types := s.table.components(to.typ)
	for i := range v.Values {
		if refusal := s.check(&v.Values[i], to.component(i, types[i])); refusal != nil {
			return refusal
		}
	}
	return nil
}

func (s *scope) checkTupleParts(v *Value, to receiver) *Refusal {
	if !to.isTuple() {
		return to.refuse(InvalidTuple, v)
	}
	types := s.table.components(to.typ)
	for i := range v.Values {
		if i >= len(types) {
			refusal := to.refuse(TupleSize, v)
			refusal.Want, refusal.Got = len(types), len(v.Values)
			return refusal
		}
		part := to.component(i, types[i])
		f, refusal := s.fit(&v.Values[i], part)
		if refusal != nil {
			return refusal
		}
		if f == misfit {
			refusal := part.refuse(TupleComponent, v)
			refusal.Column, refusal.Got = to.name, i
			return refusal
		}
	}
	return nil
}

// CheckValue judges a value for a receiver that is not a column. name is the receiver's name in
// messages.
func (t *Table) CheckValue(name string, typ model.Type, v Value) *Refusal {
	refusal := t.checkValue(&v, receiver{name: name, typ: canonical(typ, false)})
	if refusal != nil {
		refusal.Table = t
	}
	return refusal
}

// CheckColumnValue refuses a value that a column cannot be compared with. It
// returns nil for an unknown column.
func (t *Table) CheckColumnValue(name string, v Value) *Refusal {
	column := t.byName[name]
	if column == nil {
		return nil
	}
	return t.checkValue(&v, column.receiver())
}
