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

// DefaultSaveLimits are the limits of a server.
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

	mutex  sync.Mutex
	queues map[store.ModelID]*queue // of the models that are being saved
	bytes  int64                    // of the turns that wait
}

// Turn is a save that waits for its turn.
type Turn struct {
	Model  store.ModelID
	Client Client
	Bytes  int64 // size of its form
}

// NewSaves returns the queues of a server.
func NewSaves(limits SaveLimits) *Saves {
	return &Saves{limits: limits, queues: map[store.ModelID]*queue{}}
}

// Take waits for a turn to save a model; done ends the turn. It returns
// ErrManySaves, or the context's error if the request is cancelled first.
func (s *Saves) Take(ctx context.Context, wanted Turn) (done func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	mine := newTurn(wanted.Client, wanted.Bytes)
	if !s.join(wanted.Model, mine) {
		return nil, ErrManySaves
	}
	if err := mine.await(ctx, s.limits.Wait, ErrManySaves, func() bool { return s.leave(wanted.Model, mine) }); err != nil {
		return nil, err
	}
	return func() { s.end(wanted.Model, mine) }, nil
}

func (s *Saves) join(model store.ModelID, mine *turn) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	line := s.queues[model]
	if line == nil {
		line = &queue{bounds: bounds{slots: 1, waiting: s.limits.Model, address: s.limits.Address, visitor: s.limits.Visitor}}
		line.started = func(t *turn) { s.bytes -= t.bytes }
		s.queues[model] = line
	}
	if !line.empty() && s.bytes+mine.bytes > s.limits.Bytes {
		return false
	}
	s.bytes += mine.bytes // until it begins
	if !line.join(mine) {
		s.bytes -= mine.bytes
		return false
	}
	return true
}

func (s *Saves) end(model store.ModelID, mine *turn) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	line := s.queues[model]
	if line.end(mine); line.empty() {
		delete(s.queues, model)
	}
}

func (s *Saves) leave(model store.ModelID, mine *turn) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if !s.queues[model].leave(mine) {
		return false
	}
	s.bytes -= mine.bytes
	return true
}

// Waiting counts the turns of all models that wait.
func (s *Saves) Waiting() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	count := 0
	for _, line := range s.queues {
		count += line.line.waiting
	}
	return count
}
