package people

import (
	"errors"
	"fmt"
	"reflect"

	"widerow/model"
	"widerow/model/internal/codec"
	"widerow/model/internal/tree"
)

// format is the only format so far. A newer one is rejected.
const format = "people/1"

// Decode reads a directory. Unknown fields are kept and written back by Encode.
func Decode(text []byte) (*Directory, error) {
	if len(text) > model.MaxSize {
		return nil, fmt.Errorf("the accounts have %d bytes, the limit is %d", len(text), model.MaxSize)
	}
	root, err := tree.Parse(text)
	if err != nil {
		return nil, err
	}
	if root.Kind != tree.Object || root.Get("format") == nil || root.Get("format").Text != format {
		return nil, fmt.Errorf("not accounts that this program reads: wanted the format %q", format)
	}
	root.Delete("format")
	d := &Directory{}
	decoder := codec.Decoder{Text: text, CheckKey: checkKey, CheckText: func(reflect.Type, string) error { return nil }}
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

// Encode returns the saved form: the same bytes for the same directory.
func (d *Directory) Encode() []byte {
	root, _ := codec.Encode(d)
	root.Set("format", tree.NewString(format))
	for _, field := range d.unknown {
		field.Restore(root)
	}
	return tree.Canonical(root)
}

// check rejects a directory that the changes of this package would not have made.
func (d *Directory) check() error {
	for id, account := range d.Accounts {
		if account.Name == "" {
			return fmt.Errorf("account %s has no name", id)
		}
		if account.Password != "" {
			if _, _, _, err := parsePHC(account.Password); err != nil {
				return fmt.Errorf("account %s: %w", id, err)
			}
		}
	}
	for id, token := range d.Tokens {
		if d.Accounts[token.Account] == nil || len(token.Hash) != 64 {
			return fmt.Errorf("token %s belongs to no account or has no hash", id)
		}
	}
	return nil
}
