package limit

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"widerow/store"
)

// SaveLimits bound the saves that wait for their turn. A save that waits holds
// its form.
type SaveLimits struct {
	Visitor int           // saves of one visitor that wait on one model
	Model   int           // saves that wait on one model
	Bytes   int64         // size of all forms that wait
	Wait    time.Duration // shorter than the time after which the page gives up
}

// DefaultSaveLimits are those of a server.
var DefaultSaveLimits = SaveLimits{Visitor: 64, Model: 256, Bytes: 64 << 20, Wait: 15 * time.Second}

// ErrManySaves reports that too many saves wait already, or that a save has
// waited too long. Nothing was saved.
var ErrManySaves = errors.New("too many saves wait for their turn")

// Saves gives the saves of one model their turns one after another, so
// that each is computed once, on the result of the one before. Different
// models do not wait for each other, and reading never waits.
//
// The turns of a model go round its visitors, so that a program that sends many
// saves delays a person by one of them and not by all.
type Saves struct {
	limits SaveLimits

	mutex sync.Mutex
	lines map[store.ModelID]*saveLine // of the models that are being saved
	bytes int64
}

// saveLine holds the saves of a model that wait while another one runs.
type saveLine struct {
	visitors []*visitorLine // the first has the next turn; none is empty
	waiting  int
}

type visitorLine struct {
	visitor string
	turns   []*Turn
}

// Turn is a save that waits, or that runs once granted is closed.
type Turn struct {
	Model   store.ModelID
	Visitor string
	Bytes   int64 // size of its form
	granted chan struct{}
}

// NewSaves returns the queues of a server.
func NewSaves(limits SaveLimits) *Saves {
	return &Saves{limits: limits, lines: map[store.ModelID]*saveLine{}}
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
		q.lines[turn.Model] = &saveLine{}
		close(turn.granted)
		return true
	}
	visitor := line.of(turn.Visitor)
	if line.waiting >= q.limits.Model || len(visitor.turns) >= q.limits.Visitor || q.bytes+turn.Bytes > q.limits.Bytes {
		return false
	}
	if len(visitor.turns) == 0 {
		line.visitors = append(line.visitors, visitor)
	}
	visitor.turns = append(visitor.turns, turn)
	line.waiting++
	q.bytes += turn.Bytes
	return true
}

// of returns the line of a visitor, a new one if no save of the visitor waits.
func (l *saveLine) of(visitor string) *visitorLine {
	for _, known := range l.visitors {
		if known.visitor == visitor {
			return known
		}
	}
	return &visitorLine{visitor: visitor}
}

// end grants the next turn of a model.
func (q *Saves) end(model store.ModelID) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	q.next(model)
}

func (q *Saves) next(model store.ModelID) {
	line := q.lines[model]
	if len(line.visitors) == 0 {
		delete(q.lines, model)
		return
	}
	first := line.visitors[0]
	granted := first.turns[0]
	first.turns, line.visitors = first.turns[1:], line.visitors[1:]
	if len(first.turns) > 0 {
		line.visitors = append(line.visitors, first)
	}
	line.waiting--
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
	line := q.lines[turn.Model]
	visitor := line.of(turn.Visitor)
	at := slices.Index(visitor.turns, turn)
	if visitor.turns = slices.Delete(visitor.turns, at, at+1); len(visitor.turns) == 0 {
		line.visitors = slices.DeleteFunc(line.visitors, func(v *visitorLine) bool { return v == visitor })
	}
	line.waiting--
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
