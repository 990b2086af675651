package model

import "maps"

// Policy says by which thresholds advice is given.
type Policy struct {
	// Name is that of a preset, or of the server's own guardrails. Empty means what is recommended for the target.
	Name string `json:"name,omitempty"`
	// Guardrails are the lines of cassandra.yaml by their names, empty for a preset.
	Guardrails map[string]string `json:"guardrails,omitempty"`
}

// FollowPolicy lets the model follow a policy.
type FollowPolicy struct{ Policy }

// Name returns "FollowPolicy".
func (FollowPolicy) Name(*Model) string { return "FollowPolicy" }

func (f FollowPolicy) apply(m *Model, _ IDs) error {
	m.Policy = Policy{f.Policy.Name, maps.Clone(f.Guardrails)}
	return nil
}

func (f FollowPolicy) words(before, after *Model) string {
	if before.Policy.Name == after.Policy.Name && maps.Equal(before.Policy.Guardrails, after.Policy.Guardrails) {
		return ""
	}
	if after.Policy.Name == "" {
		return "follows no policy of its own"
	}
	return "follows the policy " + shorten(after.Policy.Name, 60)
}
