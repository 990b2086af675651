package model

// Policy says by which thresholds advice is given.
type Policy struct {
	// Name is that of a preset, or of the server's own guardrails. Empty means what is recommended for the target.
	Name string `json:"name,omitempty"`
	// Guardrails are the lines of cassandra.yaml by their names, empty for a preset.
	Guardrails map[string]string `json:"guardrails,omitempty"`
}
