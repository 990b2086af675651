package proposals

import (
	"cmp"
	"slices"
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
	Queries   Check = "queries"   // no query loses the table that answers it
	Findings  Check = "findings"  // no new errors
	Advice    Check = "advice"    // no new errors and warnings of advice
	Sizes     Check = "sizes"     // no partition comes to be above the limits
	Loss      Check = "loss"      // the migration loses no data
	Comments  Check = "comments"  // no open thread
	Approvals Check = "approvals" // as many approvals as are asked for, and nobody wants changes
)

// Checks are all checks, in the order in which they are shown.
var Checks = []Check{Queries, Findings, Advice, Sizes, Loss, Comments, Approvals}

// MaxApprovals is the most that can be asked for.
const MaxApprovals = 20

// Rules say when a proposal may be merged. Without a saved number one approval is
// asked for, and a check without a gate warns.
type Rules struct {
	Approvals int            `json:"approvals"`
	Gates     map[Check]Gate `json:"gates,omitempty"`
}

// defaults are the rules of a model that has none.
var defaults = Rules{Approvals: 1}

// Of returns the gate of a check.
func (r Rules) Of(check Check) Gate {
	if gate, found := r.Gates[check]; found {
		return gate
	}
	return Warn
}

// SetRules changes the rules. A check without a gate warns.
func (p *Proposals) SetRules(approvals int, gates map[Check]Gate) (*Proposals, error) {
	if approvals < 0 || approvals > MaxApprovals {
		return nil, problem("The number of approvals is from 0 to %d.", MaxApprovals)
	}
	next := p.clone()
	next.Rules = Rules{Approvals: approvals, Gates: map[Check]Gate{}}
	for _, check := range Checks {
		gate := cmp.Or(gates[check], Warn)
		if !slices.Contains(Gates, gate) {
			return nil, problem("The check %q is off, warns or blocks; %q is none of these.", check, gate)
		}
		next.Rules.Gates[check] = gate
	}
	return next, nil
}
