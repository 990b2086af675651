// Package handlers answers requests: it parses them, builds the page from the
// model, and renders it. No other package imports echo but those of the features below.
//
// Read routes.go (every route), server.go (the parts of the server), model_page.go (the page
// of a model), save.go (how a change is saved), then the feature in a folder below. What needs
// no echo is in limit, monitor, live, operator, proxy, upload and worker.
package handlers

import (
	"bytes"
	"errors"
	"net/http"
	"sync"
	"time"

	"widerow/assets"
	"widerow/handlers/canvas"
	"widerow/handlers/connections"
	"widerow/handlers/console"
	"widerow/handlers/history"
	"widerow/handlers/home"
	"widerow/handlers/limit"
	"widerow/handlers/live"
	"widerow/handlers/people"
	"widerow/handlers/review"
	"widerow/handlers/sizes"
	"widerow/web"
)

// Server is the app: it answers requests with what its parts know and do. The parts are
// shared by the servers below different paths, see moved.
type Server struct {
	*documents
	*visitors
	*saver
	*revisions
	*turns
	quotas
	address
	settings
	home    *home.Feature
	canvas  *canvas.Feature
	review  *review.Feature
	history *history.Feature
	streams *limit.Held
	buffers *sync.Pool // of *bytes.Buffer, for pages
}

// settings are the facts about the server that its pages show or depend on.
type settings struct {
	url            web.URL
	assets         *assets.Files
	hub            *live.Hub
	version        string
	keepDeleted    time.Duration
	privateMetrics bool
	people         people.Services
	connections    *connections.Services
	connects       bool
	ran            *console.Past
}

// URL makes the addresses of pages, below the path under which a proxy serves them.
func (s *settings) URL() web.URL { return s.url }

// Hub knows who reads what, and what was saved.
func (s *settings) Hub() *live.Hub { return s.hub }

// KeepDeleted is the time for which a deleted model can be restored; 0: for ever.
func (s *settings) KeepDeleted() time.Duration { return s.keepDeleted }

// ErrStopping is the cause with which a server that stops cancels requests. A
// save that still waits for its turn is answered then.
var ErrStopping = errors.New("the server is stopping")

// New returns the app as one handler.
func New(config Config) (http.Handler, error) {
	server, err := newServer(config)
	if err != nil {
		return nil, err
	}
	return server.app()
}

func newServer(config Config) (*Server, error) {
	if config.Store == nil || config.Layouter == nil {
		return nil, errors.New("handlers: Store and Layouter are required")
	}
	at, err := newAddress(config)
	if err != nil {
		return nil, err
	}
	config.setDefaults()
	documents := newDocuments(config.Guard, config.watched())
	visitors := &visitors{at.userHeader, newNames(), documents.store}
	saver := newSaver(config, documents, visitors)
	revisions := newRevisions(saver)
	large := newLarge(config, saver)
	server := &Server{
		documents: documents, visitors: visitors, saver: saver, revisions: revisions,
		turns:  newTurns(revisions, large, config.Memory, config.Processors),
		quotas: large.quotas, address: at, settings: newSettings(config, at),
		streams: limit.NewHeld(config.Quotas.Streams, defaultStreams(config.Memory)),
		buffers: &sync.Pool{New: func() any { return new(bytes.Buffer) }},
	}
	server.home, server.review = home.New(server), review.New(server)
	server.canvas = canvas.New(server, server.review, sizes.ReadView)
	server.history = history.New(server, server.review)
	large.inbox, saver.ended = server.review.InboxSummary, server.review.Editable
	saver.metrics.Watch(large.budget)
	saver.metrics.Follow(config.Live.Readers)
	return server, nil
}

func newSettings(config Config, at address) settings {
	return settings{
		url: web.NewURL(at.basePath, web.Assets()), assets: web.Assets(), hub: config.Live, version: config.Version,
		keepDeleted: config.KeepDeleted, privateMetrics: config.PrivateMetrics, people: config.People,
		connections: config.Connections, ran: console.NewPast(config.ConsoleFolder, config.Log),
		connects: config.Connects || config.Connections != nil,
	}
}

// moved is the server with addresses below a prefix.
func (s *Server) moved(prefix string) *Server {
	moved := *s
	moved.url = web.NewURL(prefix+s.basePath, s.assets)
	moved.home, moved.review = s.home.For(&moved), s.review.For(&moved)
	moved.canvas = s.canvas.For(&moved, moved.review)
	moved.history = history.New(&moved, moved.review)
	return &moved
}
