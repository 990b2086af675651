package handlers

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/handlers/limit"
	"widerow/model/diff"
	"widerow/model/proposals"
	"widerow/model/seen"
	"widerow/model/versions"
	"widerow/store"
)

// companion reads and saves one of the documents that belong to each model, such as its
// proposals.
type companion[T any] struct {
	*saver
	name   string // of the chain, as in package store
	what   string // in errors
	empty  func() T
	decode func([]byte) (T, error)
	cache  *limit.Cache[store.Hash, T]
}

func newCompanion[T any](saver *saver, name, what string, empty func() T, decode func([]byte) (T, error)) companion[T] {
	return companion[T]{saver, name, what, empty, decode, limit.NewCache[store.Hash, T](cachedBytes)}
}

// loaded is a companion at one revision. The number of the revision is 0 before the first one.
type loaded[T any] struct {
	content  T
	text     []byte
	revision store.Revision
}

// decodedBytes is the memory of a decoded companion for each byte of its text.
const decodedBytes = 4

// load reads the newest revision; of a model that is deleted, or to which none was saved
// yet, the companion is empty.
func (k *companion[T]) load(ctx context.Context, id store.ModelID) (loaded[T], error) {
	text, revision, err := k.store.Head(ctx, id.Companion(k.name))
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrDeleted) {
		return loaded[T]{content: k.empty()}, nil
	}
	if err != nil {
		return loaded[T]{}, fmt.Errorf("open %s of model %s: %w", k.what, id, err)
	}
	content, found := k.cache.Get(revision.DocumentHash)
	if !found {
		if content, err = k.decode(text); err != nil {
			return loaded[T]{}, fmt.Errorf("read %s of model %s: %w: %w", k.what, id, errUnreadable, err)
		}
		content = k.cache.Add(revision.DocumentHash, content, decodedBytes*int64(len(text)))
	}
	return loaded[T]{content, text, revision}, nil
}

// append saves the text after a revision that was loaded.
func (k *companion[T]) append(ctx context.Context, change feature.Change, before loaded[T], text []byte, words string) error {
	if bytes.Equal(text, before.text) {
		return nil
	}
	_, err := k.appendCompanion(ctx, change, before.revision.Number, before.text, text, words)
	return err
}

// inTurn changes a companion in turn with other saves, again if another program has saved
// it meanwhile.
func (s *saver) inTurn(c echo.Context, change feature.Change, try func(context.Context) error) error {
	done, err := s.TakeTurn(c, change)
	if err != nil {
		return err
	}
	defer done()
	ctx := feature.Background(c)
	for range saveTries {
		err := try(ctx)
		if !errors.Is(err, store.ErrConflict) && !errors.Is(err, store.ErrExists) {
			return err
		}
	}
	return fmt.Errorf("save %s: %w", change.Model, limit.ErrManySaves)
}

// appendCompanion saves a document that belongs to a model. base is the number of
// the revision before, or 0 if this is the first. before is its text, or nil if the
// document is stored as it is, without a patch.
func (s *saver) appendCompanion(ctx context.Context, change feature.Change, base uint64, before, after []byte, words string) (store.Revision, error) {
	save := store.Save{
		Model: change.Model, Base: base, Operation: change.Operation, Author: change.Author,
		At: s.now(), Words: words, Kind: change.Kind, Document: after,
	}
	write := s.store.Save
	if base == 0 {
		save.Kind, write = store.KindCreate, s.store.Create
	} else if before != nil {
		if patch, err := diff.Make(before, after); err == nil {
			save.Patch = patch.Encode()
		}
	}
	revision, err := write(ctx, save)
	s.metrics.Saved(change.Kind, outcome(err))
	if err != nil {
		return revision, fmt.Errorf("save %s: %w", change.Model, err)
	}
	return revision, nil
}

// companions are the documents that belong to a model: its proposals, the discussion of
// it, the names of its revisions, and what people have seen.
type companions struct {
	*saver
	proposals   companion[*proposals.Proposals]
	names       companion[*versions.Versions]
	seen        companion[*seen.Seen]
	discussions *limit.Cache[store.ModelID, discussed] // the newest of each model
}

func newCompanions(saver *saver) *companions {
	c := &companions{
		saver:       saver,
		proposals:   newCompanion(saver, store.Proposals, "the proposals", proposals.New, proposals.Decode),
		names:       newCompanion(saver, store.Versions, "the names", func() *versions.Versions { return &versions.Versions{} }, versions.Decode),
		seen:        newCompanion(saver, store.Seen, "what was seen", func() *seen.Seen { return &seen.Seen{} }, seen.Decode),
		discussions: limit.NewCache[store.ModelID, discussed](cachedBytes),
	}
	saver.ended = c.Editable
	return c
}
