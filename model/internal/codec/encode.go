package codec

import (
	"cmp"
	"encoding"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"widerow/model/internal/tree"
)

var textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()

// encoder makes the tree of a struct. See Encode.
type encoder struct{ altered bool }

// Encode returns the tree of the struct to which value points. altered reports
// that it does not hold all that the struct holds, because JSON cannot.
func Encode(value any) (root *tree.Node, altered bool) {
	var e encoder
	root = e.structure(reflect.ValueOf(value).Elem())
	return root, e.altered
}

func (e *encoder) structure(value reflect.Value) *tree.Node {
	fields := fieldsOf(value.Type())
	node := &tree.Node{Kind: tree.Object, Members: make([]tree.Member, 0, len(fields.sorted))}
	for _, field := range fields.sorted {
		inner := value.Field(field.index)
		if field.optional && isEmpty(inner) {
			continue
		}
		encoded := e.value(inner)
		if field.optional && encoded.Kind == tree.Object && len(encoded.Members) == 0 {
			continue // a set with only false members, or a map with only nil values
		}
		node.Members = append(node.Members, tree.Member{Key: field.name, Value: encoded})
	}
	return node
}

// isEmpty reports whether a value is zero. Empty maps and slices count as zero,
// also inside structs, so that removing the last element restores the document
// as it was without any.
func isEmpty(value reflect.Value) bool {
	switch value.Kind() {
	case reflect.Map, reflect.Slice:
		return value.Len() == 0
	case reflect.Struct:
		for i := range value.NumField() {
			if !isEmpty(value.Field(i)) {
				return false
			}
		}
		return true
	}
	return value.IsZero()
}

// isTextual reports whether a value is saved as what MarshalText returns.
func isTextual(value reflect.Value) bool {
	return value.Kind() == reflect.Struct && value.Type().Implements(textMarshaler)
}

func (e *encoder) value(value reflect.Value) *tree.Node {
	if isTextual(value) {
		// The type of a column is the only such type, and it never returns an error.
		text, _ := value.Interface().(encoding.TextMarshaler).MarshalText()
		return tree.NewString(e.text(string(text)))
	}
	switch value.Kind() {
	case reflect.Pointer:
		return e.structure(value.Elem())
	case reflect.Struct:
		return e.structure(value)
	case reflect.Map:
		return e.entries(value)
	case reflect.Slice:
		node := &tree.Node{Kind: tree.Array}
		for i := range value.Len() {
			node.Items = append(node.Items, e.value(value.Index(i)))
		}
		return node
	case reflect.String:
		return tree.NewString(e.text(value.String()))
	case reflect.Bool:
		return &tree.Node{Kind: tree.Bool, Text: strconv.FormatBool(value.Bool())}
	case reflect.Float64:
		return &tree.Node{Kind: tree.Number, Text: e.float(value.Float())}
	}
	return &tree.Node{Kind: tree.Number, Text: strconv.FormatInt(value.Int(), 10)}
}

func (e *encoder) entries(value reflect.Value) *tree.Node {
	node := tree.NewObject()
	node.Members = make([]tree.Member, 0, value.Len())
	for entries := value.MapRange(); entries.Next(); {
		inner := entries.Value()
		if inner.Kind() == reflect.Pointer && inner.IsNil() || inner.Kind() == reflect.Bool && !inner.Bool() {
			e.altered = true
			continue
		}
		key := e.text(entries.Key().String())
		node.Members = append(node.Members, tree.Member{Key: key, Value: e.value(inner)})
	}
	byKey := func(a, b tree.Member) int { return cmp.Compare(a.Key, b.Key) }
	slices.SortFunc(node.Members, byKey)
	// Two keys with invalid UTF-8 may have become equal.
	node.Members = slices.CompactFunc(node.Members, func(a, b tree.Member) bool { return a.Key == b.Key })
	return node
}

func (e *encoder) text(text string) string {
	valid := strings.ToValidUTF8(text, "\uFFFD")
	e.altered = e.altered || valid != text
	return valid
}

// float returns 0 for numbers that JSON cannot represent. Only positions are
// floats, and a misplaced box is better than a document that cannot be saved.
func (e *encoder) float(number float64) string {
	if math.IsNaN(number) || math.IsInf(number, 0) {
		e.altered = true
		return "0"
	}
	if number == 0 { // or -0
		return "0"
	}
	return strconv.FormatFloat(number, 'g', -1, 64)
}
