package schema

import (
	"slices"
	"strings"

	"widerow/model"
)

// droppedColumn is the server's record of a dropped column: its type, with tuples in place of
// user-defined types, and whether it was static.
type droppedColumn struct {
	stored model.Type
	static bool
}

// expanded follows AbstractType.expandUserTypes on a stored type. It ignores
// the elements of vectors. A type that is used several times is expanded once:
// copies could double the size with each level.
func (s *Schema) expanded(t model.Type, tuples map[model.ID]model.Type) model.Type {
	if inner := t.Unfrozen(); inner.Kind == model.UserTypeRef {
		if tuple, known := tuples[inner.UserType]; known {
			return tuple
		}
		tuple := s.asTuple(inner.UserType)
		for i, field := range tuple.Arguments {
			tuple.Arguments[i] = s.expanded(field, tuples)
		}
		tuples[inner.UserType] = tuple
		return tuple
	}
	if t.Kind == model.VectorType {
		return t
	}
	t.Arguments = slices.Clone(t.Arguments)
	for i, argument := range t.Arguments {
		t.Arguments[i] = s.expanded(argument, tuples)
	}
	return t
}

// asTuple returns the tuple of the types of a user-defined type's fields.
func (s *Schema) asTuple(id model.ID) model.Type {
	tuple := model.Type{Kind: model.TupleType}
	for _, field := range model.Sorted(s.Physical.Types[id].Fields) {
		tuple.Arguments = append(tuple.Arguments, model.Frozen(field.Value.Type).Effective())
	}
	return tuple
}

// cqlText formats a stored type like CQL3Type.toString. A very long text is cut
// off.
func (s *Schema) cqlText(t model.Type) string {
	var text strings.Builder
	s.writeCQLText(&text, t)
	return text.String()
}

func (s *Schema) writeCQLText(text *strings.Builder, t model.Type) {
	switch {
	case text.Len() > maxInternalText:
		text.WriteString("…")
		return
	case t.Kind == model.UserTypeRef:
		text.WriteString(quoteName(s.Physical.Types[t.UserType].Name))
		return
	case t.Kind == model.NativeType, t.Kind == model.CustomType:
		text.WriteString(t.Text(nil))
		return
	}
	opening, closing := string(t.Kind)+"<", ">"
	if t.Kind == model.TupleType {
		opening, closing = "frozen<tuple<", ">>"
	}
	text.WriteString(opening)
	for i, argument := range t.Arguments {
		if i > 0 {
			text.WriteString(", ")
		}
		if s.writeCQLText(text, argument); text.Len() > maxInternalText {
			break
		}
	}
	if t.Kind == model.VectorType {
		text.WriteString(", " + model.Type{Kind: t.Kind, Dimension: t.Dimension}.Text(nil)[len("vector<"):])
		return
	}
	text.WriteString(closing)
}

// compatibility compares a stored type with that of a dropped column, which has
// no user-defined types.
type compatibility struct{ schema *Schema }

// serialization reports whether values that were written as the previous type
// can be read as t. It follows AbstractType.isSerializationCompatibleWith.
func (c compatibility) serialization(t, previous model.Type) bool {
	if !c.value(t, previous) {
		return false
	}
	switch inner := t.Unfrozen(); inner.Kind {
	case model.ListType, model.MapType:
		last := len(inner.Arguments) - 1
		return c.serialization(inner.Arguments[last], previous.Unfrozen().Arguments[last])
	case model.SetType:
		return true
	}
	return t.FixedLength() == previous.FixedLength() && isMultiCell(t) == isMultiCell(previous)
}

// value follows AbstractType.isValueCompatibleWith.
func (c compatibility) value(t, previous model.Type) bool {
	switch {
	case t.Kind == model.NativeType:
		return t.Name == "blob" || t.Reads(previous)
	case t.Unfrozen().Kind == model.UserTypeRef:
		return false
	case t.Kind == model.TupleType:
		return previous.Kind == model.TupleType && components(t, previous, c.value)
	case t.Kind != model.FrozenType || previous.Kind != model.FrozenType || t.Arguments[0].Kind != previous.Arguments[0].Kind:
		return c.order(t, previous)
	}
	inner, was := t.Arguments[0].Arguments, previous.Arguments[0].Arguments
	switch t.Arguments[0].Kind {
	case model.ListType:
		return c.element(inner[0], was[0])
	case model.MapType:
		return c.order(inner[0], was[0]) && c.value(inner[1], was[1])
	}
	return c.order(t, previous)
}

// element follows isValueCompatibleWithInternal. It compares a user-defined
// type as a tuple.
func (c compatibility) element(t, previous model.Type) bool {
	if inner := t.Unfrozen(); inner.Kind == model.UserTypeRef {
		return previous.Kind == model.TupleType && components(c.schema.asTuple(inner.UserType), previous, c.value)
	}
	return c.value(t, previous)
}

// order reports whether values can be read and sort the same way. It follows
// AbstractType.isCompatibleWith.
func (c compatibility) order(t, previous model.Type) bool {
	inner := t.Unfrozen()
	switch {
	case t.Kind == model.NativeType && previous.Kind == model.NativeType:
		return t.Name == previous.Name || previous.Name == "ascii" && (t.Name == "text" || t.Name == "blob") ||
			previous.Name == "text" && t.Name == "blob"
	case inner.Kind == model.UserTypeRef:
		return previous.Kind == model.TupleType && components(c.schema.asTuple(inner.UserType), previous, c.order)
	case t.Kind != previous.Kind || inner.Kind != previous.Unfrozen().Kind:
		return false
	case t.Kind == model.TupleType:
		return components(t, previous, c.order)
	case t.Kind == model.FrozenType:
		return components(inner, previous.Arguments[0], c.order)
	}
	was := previous.Arguments
	switch t.Kind {
	case model.ListType:
		return c.serialization(t.Arguments[0], was[0])
	case model.SetType:
		return c.order(t.Arguments[0], was[0])
	case model.MapType:
		return c.order(t.Arguments[0], was[0]) && c.serialization(t.Arguments[1], was[1])
	}
	return t.Equal(previous)
}

// components compares tuples. t may have more components than previous.
func components(t, previous model.Type, compatible func(t, previous model.Type) bool) bool {
	if len(t.Arguments) < len(previous.Arguments) {
		return false
	}
	for i, was := range previous.Arguments {
		if !compatible(t.Arguments[i], was) {
			return false
		}
	}
	return true
}
