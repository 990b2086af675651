// Package cassandra keeps a store in a keyspace of Apache Cassandra, for several servers.
//
// Read schema.cql first: the tables. A save has three steps. An attempt first writes everything
// that belongs to it under its own random id, where nobody looks for it. One conditional write
// of the model's row in heads then decides (commit.go): it names the attempt, or another server
// was faster. After that the line in the list of models is brought up to date, which readers
// can do without (list.go).
//
// No clock orders anything: heads is written by conditional writes alone, other rows are
// written once, or have a number for their write time. Rows are written at write time 1 and
// removed at 2, so that a removal wins over what it removes.
//
// A cluster that does not answer gives store.ErrUnavailable if nothing was saved. If the
// conditional write itself was not answered, its outcome is asked for until it is known; only if
// that fails too, the save returns store.ErrUnknownOutcome.
package cassandra

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"widerow/store"
	"widerow/store/cluster"
)

// Options are the options of Open.
type Options struct {
	store.Options

	// Log receives what an operator must know. nil: nothing is logged.
	Log *slog.Logger
}

var _ store.Store = (*Store)(nil)

// Store is a store in a keyspace.
type Store struct {
	keyspace
	options Options

	// The tables that a save writes, but for heads.
	revisions  entryRows
	chunks     chunkRows
	operations operationRows
	creations  claimRows
	summaries  lineRows
	clock      clockRows

	turns     turns
	documents *documents

	scrubbed, clean atomic.Pointer[store.Report]
	backedUp        atomic.Pointer[store.Backup]
	// leftAge is the age from which the scrub removes what attempts have left.
	leftAge time.Duration

	running sync.WaitGroup // calls
	mutex   sync.Mutex
	closed  bool
}

// keyspace is the keyspace of a store, before its tables are known.
type keyspace struct {
	address Address
	session *cluster.Session
	data    *cluster.Data
	log     *slog.Logger
}

// Open connects to the store at an address. It fails at once, with what to do, if the keyspace is
// not that of a store, has another layout, or does not let the role read and write.
func Open(ctx context.Context, address Address, options Options) (*Store, error) {
	s, err := open(ctx, address, options)
	if err != nil {
		return nil, err
	}
	if err := s.checkLayout(ctx); err != nil {
		s.disconnect()
		return nil, s.failed("open", err)
	}
	if err := s.checkRights(ctx); err != nil {
		s.disconnect()
		return nil, s.failed("open", err)
	}
	return s, nil
}

// open connects to a keyspace, whatever is in it.
func open(ctx context.Context, address Address, options Options) (*Store, error) {
	if options.Apply == nil {
		panic("cassandra: Options.Apply is missing")
	}
	if options.Log == nil {
		options.Log = slog.New(slog.DiscardHandler)
	}
	if options.Now == nil {
		options.Now = time.Now
	}
	s := &Store{keyspace: keyspace{address: address, log: options.Log}, options: options, documents: newDocuments(keptBytes), leftAge: leftAge}
	settings := address.Cluster
	if settings.Timeout == 0 {
		settings.Timeout = answerTimeout
	}
	var err error
	if s.session, err = cluster.Open(ctx, settings); err != nil {
		return nil, s.failed("open", err)
	}
	if s.data, err = s.session.Data(ctx, address.Local); err != nil {
		s.session.Close()
		if errors.Is(err, cluster.ErrNoKeyspace) {
			err = fmt.Errorf("%w; widerow store init '%s' makes it", err, address)
		}
		return nil, s.failed("open", err)
	}
	s.revisions, s.chunks, s.operations = entryRows{s.data}, chunkRows{s.data}, operationRows{s.data}
	s.creations, s.summaries, s.clock = claimRows{s.data}, lineRows{s.data}, clockRows{s.data}
	return s, nil
}

// answerTimeout bounds the wait for one answer. It is longer than what a coordinator takes to
// give up a conditional write by default.
const answerTimeout = 5 * time.Second

func (k *keyspace) disconnect() {
	k.data.Close()
	k.session.Close()
}

// Close waits for running calls and ends the connections.
func (s *Store) Close() error {
	s.mutex.Lock()
	closed := s.closed
	s.closed = true
	s.mutex.Unlock()
	if closed {
		return nil
	}
	s.running.Wait()
	s.disconnect()
	return nil
}

// begin notes a call. The caller must call end.
func (s *Store) begin(ctx context.Context) (end func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.closed {
		return nil, store.ErrClosed
	}
	s.running.Add(1)
	return s.running.Done, nil
}

// failed adds what was done and where to an error.
func (k *keyspace) failed(what string, err error) error {
	if errors.Is(err, cluster.ErrUnavailable) || errors.Is(err, cluster.ErrUnreachable) {
		err = fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return fmt.Errorf("%s store %s: %w", what, k.address, err)
}
