package handlers

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"widerow/handlers/job"
	"widerow/handlers/progress"
	"widerow/handlers/worker"
)

// Long carries out work of a request that may take minutes, as a job with progress, which the visitor can cancel: after a
// while the page of the job takes the place of the answer. next is the page that shows what was done. key tells
// the work from other work of the visitor: what is sent twice runs once. The work must not use the request.
func (t *turns) Long(c echo.Context, key string, run func(context.Context) (next string, err error)) error {
	l := t.large
	l.identify(c)
	work := func(ctx context.Context, j *job.Job) (*worker.Answer, error) {
		next, err := run(progress.With(ctx, j.Say))
		if err != nil {
			return nil, err
		}
		return &worker.Answer{Status: http.StatusSeeOther, Header: http.Header{"Location": {next}}}, nil
	}
	started, _ := l.jobs.Begin("long "+fmt.Sprint(client(c))+" "+key, false, client(c), sentFrom(c), work)
	answer, err := l.jobs.Await(c.Request().Context(), started, patient(c))
	switch {
	case errors.Is(err, job.ErrLong):
		return c.Redirect(http.StatusSeeOther, string(jobAddress(urlOf(c), started)))
	case err != nil:
		return fmt.Errorf("long work: %w", err)
	}
	return c.Redirect(answer.Status, answer.Header.Get("Location"))
}
