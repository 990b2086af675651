// Package codec converts structs to trees of JSON and back, by their json tags, and
// compares them. The document of package model is the only such struct. Read
// decode.go first, then encode.go and compare.go.
package codec

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"widerow/model/internal/tree"
)

// structFields holds the saved fields of a struct, sorted by name.
type structFields struct {
	sorted []structField
	byName map[string]structField
}

type structField struct {
	name     string
	index    int
	optional bool // omitted if empty
}

var fieldCache sync.Map // reflect.Type -> *structFields

func fieldsOf(kind reflect.Type) *structFields {
	if cached, found := fieldCache.Load(kind); found {
		return cached.(*structFields)
	}
	fields := &structFields{byName: map[string]structField{}}
	for i := range kind.NumField() {
		tag, tagged := kind.Field(i).Tag.Lookup("json")
		if !tagged {
			continue
		}
		name, option, _ := strings.Cut(tag, ",")
		field := structField{name, i, option != ""}
		fields.sorted = append(fields.sorted, field)
		fields.byName[name] = field
	}
	slices.SortFunc(fields.sorted, func(a, b structField) int { return cmp.Compare(a.name, b.name) })
	fieldCache.Store(kind, fields)
	return fields
}

// Error reports a value that does not fit. Path is its place
// ("physical.relations.t1.name"), or empty. Line counts from 1, or is 0.
type Error struct {
	Path    string
	Line    int
	Message string
}

func (e *Error) Error() string {
	var place strings.Builder
	if e.Line > 0 {
		fmt.Fprintf(&place, "line %d: ", e.Line)
	}
	if e.Path != "" {
		place.WriteString(e.Path + ": ")
	}
	return place.String() + e.Message
}

// Unknown is a field of a tree that the struct does not have. Its value is never
// changed.
type Unknown struct {
	path  []step
	value *tree.Node
}

// step is one key of a path. An entry is a key of a map or an index of a list,
// which an edit may remove. A field of a struct always exists, even if it is not
// written.
type step struct {
	key   string
	entry bool
}

// Restore writes the field back to its place, unless its parent is gone.
func (u Unknown) Restore(root *tree.Node) { restore(root, u.path, u.value) }

// restore reports whether the parent of a field still exists.
func restore(parent *tree.Node, path []step, value *tree.Node) bool {
	first := path[0]
	next := child(parent, first.key)
	if len(path) == 1 {
		if next == nil && parent.Kind == tree.Object {
			parent.Set(first.key, value)
		}
		return true
	}
	if next != nil {
		return restore(next, path[1:], value)
	}
	if next = tree.NewObject(); first.entry || !restore(next, path[1:], value) {
		return false
	}
	parent.Set(first.key, next)
	return true
}

func child(parent *tree.Node, key string) *tree.Node {
	if parent.Kind != tree.Array {
		return parent.Get(key)
	}
	i, err := strconv.Atoi(key)
	if err != nil || i >= len(parent.Items) {
		return nil
	}
	return parent.Items[i]
}

// maxShown is the length in characters at which error messages cut quoted text.
const maxShown = 40

func excerpt(text string) string {
	runes := []rune(text)
	if len(runes) > maxShown {
		return string(runes[:maxShown]) + "…"
	}
	return text
}
