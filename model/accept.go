package model

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Acceptance is a finding of advice that somebody has accepted, with the reason. It holds as long as the numbers behind
// the finding stay about the same.
type Acceptance struct {
	Code    string `json:"code"`
	Element ID     `json:"element,omitempty"`
	Reason  string `json:"reason"`
	Who     string `json:"who,omitempty"`
	// When is the day, as 2027-12-31.
	When string `json:"when,omitempty"`
	// Numbers are those of the finding then, by their names.
	Numbers map[string]float64 `json:"numbers,omitempty"`
}

// maxReason is the longest reason, in characters.
const maxReason = 500

// Accept accepts a finding of advice. Key is that of the finding.
type Accept struct {
	Key string
	Acceptance
}

// Name returns "AcceptAdvice".
func (Accept) Name(*Model) string { return "AcceptAdvice" }

func (a Accept) apply(m *Model, _ IDs) error {
	reason := strings.TrimSpace(a.Reason)
	switch {
	case a.Key == "" || a.Code == "":
		return invalid(a.Element, "", "There is no such finding to accept")
	case reason == "":
		return invalid(a.Element, "reason", "Say why the finding is accepted")
	case len([]rune(reason)) > maxReason:
		return invalid(a.Element, "reason", "The reason has %d characters; at most %d are allowed", len([]rune(reason)), maxReason)
	}
	if _, found := m.Element(a.Element); !found && a.Element != ID(ModelKind) {
		return &GoneError{a.Element}
	}
	m.forgetGone()
	if m.Accepted == nil {
		m.Accepted = map[string]*Acceptance{}
	}
	accepted := a.Acceptance
	accepted.Reason, accepted.Numbers = reason, maps.Clone(a.Numbers)
	m.Accepted[a.Key] = &accepted
	return nil
}

// forgetGone drops what was accepted about elements that are gone.
func (m *Model) forgetGone() {
	for key, accepted := range m.Accepted {
		if _, found := m.Element(accepted.Element); !found && accepted.Element != ID(ModelKind) {
			delete(m.Accepted, key)
		}
	}
}

func (a Accept) words(_, after *Model) string {
	if after.Accepted[a.Key] == nil {
		return ""
	}
	return fmt.Sprintf("accepted %s%s: %s", a.Code, ofElement(after, a.Element), shorten(strings.TrimSpace(a.Reason), 60))
}

func ofElement(m *Model, id ID) string {
	if id == ID(ModelKind) {
		return ""
	}
	return " of " + m.ShortTitle(id)
}

// Unaccept takes the acceptance of findings back.
type Unaccept struct{ Keys []string }

// Name returns "UnacceptAdvice".
func (Unaccept) Name(*Model) string { return "UnacceptAdvice" }

func (u Unaccept) apply(m *Model, _ IDs) error {
	if !slices.ContainsFunc(u.Keys, func(key string) bool { return m.Accepted[key] != nil }) {
		return invalid("", "", "The finding is not accepted any more")
	}
	for _, key := range u.Keys {
		delete(m.Accepted, key)
	}
	m.forgetGone()
	if len(m.Accepted) == 0 {
		m.Accepted = nil
	}
	return nil
}

func (u Unaccept) words(before, _ *Model) string {
	var names []string
	for _, key := range u.Keys {
		if was := before.Accepted[key]; was != nil {
			names = append(names, was.Code+ofElement(before, was.Element))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "no longer accepts " + strings.Join(names, ", ")
}

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
