package proposals

import (
	"fmt"
	"slices"

	"widerow/model/internal/companion"
)

// format is the only format so far. A newer one is rejected.
const format = "proposals/1"

var form = companion.Form{Formats: []string{format}, TooLarge: "the proposals have", Other: "not proposals that this version reads"}

// New returns the proposals of a model that has none yet.
func New() *Proposals { return &Proposals{Rules: defaults} }

// Decode reads proposals. Unknown fields are kept and written back by Encode.
func Decode(text []byte) (*Proposals, error) {
	saved, err := companion.Decode[Proposals](form, text)
	if err != nil {
		return nil, err
	}
	p := saved.Content
	p.unknown = saved.Unknown
	return p, p.check()
}

// check refuses what the acts would not have made.
func (p *Proposals) check() error {
	for key, proposal := range p.Proposals {
		if proposal.Number < 1 || key != Key(proposal.Number) {
			return fmt.Errorf("proposal %s has the number %d", key, proposal.Number)
		}
		if !slices.Contains([]State{Draft, Open, Merged, Closed}, proposal.State) || (proposal.State == Merged) != (proposal.Merge != nil) {
			return fmt.Errorf("proposal %s: the state %q", key, proposal.State)
		}
		if year := proposal.At.Year(); year < 1 || year > 9999 {
			return fmt.Errorf("proposal %s: the year %d", key, year)
		}
		for _, review := range proposal.Reviews {
			if year := review.At.Year(); year < 1 || year > 9999 {
				return fmt.Errorf("proposal %s: the year %d", key, year)
			}
		}
	}
	return nil
}

// Encode returns the saved form: the same bytes for the same proposals.
func (p *Proposals) Encode() []byte { return companion.Encode(format, p, p.unknown) }
