package proposals

import (
	"cmp"
	"slices"

	"widerow/model"
)

// Gate is the effect of a failed check on a merge.
type Gate string

// The gates.
const (
	Off   Gate = "off"
	Warn  Gate = "warn"
	Block Gate = "block"
)

// Gates are all gates, the weakest first.
var Gates = []Gate{Off, Warn, Block}

// Check is a check that runs before a merge.
type Check string

// The checks.
const (
	Queries  Check = "queries"  // no query loses the table that answers it
	Findings Check = "findings" // no new errors
	// No new advice of a level.
	AdviceErrors   Check = "advice-errors"
	AdviceWarnings Check = "advice-warnings"
	AdviceNotes    Check = "advice-notes"
	Sizes          Check = "sizes"     // no partition comes to be above the limits
	Loss           Check = "loss"      // the migration loses no data
	Comments       Check = "comments"  // no open thread
	Approvals      Check = "approvals" // as many approvals as are asked for, and nobody wants changes
	Owners         Check = "owners"    // an owner of each changed keyspace has approved
)

// Checks are all checks, in the order in which they are shown.
var Checks = []Check{Queries, Findings, AdviceErrors, AdviceWarnings, AdviceNotes, Sizes, Loss, Comments, Approvals, Owners}

// oldAdvice is the gate of older rules for errors and warnings of advice together.
const oldAdvice Check = "advice"

// MaxApprovals is the most that can be asked for.
const MaxApprovals = 20

// Rules say when a proposal may be merged. Without a saved number one approval is
// asked for. A check without a gate warns; that of the owners blocks,
// and that of notes of advice is off.
type Rules struct {
	Approvals int            `json:"approvals"`
	Gates     map[Check]Gate `json:"gates,omitempty"`
	// Owners are the people of whom one must approve what changes a keyspace.
	Owners map[model.ID][]Person `json:"owners,omitempty"`
}

// defaults are the rules of a model that has none.
var defaults = Rules{Approvals: 1}

// Of returns the gate of a check.
func (r Rules) Of(check Check) Gate {
	if gate := r.Gates[check]; gate != "" {
		return gate
	}
	switch check {
	case Owners:
		return Block
	case AdviceErrors, AdviceWarnings:
		return cmp.Or(r.Gates[oldAdvice], Warn)
	case AdviceNotes:
		return Off
	}
	return Warn
}

// SetRules changes the rules.
func (p *Proposals) SetRules(rules Rules) (*Proposals, error) {
	if rules.Approvals < 0 || rules.Approvals > MaxApprovals {
		return nil, model.Reject("The number of approvals is from 0 to %d.", MaxApprovals)
	}
	next := p.clone()
	next.Rules = Rules{Approvals: rules.Approvals, Gates: map[Check]Gate{}}
	for _, check := range Checks {
		gate := rules.Of(check)
		if !slices.Contains(Gates, gate) {
			return nil, model.Reject("The check %q is off, warns or blocks; %q is none of these.", check, gate)
		}
		next.Rules.Gates[check] = gate
	}
	for keyspace, owners := range rules.Owners {
		if len(owners) > MaxOwners {
			return nil, model.Reject("A keyspace has %d owners at most.", MaxOwners)
		}
		for _, owner := range owners {
			next.Rules.own(keyspace, clean(owner))
		}
	}
	return next, nil
}

// own adds an owner of a keyspace, once.
func (r *Rules) own(keyspace model.ID, owner Person) {
	if r.Owners == nil {
		r.Owners = map[model.ID][]Person{}
	}
	if !has(r.Owners[keyspace], owner) {
		r.Owners[keyspace] = append(r.Owners[keyspace], owner)
	}
}
