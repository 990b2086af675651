// Package handlers answers requests: it parses them, builds the page from the
// model, and renders it. No other package imports echo.
//
// Read server.go (every route), tabs.go (every tab of a model's page), page.go
// (how a page is rendered), save.go (how a change is saved), then one file a
// page, with the same name as in web.
package handlers

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"widerow/assets"
	"widerow/diagram"
	"widerow/diagram/graph"
	"widerow/model"
	"widerow/store"
	"widerow/web"
)

// Config configures a Server. Store and Layouter are required.
type Config struct {
	Store    store.Store
	Layouter graph.Layouter
	// BasePath is the path under which a proxy serves the app, "/" or "/x/y".
	BasePath string
	Log      *slog.Logger     // nil: slog.Default
	Version  string           // shown on the help page and in exports
	Now      func() time.Time // nil: time.Now
	IDs      model.IDs        // nil: model.RandomIDs; must be safe for concurrent use
}

// Server holds the state that the handlers share.
type Server struct {
	store     store.Store
	layouter  graph.Layouter
	url       web.URL
	assets    *assets.Files
	log       *slog.Logger
	version   string
	now       func() time.Time
	ids       model.IDs
	documents *documentCache
	pictures  *pictureCache
	drawings  *drawingCache
	buffers   sync.Pool // of *bytes.Buffer, for pages
	metrics   *metrics
	turns     turns
	drawTurns turns // for pictures
}

// New returns the app as one handler.
func New(config Config) (http.Handler, error) {
	if config.Store == nil || config.Layouter == nil {
		return nil, errors.New("handlers: Store and Layouter are required")
	}
	base, err := cleanBasePath(config.BasePath)
	if err != nil {
		return nil, err
	}
	files := web.Assets()
	server := &Server{
		store: config.Store, layouter: config.Layouter, url: web.NewURL(base, files), assets: files,
		log: config.Log, version: config.Version, now: config.Now, ids: config.IDs,
		documents: newDocumentCache(), pictures: newPictureCache(), drawings: newDrawingCache(), buffers: sync.Pool{New: func() any { return new(bytes.Buffer) }}, metrics: newMetrics(), turns: newTurns(), drawTurns: newTurns(),
	}
	server.setDefaults()
	return server.handler(base)
}

func (s *Server) setDefaults() {
	if s.log == nil {
		s.log = slog.Default()
	}
	if s.now == nil {
		s.now = time.Now
	}
	if s.ids == nil {
		s.ids = model.RandomIDs()
	}
}

// cleanBasePath returns "" for the root, else "/x/y".
func cleanBasePath(path string) (string, error) {
	path = strings.TrimRight(path, "/")
	if path == "" {
		return "", nil
	}
	if !strings.HasPrefix(path, "/") || strings.ContainsAny(path, "?#%\\\"<> ") || strings.Contains(path, "//") {
		return "", fmt.Errorf("base path %q: want a path like /models, without spaces or special characters", path)
	}
	return path, nil
}

type route struct {
	method, path string
	handle       echo.HandlerFunc
}

// tabRoutes are the pages of a model.
func (s *Server) tabRoutes() []route {
	var routes []route
	for _, tab := range tabs {
		routes = append(routes, route{"GET", "/m/:model/" + string(tab.name), s.tab(tab.name)})
	}
	return routes
}

// pictureRoutes are the diagrams as files, for our pages and for other sites.
func (s *Server) pictureRoutes() []route {
	var routes []route
	for _, tab := range tabs {
		if tab.diagram == "" {
			continue
		}
		for _, format := range diagram.Formats {
			file := fmt.Sprintf("/:model/%s.%s", tab.diagram, format)
			routes = append(routes, route{"GET", "/m" + file, s.picture(tab.diagram, format)}, route{"GET", "/embed" + file, s.embedded(tab.diagram, format)})
		}
		routes = append(routes, route{"GET", "/embed/:model/" + string(tab.diagram), s.embed(tab.diagram, tab.name)})
	}
	return routes
}

