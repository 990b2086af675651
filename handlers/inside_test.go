package handlers

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/handlers/limit"
	"widerow/handlers/review"
	"widerow/model/discussion"
	"widerow/store"
)

// What the tests of this package use of its inside: they are in package handlers_test and
// send requests.
const (
	SmallWork = smallWork
	BodyLimit = bodyLimit
	MaxLiveOf = maxLiveOf
)

var (
	ReadBack     = readBack
	LastMergedBy = lastMergedBy
	OfPlace      = feature.OfPlace
)

// NewServer returns a server that a test may change.
func NewServer(config Config) (*Server, error) { return newServer(config) }

func (s *Server) App() (http.Handler, error) { return s.app() }
func (s *Server) Routes() []feature.Route    { return s.routes() }
func (s *Server) BasePath() string           { return s.basePath }

// Addressed gives a request without a connection the addresses of the server.
func (s *Server) Addressed(c echo.Context) { c.Set(urlKey, s.url) }

// SetBudgets changes the budgets of large work and of edits; nil keeps one.
func (s *Server) SetBudgets(large, edits *limit.Budget) (nowLarge, nowEdits *limit.Budget) {
	if large != nil {
		s.budget, s.large.budget = large, large
	}
	if edits != nil {
		s.edits = edits
	}
	return s.budget, s.edits
}

// Soon changes how long a large request may take until its answer has an address.
func (s *Server) Soon(wait time.Duration) { s.large.jobs.Soon = wait }

// ListedModels returns the list of models that is kept, and the one that is read anew.
func (s *Server) ListedModels(ctx context.Context) (kept, read []store.Summary, err error) {
	if kept, err = s.home.Listed(ctx); err != nil {
		return nil, nil, err
	}
	read, err = feature.EveryModel(ctx, s.store)
	return kept, read, err
}

// Waiting returns all that waits for a person, found in all models.
func (s *Server) Waiting(ctx context.Context, me discussion.Person) (items []review.Item, err error) {
	all, err := feature.EveryModel(ctx, s.store)
	for _, summary := range all {
		found, err := s.review.WaitingIn(ctx, summary.Model, summary.Title, me)
		if err != nil {
			return nil, err
		}
		items = append(items, found...)
	}
	return items, err
}

func (s *Server) DrawCard(ctx context.Context, document feature.Document) ([]byte, error) {
	return s.canvas.DrawCard(ctx, document)
}

// Discussion returns what the server knows of the comments on a model.
func (s *Server) Discussion(ctx context.Context, id store.ModelID) (*discussion.Discussion, error) {
	read, err := s.review.Discussion(ctx, id)
	return read.Discussion, err
}

// Need is the need of a route in the table.
type Need = need

// NeedOf returns the need of a request to a route without a form.
func NeedOf(route feature.Route) Need {
	if route.Method+" "+route.Path == proposalForms {
		return toEdit
	}
	return access[route.Method+" "+route.Path]
}

// OfModel reports whether a need is about the model in the address.
func OfModel(what Need) bool { return roleOf[what] != "" }

// Needs lists the rows of the table of access.
func Needs() []string { return slices.Sorted(maps.Keys(access)) }
