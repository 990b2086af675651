// Package model holds the document that a team edits: the concepts and the
// queries of an application, the logical and the physical tables derived from
// them, and the quantities that determine their sizes.
//
// Read it in this order: model.go (the document), concepts.go, workflow.go,
// logical.go, physical.go, type.go, quantity.go, note.go, element.go (what all parts have in
// common) and json.go (the saved form). Commands are in model/edit.
//
// A Model is immutable once it is shared: commands work on a Clone, and only they
// use Parts and References to change it. Elements
// refer to each other by ID, never by name. A reference may dangle after
// concurrent edits are merged, so every lookup tolerates a missing element, and
// model/validation reports it.
package model

import (
	"math"
	"reflect"

	"widerow/model/internal/codec"
)

// Format is the saved form that this version writes.
const Format = "widerow/2"

// Model is one document.
type Model struct {
	Format     string           `json:"format"`
	Name       string           `json:"name"`
	Note       string           `json:"note,omitempty"`
	Target     Target           `json:"target,omitempty"`
	Concepts   Concepts         `json:"concepts,omitzero"`
	Workflow   Workflow         `json:"workflow,omitzero"`
	Logical    Logical          `json:"logical,omitzero"`
	Physical   Physical         `json:"physical,omitzero"`
	Quantities map[ID]*Quantity `json:"quantities,omitempty"`
	Cluster    Cluster          `json:"cluster,omitzero"`
	// Policy has the thresholds of advice.
	Policy Policy `json:"policy,omitzero"`
	Layout Layout `json:"layout,omitempty"`
	// Tidied holds the cost of reading each diagram right after its last tidying, in px of lines.
	// It has the keys of Layout.
	Tidied map[string]float64 `json:"tidied,omitempty"`
	// Notes and Areas are what people draw on the diagrams beside the model.
	Notes map[ID]*Note `json:"notes,omitempty"`
	Areas map[ID]*Area `json:"areas,omitempty"`
	// Accepted are the findings of advice that people leave as they are, by the key of the finding.
	Accepted map[string]*Accepted `json:"accepted,omitempty"`

	// StatementLists are texts with statements of the application.
	StatementLists map[ID]*StatementList `json:"statement_lists,omitempty"`

	// unknown holds the fields of the decoded text that this version does not
	// know. They are written back to their place (see json.go).
	unknown []codec.Unknown

	written written // by CanonicalAfter
}

// Target is the database that the model is designed for. It decides which CQL
// is valid and which advice applies. Empty means Cassandra50.
type Target string

// The targets.
const (
	Cassandra311 Target = "cassandra-3.11"
	Cassandra40  Target = "cassandra-4.0"
	Cassandra41  Target = "cassandra-4.1"
	Cassandra50  Target = "cassandra-5.0"
	Cassandra60  Target = "cassandra-6.0"
	ScyllaDB     Target = "scylladb"
	AstraDB      Target = "astra"
	Keyspaces    Target = "amazon-keyspaces"
)

// Layout holds the positions of elements in each diagram. The key is the
// diagram's kind ("er", "workflow", "logical", "physical").
type Layout map[string]map[ID]*Position

// Position is the top left corner of an element in px. A new layout may replace
// automatic positions, but not pinned ones.
type Position struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
	// Width is the minimum width of a table, in px: the one of its first drawing. Tables
	// below each other are drawn as wide as the widest, and keep that when one is moved.
	Width  float64 `json:"width,omitempty"`
	Pinned bool    `json:"pinned,omitempty"`
}

// At returns the position moved to another corner, and pinned there.
func (p *Position) At(x, y float64) Position {
	moved := Position{X: math.Round(x), Y: math.Round(y), Pinned: true}
	if p != nil {
		moved.Width = p.Width
	}
	return moved
}

// New returns an empty document.
func New(name string) *Model {
	return &Model{Format: Format, Name: name, Target: Cassandra50}
}

// Clone returns a deep copy.
func (m *Model) Clone() *Model {
	clone := cloneValue(reflect.ValueOf(m)).Interface().(*Model)
	// Unknown fields are never changed, so both may share them.
	clone.unknown = m.unknown[:len(m.unknown):len(m.unknown)]
	clone.written = written{}
	return clone
}

// cloneValue returns a deep copy of a value.
func cloneValue(value reflect.Value) reflect.Value {
	switch value.Kind() {
	case reflect.Pointer:
		if value.IsNil() {
			return value
		}
		clone := reflect.New(value.Type().Elem())
		clone.Elem().Set(value.Elem())
		cloneWithin(clone.Elem())
		return clone
	case reflect.Map:
		if value.IsNil() {
			return value
		}
		clone := reflect.MakeMapWithSize(value.Type(), value.Len())
		key := reflect.New(value.Type().Key()).Elem()
		for entries := value.MapRange(); entries.Next(); {
			key.SetIterKey(entries)
			clone.SetMapIndex(key, cloneValue(entries.Value()))
		}
		return clone
	case reflect.Slice:
		if value.IsNil() {
			return value
		}
		clone := reflect.MakeSlice(value.Type(), value.Len(), value.Len())
		reflect.Copy(clone, value)
		for i := range value.Len() {
			cloneWithin(clone.Index(i))
		}
		return clone
	case reflect.Struct:
		clone := reflect.New(value.Type()).Elem()
		clone.Set(value)
		cloneWithin(clone)
		return clone
	}
	return value
}

// cloneWithin replaces what a value refers to by copies.
func cloneWithin(value reflect.Value) {
	switch value.Kind() {
	case reflect.Struct:
		for i := range value.NumField() {
			if field := value.Field(i); field.CanSet() {
				cloneWithin(field)
			}
		}
	case reflect.Pointer, reflect.Map, reflect.Slice:
		if !value.IsNil() {
			value.Set(cloneValue(value))
		}
	}
}
