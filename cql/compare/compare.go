// Package compare lists the changes from one model to another in words, and marks those that break
// running applications.
//
// Start with Models. physical.go compares the schema, document.go the rest of a document.
// cql/apply.Compare previews a script; its comment explains why it is a comparison of its own.
package compare

import (
	"slices"

	"widerow/cql/effective"
	"widerow/model"
)

// Kind is the kind of a difference.
type Kind string

// The kinds. Moved elements have another place among their siblings.
const (
	Added   Kind = "added"
	Removed Kind = "removed"
	Changed Kind = "changed"
	Moved   Kind = "moved"
)

// kinds maps the states that have an element to the kind of its change.
var kinds = map[model.States]Kind{model.InBoth: Changed, model.OnlyBefore: Removed, model.OnlyAfter: Added}

// Change is one difference. Other programs read its JSON: fields may be added,
// but never renamed.
type Change struct {
	Kind Kind `json:"kind"`
	// Type is the kind of element: keyspace, type, field, table, column, key,
	// option, index, view, function, query, …
	Type string `json:"type"`
	// Element is its dotted name (shop.orders.total): the one before, unless it
	// was added.
	Element string `json:"element"`
	// Field is the changed field, "" for the element as a whole.
	Field  string `json:"field"`
	Before string `json:"before"`
	After  string `json:"after"`
	Words  string `json:"words"`
	// Breaking reports whether an application that works with the model before
	// may fail with the one after.
	Breaking bool `json:"breaking"`

	ID model.ID `json:"-"`
}

// Models lists the changes between two models whose elements correspond by ID,
// in reading order: the schema first, in the normal form of package effective, then
// the rest of the document, and what it has beside its elements. A moved column is a change only if ordered is set:
// Cassandra does not know the order that a script gives. The fields of a type have
// an order, in which values are stored and sorted.
func Models(before, after *model.Model, ordered bool) []Change {
	c := &comparer{ordered: ordered}
	c.before, c.after = effective.Pair(before, after)
	c.schema()
	c.before, c.after = before, after
	c.document()
	c.beside()
	return slices.Clip(c.changes)
}

type comparer struct {
	before, after *model.Model
	ordered       bool
	changes       []Change
}

func (c *comparer) add(change Change) {
	if change.Words == "" {
		change.Words = words(change)
	}
	c.changes = append(c.changes, change)
}
