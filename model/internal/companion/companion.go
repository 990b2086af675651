// Package companion is the saved form of the documents that belong to a model, such as its
// proposals: JSON with a format, whose unknown fields are kept.
package companion

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"widerow/model"
	"widerow/model/internal/codec"
	"widerow/model/internal/tree"
)

// Form is the saved form of one kind of document.
type Form struct {
	// Formats are those that this version reads. Newer ones are rejected.
	Formats []string
	// TooLarge and Other begin the messages about a text above the limit, such as "the
	// names have", and about a text of another kind.
	TooLarge, Other string
}

// Saved is a document as it was read.
type Saved[T any] struct {
	Content *T
	Format  string
	Unknown []codec.Unknown // fields that this version does not have
}

// Decode reads a document.
func Decode[T any](form Form, text []byte) (saved Saved[T], err error) {
	if len(text) > model.MaxSize {
		return saved, fmt.Errorf("%s %d bytes, the limit is %d", form.TooLarge, len(text), model.MaxSize)
	}
	root, err := tree.Parse(text)
	if err != nil {
		return saved, err
	}
	format := root.Get("format")
	if root.Kind != tree.Object || format == nil || !slices.Contains(form.Formats, format.Text) {
		return saved, fmt.Errorf("%s: wanted the format %q", form.Other, form.Formats[0])
	}
	root.Delete("format")
	decoder := codec.Decoder{Text: text, CheckKey: checkKey, CheckText: checkText}
	saved.Content, saved.Format = new(T), format.Text
	saved.Unknown, err = decoder.Decode(saved.Content, root)
	return saved, err
}

func checkKey(kind reflect.Type, key string, _ func() string) error {
	return checkText(kind.Key(), key)
}

func checkText(kind reflect.Type, text string) error {
	if kind == reflect.TypeFor[model.ID]() && !model.ID(text).Valid() {
		return errors.New("wanted an id")
	}
	return nil
}

// Encode returns the saved form of a document: the same bytes for the same content.
func Encode(format string, content any, unknown []codec.Unknown) []byte {
	root, _ := codec.Encode(content)
	root.Set("format", tree.NewString(format))
	for _, field := range unknown {
		field.Restore(root)
	}
	return tree.Canonical(root)
}
