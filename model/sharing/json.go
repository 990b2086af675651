package sharing

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"widerow/model"
	"widerow/model/internal/codec"
	"widerow/model/internal/tree"
)

// format is the only format so far. A newer one is rejected.
const format = "sharing/1"

// Decode reads a sharing. Unknown fields are kept and written back by Encode.
func Decode(text []byte) (*Sharing, error) {
	if len(text) > model.MaxSize {
		return nil, fmt.Errorf("the roles have %d bytes, the limit is %d", len(text), model.MaxSize)
	}
	root, err := tree.Parse(text)
	if err != nil {
		return nil, err
	}
	if root.Kind != tree.Object || root.Get("format") == nil || root.Get("format").Text != format {
		return nil, fmt.Errorf("not roles that this program reads: wanted the format %q", format)
	}
	root.Delete("format")
	s := &Sharing{}
	decoder := codec.Decoder{Text: text, CheckKey: checkKey, CheckText: func(reflect.Type, string) error { return nil }}
	if s.unknown, err = decoder.Decode(s, root); err != nil {
		return nil, err
	}
	return s, s.check()
}

// checkKey lets a group have any name, since its provider chooses it.
func checkKey(kind reflect.Type, key string, _ func() string) error {
	if kind == reflect.TypeFor[map[string]Role]() {
		return nil
	}
	if !model.ID(key).Valid() {
		return errors.New("wanted an id")
	}
	return nil
}

// Encode returns the saved form: the same bytes for the same sharing.
func (s *Sharing) Encode() []byte {
	root, _ := codec.Encode(s)
	root.Set("format", tree.NewString(format))
	for _, field := range s.unknown {
		field.Restore(root)
	}
	return tree.Canonical(root)
}

// check rejects a sharing that the changes of this package would not have made.
func (s *Sharing) check() error {
	for _, role := range slices.Concat([]Role{s.Everyone}, slices.Collect(maps.Values(s.People)), slices.Collect(maps.Values(s.Groups))) {
		if role != None && !slices.Contains(Roles, role) {
			return fmt.Errorf("the role %q is unknown", role)
		}
	}
	for id, link := range s.Links {
		if !slices.Contains(Scopes, link.Scope) || len(link.Hash) != 64 {
			return fmt.Errorf("link %s has no scope or no hash", id)
		}
	}
	return nil
}
