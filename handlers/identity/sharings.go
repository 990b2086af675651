package identity

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"widerow/model/sharing"
	"widerow/store"
)

// Sharings are the roles of all models, as their companions keep them. It is safe for
// concurrent use.
type Sharings struct {
	store  store.Store
	people *Keeper

	mutex sync.Mutex
	known *simplelru.LRU[store.ModelID, roles]
	turns map[store.ModelID]*sync.Mutex

	shared bool // other servers change roles, too
}

// roles holds the roles in one model.
type roles struct {
	sharing  *sharing.Sharing
	revision uint64    // 0: the model has no such companion
	checked  time.Time // when they were the newest
}

// maxKnown is the number of models whose roles are in memory.
const maxKnown = 20_000

// NewSharings returns the roles in a store.
func NewSharings(models store.Store, people *Keeper) *Sharings {
	known, err := simplelru.NewLRU[store.ModelID, roles](maxKnown, nil)
	if err != nil {
		panic(err) // only for a count below 1
	}
	return &Sharings{store: models, people: people, known: known, turns: map[store.ModelID]*sync.Mutex{}}
}

// Of returns the roles of a model; a branch has the roles of its model. The error is
// store.ErrNotFound if there is no such model.
func (s *Sharings) Of(ctx context.Context, model store.ModelID) (*sharing.Sharing, error) {
	found, err := s.of(ctx, model.Root())
	return found.sharing, err
}

func (s *Sharings) of(ctx context.Context, model store.ModelID) (roles, error) {
	s.mutex.Lock()
	found, known := s.known.Get(model)
	s.mutex.Unlock()
	if known {
		if newest, err := s.isNewest(ctx, model, found); newest || err != nil {
			return found, err
		}
	}
	now := time.Now()
	found, err := s.load(ctx, model)
	if err != nil {
		return roles{}, err
	}
	found.checked = now
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if newer, known := s.known.Get(model); known && newer.revision >= found.revision && !newer.checked.Before(found.checked) {
		return newer, nil
	}
	s.known.Add(model, found)
	return found, nil
}

func (s *Sharings) load(ctx context.Context, model store.ModelID) (roles, error) {
	document, head, err := s.store.Head(ctx, model.Companion(store.Sharing))
	switch {
	case errors.Is(err, store.ErrDeleted): // the roles of a deleted model decide who may restore it
		return s.loadDeleted(ctx, model)
	case errors.Is(err, store.ErrNotFound):
		missing, err := s.missing(ctx, model)
		return roles{sharing: missing}, err
	case err != nil:
		return roles{}, fmt.Errorf("read the roles of model %s: %w", model, err)
	}
	decoded, err := sharing.Decode(document)
	if err != nil {
		return roles{}, fmt.Errorf("read the roles of model %s: %w", model, err)
	}
	return roles{sharing: decoded, revision: head.Number}, nil
}

func (s *Sharings) loadDeleted(ctx context.Context, model store.ModelID) (roles, error) {
	companion := model.Companion(store.Sharing)
	last, err := s.store.History(ctx, companion, 0, 1)
	if errors.Is(err, store.ErrNotFound) {
		missing, err := s.missing(ctx, model)
		return roles{sharing: missing}, err
	}
	if err != nil {
		return roles{}, fmt.Errorf("read the roles of model %s: %w", model, err)
	}
	document, head, err := s.store.At(ctx, companion, last[0].Number)
	if err != nil {
		return roles{}, fmt.Errorf("read the roles of model %s: %w", model, err)
	}
	decoded, err := sharing.Decode(document)
	return roles{sharing: decoded, revision: head.Number}, err
}

// missing returns the roles of a model that keeps none: one from before anybody could
// sign in is everyone's. One that was made later has lost its roles to damage, and only
// admins see it.
func (s *Sharings) missing(ctx context.Context, model store.ModelID) (*sharing.Sharing, error) {
	first, err := s.store.History(ctx, model, 2, 1)
	if err != nil {
		return nil, err
	}
	begun, err := s.people.Begun(ctx)
	if err != nil {
		return nil, err
	}
	if begun.IsZero() || len(first) == 0 || first[0].At.Before(begun) {
		return sharing.Open(), nil
	}
	return &sharing.Sharing{}, nil
}

// Change saves what change makes of the newest roles of a model, like Keeper.Change.
func (s *Sharings) Change(ctx context.Context, model store.ModelID, by store.Author, words string,
	change func(*sharing.Sharing) (*sharing.Sharing, error)) error {
	model = model.Root()
	turn := s.turn(model)
	turn.Lock()
	defer turn.Unlock()
	for {
		now, err := s.of(ctx, model)
		if err != nil {
			return err
		}
		next, err := change(now.sharing)
		if err != nil || next == now.sharing {
			return err
		}
		revision, err := saveChain(ctx, s.store, store.Save{
			Model: model.Companion(store.Sharing), Base: now.revision, Operation: rand.Text(), Author: by, Words: words, Title: "Sharing", Document: next.Encode(),
		})
		s.mutex.Lock()
		s.known.Remove(model)
		if err == nil {
			s.known.Add(model, roles{next, revision.Number, time.Now()})
		}
		s.mutex.Unlock()
		s.people.changed.ring()
		if err == nil || !errors.Is(err, store.ErrConflict) && !errors.Is(err, store.ErrExists) {
			return err
		}
	}
}

// turn returns the lock of the writes of a model's roles.
func (s *Sharings) turn(model store.ModelID) *sync.Mutex {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.turns[model] == nil {
		s.turns[model] = &sync.Mutex{}
	}
	return s.turns[model]
}

// forget reads all roles again.
func (s *Sharings) forget() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.known.Purge()
}

// isNewest reports whether the roles of a model that are known are the newest.
func (s *Sharings) isNewest(ctx context.Context, model store.ModelID, known roles) (bool, error) {
	if !s.shared || time.Since(known.checked) < freshFor {
		return true, nil
	}
	if known.revision == 0 {
		return false, nil
	}
	newest, err := newestNumber(ctx, s.store, model.Companion(store.Sharing))
	if err != nil || newest != known.revision {
		return false, err
	}
	known.checked = time.Now()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if now, found := s.known.Peek(model); found && now.revision == known.revision {
		s.known.Add(model, known)
	}
	return true, nil
}
