package diagram

import (
	"reflect"
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
		eachLeaf(value.Elem(), path, visit)
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
	default:
		t.Fatalf("no way to alter a %s", field.Type())
	}
}
