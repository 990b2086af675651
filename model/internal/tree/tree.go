// Package tree represents a JSON text as a tree. Parse is strict: it rejects
// duplicate keys, invalid UTF-8 and deep nesting. Canonical writes the canonical
// form of documents, Compact that of patches. Read Node first.
package tree

import (
	"cmp"
	"slices"
)

// Kind is the kind of a JSON value.
type Kind int

// The kinds.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

var kindNames = [...]string{"null", "true or false", "a number", "a text", "a list", "an object"}

// String returns the kind for an error message: "a number".
func (k Kind) String() string { return kindNames[k] }

// Node is one value. Text is the content of a String, and the JSON text of a
// Null, Bool or Number. Members are sorted by key and keys are unique.
type Node struct {
	Kind    Kind
	Offset  int // of the value's first byte in the parsed text
	Text    string
	Items   []*Node
	Members []Member
}

// Member is one entry of an Object.
type Member struct {
	Key   string
	Value *Node
}

// NewString returns a String.
func NewString(text string) *Node { return &Node{Kind: String, Text: text} }

// NewObject returns an empty Object.
func NewObject() *Node { return &Node{Kind: Object} }

func (n *Node) find(key string) (int, bool) {
	return slices.BinarySearchFunc(n.Members, key, func(m Member, key string) int { return cmp.Compare(m.Key, key) })
}

// Get returns the member with a key, or nil.
func (n *Node) Get(key string) *Node {
	if i, found := n.find(key); found {
		return n.Members[i].Value
	}
	return nil
}

// Set adds or replaces a member.
func (n *Node) Set(key string, value *Node) {
	i, found := n.find(key)
	if found {
		n.Members[i].Value = value
		return
	}
	n.Members = slices.Insert(n.Members, i, Member{key, value})
}

// Put sets the value at a path of keys, and adds the objects on the way to it.
func Put(root *Node, path []string, value *Node) {
	for _, key := range path[:len(path)-1] {
		next := root.Get(key)
		if next == nil {
			next = NewObject()
			root.Set(key, next)
		}
		root = next
	}
	root.Set(path[len(path)-1], value)
}

// Delete removes the member with a key, if there is one.
func (n *Node) Delete(key string) {
	if i, found := n.find(key); found {
		n.Members = slices.Delete(n.Members, i, i+1)
	}
}

// Equal reports whether two values are the same. nil means that there is no
// value. Numbers are compared by their text.
func Equal(a, b *Node) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Kind == b.Kind && a.Text == b.Text &&
		slices.EqualFunc(a.Items, b.Items, Equal) &&
		slices.EqualFunc(a.Members, b.Members, func(x, y Member) bool { return x.Key == y.Key && Equal(x.Value, y.Value) })
}
