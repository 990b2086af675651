// Package diff computes the difference between two documents as a patch, applies
// patches, and merges a patch into a document that has changed in the meantime.
//
// A document is the JSON text that model.Encode writes. A Patch is a list of
// values by path. It contains the old and the new values, so that it can be
// checked, inverted (for undo) and merged.
//
// Read Make and Apply first, then Merge (merge.go).
package diff

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/internal/tree"
)

// Operation replaces the value at Path. Old or New is nil if there is no value
// before or after. Lists are replaced as a whole, objects member by member.
type Operation struct {
	Path []string
	Old  json.RawMessage
	New  json.RawMessage
}

// Patch is a list of operations, sorted by path. No path is a prefix of another.
type Patch []Operation

// Make returns the patch that turns one document into the other.
func Make(before, after []byte) (Patch, error) {
	old, err := parseDocument(before)
	if err != nil {
		return nil, fmt.Errorf("read the document before: %w", err)
	}
	new, err := parseDocument(after)
	if err != nil {
		return nil, fmt.Errorf("read the document after: %w", err)
	}
	return compare(nil, nil, old, new), nil
}

// Between returns the patch that turns the saved form of one model into that of
// the other, both as model.Decode or Model.Canonical returned them.
func Between(before, after *model.Model) (Patch, error) {
	var patch Patch
	if !model.Compare(before, after, func(path []string, old, new *tree.Node) {
		patch = append(patch, Operation{slices.Clone(path), raw(old), raw(new)})
	}) {
		return Make(before.Encode(), after.Encode())
	}
	slices.SortFunc(patch, func(a, b Operation) int { return slices.Compare(a.Path, b.Path) })
	return patch, nil
}

func parseDocument(text []byte) (*tree.Node, error) {
	root, err := tree.Parse(text)
	if err != nil {
		return nil, err
	}
	if root.Kind != tree.Object {
		return nil, fmt.Errorf("wanted an object, got %v", root.Kind)
	}
	return root, nil
}

func compare(patch Patch, path []string, old, new *tree.Node) Patch {
	if old == nil || new == nil || old.Kind != tree.Object || new.Kind != tree.Object {
		if tree.Equal(old, new) {
			return patch
		}
		return append(patch, Operation{slices.Clone(path), raw(old), raw(new)})
	}
	for _, key := range keys(old, new) {
		patch = compare(patch, append(path, key), old.Get(key), new.Get(key))
	}
	return patch
}

// keys returns the sorted keys of both objects, either of which may be nil.
func keys(a, b *tree.Node) []string {
	var all []string
	for _, node := range []*tree.Node{a, b} {
		if node != nil {
			for _, member := range node.Members {
				all = append(all, member.Key)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func raw(node *tree.Node) json.RawMessage {
	if node == nil {
		return nil
	}
	return tree.Compact(node)
}

// Inverse returns the patch that undoes p.
func (p Patch) Inverse() Patch {
	inverse := make(Patch, len(p))
	for i, operation := range p {
		inverse[len(p)-1-i] = Operation{operation.Path, operation.New, operation.Old}
	}
	return inverse
}

// Apply applies encoded patches to a document, each to the outcome of the one before.
// It returns an error if a value differs from the old value in a patch.
func Apply(document []byte, patches ...[]byte) ([]byte, error) {
	root, err := parseDocument(document)
	if err != nil {
		return nil, fmt.Errorf("read the document: %w", err)
	}
	for _, patch := range patches {
		changes, err := decode(patch)
		if err != nil {
			return nil, err
		}
		for _, c := range changes {
			if err := c.apply(root); err != nil {
				return nil, fmt.Errorf("apply the patch at %s: %w", strings.Join(c.path, "."), err)
			}
		}
	}
	return tree.Canonical(root), nil
}

// change is an operation with its values parsed.
type change struct {
	path     []string
	old, new *tree.Node
}

func (c change) apply(root *tree.Node) error {
	parent := root
	last := len(c.path) - 1
	for _, key := range c.path[:last] {
		if parent = parent.Get(key); parent == nil || parent.Kind != tree.Object {
			return fmt.Errorf("there is no object %q", key)
		}
	}
	if current := parent.Get(c.path[last]); !tree.Equal(current, c.old) {
		return fmt.Errorf("the document has %s, the patch was made for %s", show(current), show(c.old))
	}
	put(parent, c.path[last], c.new)
	return nil
}

func put(parent *tree.Node, key string, value *tree.Node) {
	if value == nil {
		parent.Delete(key)
	} else {
		parent.Set(key, value)
	}
}

func show(node *tree.Node) string {
	if node == nil {
		return "nothing"
	}
	text := []rune(string(tree.Compact(node)))
	if len(text) > 60 {
		return string(text[:60]) + "…"
	}
	return string(text)
}
