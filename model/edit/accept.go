package edit

import (
	"cmp"
	"strings"

	"widerow/model"
)

// maxReason bounds the characters of a reason.
const maxReason = 500

// Accept accepts a finding of advice with a reason. Finding is its key, Title names it in the history.
type Accept struct {
	Finding, Title string
	model.Accepted
}

// Name returns "AcceptAdvice".
func (Accept) Name(*model.Model) string { return "AcceptAdvice" }

func (c Accept) apply(m *model.Model, _ model.IDs) error {
	accepted := c.Accepted
	accepted.Reason = strings.TrimSpace(accepted.Reason)
	switch {
	case accepted.Reason == "":
		return invalid("", "reason", "Type the reason why this is accepted")
	case len([]rune(accepted.Reason)) > maxReason:
		return invalid("", "reason", "The reason has %d characters; the limit is %d", len([]rune(accepted.Reason)), maxReason)
	}
	if m.Accepted == nil {
		m.Accepted = map[string]*model.Accepted{}
	}
	m.Accepted[c.Finding] = &accepted
	return nil
}

func (c Accept) words(_, _ *model.Model) string {
	return "accepted advice " + cmp.Or(c.Title, c.Finding) + ": " + model.Shorten(strings.TrimSpace(c.Reason), 80)
}

// Unaccept takes the acceptance of a finding back.
type Unaccept struct{ Finding, Title string }

// Name returns "UnacceptAdvice".
func (Unaccept) Name(*model.Model) string { return "UnacceptAdvice" }

func (c Unaccept) apply(m *model.Model, _ model.IDs) error {
	delete(m.Accepted, c.Finding)
	if len(m.Accepted) == 0 {
		m.Accepted = nil
	}
	return nil
}

func (c Unaccept) words(before, _ *model.Model) string {
	if before.Accepted[c.Finding] == nil {
		return ""
	}
	return "no longer accepted advice " + cmp.Or(c.Title, c.Finding)
}
