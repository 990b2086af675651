package bolt

import (
	"cmp"
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

// view runs fn in a read transaction. If it meets damage that can be repaired,
// it runs again afterwards.
func (s *Store) view(ctx context.Context, fn func(*bbolt.Tx) error) error {
	err := s.read(ctx, fn)
	if err != nil && s.repair(ctx, err) {
		return s.read(ctx, fn)
	}
	return err
}

// read runs fn in a read transaction.
func (s *Store) read(ctx context.Context, fn func(*bbolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.swap.RLock()
	defer s.swap.RUnlock()
	if s.closed.Load() {
		return store.ErrClosed
	}
	if err := s.checkMeta(); err != nil {
		return err
	}
	return s.translate(guard(func() error {
		return s.db.View(func(tx *bbolt.Tx) error {
			s.size.Store(tx.Size())
			return fn(tx)
		})
	}))
}

// checkMeta returns ErrReplaced if the file was cut off or overwritten so far that
// bbolt could not begin a transaction: it would panic with its locks held.
func (s *Store) checkMeta() error {
	least := s.meta.Load()
	if info, err := s.file.Stat(); err != nil || info.Size() < least {
		return cmp.Or(s.checkFile(least), err)
	}
	if _, _, err := anyMeta(s.file); err != nil {
		return fmt.Errorf("store %s: the first pages of the file were overwritten while Widerow uses it: "+
			"stop the server, and restore a backup or run `widerow salvage`: %w", s.path, store.ErrReplaced)
	}
	return nil
}

// measure notes the sizes of a file that was opened just now.
func (s *Store) measure() {
	const metaPages = 2
	_ = guard(func() error {
		s.meta.Store(int64(metaPages * s.db.Info().PageSize))
		return s.db.View(func(tx *bbolt.Tx) error {
			s.size.Store(tx.Size())
			return nil
		})
	})
}

// takeWriter waits for the token of a write. The caller gives it back by
// reading from s.writer.
func (s *Store) takeWriter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case s.writer <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// update runs fn in a write transaction and makes it durable. It ignores ctx
// once the transaction has begun. If it meets damage that can be repaired, it
// runs again afterwards.
func (s *Store) update(ctx context.Context, operation string, fn func(*bbolt.Tx) error) error {
	err := s.updateOnce(ctx, operation, fn)
	if err != nil && !errors.Is(err, store.ErrUnknownOutcome) && s.repair(ctx, err) {
		return s.updateOnce(ctx, operation, fn)
	}
	return err
}

func (s *Store) updateOnce(ctx context.Context, operation string, fn func(*bbolt.Tx) error) error {
	if err := s.takeWriter(ctx); err != nil {
		return err
	}
	defer func() { <-s.writer }()
	if s.closed.Load() {
		return store.ErrClosed
	}
	if err := s.readOnlyError(); err != nil {
		return err
	}
	if err := s.checkFile(s.size.Load()); err != nil {
		return err
	}
	if err := s.checkMeta(); err != nil {
		return err
	}
	tx, err := s.db.Begin(true)
	if err != nil {
		return s.translate(err)
	}
	if err := s.checkFile(tx.Size()); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	if err := guard(func() error { return fn(tx) }); err != nil {
		s.rollBack(tx, operation, err)
		return s.translate(err)
	}
	size := tx.Size()
	if err := guard(func() error { return s.commit(tx) }); err != nil {
		return s.noteFull(s.explainCommit(tx, operation, err))
	}
	if s.full.Swap(nil) != nil {
		s.probed.forget()
	}
	if err := s.checkFile(size); err != nil {
		// The revision is in a file that nobody will find again.
		return s.unknownOutcome(operation, err)
	}
	return nil
}

// panicError is a panic of bbolt or a memory fault in the mapped file.
type panicError struct{ value any }

func (p *panicError) Error() string { return fmt.Sprintf("the file is damaged: %v", p.value) }

func (p *panicError) Unwrap() error { return store.ErrCorrupt }

// guard turns panics of bbolt on a damaged file into errors, and reads beyond
// the end of the file as well, which would otherwise end the process.
func guard(fn func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = &panicError{p}
		}
	}()
	return fn()
}

func isPanic(err error) bool {
	var p *panicError
	return errors.As(err, &p)
}

// rollBack ends a transaction that failed with err before its commit. The free
// list is then unchanged, so a panic, which means that a page of one model is
// damaged, does not stop the writes of others.
func (s *Store) rollBack(tx *bbolt.Tx, operation string, err error) {
	s.endTransaction(tx, operation, err, false)
}

// endTransaction rolls back. If that fails, or after a panic during a commit,
// it stops all writes, since the free list may be wrong and the next write could
// overwrite live pages.
func (s *Store) endTransaction(tx *bbolt.Tx, operation string, err error, committing bool) {
	ended := guard(func() error {
		if err := tx.Rollback(); !errors.Is(err, berrors.ErrTxClosed) {
			return err
		}
		return nil
	})
	if ended != nil || committing && isPanic(err) {
		s.broken.CompareAndSwap(nil, &fault{err: err, operation: operation, stuck: ended != nil})
	}
}

// explainCommit returns the error for a failed commit. bbolt writes the data,
// syncs it, writes the meta page and syncs that. If the last step fails, the
// revision is visible now but may be lost in a power cut.
func (s *Store) explainCommit(tx *bbolt.Tx, operation string, err error) error {
	s.endTransaction(tx, operation, err, true)
	visible := true
	readErr := s.read(context.Background(), func(tx *bbolt.Tx) error {
		visible = tx.Bucket(bucketOperations).Get([]byte(operation)) != nil
		return nil
	})
	if readErr == nil && !visible && s.broken.Load() == nil {
		switch {
		case errors.Is(err, berrors.ErrMaxSizeReached):
			return fmt.Errorf("store %s: nothing was saved: %w: %w", s.path, store.ErrLimit, err)
		case caused(err, syscall.ENOSPC, syscall.EFBIG, syscall.EDQUOT):
			return fmt.Errorf("store %s: nothing was saved, free some space: %w: %w", s.path, store.ErrFull, err)
		case caused(err, syscall.EROFS):
			return fmt.Errorf("store %s: nothing was saved, the file system is read-only: mount it writable: %w: %w",
				s.path, store.ErrReadOnly, err)
		}
	}
	// Linux may drop pages that it could not write and report that only once,
	// so a later sync that succeeds proves nothing.
	s.broken.CompareAndSwap(nil, &fault{err: err, operation: operation})
	return s.unknownOutcome(operation, err)
}

// caused reports whether err was caused by one of causes. bbolt includes some
// of them only as text.
func caused(err error, causes ...syscall.Errno) bool {
	if err == nil {
		return false
	}
	for _, cause := range causes {
		if errors.Is(err, cause) || strings.Contains(err.Error(), cause.Error()) {
			return true
		}
	}
	return false
}

// translate replaces bbolt's errors by the store's.
func (s *Store) translate(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, berrors.ErrDatabaseNotOpen):
		return store.ErrClosed
	case isPanic(err):
		if readOnly := s.readOnlyError(); readOnly != nil {
			return readOnly
		}
		if cut := s.checkFile(s.size.Load()); cut != nil {
			return cut
		}
		return fmt.Errorf("store %s: %w", s.path, err)
	}
	return err
}
