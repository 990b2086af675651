// Package limit bounds what requests take from the server: the memory and the
// processors of large work (Budget), the memory of forms that wait for it
// (Forms), the saves that wait to change a model (Saves, saves.go), the requests
// of one address (Rates, rates.go), and the memory that results kept for later
// take (Cache, cache.go).
package limit

import (
	"context"
	"errors"
	"sync"
	"time"
)

// ErrBusy reports that too much work waits already, or that work has waited too
// long. It was not begun.
var ErrBusy = errors.New("too much large work waits for its turn")

// Limits configure a Budget.
type Limits struct {
	// Memory is what all large work may take at the same time, in bytes.
	Memory int64
	// Small is the weight up to which work counts as small: it does not wait
	// for large work, and SmallSlots of it run at the same time.
	Small      int64
	SmallSlots int
	// Slots is how much large work runs at the same time, Waiting how much may
	// wait, Address how much of one address, and Wait for how long.
	Slots, Waiting, Address int
	Wait                    time.Duration
}

// Budget lets work wait until there is memory and a processor for it. The turns
// of large work go round the addresses and their visitors, so that a client who
// sends much delays another by one piece of work and not by all.
type Budget struct {
	limits Limits
	small  chan struct{}

	mutex   sync.Mutex
	running int
	memory  int64 // of the large work that runs
	waiting rounds[*work]
}

type work struct {
	bytes   int64
	granted chan struct{}
}

// NewBudget returns a budget in which nothing runs.
func NewBudget(limits Limits) *Budget {
	return &Budget{limits: limits, small: make(chan struct{}, limits.SmallSlots)}
}

// Wait is how long work waits for its turn at most.
func (b *Budget) Wait() time.Duration { return b.limits.Wait }

// Take waits for a turn for work that takes about so many bytes; done ends the
// turn and may be called several times. Work larger than the whole budget runs
// alone. Take returns ErrBusy, or the cause of ctx's end.
func (b *Budget) Take(ctx context.Context, client Client, bytes int64) (done func(), err error) {
	return b.TakeWithin(ctx, client, bytes, b.limits.Wait)
}

// TakeWithin is like Take, for work that waits longer or less long than others.
func (b *Budget) TakeWithin(ctx context.Context, client Client, bytes int64, wait time.Duration) (done func(), err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, wait, ErrBusy)
	defer cancel()
	if bytes <= b.limits.Small {
		return b.takeSmall(ctx)
	}
	mine := &work{bytes: bytes, granted: make(chan struct{})}
	if !b.join(client, mine) {
		return nil, ErrBusy
	}
	select {
	case <-mine.granted:
	case <-ctx.Done():
		if b.leave(client, mine) {
			return nil, context.Cause(ctx)
		}
	}
	return sync.OnceFunc(func() { b.end(mine) }), nil
}

func (b *Budget) takeSmall(ctx context.Context) (done func(), err error) {
	select {
	case b.small <- struct{}{}:
		return sync.OnceFunc(func() { <-b.small }), nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// join adds work to the end of its client's line.
func (b *Budget) join(client Client, mine *work) bool {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if ofAddress, _ := b.waiting.count(client); b.waiting.waiting >= b.limits.Waiting || ofAddress >= b.limits.Address {
		return false
	}
	b.waiting.add(client, mine)
	b.grant()
	return true
}

// grant starts as much of the waiting work as fits.
func (b *Budget) grant() {
	for b.waiting.waiting > 0 && b.running < b.limits.Slots {
		next := b.waiting.next()
		if b.running > 0 && b.memory+next.bytes > b.limits.Memory {
			return
		}
		b.waiting.take()
		b.running++
		b.memory += next.bytes
		close(next.granted)
	}
}

// leave removes work that nobody waits for any more. It returns false if its
// turn has come already.
func (b *Budget) leave(client Client, mine *work) bool {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if !b.waiting.remove(client, mine) {
		return false
	}
	b.grant()
	return true
}

func (b *Budget) end(mine *work) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.running--
	b.memory -= mine.bytes
	b.grant()
}

// State is the large work that runs and that waits.
func (b *Budget) State() (running, waiting int) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.running, b.waiting.waiting
}
