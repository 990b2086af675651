package edit

import (
	"maps"

	"widerow/model"
)

// FollowPolicy lets the model follow a policy.
type FollowPolicy struct{ model.Policy }

// Name returns "FollowPolicy".
func (FollowPolicy) Name(*model.Model) string { return "FollowPolicy" }

func (f FollowPolicy) apply(m *model.Model, _ model.IDs) error {
	m.Policy = model.Policy{Name: f.Policy.Name, Guardrails: maps.Clone(f.Guardrails)}
	return nil
}

func (f FollowPolicy) words(before, after *model.Model) string {
	if before.Policy.Name == after.Policy.Name && maps.Equal(before.Policy.Guardrails, after.Policy.Guardrails) {
		return ""
	}
	if after.Policy.Name == "" {
		return "follows no policy of its own"
	}
	return "follows the policy " + model.Shorten(after.Policy.Name, 60)
}
