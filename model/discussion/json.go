package discussion

import (
	"errors"
	"fmt"
	"reflect"
	"time"

	"widerow/model"
	"widerow/model/internal/codec"
	"widerow/model/internal/tree"
)

// The formats: of a whole discussion, and of a part of one. Newer ones are rejected.
const (
	format     = "discussion/1"
	partFormat = "discussion/2"
)

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
	if len(text) > model.MaxSize {
		return nil, fmt.Errorf("the discussion has %d bytes, the limit is %d", len(text), model.MaxSize)
	}
	root, err := tree.Parse(text)
	if err != nil {
		return nil, err
	}
	kind := root.Get("format")
	if root.Kind != tree.Object || kind == nil || kind.Text != format && kind.Text != partFormat {
		return nil, fmt.Errorf("not a discussion that this version reads: wanted the format %q", format)
	}
	root.Delete("format")
	part := &Part{}
	decoder := codec.Decoder{Text: text, CheckKey: checkKey, CheckText: checkText}
	if part.unknown, err = decoder.Decode(&part.document, root); err != nil {
		return nil, err
	}
	if whole := kind.Text == format; whole != (part.Base == 0) || part.Base < 0 {
		return nil, fmt.Errorf("a discussion in the format %q is based on revision %d", kind.Text, part.Base)
	}
	return part, part.check()
}

func checkKey(_ reflect.Type, key string, _ func() string) error {
	if !model.ID(key).Valid() {
		return errors.New("wanted an id")
	}
	return nil
}

func checkText(kind reflect.Type, text string) error {
	if kind == reflect.TypeFor[model.ID]() && !model.ID(text).Valid() {
		return errors.New("wanted an id")
	}
	return nil
}

// check refuses what cannot be saved again.
func (p *Part) check() error {
	for id, thread := range p.Threads {
		for _, comment := range thread.Comments {
			if year := comment.At.Year(); year < 1 || year > 9999 {
				return fmt.Errorf("thread %s: the year %d", id, year)
			}
			if suggestion := comment.Suggestion; suggestion != nil && suggestion.Applied != nil && (suggestion.Applied.At.Year() < 1 || suggestion.Applied.At.Year() > 9999) {
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
	root, _ := codec.Encode(&p.document)
	root.Set("format", tree.NewString(format))
	if p.Base > 0 {
		root.Set("format", tree.NewString(partFormat))
	}
	for _, field := range p.unknown {
		field.Restore(root)
	}
	return tree.Canonical(root)
}

// saved returns a time as it is saved: in whole milliseconds.
func saved(at time.Time) time.Time { return time.UnixMilli(at.UnixMilli()).UTC() }
