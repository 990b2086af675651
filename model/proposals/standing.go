package proposals

import (
	"crypto/sha256"
	"encoding/hex"

	"widerow/model"
	"widerow/model/diff"
)

// Content identifies the changes of a proposal: two branches with the same changes have the same
// Content, wherever their boxes are. patch leads from the common base of the branch and the model
// to the branch.
func Content(patch diff.Patch) string {
	changes := diff.Patch{}
	for _, operation := range patch {
		if !model.IsPlacement(operation.Path) {
			changes = append(changes, operation)
		}
	}
	sum := sha256.Sum256(changes.Encode())
	return hex.EncodeToString(sum[:12])
}

// Standing summarizes the reviews of a proposal, for its current content.
type Standing struct {
	Approved []Person // have approved the content as it is
	Lapsed   []Person // have approved another content
	Requests []Person // want changes
	Waiting  []Person // were asked, and have not approved what there is now
}

// StandingOf counts the last word of each reviewer. A request for changes holds
// until its reviewer approves; an approval holds for the content that was seen.
func (p *Proposal) StandingOf(content string) Standing {
	var standing Standing
	for _, review := range p.lastWords() {
		switch {
		case review.Verdict == Requests:
			standing.Requests = append(standing.Requests, review.By)
		case review.Content == content:
			standing.Approved = append(standing.Approved, review.By)
		default:
			standing.Lapsed = append(standing.Lapsed, review.By)
		}
	}
	for _, reviewer := range p.Reviewers {
		if !has(standing.Approved, reviewer) && !has(standing.Requests, reviewer) {
			standing.Waiting = append(standing.Waiting, reviewer)
		}
	}
	return standing
}

// Without returns the proposal without the approvals of people whom counts rejects, such
// as those given under names that anybody could type. Requests for changes stay.
func (p *Proposal) Without(counts func(Person) bool) *Proposal {
	next := *p
	next.Reviews = map[model.ID]*Review{}
	for id, review := range p.Reviews {
		if review.Verdict == Requests || counts(review.By) {
			next.Reviews[id] = review
		}
	}
	return &next
}

// lastWords are the last reviews of each person, in their order.
func (p *Proposal) lastWords() []*Review {
	var last []*Review
	listed := p.Listed()
	for i, review := range listed {
		later := false
		for _, other := range listed[i+1:] {
			later = later || other.By.Is(review.By)
		}
		if !later {
			last = append(last, review)
		}
	}
	return last
}

func has(people []Person, wanted Person) bool {
	for _, person := range people {
		if person.Is(wanted) {
			return true
		}
	}
	return false
}

// Phase is the state of a proposal as people see it.
type Phase string

// The phases beside those of State.
const (
	ChangesRequested Phase = "changes requested"
	Approved         Phase = "approved"
)

// PhaseOf returns the phase of a proposal by its reviews: it is approved if there
// are as many approvals as the rules ask for, at least one, and nobody wants
// changes.
func (p *Proposal) PhaseOf(standing Standing, rules Rules) Phase {
	switch {
	case p.State != Open:
		return Phase(p.State)
	case len(standing.Requests) > 0:
		return ChangesRequested
	case len(standing.Approved) >= max(1, rules.Approvals):
		return Approved
	}
	return Phase(Open)
}
