// Package model holds the document that a team edits: the concepts and the
// queries of an application, the logical and the physical tables made from
// them, and the quantities that give their sizes.
//
// Read it in this order: model.go (the document), concepts.go, workflow.go,
// logical.go, physical.go, type.go, quantity.go, then command.go (how a
// document changes) and json.go (its saved form).
//
// A Model is treated as immutable once it is shared: commands work on a
// Clone. Elements refer to each other by ID, never by name; a reference may
// dangle after two people's edits met, so every lookup tolerates a missing
// element and Validate reports it.
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

	// unknown are the fields of the decoded text that this version does not
	// know; they are written back where they stood (see json.go).
	unknown []unknownField
}

// Target is the database that the model is made for: what is legal and what
// is advised depend on it. Empty means Cassandra50.
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

// Layout is where elements stand in each diagram, apart from the content.
// The key is the diagram's kind ("er", "workflow", "logical", "physical").
type Layout map[string]map[ID]*Position

// Position is the top left corner of an element in px. Automatic positions
// may be replaced by a new layout, pinned ones not.
type Position struct {
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Pinned bool    `json:"pinned,omitempty"`
}

// New returns an empty document with that name.
func New(name string) *Model {
	return &Model{Format: Format, Name: name, Target: Cassandra50}
}
