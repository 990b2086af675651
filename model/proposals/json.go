package proposals

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"widerow/model"
	"widerow/model/internal/codec"
	"widerow/model/internal/tree"
)

// format is the only format so far. A newer one is rejected.
const format = "proposals/1"

// New returns the proposals of a model that has none yet.
func New() *Proposals { return &Proposals{Rules: defaults} }

// Decode reads proposals. Unknown fields are kept and written back by Encode.
func Decode(text []byte) (*Proposals, error) {
	if len(text) > model.MaxSize {
		return nil, fmt.Errorf("the proposals have %d bytes, the limit is %d", len(text), model.MaxSize)
	}
	root, err := tree.Parse(text)
	if err != nil {
		return nil, err
	}
	if root.Kind != tree.Object || root.Get("format") == nil || root.Get("format").Text != format {
		return nil, fmt.Errorf("not proposals that this version reads: wanted the format %q", format)
	}
	root.Delete("format")
	p := &Proposals{}
	decoder := codec.Decoder{Text: text, CheckKey: checkKey, CheckText: func(reflect.Type, string) error { return nil }}
	if p.unknown, err = decoder.Decode(p, root); err != nil {
		return nil, err
	}
	return p, p.check()
}

func checkKey(kind reflect.Type, key string, _ func() string) error {
	if kind == reflect.TypeFor[model.ID]() && !model.ID(key).Valid() {
		return errors.New("wanted an id")
	}
	return nil
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
func (p *Proposals) Encode() []byte {
	root, _ := codec.Encode(p)
	root.Set("format", tree.NewString(format))
	for _, field := range p.unknown {
		field.Restore(root)
	}
	return tree.Canonical(root)
}
