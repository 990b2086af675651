// Package shared holds what the servers of one store share beside the models: what each says of
// itself to the others, leases for work that one of them does at a time, and values that all must
// have in common, such as keys.
//
// Read State first, then peers.go (how a server speaks and listens), work.go (work that one server
// does at a time) and tally.go (counts over all servers). A server that is alone has nobody to talk
// to: Alone keeps everything in its memory. Package store/cassandra has the State of many servers.
//
// No clock orders anything here, since those of two servers differ: a word has one writer, a lease
// and a value are decided by compare and set, and lives are measured by the store alone.
package shared

import (
	"context"
	"errors"
	"time"
)

// State is shared by all servers of a store. It is safe for concurrent use.
type State interface {
	// Say tells the other servers a word in the place of what this server said on its topic before.
	Say(ctx context.Context, word Word) error

	// Words returns what all servers say whose life has not ended.
	Words(ctx context.Context) ([]Word, error)

	// Take takes a lease for a server, or prolongs it. Another server that holds it keeps it:
	// Lease.Holder is that one then. The life begins anew with each call that succeeds. A lease that
	// has a new holder has a greater Fence than before.
	Take(ctx context.Context, name, holder string, life time.Duration) (Lease, error)

	// GiveBack ends a lease of a server before its life does.
	GiveBack(ctx context.Context, name, holder string) error

	// Once returns the value of a name: that of the first call of all servers, which ends after
	// life; 0 keeps it.
	Once(ctx context.Context, name string, value []byte, life time.Duration) (kept []byte, err error)

	// Value returns a value, nil if there is none. SetValue replaces it, unless a holder of a newer lease
	// than fence has set it: the error is ErrFenced then.
	Value(ctx context.Context, name string) ([]byte, error)
	SetValue(ctx context.Context, name string, value []byte, fence uint64) error
}

// ErrFenced reports that another server has taken over the work since.
var ErrFenced = errors.New("another server has taken over this work")

// MaxWord bounds the bytes of a word.
const MaxWord = 200 << 10

// Word is a message of a server on a topic.
type Word struct {
	Server string // chosen at random by each process
	Topic  string
	Text   []byte
	Number uint64        // grows with each word of the server on the topic
	Life   time.Duration // of the word, in Say
}

// Lease is the right to do some work that one server does at a time.
type Lease struct {
	Holder string
	Fence  uint64 // differs for each holder, and grows
}
