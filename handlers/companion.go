package handlers

import (
	"context"
	"errors"
	"fmt"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/handlers/limit"
	"widerow/model/diff"
	"widerow/model/versions"
	"widerow/store"
)

// InTurn changes a companion in turn with other saves, again if another program has saved
// it meanwhile.
func (s *saver) InTurn(c echo.Context, change feature.Change, try func(context.Context) error) error {
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

// AppendCompanion saves a document that belongs to a model. base is the number of
// the revision before, or 0 if this is the first. before is its text, or nil if the
// document is stored as it is, without a patch.
func (s *saver) AppendCompanion(ctx context.Context, change feature.Change, base uint64, before, after []byte, words string) (store.Revision, error) {
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

// revisions knows the names of revisions.
type revisions struct {
	*saver
	names *feature.Companion[*versions.Versions]
}

func newRevisions(saver *saver) *revisions {
	return &revisions{saver, feature.NewCompanion(saver, store.Versions, "the names", func() *versions.Versions { return &versions.Versions{} }, versions.Decode)}
}
