package diff

import (
	"fmt"

	"widerow/model/internal/tree"
)

// Encode writes the patch as JSON: [{"new":…,"old":…,"path":[…]},…].
func (p Patch) Encode() []byte {
	list := &tree.Node{Kind: tree.Array}
	for _, operation := range p {
		path := &tree.Node{Kind: tree.Array}
		for _, key := range operation.Path {
			path.Items = append(path.Items, tree.NewString(key))
		}
		entry := tree.NewObject()
		entry.Set("path", path)
		for key, value := range map[string][]byte{"old": operation.Old, "new": operation.New} {
			// The values of an operation must be JSON. One that is not is treated
			// as absent, so that it does not break the whole patch.
			if node, err := tree.Parse(value); value != nil && err == nil {
				entry.Set(key, node)
			}
		}
		list.Items = append(list.Items, entry)
	}
	return tree.Compact(list)
}

// Decode reads an encoded patch.
func Decode(text []byte) (Patch, error) {
	changes, err := decode(text)
	if err != nil {
		return nil, err
	}
	patch := make(Patch, len(changes))
	for i, c := range changes {
		patch[i] = Operation{c.path, raw(c.old), raw(c.new)}
	}
	return patch, nil
}

func decode(text []byte) ([]change, error) {
	list, err := tree.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("read the patch: %w", err)
	}
	if list.Kind != tree.Array {
		return nil, fmt.Errorf("read the patch: wanted a list, got %v", list.Kind)
	}
	changes := make([]change, len(list.Items))
	for i, item := range list.Items {
		if changes[i], err = decodeChange(item); err != nil {
			return nil, fmt.Errorf("read the patch: operation %d: %w", i+1, err)
		}
	}
	return changes, nil
}

func decodeChange(node *tree.Node) (change, error) {
	path := node.Get("path")
	if node.Kind != tree.Object || path == nil || path.Kind != tree.Array || len(path.Items) == 0 {
		return change{}, fmt.Errorf(`wanted an object with a "path", got %s`, show(node))
	}
	c := change{old: node.Get("old"), new: node.Get("new")}
	if c.old == nil && c.new == nil {
		return change{}, fmt.Errorf(`wanted "old" or "new", got %s`, show(node))
	}
	for _, key := range path.Items {
		if key.Kind != tree.String {
			return change{}, fmt.Errorf("wanted a path of texts, got %s", show(path))
		}
		c.path = append(c.path, key.Text)
	}
	return c, nil
}
