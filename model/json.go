package model

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"widerow/model/internal/codec"
	"widerow/model/internal/tree"
)

// MaxSize limits the JSON text of a document, in bytes.
const MaxSize = 16 << 20

// DecodeError reports that a text is not a document. Path is the place in the
// document ("physical.relations.t1.name"), or empty. Line counts from 1, or is 0.
type DecodeError = codec.Error

// Decode reads a document in the current format or an older one. It rejects what
// would lose information or break other code: newer formats, values of the wrong
// type, invalid or repeated ids, duplicate keys. Mistakes in the model (an empty
// name, a dangling reference) are left to Validate. Unknown fields are kept and
// written back by Encode. The error is a *DecodeError.
func Decode(text []byte) (*Model, error) {
	if len(text) > MaxSize {
		return nil, &DecodeError{Message: fmt.Sprintf("the document has %d bytes, the limit is %d", len(text), MaxSize)}
	}
	root, err := tree.Parse(text)
	var syntax *tree.SyntaxError
	if errors.As(err, &syntax) {
		return nil, &DecodeError{Line: syntax.Line, Message: fmt.Sprintf("not JSON: %s (column %d)", syntax.Message, syntax.Column)}
	}
	if err := upgrade(root, upgrades); err != nil {
		return nil, err
	}
	m, elements := &Model{}, elementPaths{}
	d := codec.Decoder{Text: text, CheckKey: elements.check, CheckText: checkText}
	if m.unknown, err = d.Decode(m, root); err != nil {
		return nil, err
	}
	return m, nil
}

// elementPaths holds the path of each element that was decoded.
type elementPaths map[ID]string

// check checks a key that is an ID. The ids of elements must be unique in the
// whole document; those in sets and in the layout are references.
func (e elementPaths) check(kind reflect.Type, key string, path func() string) error {
	if kind.Key() != idType {
		return nil
	}
	id := ID(key)
	if !id.Valid() {
		return fmt.Errorf("wanted an id (%s), got %q", idForm, Excerpt(key))
	}
	if kind.Elem().Kind() != reflect.Pointer || kind.Elem() == positionType {
		return nil
	}
	if other, taken := e[id]; taken {
		return fmt.Errorf("the id %q is already that of %s: every element needs its own", id, other)
	}
	e[id] = path()
	return nil
}

// checkText checks a text that is an ID or an order key.
func checkText(kind reflect.Type, text string) error {
	if kind == idType && text != "" && !ID(text).Valid() {
		return fmt.Errorf("wanted an id (%s), got %q", idForm, Excerpt(text))
	}
	if kind == orderType && !Order(text).Valid() {
		return fmt.Errorf("wanted an order key (digits 0-9 and a-z, the last not 0), got %q", Excerpt(text))
	}
	return nil
}

var (
	idType       = reflect.TypeFor[ID]()
	orderType    = reflect.TypeFor[Order]()
	positionType = reflect.TypeFor[*Position]()
)

// Encode returns the document in its canonical form: sorted keys, one element
// per line, and the same bytes for the same document.
func (m *Model) Encode() []byte {
	text, _ := m.encode()
	return text
}

// Canonical returns the saved form of m, and the model that [Decode] reads from
// it: m itself, unless the saved form cannot hold all of it.
func (m *Model) Canonical() ([]byte, *Model, error) {
	text, altered := m.encode()
	if !altered {
		return text, m, nil
	}
	decoded, err := Decode(text)
	return text, decoded, err
}

// Next returns after as the successor of before: a new Model that shares with before all
// elements that are equal. Neither changes.
func Next(before, after *Model) *Model { return codec.Share(before, after) }

// Same reports whether two maps are one and the same.
func Same[V any](a, b map[ID]V) bool {
	return len(a) == 0 && len(b) == 0 || reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer()
}

// CanonicalAfter is [Model.Canonical] of a successor by [Next], which nobody else holds yet.
// If before is canonical itself, it writes and reads only what is new in m.
func (m *Model) CanonicalAfter(before *Model) ([]byte, *Model, error) {
	if text, done, err := m.rewrite(before); done {
		return text, m, err
	}
	text, read, err := m.Canonical()
	if err == nil && read == m {
		_, err = Decode(text)
	}
	if err == nil && read == m && len(text) <= MaxSize {
		m.written = written{m, text}
	}
	return text, read, err
}

// written is the canonical text of a model. It is of no copy of the model.
type written struct {
	of   *Model
	text []byte
}

