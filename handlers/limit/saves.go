package limit

import (
	"context"
	"errors"
	"sync"
	"time"

	"widerow/store"
)

// SaveLimits bound the saves that wait for their turn. A save that waits holds
// its form.
type SaveLimits struct {
	Visitor int           // saves of one visitor that wait on one model
	Address int           // saves of one address that wait on one model
	Model   int           // saves that wait on one model
	Bytes   int64         // size of all forms that wait
	Wait    time.Duration // shorter than the time after which the page gives up
}

// DefaultSaveLimits are those of a server.
var DefaultSaveLimits = SaveLimits{Visitor: 64, Address: 192, Model: 256, Bytes: 64 << 20, Wait: 15 * time.Second}

// ErrManySaves reports that too many saves wait already, or that a save has
// waited too long. Nothing was saved.
var ErrManySaves = errors.New("too many saves wait for their turn")

// Saves gives the saves of one model their turns one after another, so
// that each is computed once, on the result of the one before. Different
// models do not wait for each other, and reading never waits.
//
// The turns of a model go round the addresses and their visitors, so that a
// program that sends many saves delays a person by one of them and not by all.
type Saves struct {
	limits SaveLimits

	mutex sync.Mutex
	lines map[store.ModelID]*rounds[*Turn] // of the models that are being saved
	bytes int64
}

// Turn is a save that waits, or that runs once granted is closed.
type Turn struct {
	Model   store.ModelID
	Client  Client
	Bytes   int64 // size of its form
	granted chan struct{}
}

// NewSaves returns the queues of a server.
func NewSaves(limits SaveLimits) *Saves {
	return &Saves{limits: limits, lines: map[store.ModelID]*rounds[*Turn]{}}
}

// Take waits for a turn to save a model; done ends the turn. It returns
// ErrManySaves, or the context's error if the request is cancelled first.
func (q *Saves) Take(ctx context.Context, turn *Turn) (done func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	turn.granted = make(chan struct{})
	if !q.join(turn) {
		return nil, ErrManySaves
	}
	ctx, cancel := context.WithTimeoutCause(ctx, q.limits.Wait, ErrManySaves)
	defer cancel()
	select {
	case <-turn.granted:
		return func() { q.end(turn.Model) }, nil
	case <-ctx.Done():
		q.leave(turn)
		return nil, context.Cause(ctx)
	}
}

// join puts a turn at the end of its visitor's line, or grants it at once. It
// returns false if the limits forbid it.
func (q *Saves) join(turn *Turn) bool {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	line := q.lines[turn.Model]
	if line == nil {
		q.lines[turn.Model] = &rounds[*Turn]{}
		close(turn.granted)
		return true
	}
	address, visitor := line.count(turn.Client)
	if line.waiting >= q.limits.Model || address >= q.limits.Address || visitor >= q.limits.Visitor || q.bytes+turn.Bytes > q.limits.Bytes {
		return false
	}
	line.add(turn.Client, turn)
	q.bytes += turn.Bytes
	return true
}

// end grants the next turn of a model.
func (q *Saves) end(model store.ModelID) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	q.next(model)
}

func (q *Saves) next(model store.ModelID) {
	line := q.lines[model]
	if line.waiting == 0 {
		delete(q.lines, model)
		return
	}
	granted := line.take()
	q.bytes -= granted.Bytes
	close(granted.granted)
}

// leave takes a turn out of the queue. If it was granted in the meantime, the
// next one gets it.
func (q *Saves) leave(turn *Turn) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	select {
	case <-turn.granted:
		q.next(turn.Model)
		return
	default:
	}
	q.lines[turn.Model].remove(turn.Client, turn)
	q.bytes -= turn.Bytes
}

// Waiting counts the turns of all models that wait.
func (q *Saves) Waiting() int {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	count := 0
	for _, line := range q.lines {
		count += line.waiting
	}
	return count
}
