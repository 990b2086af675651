package handlers

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/handlers/identity"
	"widerow/handlers/job"
	"widerow/handlers/limit"
	"widerow/handlers/worker"
	"widerow/model/people"
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
var errAnswered = errors.New("answered already")

// Where held keeps the bytes of the form and how to free them, and where a job notes
// that it keeps them.
const (
	heldForm = "form"
	freeForm = "free form"
	keptForm = "kept form"
)

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

// newBudget leaves one processor, if there are several, to requests that are
// not large.
func newBudget(memory int64, processors int) *limit.Budget {
	return limit.NewBudget(limit.Limits{
		Memory: memory / 2, Small: smallWork, SmallSlots: processors,
		Slots: LargeAtOnce(processors), Waiting: 256, Address: 192, Wait: 15 * time.Second,
	})
}

// inNameOf returns a store for a worker, which asks in the name of the person of a
// request.
func (l *large) inNameOf(c echo.Context, models store.Store) store.Store {
	if l.guard == nil {
		return models
	}
	return named{models, personOf(c), l.Accounts()}
}

type named struct {
	store.Store
	person   identity.Person
	accounts *people.Directory
}

func (n named) Head(ctx context.Context, id store.ModelID) ([]byte, store.Revision, error) {
	if id == store.People {
		return n.accounts.Public().Encode(), store.Revision{}, nil
	}
	return n.Store.Head(identity.For(ctx, n.person), id)
}

func (n named) At(ctx context.Context, id store.ModelID, number uint64) ([]byte, store.Revision, error) {
	return n.Store.At(identity.For(ctx, n.person), id, number)
}

func (n named) History(ctx context.Context, id store.ModelID, before uint64, limit int) ([]store.Revision, error) {
	return n.Store.History(identity.For(ctx, n.person), id, before, limit)
}

func (n named) List(ctx context.Context, cursor string, limit int) (store.Page, error) {
	return n.Store.List(identity.For(ctx, n.person), cursor, limit)
}

func (n named) ListDeleted(ctx context.Context, cursor string, limit int) (store.Page, error) {
	return n.Store.ListDeleted(identity.For(ctx, n.person), cursor, limit)
}

func (n named) Save(ctx context.Context, save store.Save) (store.Revision, error) {
	return n.Store.Save(identity.For(ctx, n.person), save)
}
