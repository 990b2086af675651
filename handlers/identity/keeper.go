// Package identity identifies the person of a request: one who has signed in, a program with a
// token, or a visitor with a link.
package identity

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"widerow/model/people"
	"widerow/store"
)

// Keeper keeps the directory of a server in its store. It is safe for concurrent use.
type Keeper struct {
	store   store.Store
	current atomic.Pointer[kept]
	begun   atomic.Pointer[time.Time]
	writing sync.Mutex
	changed bell

	shared  bool                      // other servers change the accounts, too
	checked atomic.Pointer[time.Time] // when they were compared with the store
}

type kept struct {
	directory *people.Directory
	revision  uint64 // 0: the store has none yet
}

// OpenKeeper reads the directory, which is empty in a new store.
func OpenKeeper(ctx context.Context, models store.Store) (*Keeper, error) {
	k := &Keeper{store: models}
	return k, k.load(ctx)
}

func (k *Keeper) load(ctx context.Context) error {
	document, head, err := k.store.Head(ctx, store.People)
	if errors.Is(err, store.ErrNotFound) {
		k.current.Store(&kept{&people.Directory{}, 0})
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the accounts: %w", err)
	}
	directory, err := people.Decode(document)
	if err != nil {
		return fmt.Errorf("read the accounts: %w", err)
	}
	k.current.Store(&kept{directory, head.Number})
	return nil
}

// Directory returns the newest directory.
func (k *Keeper) Directory() *people.Directory { return k.current.Load().directory }

// Revision returns the number of the revision of the newest directory; 0 if there is none.
func (k *Keeper) Revision() uint64 { return k.current.Load().revision }

// Empty reports whether there was no account yet.
func (k *Keeper) Empty() bool { return k.current.Load().revision == 0 }

// Change saves the directory that change makes of the newest one, as the next revision, with its
// author and words for readers of the audit log. change runs again if another server was faster.
// Its errors are returned as they are.
func (k *Keeper) Change(ctx context.Context, by store.Author, words string, change func(*people.Directory) (*people.Directory, error)) error {
	k.writing.Lock()
	defer k.writing.Unlock()
	for {
		now := k.current.Load()
		next, err := change(now.directory)
		if err != nil || next == now.directory {
			return err
		}
		revision, err := saveChain(ctx, k.store, store.Save{
			Model: store.People, Base: now.revision, Operation: rand.Text(), Author: by, Words: words, Title: "People", Document: next.Encode(),
		})
		switch {
		case err == nil:
			k.current.Store(&kept{next, revision.Number})
			k.changed.ring()
			return nil
		case !errors.Is(err, store.ErrConflict) && !errors.Is(err, store.ErrExists):
			return fmt.Errorf("save the accounts: %w", err)
		}
		if err := k.load(ctx); err != nil {
			return err
		}
	}
}

// Begun returns when the first account was made: models from before belong to everyone.
// It is zero if there is none.
func (k *Keeper) Begun(ctx context.Context) (time.Time, error) {
	if begun := k.begun.Load(); begun != nil {
		return *begun, nil
	}
	first, err := k.store.History(ctx, store.People, 2, 1)
	if errors.Is(err, store.ErrNotFound) {
		return time.Time{}, nil
	}
	if err != nil || len(first) == 0 {
		return time.Time{}, fmt.Errorf("read when the accounts began: %w", err)
	}
	k.begun.Store(&first[0].At)
	return first[0].At, nil
}

// saveChain creates a chain with its first document, or appends to it.
func saveChain(ctx context.Context, to store.Store, change store.Save) (store.Revision, error) {
	if change.Base == 0 {
		change.Kind = store.KindCreate
		return to.Create(ctx, change)
	}
	change.Kind = store.KindEdit
	return to.Save(ctx, change)
}
