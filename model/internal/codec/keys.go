package codec

import "reflect"

// Keys calls check for each key of each map of a struct that holds elements, as the Decoder
// does. It returns the first error.
func Keys(value any, check func(kind reflect.Type, key string, path func() string) error) error {
	k := &keys{check: check}
	return k.within(reflect.ValueOf(value).Elem())
}

type keys struct {
	check func(kind reflect.Type, key string, path func() string) error
}

func (k *keys) within(value reflect.Value) error {
	switch value.Kind() {
	case reflect.Pointer:
		if !value.IsNil() {
			return k.within(value.Elem())
		}
	case reflect.Struct:
		if isTextual(value) {
			return nil
		}
		for _, field := range fieldsOf(value.Type()).sorted {
			if err := k.within(value.Field(field.index)); err != nil {
				return err
			}
		}
	case reflect.Map:
		return k.entries(value)
	}
	return nil
}

func (k *keys) entries(value reflect.Value) error {
	kind := value.Type()
	if element := kind.Elem().Kind(); element != reflect.Pointer && element != reflect.Map {
		return nil
	}
	for entries := value.MapRange(); entries.Next(); {
		key := entries.Key().String()
		if err := k.check(kind, key, func() string { return key }); err != nil {
			return &Error{Path: key, Message: err.Error()}
		}
		if err := k.within(entries.Value()); err != nil {
			return err
		}
	}
	return nil
}
