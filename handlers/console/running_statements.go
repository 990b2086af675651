package console

import (
	"context"
	"errors"
	"sync"
)

// running are the statements that run, by the person and the page that sent them.
type running struct {
	mutex   sync.Mutex
	cancels map[string]context.CancelCauseFunc
}

// errCancelled is the cause of a job that its person has cancelled.
var errCancelled = errors.New("you cancelled it")

// begin notes a statement, and returns a context that cancel ends; done forgets it.
func (r *running) begin(ctx context.Context, key string) (cancellable context.Context, done func()) {
	cancellable, cancel := context.WithCancelCause(ctx)
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.cancels == nil {
		r.cancels = map[string]context.CancelCauseFunc{}
	}
	r.cancels[key] = cancel
	return cancellable, func() {
		r.mutex.Lock()
		defer r.mutex.Unlock()
		delete(r.cancels, key)
		cancel(nil)
	}
}

// cancel ends the statement of a page, and reports whether one ran.
func (r *running) cancel(key string) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	cancel := r.cancels[key]
	if cancel != nil {
		cancel(errCancelled)
	}
	return cancel != nil
}
