package model

// Policy chooses the thresholds of advice.
type Policy struct {
	// Name is the name of a preset, or of the server's own guardrails. An empty name without guardrails chooses the
	// house policy, or else the recommendation for the target.
	Name string `json:"name,omitempty"`
	// Guardrails are the lines of cassandra.yaml by their names, empty for a preset.
	Guardrails map[string]string `json:"guardrails,omitempty"`
}
