package discussion

import (
	"errors"
	"fmt"
	"time"

	"widerow/model"
	"widerow/model/internal/companion"
)

// The formats: of a whole discussion, and of a part of one. Newer ones are rejected.
const (
	format     = "discussion/1"
	partFormat = "discussion/2"
)

var form = companion.Form{Formats: []string{format, partFormat}, TooLarge: "the discussion has", Other: "not a discussion that this version reads"}

// document is the saved form of a discussion.
type document struct {
	// Base is the number of the revision with the whole discussion to which a part
	// belongs; 0 in that one.
	Base    int                  `json:"base,omitempty"`
	Threads map[model.ID]*Thread `json:"threads,omitempty"`
}

// Decode reads a whole discussion. Unknown fields are kept and written back by Encode.
func Decode(text []byte) (*Discussion, error) {
	part, err := Parse(text)
	if err == nil && part.Base > 0 {
		err = errors.New("only a part of a discussion")
	}
	if err != nil {
		return nil, err
	}
	return part.On(&Discussion{})
}

// Parse reads a whole discussion or a part of one.
func Parse(text []byte) (*Part, error) {
	saved, err := companion.Decode[document](form, text)
	if err != nil {
		return nil, err
	}
	part := &Part{*saved.Content, saved.Unknown}
	if whole := saved.Format == format; whole != (part.Base == 0) || part.Base < 0 {
		return nil, fmt.Errorf("a discussion in the format %q is based on revision %d", saved.Format, part.Base)
	}
	return part, part.check()
}

// check refuses what cannot be saved again.
func (p *Part) check() error {
	for id, thread := range p.Threads {
		for _, comment := range thread.Comments {
			if year := comment.At.Year(); year < 1 || year > 9999 {
				return fmt.Errorf("thread %s: the year %d", id, year)
			}
			if suggestion := comment.Suggestion; suggestion != nil && suggestion.Applied != nil &&
				(suggestion.Applied.At.Year() < 1 || suggestion.Applied.At.Year() > 9999) {
				return fmt.Errorf("thread %s: a suggestion applied in the year %d", id, suggestion.Applied.At.Year())
			}
		}
	}
	return nil
}

// Encode returns the saved form of the whole: the same bytes for the same discussion,
// one comment a line.
func (d *Discussion) Encode() []byte {
	return (&Part{document{0, d.threadsByID()}, d.unknown}).encode()
}

func (p *Part) encode() []byte {
	if p.Base > 0 {
		return companion.Encode(partFormat, &p.document, p.unknown)
	}
	return companion.Encode(format, &p.document, p.unknown)
}

// saved returns a time as it is saved: in whole milliseconds.
func saved(at time.Time) time.Time { return time.UnixMilli(at.UnixMilli()).UTC() }
