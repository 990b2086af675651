package access

import (
	"slices"

	"widerow/model"
)

// Value is an expression: the right side of a condition, what is written into
// a column, or what is selected.
type Value struct {
	Kind ValueKind
	// Text is a literal without its quotes, an operator, or the name of a
	// function, column or field; of Cast and CastFunction the type as
	// messages repeat it.
	Text string
	// Keyspace is that of a function which is named with one.
	Keyspace string
	// Type is that of a cast, or of what is Typed. Of a cast that the server
	// refuses the kind is model.UnresolvedType, and the name is the server's
	// message.
	Type model.Type
	// Values are the elements of a list, set or tuple, the keys and values of
	// a map in turn, the values of Fields, the arguments of a function, the
	// operands of an operation, or what is cast. Of Element, Slice, Field and
	// Cell the first is what is looked into; the others of Element and Slice
	// are the index and the two ends.
	Values []Value
	// Fields are the names in a literal of a user-defined type.
	Fields []string
}

// ValueKind is the kind of a value.
type ValueKind uint8

// The kinds of value.
const (
	// Marker is a value that comes when the statement is run.
	Marker ValueKind = iota
	Null
	String
	Integer
	Float
	Boolean
	UUID
	Hex
	Duration
	// List is also a vector.
	List
	// Set is also an empty map.
	Set
	// Map is also a user-defined type where it is selected: its keys are
	// columns then.
	Map
	// Tuple is also what stands in parentheses.
	Tuple
	// Fields is a literal of a user-defined type among the terms.
	Fields
	// Cast is `(type) value`, CastFunction `CAST(value AS type)`.
	Cast
	CastFunction
	Function
	// Operation is `left operator right`, Negation `-value`.
	Operation
	Negation
	// Reference is a column, in a selector.
	Reference
	// Element is `value[index]`, Slice `value[from..to]`, Field `value.field`.
	Element
	Slice
	Field
	// Cell is the writetime, maxwritetime or ttl of what it names.
	Cell
	// Open is the end of a slice that is left away.
	Open
	// Unset is a value of INSERT JSON that the text leaves out.
	Unset
	// Typed is a value of which only the type is known.
	Typed
)

// isLiteral reports whether the value stands in the statement as it is.
func (v *Value) isLiteral() bool { return v.Kind >= String && v.Kind <= Duration }

// isCall reports whether the value comes of a function; operators are
// functions too.
func (v *Value) isCall() bool {
	return v.Kind == Function || v.Kind == CastFunction || v.Kind == Operation || v.Kind == Negation
}

// isNull looks through casts and parentheses. An operation on null is null.
func (v *Value) isNull() bool {
	switch {
	case v.Kind == Cast || v.Kind == Tuple && len(v.Values) == 1:
		return v.Values[0].isNull()
	case v.Kind == Operation:
		return v.Values[0].isNull() || v.Values[1].isNull()
	case v.Kind == Function:
		fromJSON := (v.Text == "from_json" || v.Text == "fromjson") && len(v.Values) == 1
		return v.Text == "mask_null" || fromJSON && v.Values[0].isNull()
	}
	return v.Kind == Null
}

// checkType refuses a type that there is not.
func (v *Value) checkType() *Refusal {
	if v.Type.Kind == model.UnresolvedType {
		return &Refusal{Code: RefusedType, Text: v.Type.Name}
	}
	return nil
}

// isNullFor: in parentheses it is a part of a tuple.
func (v *Value) isNullFor(to receiver) bool {
	return v.isNull() && !(v.Kind == Tuple && to.isTuple())
}

func (v *Value) isEmptyCollection() bool {
	return (v.Kind == List || v.Kind == Set || v.Kind == Map) && len(v.Values) == 0
}

// holdsMarker reports whether a value somewhere waits for a marker.
func (v *Value) holdsMarker() bool {
	return v.Kind == Marker || slices.ContainsFunc(v.Values, func(inner Value) bool { return inner.holdsMarker() })
}

// holdsCall reports whether a function has to be run for a value.
func (v *Value) holdsCall() bool {
	return v.isCall() || slices.ContainsFunc(v.Values, func(inner Value) bool { return inner.holdsCall() })
}
