package diagram

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Every field of a graph is part of its key: a layout may depend on it.
func TestEachFieldOfAGraphIsInItsKey(t *testing.T) {
	graph := &Graph{
		Boxes:  []Box{{ID: "a", Rows: []Row{{ID: "r"}}, At: &Point{1, 2}}},
		Groups: []Group{{ID: "g"}}, Edges: []Edge{{ID: "e", To: "a"}},
	}
	before := keyOf(graph)
	fields := 0
	eachLeaf(reflect.ValueOf(graph).Elem(), "Graph", func(path string, field reflect.Value) {
		fields++
		old := reflect.New(field.Type()).Elem()
		old.Set(field)
		alter(t, field)
		if keyOf(graph) == before {
			t.Errorf("%s is not in the key", path)
		}
		field.Set(old)
	})
	if fields < 35 || keyOf(graph) != before {
		t.Errorf("%d fields were looked at", fields)
	}
	graph.Boxes[0].At = nil
	if keyOf(graph) == before {
		t.Error("whether a box has a place is not in the key")
	}
}

// eachLeaf visits what holds no other values.
func eachLeaf(value reflect.Value, path string, visit func(path string, field reflect.Value)) {
	switch value.Kind() {
	case reflect.Pointer:
		if !value.IsNil() {
			eachLeaf(value.Elem(), path, visit)
		}
	case reflect.Map:
		keys := value.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		if len(keys) == 0 || value.Type().Elem().Kind() != reflect.Pointer {
			visit(path, value)
		}
		for _, key := range keys {
			if one := value.MapIndex(key); one.Kind() == reflect.Pointer {
				eachLeaf(one, path+"."+key.String(), visit)
			}
		}
	case reflect.Struct:
		for i := range value.NumField() {
			eachLeaf(value.Field(i), path+"."+value.Type().Field(i).Name, visit)
		}
	case reflect.Slice:
		for i := range value.Len() {
			eachLeaf(value.Index(i), path, visit)
		}
	default:
		visit(path, value)
	}
}

// alter gives a field another value.
func alter(t *testing.T, field reflect.Value) {
	t.Helper()
	switch field.Kind() {
	case reflect.String:
		field.SetString(field.String() + "x")
	case reflect.Float64:
		field.SetFloat(field.Float() + 1)
	case reflect.Int:
		field.SetInt(field.Int() + 1)
	case reflect.Bool:
		field.SetBool(!field.Bool())
	case reflect.Map:
		alterMap(field)
	default:
		t.Fatalf("no way to alter a %s", field.Type())
	}
}

// alterMap takes the first entry of a map out, or puts one into an empty map.
func alterMap(field reflect.Value) {
	if field.Len() == 0 {
		field.Set(reflect.MakeMap(field.Type()))
		one := reflect.New(field.Type().Elem()).Elem()
		switch one.Kind() {
		case reflect.Pointer:
			one.Set(reflect.New(one.Type().Elem()))
		case reflect.Bool:
			one.SetBool(true)
		}
		field.SetMapIndex(reflect.ValueOf("new").Convert(field.Type().Key()), one)
		return
	}
	keys := field.MapKeys()
	first := slices.MinFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	field.SetMapIndex(first, reflect.Value{})
}
