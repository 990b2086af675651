// Package bolt keeps a store in one file, with bbolt.
//
// One process has the file open at a time. A save is one transaction that is
// synced before it returns. The file must be on a local disk: locks and
// memory maps do not work over NFS or SMB.
//
// bbolt checks its own meta pages only, so all that we keep is covered by
// hashes of ours: a revision's record by its hash, a document by the one in
// its revision.
//
//	meta        format           → number of the layout, in decimal
//	models      <model>          → bucket
//	              document       → the head's document
//	              head           → number (8 bytes) and hash of the head
//	              revisions      → number → store.Revision.Encode
//	              snapshots      → number → document
//	operations  <operation>      → number (8 bytes), model
//	recent      <position's key> → nothing; the models that are not deleted
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

// format is the layout above. A file with a higher one is refused.
const format = 1

// Options say how to open a store.
type Options struct {
	store.Options

	// LockTimeout is how long to wait for another process to let go of the
	// file, such as the one that we replace. 0: 5 seconds.
	LockTimeout time.Duration
}

// Store is a store in a file.
type Store struct {
	path    string
	options Options
	db      *bbolt.DB
	file    *os.File              // db's
	commit  func(*bbolt.Tx) error // Tx.Commit, or a fault in a test

	writer chan struct{} // holds one token while somebody writes
	broken atomic.Pointer[fault]

	closing sync.Mutex
	closed  atomic.Bool
}

// fault is why no more is written until the process is started again.
type fault struct {
	err       error
	operation string // the one in doubt
	stuck     bool   // the transaction could not be ended: bbolt's lock is held
}

var _ store.Store = (*Store)(nil)

// Ping reads from the file, and reports a fault that stopped all writing.
func (s *Store) Ping(ctx context.Context) error {
	if err := s.refusal(); err != nil {
		return err
	}
	return s.view(ctx, func(tx *bbolt.Tx) error {
		_, err := readFormat(tx, s.path)
		return err
	})
}

// Close waits for running transactions and lets go of the file.
func (s *Store) Close() error {
	s.closing.Lock()
	defer s.closing.Unlock()
	if s.closed.Swap(true) {
		return nil
	}
	closeAll := s.db.Close
	if broken := s.broken.Load(); broken != nil && broken.stuck {
		// bbolt would wait for ever; its memory map stays, the file is free.
		closeAll = s.file.Close
	}
	if err := closeAll(); err != nil {
		return fmt.Errorf("close store %s: %w", s.path, err)
	}
	return nil
}

// refusal is the error of every write after a fault.
func (s *Store) refusal() error {
	if broken := s.broken.Load(); broken != nil {
		return fmt.Errorf("store %s: writing stopped when the disk or the file failed (%w): "+
			"check the disk and the free space, then start Widerow again: %w", s.path, broken.err, store.ErrReadOnly)
	}
	return nil
}

// unknown is the error for an operation whose outcome only a restart tells.
func (s *Store) unknown(operation string, err error) error {
	return fmt.Errorf("store %s: operation %q may or may not be saved, look again after a restart: %w: %w",
		s.path, operation, store.ErrUnknownOutcome, err)
}

var errNotOurs = errors.New("it is no Widerow store")

// owner names the user that needs rights on a file.
func owner() string { return fmt.Sprintf("user id %d", os.Geteuid()) }
