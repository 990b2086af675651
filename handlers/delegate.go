package handlers

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/handlers/job"
	"widerow/handlers/limit"
	"widerow/handlers/proxy"
	"widerow/handlers/worker"
	"widerow/store"
	"widerow/web"
)

// large lets workers carry out large requests.
type large struct {
	*saver
	workers   *worker.Pool // nil: the server carries them out itself
	jobs      *job.Board
	processor time.Duration // of a request
	budget    *limit.Budget
	quotas    quotas
	// inbox finds what waits for a visitor: a worker hears nothing of saves.
	inbox func(echo.Context) web.InboxSummary
}

// sharedSoon is the time after which a large request gets an address where other servers may be
// asked for its answer: just before its connection would end.
const sharedSoon = 50 * time.Second

func newLarge(config Config, saver *saver) *large {
	l := &large{
		saver: saver, workers: config.Workers, jobs: job.NewBoard(config.Memory / 16), processor: config.ProcessorTime,
		budget: newBudget(config.Memory, config.Processors), quotas: newQuotas(config.Quotas, config.Now, config.Peers),
	}
	if config.Peers != nil {
		l.jobs.Soon, l.jobs.Shared = sharedSoon, true
	}
	return l
}

// errAnswered ends a handler whose request a worker has answered.
var errAnswered = errors.New("answered by a worker")

// requestNumber is the header with the number of a request in the log.
const requestNumber = "X-Request-Id"

// Where held keeps the bytes of the form and how to free them, and where a job notes
// that it keeps them.
const (
	heldForm = "form"
	freeForm = "free form"
	keptForm = "kept form"
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

// sendAnswer sends what a worker has answered. It may have taken longer than answers to
// other requests.
func (l *large) sendAnswer(c echo.Context, answer *worker.Answer) {
	_ = http.NewResponseController(c.Response()).SetWriteDeadline(time.Now().Add(time.Minute)) // tests have none
	maps.Copy(c.Response().Header(), answer.Header)
	c.Response().WriteHeader(answer.Status)
	if _, err := c.Response().Write(answer.Body); err != nil {
		l.log.Debug("an answer was not sent", "id", c.Get("request"), "error", err)
	}
}

// servicesFor returns the services that a worker may use in the name of a request. release ends the
// turns that the worker has taken.
func (l *large) servicesFor(c echo.Context) (services worker.Services, release func()) {
	turns := map[store.ModelID]func(){}
	turn := func(ctx context.Context, model store.ModelID) error {
		done, err := l.TakeTurn(c, feature.Change{Model: model, Kind: store.KindEdit})
		if err == nil {
			turns[model] = done
		}
		return err
	}
	end := func(model store.ModelID) {
		if done := turns[model]; done != nil {
			delete(turns, model)
			done()
		}
	}
	release = func() {
		for model := range turns {
			end(model)
		}
	}
	return worker.Services{Store: l.inNameOf(c, charged{l.store, l, c}), Layouter: l.layouter, Turn: turn, EndTurn: end}, release
}

// charged is the store for a worker: models that it makes count for the address of
// the request, and what it saves is measured.
type charged struct {
	store.Store
	large *large
	c     echo.Context
}

func (s charged) Create(ctx context.Context, save store.Save) (store.Revision, error) {
	if save.Model.Owner() == "" {
		var refused *feature.Error
		if errors.As(s.large.quotas.ChargeModel(s.c), &refused) {
			return store.Revision{}, &worker.Refusal{Status: refused.Status, Title: refused.Title, Advice: refused.Advice}
		}
	}
	revision, err := s.Store.Create(ctx, save)
	if err == nil {
		s.large.noteSize(revision.DocumentHash, save.Document)
	}
	s.large.metrics.Saved(save.Kind, outcome(err))
	if err == nil && save.Model.IsModel() {
		err = s.large.own(ctx, revision)
	}
	return revision, err
}

func (s charged) Save(ctx context.Context, save store.Save) (store.Revision, error) {
	revision, err := s.Store.Save(ctx, save)
	s.large.metrics.Saved(save.Kind, outcome(err))
	return revision, err
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
