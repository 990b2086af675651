package handlers

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/handlers/limit"
	"widerow/model"
	"widerow/store"
)

const (
	// aheadTries bounds the tries to make a change ahead of its turn, while others save.
	aheadTries = 3
	// inTurn bounds the time of making a change in its turn, after that: the saves of
	// others wait for it.
	inTurn = time.Second
)

// saveAhead makes a change before it waits for its turn to save, so that the saves of
// others do not wait for the making. If others save meanwhile it makes the change
// again, and at last in its turn, where only a short while is left for that.
func (s *saver) saveAhead(c echo.Context, change feature.Change) (feature.Document, error) {
	ctx := c.Request().Context()
	for range aheadTries {
		made, err := s.made(ctx, change)
		if err != nil || made.after == nil {
			return made.head, err
		}
		saved, err := s.keepInTurn(c, change, made)
		if !errors.Is(err, store.ErrConflict) {
			return saved, err
		}
	}
	done, err := s.TakeTurn(c, change)
	if err != nil {
		return feature.Document{}, err
	}
	defer done()
	short, cancel := context.WithTimeoutCause(ctx, inTurn, limit.ErrManySaves)
	defer cancel()
	made, err := s.made(short, change)
	if err != nil && short.Err() != nil {
		err = fmt.Errorf("save model %s: %w", change.Model, context.Cause(short))
	}
	if err != nil || made.after == nil {
		return made.head, err
	}
	return s.keep(feature.Background(c), change, made)
}

func (s *saver) keepInTurn(c echo.Context, change feature.Change, made made) (feature.Document, error) {
	done, err := s.TakeTurn(c, change)
	if err != nil {
		return feature.Document{}, err
	}
	defer done()
	ctx := feature.Background(c)
	if err := s.ended(ctx, change.Model); err != nil {
		return feature.Document{}, err
	}
	return s.keep(ctx, change, made)
}

// Save makes the change on the newest document and stores it, in its turn. A
// change that changes nothing makes no revision. The error is a
// *model.Conflict, *model.InvalidError or *model.GoneError of make, limit.ErrManySaves, or
// one of the store's.
func (s *saver) Save(c echo.Context, change feature.Change) (feature.Document, error) {
	change = s.Identified(c, change)
	if change.Ahead != nil {
		return s.saveAhead(c, change)
	}
	done, err := s.TakeTurn(c, change)
	if err != nil {
		return feature.Document{}, err
	}
	defer done()
	return s.SaveInTurn(feature.Background(c), change)
}

// SaveEdit saves an edit of the model of the address.
func (s *saver) SaveEdit(c echo.Context, make func(head *model.Model, ids model.IDs) (after *model.Model, words string, err error)) (feature.Document, error) {
	return s.Save(c, feature.Change{Kind: store.KindEdit, Make: func(head feature.Document, ids model.IDs) (*model.Model, string, error) {
		return make(head.Model, ids)
	}})
}
