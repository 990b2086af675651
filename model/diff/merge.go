package diff

import (
	"encoding/json"
	"fmt"
	"slices"

	"widerow/model"
	"widerow/model/internal/tree"
)

// Conflict is a value that both sides changed differently. Base is the value for
// which the patch was made, Theirs the current one, Mine the one in the patch. A
// missing value is nil.
type Conflict struct {
	Path   []string
	Base   json.RawMessage
	Theirs json.RawMessage
	Mine   json.RawMessage
}

// Merge applies a patch to a document that may have changed since the patch was
// made (three-way merge). It replaces a value that still equals the old one, and
// keeps one that already equals the new one. Any other value is a conflict and is
// kept. An element that the patch removes must be unchanged, in all its fields. A
// change to an element that was removed is a conflict.
func Merge(document []byte, p Patch) (merged []byte, conflicts []Conflict, err error) {
	root, err := parseDocument(document)
	if err != nil {
		return nil, nil, fmt.Errorf("read the document: %w", err)
	}
	changes, err := parseOperations(p)
	if err != nil {
		return nil, nil, err
	}
	m := merger{root: root}
	for _, c := range changes {
		m.merge(c)
	}
	return tree.Canonical(root), m.conflicts, nil
}

func parseOperations(p Patch) ([]change, error) {
	changes := make([]change, len(p))
	for i, operation := range p {
		c := change{path: operation.Path}
		var err error
		if operation.Old != nil {
			c.old, err = tree.Parse(operation.Old)
		}
		if operation.New != nil && err == nil {
			c.new, err = tree.Parse(operation.New)
		}
		if err != nil {
			return nil, fmt.Errorf("read the patch: operation %d: %w", i+1, err)
		}
		if len(c.path) == 0 {
			return nil, fmt.Errorf("read the patch: operation %d: wanted a path", i+1)
		}
		changes[i] = c
	}
	return changes, nil
}

type merger struct {
	root      *tree.Node
	conflicts []Conflict
}

func (m *merger) merge(c change) {
	parent, found := m.parent(c)
	switch {
	case found:
		m.set(parent, c)
		m.prune(c.path)
	case c.new != nil:
		m.conflict(c, nil)
	}
}

// parent returns the object that contains the change's value. If the change adds
// a value, it creates missing containers on the path. It returns false if an
// element on the path is missing or is not an object.
func (m *merger) parent(c change) (*tree.Node, bool) {
	path := c.path[:len(c.path)-1]
	node := m.root
	for i, key := range path {
		next := node.Get(key)
		if next == nil {
			if c.new == nil || !allContainers(path, i) {
				return nil, false
			}
			next = tree.NewObject()
			node.Set(key, next)
		}
		if next.Kind != tree.Object {
			return nil, false
		}
		node = next
	}
	return node, true
}

// allContainers reports whether the path leads only to containers from step from
// on.
func allContainers(path []string, from int) bool {
	for i := from; i < len(path); i++ {
		if model.PlaceOf(path[:i+1]) != model.ContainerPlace {
			return false
		}
	}
	return true
}

func (m *merger) set(parent *tree.Node, c change) {
	key := c.path[len(c.path)-1]
	current := parent.Get(key)
	switch {
	case tree.Equal(current, c.new):
	case tree.Equal(current, c.old):
		put(parent, key, c.new)
	case m.byMember(current, c):
		for _, inner := range keys(c.old, c.new) {
			old, new := member(c.old, inner), member(c.new, inner)
			if !tree.Equal(old, new) {
				m.set(current, change{append(slices.Clone(c.path), inner), old, new})
			}
		}
		if len(current.Members) == 0 {
			parent.Delete(key)
		}
	default:
		m.conflict(c, current)
	}
}

// byMember reports whether the members of the value are merged separately. That
// is so for a container, and for an element that both sides added.
func (m *merger) byMember(current *tree.Node, c change) bool {
	for _, node := range []*tree.Node{current, c.old, c.new} {
		if node != nil && node.Kind != tree.Object {
			return false
		}
	}
	return current != nil && (c.old == nil || model.PlaceOf(c.path) == model.ContainerPlace)
}

func member(node *tree.Node, key string) *tree.Node {
	if node == nil {
		return nil
	}
	return node.Get(key)
}

func (m *merger) conflict(c change, theirs *tree.Node) {
	m.conflicts = append(m.conflicts, Conflict{c.path, raw(c.old), raw(theirs), raw(c.new)})
}

// prune removes the containers on the path that are now empty.
func (m *merger) prune(path []string) {
	nodes := []*tree.Node{m.root}
	for _, key := range path[:len(path)-1] {
		nodes = append(nodes, nodes[len(nodes)-1].Get(key))
	}
	for i := len(nodes) - 1; i > 0; i-- {
		if len(nodes[i].Members) > 0 || model.PlaceOf(path[:i]) != model.ContainerPlace {
			return
		}
		nodes[i-1].Delete(path[i-1])
	}
}