// rewrite returns the canonical text of m by changing the text of before where m differs, and reads
// the changes again. done is false if this is not possible.
func (m *Model) rewrite(before *Model) (text []byte, done bool, err error) {
	if before.written.of != before || len(m.unknown) > 0 {
		return nil, false, nil
	}
	changes, only, altered := codec.Elements(before, m)
	if !only || altered {
		return nil, false, nil
	}
	if text, done = tree.Rewrite(before.written.text, changes); !done || len(text) > MaxSize {
		return nil, false, nil
	}
	if err := m.readAgain(changes); err != nil {
		return nil, true, err
	}
	m.written = written{m, text}
	return text, true, nil
}

// readAgain reads changes as Decode does, and looks for IDs that two elements have.
func (m *Model) readAgain(changes []tree.Change) error {
	root := tree.NewObject()
	root.Set("format", tree.NewString(Format))
	for _, change := range changes {
		if change.Value != nil {
			tree.Put(root, change.Path, change.Value)
		}
	}
	if _, err := Decode(tree.Canonical(root)); err != nil {
		return err
	}
	return codec.Keys(m, elementPaths{}.check)
}

// IsCurrent reports whether a canonical text has the format that this version writes.
func IsCurrent(text []byte) bool {
	return bytes.Contains(text, []byte("\n  \"format\": \""+Format+"\""))
}

func (m *Model) encode() (text []byte, altered bool) {
	root, altered := codec.Encode(m)
	root.Set("format", tree.NewString(Format))
	for _, field := range m.unknown {
		field.Restore(root)
	}
	return tree.Canonical(root), altered || len(m.unknown) > 0
}

// Compare calls visit for each value that differs in the saved forms of two
// models, in no fixed order: objects are compared member by member, lists as a
// whole. old or new is nil if there is no value. path is only valid during the
// call.
//
// Compare encodes only values that differ. Both models must be as [Decode] or
// [Model.Canonical] returned them. It returns false, and visits nothing, if one
// of them has fields that this version does not know.
func Compare(before, after *Model, visit func(path []string, old, new *tree.Node)) bool {
	if len(before.unknown) > 0 || len(after.unknown) > 0 {
		return false
	}
	codec.Compare(before, after, visit)
	return true
}

// ChangedPaths returns the paths at which two models differ in known fields, in
// no fixed order. It may include values whose saved forms are equal, unless both
// models are as [Decode] or [Model.Canonical] returned them.
func ChangedPaths(before, after *Model) [][]string { return codec.ChangedPaths(before, after) }

// Place is the kind of value at a path of the saved form.
type Place = codec.Place

// The places. A container groups values: an empty one is omitted, and concurrent
// changes to different values in it are independent. An element exists or is
// missing as a whole. Everything else is a field, or unknown to this version.
const (
	UnknownPlace   = codec.UnknownPlace
	ContainerPlace = codec.ContainerPlace
	ElementPlace   = codec.ElementPlace
	FieldPlace     = codec.FieldPlace
)

// PlaceOf returns the place at a path, such as ["physical", "relations", id].
func PlaceOf(path []string) Place { return codec.PlaceOf(reflect.TypeFor[*Model](), path) }

// formatPrefix precedes the number of a format: "widerow/1".
const formatPrefix = "widerow/"

// upgrades holds functions that convert a document to the next format: the first from widerow/1 to
// widerow/2, and so on.
//
// A document of widerow/1 is a valid document of widerow/2: the new fields are optional. The number
// keeps an older program from reading Query.Path as a hint, and from dropping fields that it does
// not know.
var upgrades = []func(root *tree.Node){func(*tree.Node) {}}

// upgrade checks the document's format and converts it to the newest one, by
// applying the remaining steps.
func upgrade(root *tree.Node, steps []func(*tree.Node)) error {
	newest := len(steps) + 1
	if root.Kind != tree.Object || root.Get("format") == nil {
		return &DecodeError{Message: fmt.Sprintf("not a Widerow document: it has no \"format\": %q", formatPrefix+strconv.Itoa(newest))}
	}
	format := root.Get("format")
	number, found := strings.CutPrefix(format.Text, formatPrefix)
	version, err := strconv.ParseUint(number, 10, 31)
	if format.Kind != tree.String || !found || version == 0 || err != nil || number != strconv.FormatUint(version, 10) {
		return &DecodeError{Path: "format", Message: fmt.Sprintf("wanted %q, got %s",
			formatPrefix+strconv.Itoa(newest), Excerpt(string(tree.Compact(format))))}
	}
	if version > uint64(newest) {
		return &DecodeError{Path: "format", Message: fmt.Sprintf(
			"the document is of the newer format %q; this Widerow reads up to %q: use a newer Widerow",
			format.Text, formatPrefix+strconv.Itoa(newest))}
	}
	for _, step := range steps[version-1:] {
		step(root)
	}
	root.Set("format", tree.NewString(formatPrefix+strconv.Itoa(newest)))
	return nil
}
