package feature

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/labstack/echo/v4"

	"widerow/handlers/limit"
	"widerow/store"
)

// Chains are the services of the server that companions need.
type Chains interface {
	Store() store.Store
	// InTurn changes a companion in turn with other saves, again if another program has
	// saved it meanwhile.
	InTurn(c echo.Context, change Change, try func(context.Context) error) error
	// AppendCompanion saves a document that belongs to a model. base is the number of the
	// revision before, or 0 if this is the first. before is its text, or nil if the
	// document is stored as it is, without a patch.
	AppendCompanion(ctx context.Context, change Change, base uint64, before, after []byte, words string) (store.Revision, error)
}

// Companion reads and saves one of the documents that belong to each model, such as its
// proposals.
type Companion[T any] struct {
	chains Chains
	name   string // of the chain, as in package store
	what   string // in errors
	empty  func() T
	decode func([]byte) (T, error)
	cache  *limit.Cache[store.Hash, T]
}

const (
	// cachedBytes bounds the memory of the decoded companions of one kind.
	cachedBytes = 32 << 20
	// decodedBytes is the memory of a decoded companion for each byte of its text.
	decodedBytes = 4
)

// NewCompanion returns the companion of a name in package store; what names it in errors.
func NewCompanion[T any](chains Chains, name, what string, empty func() T, decode func([]byte) (T, error)) *Companion[T] {
	return &Companion[T]{chains, name, what, empty, decode, limit.NewCache[store.Hash, T](cachedBytes)}
}

// Loaded is a companion at one revision. The number of the revision is 0 before the first one.
type Loaded[T any] struct {
	Content  T
	Text     []byte
	Revision store.Revision
}

// Load reads the newest revision. The companion is empty if the model is deleted, or if
// nothing was saved yet.
func (k *Companion[T]) Load(ctx context.Context, id store.ModelID) (Loaded[T], error) {
	text, revision, err := k.chains.Store().Head(ctx, id.Companion(k.name))
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrDeleted) {
		return Loaded[T]{Content: k.empty()}, nil
	}
	if err != nil {
		return Loaded[T]{}, fmt.Errorf("open %s of model %s: %w", k.what, id, err)
	}
	content, found := k.cache.Get(revision.DocumentHash)
	if !found {
		if content, err = k.decode(text); err != nil {
			return Loaded[T]{}, fmt.Errorf("read %s of model %s: %w: %w", k.what, id, ErrUnreadable, err)
		}
		content = k.cache.Add(revision.DocumentHash, content, decodedBytes*int64(len(text)))
	}
	return Loaded[T]{content, text, revision}, nil
}

// Append saves the text after a revision that was loaded.
func (k *Companion[T]) Append(ctx context.Context, change Change, before Loaded[T], text []byte, words string) error {
	if bytes.Equal(text, before.Text) {
		return nil
	}
	_, err := k.chains.AppendCompanion(ctx, change, before.Revision.Number, before.Text, text, words)
	return err
}

// ShownAs returns a revision of a model or a companion in the form in which pages report it as
// shown.
func ShownAs(chain store.ModelID, number uint64) string { return fmt.Sprintf("%s=%d", chain, number) }
