package codec

import "reflect"

// Place is the kind of value at a path.
type Place int

// The places. A map or a struct is a container, a pointer to a struct an element.
const (
	UnknownPlace Place = iota
	ContainerPlace
	ElementPlace
	FieldPlace
)

// PlaceOf returns the place at a path. kind is a pointer to a struct.
func PlaceOf(kind reflect.Type, path []string) Place {
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