// routes lists all routes of the site.
func (s *Server) routes() []route {
	return slices.Concat(s.tabRoutes(), s.pictureRoutes(), []route{
		{"GET", "/", s.home},
		{"POST", "/models", s.createModel},
		{"POST", "/examples/:slug", s.openExample},
		{"GET", "/examples/:slug/card.svg", s.examplePicture},
		{"GET", "/import", s.importForm},
		{"POST", "/import", s.importPreview},
		{"POST", "/import/create", s.importCreate},
		{"GET", "/you", s.visitorForm},
		{"POST", "/you", s.saveVisitor},
		{"GET", "/help", s.help},

		{"GET", "/m/:model", s.openModel},
		{"POST", "/m/:model/cql/preview", s.changeScript},
		{"POST", "/m/:model/cql/check", s.assistant(web.TabCQL, question.check)},
		{"POST", "/m/:model/cql/complete", s.assistant(web.TabCQL, question.complete)},
		{"POST", "/m/:model/cql/hover", s.assistant(web.TabCQL, question.hover)},
		{"POST", "/m/:model/cql/definition", s.assistant(web.TabCQL, question.definition)},
		{"POST", "/m/:model/cql/format", s.assistant(web.TabCQL, question.format)},
		{"POST", "/m/:model/cql/subject", s.assistant(web.TabCQL, question.subject)},
		{"POST", "/m/:model/statements", s.judgeStatements},
		{"POST", "/m/:model/statements/check", s.assistant(web.TabStatements, question.check)},
		{"POST", "/m/:model/statements/complete", s.assistant(web.TabStatements, question.complete)},
		{"POST", "/m/:model/statements/hover", s.assistant(web.TabStatements, question.hover)},
		{"POST", "/m/:model/statements/definition", s.assistant(web.TabStatements, question.definition)},
		{"POST", "/m/:model/statements/format", s.assistant(web.TabStatements, question.format)},
		{"POST", "/m/:model/statements/subject", s.assistant(web.TabStatements, question.subject)},
		{"POST", "/m/:model/edit", s.edit},
		{"POST", "/m/:model/queries/complete", s.completeQuery},
		{"POST", "/m/:model/derive", s.deriveTables},
		{"POST", "/m/:model/recover", s.recoverConcepts},
		{"POST", "/m/:model/design", s.designMoves},
		{"POST", "/m/:model/layout", s.place},
		{"POST", "/m/:model/undo", s.undo},
		{"POST", "/m/:model/redo", s.redo},
		{"POST", "/m/:model/restore", s.restore},
		{"POST", "/m/:model/copy", s.copyModel},
		{"GET", "/m/:model/delete", s.deleteForm},
		{"POST", "/m/:model/delete", s.deleteModel},

		{"GET", "/m/:model/card.svg", s.cardPicture},
		{"GET", "/m/:model/schema.cql", s.exportCQL},
		{"GET", "/m/:model/model.json", s.exportJSON},

		{"GET", "/letters/:version/style.css", lettersStyle},
		{"GET", "/letters/:version/:font", lettersFont},

		{"GET", "/healthz", s.healthz},
		{"GET", "/readyz", s.readyz},
		{"GET", "/metrics", s.metrics.handle},
		{"GET", assets.Prefix + "*", echo.WrapHandler(s.assets)},
	})
}

func (s *Server) handler(base string) (http.Handler, error) {
	app := echo.New()
	app.IPExtractor = echo.ExtractIPDirect()
	app.HTTPErrorHandler = s.showError
	for _, route := range s.routes() {
		app.Add(route.method, route.path, route.handle)
		if route.method == http.MethodGet {
			app.HEAD(route.path, route.handle)
		}
	}
	app.Use(s.observe, secure, sameOrigin(http.NewCrossOriginProtection()), limitBody)
	packed, err := compressing(app)
	if err != nil {
		return nil, err
	}
	return underBasePath(base, packed), nil
}

// underBasePath serves the app below base, and sends /base to /base/.
func underBasePath(base string, app http.Handler) http.Handler {
	if base == "" {
		return app
	}
	mux := http.NewServeMux()
	mux.Handle(base+"/", http.StripPrefix(base, app))
	mux.HandleFunc(base, func(w http.ResponseWriter, r *http.Request) {
		target := base + "/"
		if r.URL.RawQuery != "" {
			target += "?" + r.URL.RawQuery
		}
		http.Redirect(w, r, target, http.StatusPermanentRedirect)
	})
	return mux
}
