package model

import "reflect"

// Clone returns a deep copy.
func (m *Model) Clone() *Model {
	clone := cloneValue(reflect.ValueOf(m)).Interface().(*Model)
	// Unknown fields are never changed, so both may share them.
	clone.unknown = m.unknown[:len(m.unknown):len(m.unknown)]
	return clone
}

// cloneValue returns a deep copy of a value.
func cloneValue(value reflect.Value) reflect.Value {
	switch value.Kind() {
	case reflect.Pointer:
		if value.IsNil() {
			return value
		}
		clone := reflect.New(value.Type().Elem())
		clone.Elem().Set(value.Elem())
		cloneWithin(clone.Elem())
		return clone
	case reflect.Map:
		if value.IsNil() {
			return value
		}
		clone := reflect.MakeMapWithSize(value.Type(), value.Len())
		key := reflect.New(value.Type().Key()).Elem()
		for entries := value.MapRange(); entries.Next(); {
			key.SetIterKey(entries)
			clone.SetMapIndex(key, cloneValue(entries.Value()))
		}
		return clone
	case reflect.Slice:
		if value.IsNil() {
			return value
		}
		clone := reflect.MakeSlice(value.Type(), value.Len(), value.Len())
		reflect.Copy(clone, value)
		for i := range value.Len() {
			cloneWithin(clone.Index(i))
		}
		return clone
	case reflect.Struct:
		clone := reflect.New(value.Type()).Elem()
		clone.Set(value)
		cloneWithin(clone)
		return clone
	}
	return value
}

// cloneWithin replaces what a value refers to by copies.
func cloneWithin(value reflect.Value) {
	switch value.Kind() {
	case reflect.Struct:
		for i := range value.NumField() {
			if field := value.Field(i); field.CanSet() {
				cloneWithin(field)
			}
		}
	case reflect.Pointer, reflect.Map, reflect.Slice:
		if !value.IsNil() {
			value.Set(cloneValue(value))
		}
	}
}
