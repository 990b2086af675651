package seen

import (
	"errors"
	"fmt"
	"reflect"

	"widerow/model"
	"widerow/model/internal/codec"
	"widerow/model/internal/tree"
)

// format is the only format so far. A newer one is rejected.
const format = "seen/1"

// Decode reads what people have seen. Unknown fields are kept and written back by
// Encode.
func Decode(text []byte) (*Seen, error) {
	if len(text) > model.MaxSize {
		return nil, fmt.Errorf("what was seen has %d bytes, the limit is %d", len(text), model.MaxSize)
	}
	root, err := tree.Parse(text)
	if err != nil {
		return nil, err
	}
	if root.Kind != tree.Object || root.Get("format") == nil || root.Get("format").Text != format {
		return nil, fmt.Errorf("not what this version reads: wanted the format %q", format)
	}
	root.Delete("format")
	s := &Seen{}
	decoder := codec.Decoder{Text: text, CheckKey: checkKey, CheckText: func(reflect.Type, string) error { return nil }}
	if s.unknown, err = decoder.Decode(s, root); err != nil {
		return nil, err
	}
	for id, person := range s.People {
		if year := person.At.Year(); year < 1 || year > 9999 {
			return nil, fmt.Errorf("person %s: the year %d", id, year)
		}
	}
	return s, nil
}

func checkKey(_ reflect.Type, key string, _ func() string) error {
	if !model.ID(key).Valid() {
		return errors.New("wanted an id")
	}
	return nil
}

// Encode returns the saved form: the same bytes for the same content.
func (s *Seen) Encode() []byte {
	root, _ := codec.Encode(s)
	root.Set("format", tree.NewString(format))
	for _, field := range s.unknown {
		field.Restore(root)
	}
	return tree.Canonical(root)
}
