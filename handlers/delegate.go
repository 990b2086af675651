package handlers

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"widerow/handlers/job"
	"widerow/handlers/limit"
	"widerow/handlers/proxy"
	"widerow/handlers/worker"
)

// delegate lets a worker carry out a large request, as a job, and sends its answer, or the
// address where the answer will be. It returns nil, and has done nothing, if the request
// must be carried out here: without workers, or if its form was read already. Else the
// error is errAnswered, or the worker's.
func (l *large) delegate(c echo.Context, bytes int64) error {
	request := c.Request()
	form, held := c.Get(heldForm).([]byte)
	reads := request.Method == http.MethodGet || request.Method == http.MethodHead
	if l.workers == nil || !reads && (!held || request.Form != nil) {
		return nil
	}
	work, err := l.jobOf(c, form, bytes)
	if err != nil {
		return fmt.Errorf("large request: %w", err)
	}
	waits := patient(c)
	started, joined := l.jobs.Begin(work.key, !reads, work.owner, work.from, func(ctx context.Context, j *job.Job) (*worker.Answer, error) {
		return work.run(ctx, j, waits)
	})
	if held && !joined {
		c.Set(keptForm, true)
	}
	answer, err := l.jobs.Await(request.Context(), started, waits)
	switch {
	case errors.Is(err, worker.ErrNotStarted):
		l.log.Warn("a large request runs in the server itself", "id", c.Get("request"), "cause", err)
		return nil
	case errors.Is(err, job.ErrLong):
		l.identify(c)
		if err := c.Redirect(http.StatusSeeOther, string(jobAddress(urlOf(c), started))); err != nil {
			return err
		}
		return errAnswered
	case errors.Is(err, limit.ErrBusy):
		return err
	case err != nil:
		return fmt.Errorf("large request: %w", err)
	}
	l.sendAnswer(c, answer)
	return errAnswered
}

// NewWorker returns the app of a worker, whose server has checked and counted the
// requests.
func NewWorker(config Config) (http.Handler, error) {
	config.Store, config.Layouter = config.Parent.Store(), config.Parent
	server, err := newServer(config)
	if err != nil {
		return nil, err
	}
	return proxy.NewPrefixes(func(prefix string) (http.Handler, error) {
		moved := server.moved(prefix)
		app := moved.routed()
		app.Use(moved.repeated)
		return compressing(app) // the server does not compress again what is compressed
	})
}

// repeated gives the request the number that it has in the server, for the log, and
// recovers from panics.
func (s *Server) repeated(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Set("request", c.Request().Header.Get(requestNumber))
		return recovering(next, c)
	}
}
