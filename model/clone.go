package model

import "reflect"

// Clone returns a deep copy.
func (m *Model) Clone() *Model {
	clone := cloneValue(reflect.ValueOf(m)).Interface().(*Model)
	// Unknown fields are never changed, so both may share them.
	clone.unknown = m.unknown[:len(m.unknown):len(m.unknown)]
	return clone
}

func cloneValue(value reflect.Value) reflect.Value {
	switch value.Kind() {
	case reflect.Pointer:
		if value.IsNil() {
			return value
		}
		clone := reflect.New(value.Type().Elem())
		clone.Elem().Set(cloneValue(value.Elem()))
		return clone
	case reflect.Map:
		if value.IsNil() {
			return value
		}
		clone := reflect.MakeMapWithSize(value.Type(), value.Len())
		for entries := value.MapRange(); entries.Next(); {
			clone.SetMapIndex(entries.Key(), cloneValue(entries.Value()))
		}
		return clone
	case reflect.Slice:
		if value.IsNil() {
			return value
		}
		clone := reflect.MakeSlice(value.Type(), value.Len(), value.Len())
		for i := range value.Len() {
			clone.Index(i).Set(cloneValue(value.Index(i)))
		}
		return clone
	case reflect.Struct:
		clone := reflect.New(value.Type()).Elem()
		clone.Set(value)
		for i := range value.NumField() {
			if field := clone.Field(i); field.CanSet() && holdsReferences(field.Kind()) {
				field.Set(cloneValue(field))
			}
		}
		return clone
	}
	return value
}

func holdsReferences(kind reflect.Kind) bool {
	return kind == reflect.Pointer || kind == reflect.Map || kind == reflect.Slice || kind == reflect.Struct
}
