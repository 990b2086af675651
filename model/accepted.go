package model

import (
	"cmp"
	"strings"
)

// Accepted is the decision to leave a finding of advice as it is.
type Accepted struct {
	Reason string `json:"reason"`
	By     string `json:"by,omitempty"`
	At     string `json:"at,omitempty"` // the day, as 2026-11-02
	// Numbers are the numbers of the finding when it was accepted, by name.
	Numbers map[string]float64 `json:"numbers,omitempty"`
}

// maxReason bounds the characters of a reason.
const maxReason = 500

// Accept accepts a finding of advice with a reason. Finding is its key, Title names it in the history.
type Accept struct {
	Finding, Title string
	Accepted
}

// Name returns "AcceptAdvice".
func (Accept) Name(*Model) string { return "AcceptAdvice" }

func (c Accept) apply(m *Model, _ IDs) error {
	accepted := c.Accepted
	accepted.Reason = strings.TrimSpace(accepted.Reason)
	switch {
	case accepted.Reason == "":
		return invalid("", "reason", "Type the reason why this is accepted")
	case len([]rune(accepted.Reason)) > maxReason:
		return invalid("", "reason", "The reason has %d characters; the limit is %d", len([]rune(accepted.Reason)), maxReason)
	}
	if m.Accepted == nil {
		m.Accepted = map[string]*Accepted{}
	}
	m.Accepted[c.Finding] = &accepted
	return nil
}

func (c Accept) words(_, _ *Model) string {
	return "accepted advice " + cmp.Or(c.Title, c.Finding) + ": " + shorten(strings.TrimSpace(c.Reason), 80)
}

// Unaccept takes the acceptance of a finding back.
type Unaccept struct{ Finding, Title string }

// Name returns "UnacceptAdvice".
func (Unaccept) Name(*Model) string { return "UnacceptAdvice" }

func (c Unaccept) apply(m *Model, _ IDs) error {
	delete(m.Accepted, c.Finding)
	if len(m.Accepted) == 0 {
		m.Accepted = nil
	}
	return nil
}

func (c Unaccept) words(before, _ *Model) string {
	if before.Accepted[c.Finding] == nil {
		return ""
	}
	return "no longer accepted advice " + cmp.Or(c.Title, c.Finding)
}
