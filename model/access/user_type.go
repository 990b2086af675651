package access

import (
	"cmp"
	"slices"

	"widerow/model"
)

func (v *Value) field(name string) *Value {
	if i := slices.Index(v.Fields, name); i >= 0 {
		return &v.Values[i]
	}
	return nil
}

// FieldOrder returns the names of the fields in the order in which the server
// visits them: that of a Java hash table.
func (v *Value) FieldOrder() []string { return javaOrder(v.Fields) }

// javaOrder sorts names in the iteration order of a java.util.HashMap.
func javaOrder(names []string) []string {
	buckets := uint32(16)
	for len(names)*4 > int(buckets)*3 {
		buckets *= 2
	}
	order := slices.Clone(names)
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(javaBucket(a, buckets), javaBucket(b, buckets)) })
	return order
}

// javaBucket returns the bucket of a java.util.HashMap of that size for a
// java.nio.ByteBuffer with the text.
func javaBucket(text string, buckets uint32) uint32 {
	hash := uint32(1)
	for i := len(text) - 1; i >= 0; i-- {
		hash = 31*hash + uint32(int8(text[i]))
	}
	return (hash ^ hash>>16) & (buckets - 1)
}

func (s *scope) checkFieldParts(v *Value, to receiver) *Refusal {
	if to.kind() != model.UserTypeRef {
		return to.refuse(InvalidUserType, v)
	}
	for _, field := range s.table.fields(to.typ) {
		value := v.field(field.Value.Name)
		if value == nil {
			continue
		}
		part := to.field(field.Value)
		f, refusal := s.fit(value, part)
		if refusal != nil {
			return refusal
		}
		if f == misfit {
			return &Refusal{Code: UserTypeField, Column: to.name, Other: field.Value.Name, Type: part.typ}
		}
	}
	return nil
}

func (s *scope) checkFields(v *Value, to receiver) *Refusal {
	if refusal := s.checkFieldParts(v, to); refusal != nil {
		return refusal
	}
	known := []string{}
	for _, field := range s.table.fields(to.typ) {
		known = append(known, field.Value.Name)
		if value := v.field(field.Value.Name); value != nil {
			if refusal := s.check(value, to.field(field.Value)); refusal != nil {
				return refusal
			}
		}
	}
	for _, name := range v.FieldOrder() {
		if !slices.Contains(known, name) {
			return &Refusal{Code: UnknownField, Column: name, Type: to.typ}
		}
	}
	return nil
}
