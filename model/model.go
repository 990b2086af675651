// Package model holds the document that a team edits: the concepts and the
// queries of an application, the logical and the physical tables derived from
// them, and the quantities that determine their sizes.
//
// Read it in this order: model.go (the document), concepts.go, workflow.go,
// logical.go, physical.go, type.go, quantity.go, then command.go (how a
// document changes) and json.go (its saved form).
//
// A Model is immutable once it is shared: commands work on a Clone. Elements
// refer to each other by ID, never by name. A reference may dangle after
// concurrent edits are merged, so every lookup tolerates a missing element, and
// Validate reports it.
package model

// Format is the saved form that this version writes.
const Format = "widerow/1"

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
	Layout     Layout           `json:"layout,omitempty"`

	// unknown holds the fields of the decoded text that this version does not
	// know. They are written back to their place (see json.go).
	unknown []unknownField
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
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Pinned bool    `json:"pinned,omitempty"`
}

// New returns an empty document.
func New(name string) *Model {
	return &Model{Format: Format, Name: name, Target: Cassandra50}
}
