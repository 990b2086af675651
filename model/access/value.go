package access

import (
	"slices"
	"strings"

	"widerow/model"
)

// Value is an expression: the right side of a condition, an assigned value, or
// a selector.
type Value struct {
	Kind ValueKind
	// Text is a literal without its quotes, an operator, or the name of a
	// function, column or field. For Cast and CastFunction it is the type as
	// messages repeat it.
	Text string
	// Keyspace is the keyspace in a function's name, or empty.
	Keyspace string
	// Type is the type of a Cast or of a Typed value. If the server refuses the
	// type of a cast, its kind is model.UnresolvedType and its name is the
	// server's message.
	Type model.Type
	// Values are the parts: the elements of a list, set or tuple; the keys and
	// values of a map in turn; the values of Fields; the arguments of a
	// function; the operands of an operation; the operand of a cast. For
	// Element, Slice, Field and Cell the first is the operand; Element has the
	// index after it, Slice the two ends.
	Values []Value
	// Fields are the names of the fields in a literal of a user-defined type.
	Fields []string
	// Source is the place where the value is written, a number with a meaning to the creator of the
	// value; 0 for none.
	Source int32

	// computed is set when a call among terms is checked.
	computed computed
}

// ValueKind is the kind of a value.
type ValueKind uint8

// The kinds of value.
const (
	// Marker is a bind marker.
	Marker ValueKind = iota
	Null
	String
	Integer
	Float
	Boolean
	UUID
	Hex
	Duration
	// List is `[…]`, a list or a vector.
	List
	// Set is `{a, b}`. `{}` is also an empty map.
	Set
	// Map is `{a: b}`. In a selector it may also be a user-defined type, whose
	// field names are parsed as columns.
	Map
	// Tuple is `(a, b)`. `(a)` is also a in parentheses.
	Tuple
	// Fields is a literal of a user-defined type in a term.
	Fields
	// Cast is `(type) value`, CastFunction `CAST(value AS type)`.
	Cast
	CastFunction
	Function
	// Operation is `left operator right`, Negation `-value`.
	Operation
	Negation
	// Reference is a column in a selector.
	Reference
	// Element is `value[index]`, Slice `value[from..to]`, Field `value.field`.
	Element
	Slice
	Field
	// Cell is writetime, maxwritetime or ttl of a column.
	Cell
	// Open is a missing end of a Slice.
	Open
	// Unset is a column that the text of INSERT JSON omits.
	Unset
	// Typed is a value of which only the type is known.
	Typed
)

// isLiteral reports whether the value is a constant such as a string or a
// number.
func (v *Value) isLiteral() bool { return v.Kind >= String && v.Kind <= Duration }

// isCall reports whether a function computes the value. Operators are functions
// too.
func (v *Value) isCall() bool {
	return v.Kind == Function || v.Kind == CastFunction || v.Kind == Operation || v.Kind == Negation
}

// isNull reports whether the value is null. It looks through casts and
// parentheses, and an operation on null is null.
func (v *Value) isNull() bool {
	switch {
	case v.Kind == Cast || v.Kind == Tuple && len(v.Values) == 1:
		return v.Values[0].isNull()
	case v.Kind == Operation:
		return v.Values[0].isNull() || v.Values[1].isNull()
	case v.Kind == Function:
		fromJSON := (v.Text == "from_json" || v.Text == "fromjson") && len(v.Values) == 1
		return v.Text == "mask_null" || fromJSON && (v.Values[0].isNull() || v.Values[0].isJSONNull())
	}
	return v.Kind == Null
}

// isJSONNull reports whether the value is a text that from_json reads as null.
func (v *Value) isJSONNull() bool {
	given := v.literal()
	return given.Kind == String && strings.Trim(given.Text, " \t\r\n") == "null"
}

// literal looks through casts and parentheses.
func (v *Value) literal() *Value {
	for v.Kind == Cast || v.Kind == Tuple && len(v.Values) == 1 {
		v = &v.Values[0]
	}
	return v
}

// checkType refuses a cast to a type that does not exist.
func (v *Value) checkType() *Refusal {
	if v.Type.Kind == model.UnresolvedType {
		return &Refusal{Code: RefusedType, Text: v.Type.Name}
	}
	return nil
}

// isNullFor reports whether the value is null for the receiver. If that is a
// tuple, a null in parentheses is a part of it.
func (v *Value) isNullFor(to receiver) bool {
	return v.isNull() && !(v.Kind == Tuple && to.isTuple())
}

func (v *Value) isEmptyCollection() bool {
	return (v.Kind == List || v.Kind == Set || v.Kind == Map) && len(v.Values) == 0
}

// holdsMarker reports whether the value contains a bind marker.
func (v *Value) holdsMarker() bool {
	return v.Kind == Marker || slices.ContainsFunc(v.Values, func(inner Value) bool { return inner.holdsMarker() })
}

// holdsCall reports whether the value contains a function call.
func (v *Value) holdsCall() bool {
	return v.isCall() || slices.ContainsFunc(v.Values, func(inner Value) bool { return inner.holdsCall() })
}
