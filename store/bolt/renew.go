package bolt

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"go.etcd.io/bbolt"

	"widerow/store"
)

// A store whose sync has failed tries to go on after a second, and then less often.
const (
	renewFirst = time.Second
	renewLast  = time.Minute
)

// renewal is the schedule of a store that accepts no writes: the time of the next try, and the wait
// before it.
type renewal struct {
	next time.Time
	wait time.Duration
}

// renewWhenDue renews a store that accepts no writes, if it is time to try.
func (s *Store) renewWhenDue(ctx context.Context, due *renewal) {
	if s.broken.Load() == nil || time.Now().Before(due.next) {
		return
	}
	err := s.renew(ctx)
	switch {
	case err == nil:
		s.options.Log.Info("the disk works again: saves are accepted, to a new file with all that was there", "file", s.path)
		due.wait = renewLast // a disk that fails again and again must not be filled with copies
	case due.wait == 0:
		s.options.Log.Error("no save is accepted until the disk works", "error", err)
		due.wait = renewFirst
	default:
		due.wait = min(2*due.wait, renewLast)
	}
	due.next = time.Now().Add(due.wait)
}

// renew copies all that can be read to a new file, which takes the place of the old
// one, and accepts writes again. After a failed sync nobody knows which pages of the old
// file the disk has, and a later sync of it proves nothing. Each record and document
// of the copy is compared with its hash, and the copy is synced.
func (s *Store) renew(ctx context.Context) error {
	if err := s.takeWriter(ctx); err != nil {
		return err
	}
	defer func() { <-s.writer }()
	broken := s.broken.Load()
	if s.closed.Load() || broken == nil {
		return store.ErrClosed
	}
	if err := errors.Join(s.checkFile(s.size.Load()), s.probeSpace()); err != nil {
		return err
	}
	info, err := s.file.Stat()
	if err != nil {
		return err
	}
	temporary, salvaged, err := salvageBeside(ctx, s.path, s.file, info.Size(), s.options.Options)
	if err != nil {
		return fmt.Errorf("copy store %s: %w", s.path, err)
	}
	defer os.Remove(temporary)
	rebuilt, err := s.renewed(salvaged)
	if err != nil {
		return err
	}
	db, file, err := putInPlace(ctx, temporary, s.path, rebuilt.Kept, s.options)
	if err != nil {
		return fmt.Errorf("copy store %s: %w", s.path, err)
	}
	old, oldFile := s.use(db, file)
	s.broken.Store(nil)
	s.probed.forget()
	if len(salvaged.Damage) > 0 {
		s.noteRebuilt(rebuilt)
	}
	s.watched.Go(func() { guard(func() error { return closeFile(old, oldFile, broken.stuck) }) })
	return nil
}

// renewed describes the copy. If the old file has damage, it is kept; without
// Options.Rebuild it stays in use.
func (s *Store) renewed(salvaged store.Salvaged) (rebuilt *store.Rebuilt, err error) {
	rebuilt = &store.Rebuilt{Salvaged: salvaged, At: time.Now()}
	if len(salvaged.Damage) == 0 {
		return rebuilt, nil
	}
	if !s.options.Rebuild {
		return nil, fmt.Errorf("store %s: %w: %w", s.path, store.ErrCorrupt, salvaged.Damage[0])
	}
	rebuilt.Kept, err = damagedName(s.path)
	return rebuilt, err
}

// closeFile closes a file. If a transaction could not be ended, db.Close would wait for
// ever: then bbolt's memory map leaks, but the file is released.
func closeFile(db *bbolt.DB, file *os.File, stuck bool) error {
	if !stuck {
		return db.Close()
	}
	unlock(file)
	return file.Close()
}
