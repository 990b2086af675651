package model

// StatementList is a text with the statements of an application, kept with the model.
type StatementList struct {
	Name string `json:"name"`
	// Keyspace applies to names without one.
	Keyspace string `json:"keyspace,omitempty"`
	Text     string `json:"text"`
	By       string `json:"by,omitempty"`
	At       string `json:"at,omitempty"` // the day, as 2026-11-02
}

// Limits of statement lists.
const (
	MaxStatementList  = 1 << 20 // bytes of a text
	MaxStatementLists = 100     // of a model
)
