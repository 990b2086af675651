package codec

import (
	"reflect"
	"slices"

	"widerow/model/internal/tree"
)

// Share returns a copy of the struct after that shares with before each equal element of
// a map, and each map whose elements are all equal. Elements that differ are taken
// whole from after. Both structs stay unchanged.
func Share[T any](before, after *T) *T {
	shared := *after
	shareFields(reflect.ValueOf(before).Elem(), reflect.ValueOf(&shared).Elem())
	return &shared
}

func shareFields(before, shared reflect.Value) {
	for _, field := range fieldsOf(shared.Type()).sorted {
		was, is := before.Field(field.index), shared.Field(field.index)
		switch is.Kind() {
		case reflect.Struct:
			if !isTextual(is) {
				shareFields(was, is)
			}
		case reflect.Map:
			is.Set(shareMap(was, is))
		}
	}
}

// shareMap returns the map before if both are equal, and otherwise a map that holds
// what is equal in both as before holds it.
func shareMap(before, after reflect.Value) reflect.Value {
	if before.Len() == 0 || after.Len() == 0 || before.Pointer() == after.Pointer() {
		return after
	}
	kind := after.Type()
	shared, same := reflect.MakeMapWithSize(kind, after.Len()), 0
	key, value := reflect.New(kind.Key()).Elem(), reflect.New(kind.Elem()).Elem()
	for entries := after.MapRange(); entries.Next(); {
		key.SetIterKey(entries)
		value.SetIterValue(entries)
		was := before.MapIndex(key)
		if !was.IsValid() {
			shared.SetMapIndex(key, value)
			continue
		}
		kept := value
		if kind.Elem().Kind() == reflect.Map {
			kept = shareMap(was, value)
		} else if equal(was, value) {
			kept = was
		}
		if isOf(was, kept) {
			same++
		}
		shared.SetMapIndex(key, kept)
	}
	if same == after.Len() && same == before.Len() {
		return before
	}
	return shared
}

// isOf reports whether a value of a map is the very value, or is equal and refers to nothing.
func isOf(before, kept reflect.Value) bool {
	if kind := before.Kind(); kind == reflect.Map || kind == reflect.Pointer {
		return before.Pointer() == kept.Pointer()
	}
	return equal(before, kept)
}

// equal reports whether two values have the same saved form. It may miss that, such as
// for a set that holds false.
func equal(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Pointer:
		return a.Pointer() == b.Pointer() || !a.IsNil() && !b.IsNil() && equal(a.Elem(), b.Elem())
	case reflect.Map:
		return a.Pointer() == b.Pointer() || equalMaps(a, b)
	case reflect.Struct:
		return all(a.NumField(), func(i int) bool { return equal(a.Field(i), b.Field(i)) })
	case reflect.Slice:
		return a.Len() == b.Len() && all(a.Len(), func(i int) bool { return equal(a.Index(i), b.Index(i)) })
	}
	return same(a, b)
}

func equalMaps(a, b reflect.Value) bool {
	if a.Len() != b.Len() {
		return false
	}
	key := reflect.New(a.Type().Key()).Elem()
	for entries := a.MapRange(); entries.Next(); {
		key.SetIterKey(entries)
		if other := b.MapIndex(key); !other.IsValid() || !equal(entries.Value(), other) {
			return false
		}
	}
	return true
}

// Elements returns the changes that turn the tree of before into the tree of after. only reports
// that they differ in elements alone, which maps hold as pointers; altered is as in [Encode].
// Shared pointers count as equal.
func Elements(before, after any) (changes []tree.Change, only, altered bool) {
	c := &elements{only: true}
	c.fields(nil, reflect.ValueOf(before).Elem(), reflect.ValueOf(after).Elem())
	return c.changes, c.only, c.altered
}

type elements struct {
	encoder
	changes []tree.Change
	only    bool
}

func (c *elements) fields(path []string, before, after reflect.Value) {
	for _, field := range fieldsOf(after.Type()).sorted {
		was, is, at := before.Field(field.index), after.Field(field.index), append(path, field.name)
		switch {
		case is.Kind() == reflect.Map:
			c.maps(at, was, is)
		case is.Kind() == reflect.Struct && !isTextual(is):
			c.fields(at, was, is)
		default:
			c.only = c.only && equal(was, is)
		}
	}
}

func (c *elements) maps(path []string, before, after reflect.Value) {
	if kind := after.Type().Elem().Kind(); kind != reflect.Pointer && kind != reflect.Map {
		c.only = c.only && equalMaps(before, after)
		return
	}
	if before.Len() == 0 && after.Len() == 0 || before.Pointer() == after.Pointer() {
		return
	}
	for entries := after.MapRange(); entries.Next(); {
		key, is, was := entries.Key(), entries.Value(), before.MapIndex(entries.Key())
		at := append(slices.Clone(path), c.text(key.String()))
		switch {
		case is.Kind() == reflect.Map && (!was.IsValid() || is.Len() == 0):
			c.only = false
		case is.Kind() == reflect.Map:
			c.maps(at, was, is)
		case is.IsNil():
			c.altered = true
		case !was.IsValid() || was.Pointer() != is.Pointer():
			c.changes = append(c.changes, tree.Change{Path: at, Value: c.value(is)})
		}
	}
	for entries := before.MapRange(); entries.Next(); {
		if after.MapIndex(entries.Key()).IsValid() {
			continue
		}
		c.only = c.only && entries.Value().Kind() == reflect.Pointer
		c.changes = append(c.changes, tree.Change{Path: append(slices.Clone(path), entries.Key().String())})
	}
}
