package diff

import (
	"fmt"
	"slices"

	"widerow/model"
	"widerow/model/internal/tree"
)

// Take returns the patch that gives a document the values of another one at the
// places of conflicts. If the document lacks an element on the way, it gets the
// whole element.
func Take(document, other []byte, conflicts []Conflict) (Patch, error) {
	current, err := parseDocument(document)
	if err != nil {
		return nil, fmt.Errorf("read the document: %w", err)
	}
	wanted, err := parseDocument(other)
	if err != nil {
		return nil, fmt.Errorf("read the other document: %w", err)
	}
	var patch Patch
	for _, conflict := range conflicts {
		path := lacking(current, conflict.Path)
		operation := Operation{Path: path, Old: raw(at(current, path)), New: raw(at(wanted, path))}
		if operation.Old != nil || operation.New != nil {
			patch = append(patch, operation)
		}
	}
	slices.SortFunc(patch, func(a, b Operation) int { return slices.Compare(a.Path, b.Path) })
	return slices.CompactFunc(patch, func(a, b Operation) bool { return slices.Equal(a.Path, b.Path) }), nil
}

// lacking returns the beginning of a path up to the first element that the
// document lacks, or else the whole path.
func lacking(root *tree.Node, path []string) []string {
	for i := 1; i < len(path); i++ {
		if model.PlaceOf(path[:i]) == model.ElementPlace && at(root, path[:i]) == nil {
			return path[:i]
		}
	}
	return path
}

func at(node *tree.Node, path []string) *tree.Node {
	for _, key := range path {
		if node = member(node, key); node == nil {
			return nil
		}
	}
	return node
}

// ElementAt returns the ID of the element that a path leads to or into, or "" for
// the document itself.
func ElementAt(path []string) model.ID {
	for i := len(path); i > 0; i-- {
		if model.PlaceOf(path[:i]) == model.ElementPlace {
			return model.ID(path[i-1])
		}
	}
	return ""
}
