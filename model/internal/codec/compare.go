package codec

import (
	"reflect"
	"slices"

	"widerow/model/internal/tree"
)

// Compare calls visit for each value that differs in the trees of two structs of
// one type, in no fixed order: objects are compared member by member, lists as a
// whole. old or new is nil if there is no value. path is only valid during the
// call. Only values that differ are encoded.
func Compare(before, after any, visit func(path []string, old, new *tree.Node)) {
	compare(before, after, func(path []string, old, new reflect.Value) {
		var e encoder
		if was, is := e.optional(old), e.optional(new); !tree.Equal(was, is) {
			visit(path, was, is)
		}
	})
}

// ChangedPaths returns the paths at which two structs of one type differ, in no
// fixed order. It may include values whose trees are equal, unless both structs
// were decoded.
func ChangedPaths(before, after any) [][]string {
	var paths [][]string
	compare(before, after, func(path []string, _, _ reflect.Value) { paths = append(paths, slices.Clone(path)) })
	return paths
}

func compare(before, after any, visit func(path []string, old, new reflect.Value)) {
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
		if before, after := old.Field(field.index), new.Field(field.index); !same(before, after) {
			c.values(append(path, field.name), field.saved(before), field.saved(after))
		}
	}
}

// saved returns a value of the field, or absent if its tree omits it.
func (f structField) saved(value reflect.Value) reflect.Value {
	if f.optional && isEmpty(value) {
		return absent
	}
	return value
}

func (c *comparer) values(path []string, old, new reflect.Value) {
	switch {
	case !old.IsValid() && !new.IsValid():
	case !old.IsValid() || !new.IsValid():
		c.visit(path, old, new)
	case old.Kind() == reflect.Pointer:
		if old.Pointer() != new.Pointer() {
			c.structures(path, old.Elem(), new.Elem())
		}
	case old.Kind() == reflect.Map:
		if old.Pointer() != new.Pointer() {
			c.maps(path, old, new)
		}
	case old.Kind() == reflect.Struct && !isTextual(old):
		c.structures(path, old, new)
	case !same(old, new):
		c.visit(path, old, new)
	}
}

func (c *comparer) maps(path []string, old, new reflect.Value) {
	key, shared := reflect.New(old.Type().Key()).Elem(), 0
	for entries := old.MapRange(); entries.Next(); {
		key.SetIterKey(entries)
		after := new.MapIndex(key)
		if after.IsValid() {
			shared++
		}
		c.values(append(path, key.String()), entry(entries.Value()), entry(after))
	}
	if shared == new.Len() {
		return
	}
	for entries := new.MapRange(); entries.Next(); {
		if key.SetIterKey(entries); !old.MapIndex(key).IsValid() {
			c.values(append(path, key.String()), absent, entry(entries.Value()))
		}
	}
}

// entry returns a value of a map, or absent if its tree omits it.
func entry(value reflect.Value) reflect.Value {
	if value.IsValid() && value.IsZero() && (value.Kind() == reflect.Pointer || value.Kind() == reflect.Bool) {
		return absent
	}
	return value
}

// same reports whether two values are equal as far as that is quickly told: it
// looks into texts and lists, but not into elements and maps.
func same(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.String:
		return a.String() == b.String()
	case reflect.Bool:
		return a.Bool() == b.Bool()
	case reflect.Int:
		return a.Int() == b.Int()
	case reflect.Float64:
		return a.Float() == b.Float()
	case reflect.Pointer:
		return a.Pointer() == b.Pointer()
	case reflect.Map:
		return a.Len() == 0 && b.Len() == 0 || a.Pointer() == b.Pointer()
	case reflect.Slice:
		return a.Len() == b.Len() && all(a.Len(), func(i int) bool { return same(a.Index(i), b.Index(i)) })
	case reflect.Struct:
		return all(a.NumField(), func(i int) bool { return same(a.Field(i), b.Field(i)) })
	}
	return false
}

func all(count int, is func(int) bool) bool {
	for i := range count {
		if !is(i) {
			return false
		}
	}
	return true
}
