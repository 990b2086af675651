package model

import (
	"reflect"
	"slices"

	"widerow/model/internal/tree"
)

// Compare calls visit for each value that differs in the saved forms of two
// models, in no fixed order: objects are compared member by member, lists as a
// whole. old or new is nil if there is no value. path is only valid during the
// call.
//
// Compare encodes only values that differ. Both models must be as [Decode] or
// [Model.Canonical] returned them. It returns false, and visits nothing, if one
// of them has fields that this version does not know.
func Compare(before, after *Model, visit func(path []string, old, new *tree.Node)) bool {
	if len(before.unknown) > 0 || len(after.unknown) > 0 {
		return false
	}
	compare(before, after, func(path []string, old, new reflect.Value) {
		var e encoder
		if was, is := e.optional(old), e.optional(new); !tree.Equal(was, is) {
			visit(path, was, is)
		}
	})
	return true
}

// ChangedPaths returns the paths at which two models differ in known fields, in
// no fixed order. It may include values whose saved forms are equal, unless both
// models are as [Decode] or [Model.Canonical] returned them.
func ChangedPaths(before, after *Model) [][]string {
	var paths [][]string
	compare(before, after, func(path []string, _, _ reflect.Value) { paths = append(paths, slices.Clone(path)) })
	return paths
}

func compare(before, after *Model, visit func(path []string, old, new reflect.Value)) {
	c := &comparer{visit}
	c.structures(nil, reflect.ValueOf(before).Elem(), reflect.ValueOf(after).Elem())
}

// optional encodes a value, or returns nil if it is absent.
func (e *encoder) optional(value reflect.Value) *tree.Node {
	if !value.IsValid() {
		return nil
	}
	return e.value(value)
}

// comparer visits the values that differ. An absent value is the zero
// reflect.Value.
type comparer struct {
	visit func(path []string, old, new reflect.Value)
}

var absent reflect.Value

func (c *comparer) structures(path []string, old, new reflect.Value) {
	for _, field := range fieldsOf(old.Type()).sorted {
		c.values(append(path, field.name), field.saved(old), field.saved(new))
	}
}

// saved returns the value of a field, or absent if the saved form omits it.
func (f structField) saved(structure reflect.Value) reflect.Value {
	value := structure.Field(f.index)
	if f.optional && isEmpty(value) {
		return absent
	}
	return value
}

func (c *comparer) values(path []string, old, new reflect.Value) {
	if !old.IsValid() || !new.IsValid() {
		if old.IsValid() || new.IsValid() {
			c.visit(path, old, new)
		}
		return
	}
	switch {
	case old.Type().Implements(textMarshaler) && old.Kind() != reflect.Pointer, old.Kind() == reflect.Slice:
		if !reflect.DeepEqual(old.Interface(), new.Interface()) {
			c.visit(path, old, new)
		}
	case old.Kind() == reflect.Pointer:
		if old.Pointer() != new.Pointer() {
			c.structures(path, old.Elem(), new.Elem())
		}
	case old.Kind() == reflect.Struct:
		c.structures(path, old, new)
	case old.Kind() == reflect.Map:
		c.maps(path, old, new)
	case !old.Equal(new):
		c.visit(path, old, new)
	}
}

func (c *comparer) maps(path []string, old, new reflect.Value) {
	for entries := old.MapRange(); entries.Next(); {
		key := entries.Key()
		c.values(append(path, key.String()), entry(entries.Value()), entry(new.MapIndex(key)))
	}
	for entries := new.MapRange(); entries.Next(); {
		if key := entries.Key(); !old.MapIndex(key).IsValid() {
			c.values(append(path, key.String()), absent, entry(entries.Value()))
		}
	}
}

// entry returns a value of a map, or absent if the saved form omits it.
func entry(value reflect.Value) reflect.Value {
	if value.IsValid() && value.IsZero() && (value.Kind() == reflect.Pointer || value.Kind() == reflect.Bool) {
		return absent
	}
	return value
}
