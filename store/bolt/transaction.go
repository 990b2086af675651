package bolt

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"syscall"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"widerow/store"
)

// view runs fn in a read transaction.
func (s *Store) view(ctx context.Context, fn func(*bbolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.closed.Load() {
		return store.ErrClosed
	}
	return s.translate(guard(func() error { return s.db.View(fn) }))
}

// update runs fn in a write transaction and makes it durable. ctx counts
// until the transaction begins.
func (s *Store) update(ctx context.Context, operation string, fn func(*bbolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case s.writer <- struct{}{}:
		defer func() { <-s.writer }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if s.closed.Load() {
		return store.ErrClosed
	}
	if err := s.refusal(); err != nil {
		return err
	}
	tx, err := s.db.Begin(true)
	if err != nil {
		return s.translate(err)
	}
	if err := guard(func() error { return fn(tx) }); err != nil {
		s.abandon(tx, operation, err)
		return s.translate(err)
	}
	if err := guard(func() error { return s.commit(tx) }); err != nil {
		return s.settle(tx, operation, err)
	}
	return nil
}

// panicked is a panic of bbolt, or a fault of the memory map.
type panicked struct{ value any }

func (p *panicked) Error() string { return fmt.Sprintf("the file is damaged: %v", p.value) }

func (p *panicked) Unwrap() error { return store.ErrCorrupt }

// guard turns what bbolt does on a damaged file, panics and reads beyond its
// end, into an error. A fault of the memory map would end the process else.
func guard(fn func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = &panicked{p}
		}
	}()
	return fn()
}

func isPanic(err error) bool {
	var p *panicked
	return errors.As(err, &p)
}

// abandon ends a transaction that failed with err. After a panic in it
// the free list may be wrong: writing on could overwrite live pages.
func (s *Store) abandon(tx *bbolt.Tx, operation string, err error) {
	ended := guard(func() error {
		if err := tx.Rollback(); !errors.Is(err, berrors.ErrTxClosed) {
			return err
		}
		return nil
	})
	if ended != nil || isPanic(err) {
		s.broken.CompareAndSwap(nil, &fault{err: err, operation: operation, stuck: ended != nil})
	}
}

// settle finds out what a failed commit has left. bbolt writes the data, syncs
// it, writes the meta page, syncs it: an error of the last leaves
// a revision that is visible now but perhaps not after a power cut.
func (s *Store) settle(tx *bbolt.Tx, operation string, err error) error {
	s.abandon(tx, operation, err)
	visible := true
	looked := s.view(context.Background(), func(tx *bbolt.Tx) error {
		visible = tx.Bucket(bucketOperations).Get([]byte(operation)) != nil
		return nil
	})
	if looked == nil && !visible && s.broken.Load() == nil {
		switch {
		case caused(err, syscall.ENOSPC, syscall.EFBIG, syscall.EDQUOT), errors.Is(err, berrors.ErrMaxSizeReached):
			return fmt.Errorf("store %s: nothing was saved, free some space: %w: %w", s.path, store.ErrFull, err)
		case caused(err, syscall.EROFS):
			return fmt.Errorf("store %s: nothing was saved, the file system is read-only: mount it writable: %w: %w",
				s.path, store.ErrReadOnly, err)
		}
	}
	// Linux may drop pages that it could not write and report that only once, so
	// no later sync can be trusted either.
	s.broken.CompareAndSwap(nil, &fault{err: err, operation: operation})
	return s.unknown(operation, err)
}

// caused tells whether err came from one of the causes. bbolt wraps some by
// their text only.
func caused(err error, causes ...syscall.Errno) bool {
	for _, cause := range causes {
		if errors.Is(err, cause) || strings.Contains(err.Error(), cause.Error()) {
			return true
		}
	}
	return false
}

// translate gives bbolt's errors the store's meaning.
func (s *Store) translate(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, berrors.ErrDatabaseNotOpen):
		return store.ErrClosed
	case isPanic(err):
		if refusal := s.refusal(); refusal != nil {
			return refusal
		}
		return fmt.Errorf("store %s: %w", s.path, err)
	}
	return err
}
