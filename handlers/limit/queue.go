package limit

import (
	"context"
	"time"
)

// turn is work that waits, or that runs once granted is closed.
type turn struct {
	client  Client
	bytes   int64
	granted chan struct{}
}

func newTurn(client Client, bytes int64) *turn { return &turn{client, bytes, make(chan struct{})} }

// bounds configure a queue.
type bounds struct {
	// slots is the number of turns at the same time, room what their work may take
	// together, in bytes; 0 for no limit. Work larger than that runs alone.
	slots int
	room  int64
	// waiting, address and visitor are the numbers of turns that may wait: in all, of one
	// address and of one visitor; 0 for no limit.
	waiting, address, visitor int
}

// queue grants turns in the order of its clients' rounds, as far as its bounds allow. Its
// owner calls it from one goroutine at a time.
type queue struct {
	bounds
	running int
	memory  int64 // of the turns that run
	line    rounds[*turn]
	started func(*turn) // is told of each turn that begins; may be nil
}

// join puts a turn at the end of its client's line, or grants it at once. It returns
// false if too many wait.
func (q *queue) join(t *turn) bool {
	address, visitor := q.line.count(t.client)
	if reached(q.line.waiting, q.waiting) || reached(address, q.address) || reached(visitor, q.visitor) {
		return false
	}
	q.line.add(t.client, t)
	q.grant()
	return true
}

func reached(count, limit int) bool { return limit > 0 && count >= limit }

// grant begins as many of the waiting turns as fit.
func (q *queue) grant() {
	for q.line.waiting > 0 && q.running < q.slots {
		next := q.line.next()
		if q.running > 0 && q.room > 0 && q.memory+next.bytes > q.room {
			return
		}
		q.line.take()
		q.running++
		q.memory += next.bytes
		if q.started != nil {
			q.started(next)
		}
		close(next.granted)
	}
}

// leave takes a turn out for which nobody waits any more. It returns false if the turn
// has begun already.
func (q *queue) leave(t *turn) bool {
	if !q.line.remove(t.client, t) {
		return false
	}
	q.grant()
	return true
}

// end ends a turn that runs.
func (q *queue) end(t *turn) {
	q.running--
	q.memory -= t.bytes
	q.grant()
}

// empty reports whether no turn runs or waits.
func (q *queue) empty() bool { return q.running == 0 && q.line.waiting == 0 }

// await waits for a turn that has joined its queue, at most for a while; late is the error
// after that. leave takes the turn out, or returns false if it has begun.
func (t *turn) await(ctx context.Context, most time.Duration, late error, leave func() bool) error {
	ctx, cancel := context.WithTimeoutCause(ctx, most, late)
	defer cancel()
	select {
	case <-t.granted:
		return nil
	case <-ctx.Done():
		if leave() {
			return context.Cause(ctx)
		}
		return nil
	}
}
