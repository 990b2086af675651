// Package limit bounds what requests take from the server: the memory and the
// processors of large work (Budget), the memory of forms that wait for it
// (Forms), the saves that wait to change a model (Saves, saves.go), the requests
// of one address (Rates, rates.go), and the memory that results kept for later
// take (Cache, cache.go). What waits in a Budget or for a save waits in a queue (queue.go),
// whose turns go round the clients.
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
	// Memory bounds all large work at the same time, in bytes.
	Memory int64
	// Small is the weight up to which work counts as small: it does not wait
	// for large work, and SmallSlots of it run at the same time.
	Small      int64
	SmallSlots int
	// Slots bounds the large work that runs at the same time, Waiting the waiting work, Address the
	// work of one address, and Wait the time of waiting.
	Slots, Waiting, Address int
	Wait                    time.Duration
}

// Budget lets work wait until there is memory and a processor for it. The turns
// of large work go round the addresses and their visitors, so that a client who
// sends much delays another by one piece of work and not by all.
type Budget struct {
	limits Limits
	small  chan struct{}

	mutex sync.Mutex
	large queue
}

// NewBudget returns a budget in which nothing runs.
func NewBudget(limits Limits) *Budget {
	return &Budget{
		limits: limits, small: make(chan struct{}, limits.SmallSlots),
		large: queue{bounds: bounds{slots: limits.Slots, room: limits.Memory, waiting: limits.Waiting, address: limits.Address}},
	}
}

// Wait bounds the wait of work for its turn.
func (b *Budget) Wait() time.Duration { return b.limits.Wait }

// Take waits for a turn for work that takes about so many bytes; done ends the
// turn and may be called several times. Work larger than the whole budget runs
// alone. Take returns ErrBusy, or the cause of ctx's end.
func (b *Budget) Take(ctx context.Context, client Client, bytes int64) (done func(), err error) {
	return b.TakeWithin(ctx, client, bytes, b.limits.Wait)
}

// TakeWithin is like Take, for work that waits longer or less long than others.
func (b *Budget) TakeWithin(ctx context.Context, client Client, bytes int64, wait time.Duration) (done func(), err error) {
	if bytes <= b.limits.Small {
		return b.takeSmall(ctx, wait)
	}
	mine := newTurn(client, bytes)
	if !b.join(mine) {
		return nil, ErrBusy
	}
	if err := mine.await(ctx, wait, ErrBusy, func() bool { return b.leave(mine) }); err != nil {
		return nil, err
	}
	return sync.OnceFunc(func() { b.end(mine) }), nil
}

func (b *Budget) takeSmall(ctx context.Context, wait time.Duration) (done func(), err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, wait, ErrBusy)
	defer cancel()
	select {
	case b.small <- struct{}{}:
		return sync.OnceFunc(func() { <-b.small }), nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func (b *Budget) join(mine *turn) bool {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.large.join(mine)
}

func (b *Budget) leave(mine *turn) bool {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.large.leave(mine)
}

func (b *Budget) end(mine *turn) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.large.end(mine)
}

// State is the large work that runs and that waits.
func (b *Budget) State() (running, waiting int) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.large.running, b.large.line.waiting
}
