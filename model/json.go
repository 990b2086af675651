package model

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"widerow/model/internal/tree"
)

// MaxSize limits the JSON text of a document, in bytes.
const MaxSize = 16 << 20

// DecodeError reports that a text is not a document. Path is the place in the
// document ("physical.relations.t1.name"), or empty. Line counts from 1, or is 0.
type DecodeError struct {
	Path    string
	Line    int
	Message string
}

func (e *DecodeError) Error() string {
	var place strings.Builder
	if e.Line > 0 {
		fmt.Fprintf(&place, "line %d: ", e.Line)
	}
	if e.Path != "" {
		place.WriteString(e.Path + ": ")
	}
	return place.String() + e.Message
}

// unknownField is a field of a decoded document that this version does not know.
// Its value is never changed.
type unknownField struct {
	path  []pathStep
	value *tree.Node
}

// pathStep is one key of a path. An entry is a key of a map or an index of a
// list, which an edit may remove. A field of a struct always exists, even if it
// is not written.
type pathStep struct {
	key   string
	entry bool
}

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
	d := decoder{text: text, elements: map[ID]string{}}
	m := &Model{}
	if err := d.model(m, root); err != nil {
		return nil, err
	}
	return m, nil
}

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

func (m *Model) encode() (text []byte, altered bool) {
	var e encoder
	root := e.model(m)
	for _, field := range m.unknown {
		restore(root, field.path, field.value)
	}
	return tree.Canonical(root), e.altered || len(m.unknown) > 0
}

// restore writes an unknown field back to its place. It reports whether the
// field's parent still exists.
func restore(parent *tree.Node, path []pathStep, value *tree.Node) bool {
	step := path[0]
	next := child(parent, step.key)
	if len(path) == 1 {
		if next == nil && parent.Kind == tree.Object {
			parent.Set(step.key, value)
		}
		return true
	}
	if next != nil {
		return restore(next, path[1:], value)
	}
	if next = tree.NewObject(); step.entry || !restore(next, path[1:], value) {
		return false
	}
	parent.Set(step.key, next)
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

// formatPrefix precedes the number of a format: "widerow/1".
const formatPrefix = "widerow/"

// upgrades holds functions that convert a document to the next format: the first
// from widerow/1 to widerow/2, and so on. There is only one format so far.
var upgrades []func(root *tree.Node)

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
			formatPrefix+strconv.Itoa(newest), excerpt(string(tree.Compact(format))))}
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

// maxShown is how many characters of a text an error message quotes.
const maxShown = 40

func excerpt(text string) string {
	runes := []rune(text)
	if len(runes) > maxShown {
		return string(runes[:maxShown]) + "…"
	}
	return text
}

func joinPath(path []pathStep) string {
	keys := make([]string, len(path))
	for i, step := range path {
		keys[i] = step.key
	}
	return strings.Join(keys, ".")
}
