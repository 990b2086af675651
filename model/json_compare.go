package model

import (
	"reflect"

	"widerow/model/internal/tree"
)

// Compare calls visit for each value that differs in the saved forms of two
// models, in no fixed order: objects are compared member by member, lists as a
// whole. old or new is nil where there is no value. The path is reused.
//
// It builds no tree of what is equal. Both models must be as [Decode] or
// [Model.Canonical] returned them. It reports false, and visits nothing, if
// one has fields that this version does not know.
func Compare(before, after *Model, visit func(path []string, old, new *tree.Node)) bool {
	if len(before.unknown) > 0 || len(after.unknown) > 0 {
		return false
	}
	c := &comparer{visit: visit}
	c.structures(nil, reflect.ValueOf(before).Elem(), reflect.ValueOf(after).Elem())
	return true
}

type comparer struct {
	encoder
	visit func(path []string, old, new *tree.Node)
}

func (c *comparer) structures(path []string, old, new reflect.Value) {
	for _, field := range fieldsOf(old.Type()).sorted {
		before, after := old.Field(field.index), new.Field(field.index)
		path := append(path, field.name)
		switch was, is := field.isSaved(before), field.isSaved(after); {
		case was && is:
			c.values(path, before, after)
		case was:
			c.visit(path, c.value(before), nil)
		case is:
			c.visit(path, nil, c.value(after))
		}
	}
}

// isSaved reports whether the saved form has the field. A model as Compare
// wants it has no set with false members and no map with nil values.
func (f structField) isSaved(value reflect.Value) bool { return !f.optional || !isEmpty(value) }

// values compares two values that are both saved.
func (c *comparer) values(path []string, old, new reflect.Value) {
	switch {
	case old.Type().Implements(textMarshaler) && old.Kind() != reflect.Pointer, old.Kind() == reflect.Slice:
		if reflect.DeepEqual(old.Interface(), new.Interface()) {
			return
		}
		if before, after := c.value(old), c.value(new); !tree.Equal(before, after) {
			c.visit(path, before, after)
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
		c.visit(path, c.value(old), c.value(new))
	}
}

func (c *comparer) maps(path []string, old, new reflect.Value) {
	for entries := old.MapRange(); entries.Next(); {
		key := entries.Key()
		path := append(path, key.String())
		if after := new.MapIndex(key); after.IsValid() {
			c.values(path, entries.Value(), after)
		} else {
			c.visit(path, c.value(entries.Value()), nil)
		}
	}
	for entries := new.MapRange(); entries.Next(); {
		if key := entries.Key(); !old.MapIndex(key).IsValid() {
			c.visit(append(path, key.String()), nil, c.value(entries.Value()))
		}
	}
}
