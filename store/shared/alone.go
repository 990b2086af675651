package shared

import (
	"bytes"
	"context"
	"sync"
	"time"
)

// Alone is the State of a server whose store has no other one: it hears nobody and holds every
// lease. Tests let several servers share one, as if it were a store.
type Alone struct {
	now func() time.Time

	mutex  sync.Mutex
	words  map[place]ending[Word]
	leases map[string]ending[Lease]
	values map[string]fenced
}

type place struct{ server, topic string }

// ending is something that ends.
type ending[T any] struct {
	it    T
	until time.Time // zero: never
}

func (e ending[T]) ended(now time.Time) bool { return !e.until.IsZero() && !now.Before(e.until) }

type fenced struct {
	ending[[]byte]
	fence uint64
}

// NewAlone returns an empty State. now is nil for time.Now.
func NewAlone(now func() time.Time) *Alone {
	if now == nil {
		now = time.Now
	}
	return &Alone{now: now, words: map[place]ending[Word]{}, leases: map[string]ending[Lease]{}, values: map[string]fenced{}}
}

var _ State = (*Alone)(nil)

// Say implements State.
func (a *Alone) Say(_ context.Context, word Word) error {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	word.Text = bytes.Clone(word.Text)
	a.words[place{word.Server, word.Topic}] = ending[Word]{word, a.now().Add(word.Life)}
	return nil
}

// Words implements State.
func (a *Alone) Words(context.Context) (words []Word, err error) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	for at, word := range a.words {
		if word.ended(a.now()) {
			delete(a.words, at)
			continue
		}
		words = append(words, word.it)
	}
	return words, nil
}

// Take implements State.
func (a *Alone) Take(_ context.Context, name, holder string, life time.Duration) (Lease, error) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	lease, until := a.leases[name], a.now().Add(life)
	switch {
	case lease.it.Holder == holder && !lease.ended(a.now()):
		a.leases[name] = ending[Lease]{lease.it, until}
	case lease.it.Holder == "" || lease.ended(a.now()):
		a.leases[name] = ending[Lease]{Lease{holder, lease.it.Fence + 1}, until}
	}
	return a.leases[name].it, nil
}

// GiveBack implements State.
func (a *Alone) GiveBack(_ context.Context, name, holder string) error {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if lease := a.leases[name]; lease.it.Holder == holder {
		lease.it.Holder = ""
		a.leases[name] = lease
	}
	return nil
}

// Once implements State.
func (a *Alone) Once(_ context.Context, name string, value []byte, life time.Duration) ([]byte, error) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if kept, found := a.values[name]; found && !kept.ended(a.now()) {
		return bytes.Clone(kept.it), nil
	}
	kept := fenced{ending[[]byte]{it: bytes.Clone(value)}, 0}
	if life > 0 {
		kept.until = a.now().Add(life)
	}
	a.values[name] = kept
	return value, nil
}

// Value implements State.
func (a *Alone) Value(_ context.Context, name string) ([]byte, error) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if kept := a.values[name]; !kept.ended(a.now()) {
		return bytes.Clone(kept.it), nil
	}
	return nil, nil
}

// SetValue implements State.
func (a *Alone) SetValue(_ context.Context, name string, value []byte, fence uint64) error {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if a.values[name].fence > fence {
		return ErrFenced
	}
	a.values[name] = fenced{ending[[]byte]{it: bytes.Clone(value)}, fence}
	return nil
}
