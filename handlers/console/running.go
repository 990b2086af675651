package console

import (
	"context"
	"errors"
	"sync"

	"github.com/labstack/echo/v4"

	"widerow/handlers/connections/reach"
	"widerow/model"
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

// runKey names the page that a form was sent from.
func (p *pages) runKey(c echo.Context) string { return p.Holder(c) + " " + c.FormValue("run") }

// ask does a job that the person can cancel.
func (p *pages) ask(ctx context.Context, c echo.Context, connection model.ID, job reach.Job) (*reach.Answer, error) {
	ctx, done := p.running.begin(ctx, p.runKey(c))
	defer done()
	return p.Ask(ctx, c, connection, job)
}

// cancelled is the text of a page whose statement was cancelled.
const cancelled = "Cancelled. The process that asked the cluster has ended; a statement that the cluster had received " +
	"may still be carried out there, so look before you repeat a change."
