// Package bolt keeps a store in one file, with bbolt.
//
// Only one process can have the file open. A save is one transaction, which is
// synced before Save returns. The file must be on a local disk: locks and
// memory maps do not work over NFS or SMB.
//
// bbolt has checksums only for its meta pages, so the store hashes everything
// else itself: a record is checked against the hash stored with it, a document
// against the hash in its revision.
//
// Read Open, then update (transaction.go), which makes a write durable, and
// modelBucket (layout.go), which reads one model. inspect.go and structure.go
// check a file before bbolt maps it, because damage there can end the process.
//
// The buckets and their keys:
//
//	meta        format           → number of the layout, in decimal
//	models      <model>          → bucket
//	              document       → the head's document
//	              head           → number (8 bytes) and hash of the head
//	              revisions      → number → store.Revision.Encode
//	              snapshots      → number → document
//	operations  <operation>      → number (8 bytes), model
//	recent      <position's key> → empty; the models that are not deleted
//
// Numbers in keys and values are big-endian.
package bolt

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"

	"widerow/store"
)

// format is the number of the layout above. A file with a higher number is
// rejected.
const format = 1

// Options are the options of Open.
type Options struct {
	store.Options

	// LockTimeout is how long to wait for another process to release the file,
	// such as the process that this one replaces. 0: 5 seconds.
	LockTimeout time.Duration
}

// Store is a store in a file.
type Store struct {
	path    string
	options Options
	db      *bbolt.DB
	file    *os.File              // the file of db
	commit  func(*bbolt.Tx) error // Tx.Commit; tests inject faults

	writer chan struct{} // holds one token during a write
	broken atomic.Pointer[fault]

	closing sync.Mutex
	closed  atomic.Bool
}

// fault is the reason why the store accepts no writes until a restart.
type fault struct {
	err       error
	operation string // whose outcome is unknown
	stuck     bool   // the transaction could not be ended: bbolt's lock is held
}

var _ store.Store = (*Store)(nil)

// Ping reads from the file and returns an error if a fault has stopped writes.
func (s *Store) Ping(ctx context.Context) error {
	if err := s.readOnlyError(); err != nil {
		return err
	}
	return s.view(ctx, func(tx *bbolt.Tx) error {
		_, err := readFormat(tx, s.path)
		return err
	})
}

// Close waits for running transactions and releases the file.
func (s *Store) Close() error {
	s.closing.Lock()
	defer s.closing.Unlock()
	if s.closed.Swap(true) {
		return nil
	}
	closeAll := s.db.Close
	if broken := s.broken.Load(); broken != nil && broken.stuck {
		// db.Close would wait for ever. This leaks bbolt's memory map, but
		// releases the file.
		closeAll = s.file.Close
	}
	if err := closeAll(); err != nil {
		return fmt.Errorf("close store %s: %w", s.path, err)
	}
	return nil
}

// readOnlyError returns the error of every write after a fault, or nil.
func (s *Store) readOnlyError() error {
	if broken := s.broken.Load(); broken != nil {
		return fmt.Errorf("store %s: writes are disabled since the disk or the file failed (%w): "+
			"check the disk and the free space, then start Widerow again: %w", s.path, broken.err, store.ErrReadOnly)
	}
	return nil
}

// unknownOutcome returns the error for an operation whose outcome is known only
// after a restart.
func (s *Store) unknownOutcome(operation string, err error) error {
	return fmt.Errorf("store %s: operation %q may or may not be saved: check again after a restart: %w: %w",
		s.path, operation, store.ErrUnknownOutcome, err)
}

var errNotAStore = errors.New("it is not a Widerow store")

// currentUser names the user that needs permissions on a file.
func currentUser() string { return fmt.Sprintf("user id %d", os.Geteuid()) }
