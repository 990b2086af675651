// Package identity knows who a request is from: a person who has signed in, a program
// with a token, or whoever has a link.
package identity

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"widerow/model/people"
	"widerow/store"
)

// Keeper keeps the directory of a server in its store. It is safe for concurrent use.
type Keeper struct {
	store   store.Store
	current atomic.Pointer[kept]
	writing sync.Mutex
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

// Change saves what change makes of the newest directory, as the next revision of it,
// with its author and words for whoever looks at who changed what. change runs again
// if another server was faster. Its errors are returned as they are.
func (k *Keeper) Change(ctx context.Context, by store.Author, words string, change func(*people.Directory) (*people.Directory, error)) error {
	k.writing.Lock()
	defer k.writing.Unlock()
	for {
		now := k.current.Load()
		next, err := change(now.directory)
		if err != nil || next == now.directory {
			return err
		}
		revision, err := k.save(ctx, now.revision, store.Save{
			Model: store.People, Base: now.revision, Operation: rand.Text(), Author: by, Words: words, Kind: store.KindEdit, Title: "People", Document: next.Encode(),
		})
		switch {
		case err == nil:
			k.current.Store(&kept{next, revision.Number})
			return nil
		case !errors.Is(err, store.ErrConflict) && !errors.Is(err, store.ErrExists):
			return fmt.Errorf("save the accounts: %w", err)
		}
		if err := k.load(ctx); err != nil {
			return err
		}
	}
}

func (k *Keeper) save(ctx context.Context, base uint64, change store.Save) (store.Revision, error) {
	if base == 0 {
		change.Kind = store.KindCreate
		return k.store.Create(ctx, change)
	}
	return k.store.Save(ctx, change)
}
