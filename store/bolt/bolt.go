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
// modelBucket (layout.go), which reads one model. inspect.go and tree.go check a
// file before bbolt maps it, because damage there can end the process. survey.go
// reads all of a file without bbolt, to check it (check.go) or to write what is
// left of it to a new one (salvage.go, rebuild.go).
//
// The buckets and their keys:
//
//	meta        format           → number of the layout, in decimal: 1, or 2 with chains that say who may do what
//	            format check     → SHA-256 of that (format.go)
//	models      <model>          → bucket; companions and branches too
//	              document       → the head's document
//	              head           → number (8 bytes) and hash of the head
//	              revisions      → number → store.Revision.Encode
//	              snapshots      → number → document
//	              lost           → number → hash of a revision whose record or document is lost, or zero; rarely present
//	operations  <operation>      → number (8 bytes), model
//	recent      <position's key> → empty; the models that are not deleted, and all companions
//
// Numbers in keys and values are big-endian.
package bolt

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"

	"widerow/store"
)

// Options are the options of Open.
type Options struct {
	store.Options

	// LockTimeout bounds the wait for another process to release the file, such as the process that
	// this one replaces. 0: 5 seconds.
	LockTimeout time.Duration

	// Rebuild replaces a damaged file by one with everything that can be read
	// of it, when it is opened and when damage is found later. The damaged
	// file is kept beside it (damagedName).
	Rebuild bool

	// MaxSize is the size in bytes above which the file does not grow; 0 is no
	// limit. A file that is larger already can be read and changed, but does not
	// grow. bbolt grows a file by 16 MB at a time, and may exceed the limit by
	// that.
	MaxSize int64

	// Log receives what an operator must know. nil: nothing is logged.
	Log *slog.Logger
}

// Store is a store in a file.
type Store struct {
	path    string
	options Options
	commit  func(*bbolt.Tx) error // Tx.Commit; tests inject faults
	release func()                // of the lock file

	// A write holds the token of writer, a read holds swap for reading. Both
	// must be held to replace the file by a rebuilt one.
	writer chan struct{}
	swap   sync.RWMutex
	db     *bbolt.DB
	file   *os.File     // the file of db
	size   atomic.Int64 // of the part of the file that db uses, as last seen
	meta   atomic.Int64 // of its first pages, without which bbolt does not work
	newest time.Time    // of the last write; belongs to who holds the token

	broken      atomic.Pointer[fault]
	full        atomic.Pointer[error] // of the last write, if the disk was full
	probed      probe
	scrubbed    atomic.Pointer[store.Report]
	clean       atomic.Pointer[store.Report] // the last one without damage
	backedUp    atomic.Pointer[store.Backup]
	rebuilds    rebuilds
	remembering sync.Mutex

	stop    chan struct{} // closed by Close
	watched sync.WaitGroup
	closing sync.Mutex
	closed  atomic.Bool
}

// fault is the reason why the store accepts no writes until it is renewed (renew.go) or
// opened again.
type fault struct {
	err       error
	operation string // whose outcome is unknown
	stuck     bool   // the transaction could not be ended: bbolt's lock is held
}

var _ store.Store = (*Store)(nil)

// Close waits for running transactions and releases the file.
func (s *Store) Close() error {
	s.closing.Lock()
	defer s.closing.Unlock()
	if s.closed.Swap(true) {
		return nil
	}
	close(s.stop)
	s.watched.Wait()
	s.swap.Lock()
	defer s.swap.Unlock()
	defer s.release()
	broken := s.broken.Load()
	if err := closeFile(s.db, s.file, broken != nil && broken.stuck); err != nil {
		return fmt.Errorf("close store %s: %w", s.path, err)
	}
	return nil
}

// readOnlyError returns the error of every write after a fault, or nil.
func (s *Store) readOnlyError() error {
	if broken := s.broken.Load(); broken != nil {
		return fmt.Errorf("store %s: writes are disabled since the disk or the file failed (%w): "+
			"check the disk and the free space; once it works, saves are accepted again: %w", s.path, broken.err, store.ErrReadOnly)
	}
	return nil
}

// unknownOutcome returns the error for an operation whose outcome is known only
// once the disk works again.
func (s *Store) unknownOutcome(operation string, err error) error {
	return fmt.Errorf("store %s: operation %q may or may not be saved: check again once the disk works: %w: %w",
		s.path, operation, store.ErrUnknownOutcome, err)
}

var errNotAStore = errors.New("it is not a Widerow store")

// currentUser names the user that needs permissions on a file.
func currentUser() string { return fmt.Sprintf("user id %d", os.Geteuid()) }
