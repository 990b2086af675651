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

// format is the only format so far. A newer one is rejected.
const format = "discussion/1"

// Decode reads a discussion. Unknown fields are kept and written back by Encode.
func Decode(text []byte) (*Discussion, error) {
	if len(text) > model.MaxSize {
		return nil, fmt.Errorf("the discussion has %d bytes, the limit is %d", len(text), model.MaxSize)
	}
	root, err := tree.Parse(text)
	if err != nil {
		return nil, err
	}
	if root.Kind != tree.Object || root.Get("format") == nil || root.Get("format").Text != format {
		return nil, fmt.Errorf("not a discussion that this version reads: wanted the format %q", format)
	}
	root.Delete("format")
	d := &Discussion{}
	decoder := codec.Decoder{Text: text, CheckKey: checkKey, CheckText: checkText}
	if d.unknown, err = decoder.Decode(d, root); err != nil {
		return nil, err
	}
	return d, d.check()
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

// check counts the comments, and refuses a thread without one: it has no author
// and no time.
func (d *Discussion) check() error {
	for id, thread := range d.Threads {
		if len(thread.Comments) == 0 {
			return fmt.Errorf("thread %s has no comment", id)
		}
		for _, comment := range thread.Comments {
			d.newest = max(d.newest, comment.Order)
			if year := comment.At.Year(); year < 1 || year > 9999 {
				return fmt.Errorf("thread %s: the year %d", id, year)
			}
			if suggestion := comment.Suggestion; suggestion != nil && suggestion.Applied != nil && (suggestion.Applied.At.Year() < 1 || suggestion.Applied.At.Year() > 9999) {
				return fmt.Errorf("thread %s: a suggestion applied in the year %d", id, suggestion.Applied.At.Year())
			}
		}
		d.comments += len(thread.Comments)
	}
	return nil
}

// Encode returns the saved form: the same bytes for the same discussion, one
// comment a line.
func (d *Discussion) Encode() []byte {
	root, _ := codec.Encode(d)
	root.Set("format", tree.NewString(format))
	for _, field := range d.unknown {
		field.Restore(root)
	}
	return tree.Canonical(root)
}

// saved returns a time as it is saved: in whole milliseconds.
func saved(at time.Time) time.Time { return time.UnixMilli(at.UnixMilli()).UTC() }
