// Package handlers answers requests: it parses them, builds the page from the
// model, and renders it. No other package imports echo but those of the features below.
//
// Read routes.go (every route), server.go (the parts of the server), model_page.go (the page
// of a model), save.go (how a change is saved), then the feature in a folder below. What needs
// no echo is in limit, monitor, live, operator, proxy, upload and worker.
package handlers

import (
	"errors"
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
