package versions

import (
	"errors"
	"fmt"
	"reflect"

	"widerow/model"
	"widerow/model/internal/codec"
	"widerow/model/internal/tree"
)

// format is the only format so far. A newer one is rejected.
const format = "versions/1"

// Decode reads versions. Unknown fields are kept and written back by Encode.
func Decode(text []byte) (*Versions, error) {
	if len(text) > model.MaxSize {
		return nil, fmt.Errorf("the names have %d bytes, the limit is %d", len(text), model.MaxSize)
	}
	root, err := tree.Parse(text)
	if err != nil {
		return nil, err
	}
	if root.Kind != tree.Object || root.Get("format") == nil || root.Get("format").Text != format {
		return nil, fmt.Errorf("not versions that this program reads: wanted the format %q", format)
	}
	root.Delete("format")
	v := &Versions{}
	decoder := codec.Decoder{Text: text, CheckKey: checkKey, CheckText: func(reflect.Type, string) error { return nil }}
	if v.unknown, err = decoder.Decode(v, root); err != nil {
		return nil, err
	}
	return v, v.check()
}

func checkKey(_ reflect.Type, key string, _ func() string) error {
	if !model.ID(key).Valid() {
		return errors.New("wanted an id")
	}
	return nil
}

// Encode returns the saved form: the same bytes for the same versions.
func (v *Versions) Encode() []byte {
	root, _ := codec.Encode(v)
	root.Set("format", tree.NewString(format))
	for _, field := range v.unknown {
		field.Restore(root)
	}
	return tree.Canonical(root)
}
