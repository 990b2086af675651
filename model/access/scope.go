package access

import (
	"math/big"
	"strconv"
	"strings"

	"widerow/model"
)

// scope is where expressions occur: among the terms of a statement, or in its
// selectors, which have rules of their own.
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

// preferredType returns the type of a literal by its kind and size. For
// hexadecimal the server prefers tinyint.
func preferredType(v *Value) model.Type {
	switch v.Kind {
	case String:
		if isASCII(v.Text) {
			return model.Native("ascii")
		}
		return model.Native("text")
	case Integer:
		return model.Native(integerType(v.Text))
	case Float:
		return model.Native(floatType(v.Text))
	case Boolean:
		return model.Native("boolean")
	case UUID:
		if isTimeUUID(v.Text) {
			return model.Native("timeuuid")
		}
		return model.Native("uuid")
	case Hex:
		return model.Native("tinyint")
	}
	return model.Native("duration")
}

func integerType(text string) string {
	if _, err := strconv.ParseInt(text, 10, 32); err == nil {
		return "int"
	}
	if _, err := strconv.ParseInt(text, 10, 64); err == nil {
		return "bigint"
	}
	return "varint"
}

// floatType returns double if the shortest text of the double has the same
// value as the literal, and else decimal.
func floatType(text string) string {
	number, err := strconv.ParseFloat(text, 64)
	switch _, exponent, _ := strings.Cut(strings.ToLower(text), "e"); {
	case strings.ContainsAny(text, "nN"): // NaN and Infinity
		return "double"
	case len(strings.TrimLeft(exponent, "+-0")) > 3: // beyond every double
		return "decimal"
	}
	if err == nil && text == strconv.FormatFloat(number, 'f', -1, 64) {
		return "double"
	}
	written, readable := new(big.Rat).SetString(text)
	printed, _ := new(big.Rat).SetString(strconv.FormatFloat(number, 'g', -1, 64))
	if err == nil && readable && printed != nil && written.Cmp(printed) == 0 {
		return "double"
	}
	return "decimal"
}
