package handlers

import (
	"bytes"
	"errors"
	"net/http"
	"sync"

	"widerow/handlers/canvas"
	"widerow/handlers/console"
	"widerow/handlers/history"
	"widerow/handlers/home"
	"widerow/handlers/limit"
	"widerow/handlers/review"
	"widerow/handlers/sizes"
	"widerow/web"
)

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
