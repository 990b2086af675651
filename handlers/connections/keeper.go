package connections

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"

	"widerow/model/connections"
	"widerow/store"
)

// Keeper keeps the connections of a server in its store. It is safe for concurrent use.
type Keeper struct {
	store   store.Store
	writing sync.Mutex
}

// NewKeeper returns the keeper of the connections in a store.
func NewKeeper(models store.Store) *Keeper { return &Keeper{store: models} }

// Directory reads the newest connections.
func (k *Keeper) Directory(ctx context.Context) (*connections.Directory, error) {
	directory, _, err := k.load(ctx)
	return directory, err
}

func (k *Keeper) load(ctx context.Context) (*connections.Directory, uint64, error) {
	document, head, err := k.store.Head(ctx, store.Connections)
	if errors.Is(err, store.ErrNotFound) {
		return &connections.Directory{}, 0, nil
	}
	if err != nil {
		return nil, 0, fmt.Errorf("read the connections: %w", err)
	}
	directory, err := connections.Decode(document)
	if err != nil {
		return nil, 0, fmt.Errorf("read the connections: %w", err)
	}
	return directory, head.Number, nil
}

// Change saves the directory that change makes of the newest one. Its errors are returned as they are.
func (k *Keeper) Change(ctx context.Context, by store.Author, words string, change func(*connections.Directory) (*connections.Directory, error)) error {
	k.writing.Lock()
	defer k.writing.Unlock()
	for {
		now, number, err := k.load(ctx)
		if err != nil {
			return err
		}
		next, err := change(now)
		if err != nil {
			return err
		}
		save := store.Save{Model: store.Connections, Base: number, Operation: rand.Text(), Author: by, Kind: store.KindEdit, Words: words,
			Title: "Connections", Document: next.Encode()}
		if number == 0 {
			save.Kind = store.KindCreate
			_, err = k.store.Create(ctx, save)
		} else {
			_, err = k.store.Save(ctx, save)
		}
		if err == nil {
			return nil
		}
		if !errors.Is(err, store.ErrConflict) && !errors.Is(err, store.ErrExists) {
			return fmt.Errorf("save the connections: %w", err)
		}
	}
}
