package handlers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"

	"github.com/labstack/echo/v4"

	"widerow/handlers/proxy"
	"widerow/handlers/worker"
	"widerow/store"
)

// errAnswered ends a handler whose request a worker has answered.
var errAnswered = errors.New("answered by a worker")

// requestNumber is the header with the number of a request in the log.
const requestNumber = "X-Request-Id"

// heldForm is where held keeps the bytes of the form.
const heldForm = "form"

// apart lets a worker carry out a large request and sends its answer. It returns nil,
// and has done nothing, if the request must be carried out here: without workers, or
// if its form was read already. Else the error is errAnswered, or the worker's.
func (s *Server) apart(c echo.Context) error {
	request := c.Request()
	form, held := c.Get(heldForm).([]byte)
	reads := request.Method == http.MethodGet || request.Method == http.MethodHead
	if s.workers == nil || !reads && (!held || request.Form != nil) {
		return nil
	}
	id, _ := c.Get("request").(string)
	header := request.Header.Clone()
	header.Set(requestNumber, id)
	if s.visitorName(c) == "" {
		dropCookie(header, nameCookie) // the worker does not know whose names look like it
	}
	inbox, err := json.Marshal(s.inboxSummary(c))
	if err != nil {
		return fmt.Errorf("large request: %w", err)
	}
	header.Set(inboxHeader, string(inbox))
	services, release := s.servicesFor(c)
	defer release()
	answer, err := s.workers.Do(request.Context(), &worker.Request{
		Method: request.Method, URI: request.URL.RequestURI(), Host: request.Host, RemoteAddr: request.RemoteAddr,
		Header: header, Body: form, Connection: proxy.Of(request), Processor: s.processor,
	}, services)
	if errors.Is(err, worker.ErrNotStarted) {
		s.log.Warn("a large request runs in the server itself", "id", id, "cause", err)
		return nil
	}
	if err != nil {
		return fmt.Errorf("large request: %w", err)
	}
	maps.Copy(c.Response().Header(), answer.Header)
	c.Response().WriteHeader(answer.Status)
	if _, err := c.Response().Write(answer.Body); err != nil {
		s.log.Debug("an answer was not sent", "id", id, "error", err)
	}
	return errAnswered
}

// servicesFor is what a worker may ask for in the name of a request. release ends the
// turns that it has got.
func (s *Server) servicesFor(c echo.Context) (services worker.Services, release func()) {
	turns := map[store.ModelID]func(){}
	turn := func(ctx context.Context, model store.ModelID) error {
		done, err := s.takeTurn(c, change{model: model, kind: store.KindEdit})
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
	return worker.Services{Store: charged{s.store, s, c}, Layouter: s.layouter, Turn: turn, EndTurn: end}, release
}

// charged is the store for a worker: models that it makes count for the address of
// the request, and what it saves is measured.
type charged struct {
	store.Store
	server *Server
	c      echo.Context
}

func (s charged) Create(ctx context.Context, save store.Save) (store.Revision, error) {
	if save.Model.Owner() == "" {
		var refused *pageError
		if errors.As(s.server.chargeModel(s.c), &refused) {
			return store.Revision{}, &worker.Refusal{Status: refused.status, Title: refused.title, Advice: refused.advice}
		}
	}
	revision, err := s.Store.Create(ctx, save)
	if err == nil {
		s.server.sizes.Add(revision.DocumentHash, int64(len(save.Document)))
	}
	s.server.metrics.Saved(save.Kind, outcome(err))
	return revision, err
}

func (s charged) Save(ctx context.Context, save store.Save) (store.Revision, error) {
	revision, err := s.Store.Save(ctx, save)
	s.server.metrics.Saved(save.Kind, outcome(err))
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
