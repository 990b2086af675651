package model

import "reflect"

// Place is the kind of value at a path of the saved form.
type Place int

// The places. A container groups values: an empty one is omitted, and concurrent
// changes to different values in it are independent. An element exists or is
// missing as a whole. Everything else is a field, or unknown to this version.
const (
	UnknownPlace Place = iota
	ContainerPlace
	ElementPlace
	FieldPlace
)

// PlaceOf returns the place at a path, such as ["physical", "relations", id].
func PlaceOf(path []string) Place {
	kind := reflect.TypeFor[*Model]()
	for _, key := range path {
		if kind.Kind() == reflect.Pointer {
			kind = kind.Elem()
		}
		switch kind.Kind() {
		case reflect.Map:
			kind = kind.Elem()
		case reflect.Struct:
			field, known := fieldsOf(kind).byName[key]
			if !known {
				return UnknownPlace
			}
			kind = kind.Field(field.index).Type
		default:
			return UnknownPlace
		}
	}
	switch {
	case kind.Kind() == reflect.Pointer:
		return ElementPlace
	case kind.Kind() == reflect.Map, kind.Kind() == reflect.Struct && !kind.Implements(textMarshaler):
		return ContainerPlace
	}
	return FieldPlace
}
