// Package handlers answers requests: it parses them, builds the page from the
// model, and renders it. No other package imports echo.
//
// Read server.go (every route), workbench.go (the page of a model), page.go (how a
// page is rendered), save.go (how a change is saved), then one file per page, with
// the same name as in web. What needs no echo is in the packages below: workbench
// (what the page of a model shows), edit (what its forms change), limit, monitor,
// live, operator, proxy and upload.
package handlers

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"widerow/assets"
	"widerow/diagram/graph"
	"widerow/handlers/canvas"
	"widerow/handlers/derive"
	"widerow/handlers/feature"
	"widerow/handlers/help"
	"widerow/handlers/history"
	"widerow/handlers/home"
	"widerow/handlers/identity"
	"widerow/handlers/limit"
	"widerow/handlers/live"
	"widerow/handlers/monitor"
	"widerow/handlers/operator"
	"widerow/handlers/people"
	"widerow/handlers/proxy"
	"widerow/handlers/queries"
	"widerow/handlers/review"
	"widerow/handlers/sizes"
	"widerow/handlers/workbench"
	"widerow/handlers/worker"
	"widerow/model"
	"widerow/model/sharing"
	"widerow/store"
	"widerow/web"
)

// Config configures a Server. Store and Layouter are required.
type Config struct {
	Store    store.Store
	Layouter graph.Layouter
	// BasePath is the path under which a proxy serves the app, "/" or "/x/y".
	BasePath string
	// KeepDeleted is how long a deleted model can be restored; 0: for ever.
	KeepDeleted time.Duration
	// Hosts are the server's names, and Proxies the trusted proxies. See package
	// proxy for how they are written.
	Hosts   []string
	Proxies []string
	// UserHeader is the header in which the trusted proxies name the user, or "".
	UserHeader string
	Memory     int64 // bytes that the server may take; 0 for 1 GB
	// Processors is what large work is planned for; 0 for GOMAXPROCS.
	Processors int
	Quotas     Quotas
	// PrivateMetrics restricts /metrics to the operator's address.
	PrivateMetrics bool
	// Workers carry out large requests; nil to do that here.
	Workers *worker.Pool
	// ProcessorTime limits the processor time of a large request in a worker; 0 for a
	// minute.
	ProcessorTime time.Duration
	// Parent is the server that a worker's app belongs to; nil for a server.
	Parent *worker.Link
	// Live tells browsers what others do; its owner closes it when the server stops.
	// nil for one that ends with the process.
	Live *live.Hub
	Log  *slog.Logger // nil: slog.Default
	// Guard knows who a request is from and what the person may do; nil: nobody signs in,
	// and everyone may do everything. People are the services of its pages.
	Guard     *identity.Guard
	People    people.Services
	NewModels sharing.Role     // of everyone who is signed in, on models that they make; None: private
	Version   string           // shown on the help page and in exports
	Now       func() time.Time // nil: time.Now
	IDs       model.IDs        // nil: made from the operation of a request; else safe for concurrent use
}

// Server is the app: it answers requests with what its parts know and do. The parts are
// shared by the servers below different paths, see moved.
type Server struct {
	*documents
	*visitors
	*saver
	*revisions
	*turns
	address
	url            web.URL
	home           *home.Feature
	canvas         *canvas.Feature
	review         *review.Feature
	history        *history.Feature
	hub            *live.Hub
	streams        *limit.Held
	buffers        *sync.Pool // of *bytes.Buffer, for pages
	assets         *assets.Files
	version        string
	keepDeleted    time.Duration
	quotas         quotas
	privateMetrics bool
	people         people.Services
}

// Check returns what is wrong with the addresses of a configuration.
func (c Config) Check() error {
	_, err := newAddress(c)
	return err
}

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
	documents := newDocuments(config.Guard, config.Live.Watch(config.Store))
	visitors := &visitors{at.userHeader, newNames(), documents.store}
	saver := newSaver(config, documents, visitors)
	revisions := newRevisions(saver)
	large := newLarge(config, saver)
	server := &Server{
		documents: documents, visitors: visitors, saver: saver, revisions: revisions,
		turns:   newTurns(revisions, large, config.Memory, config.Processors),
		address: at, url: web.NewURL(at.basePath, web.Assets()), assets: web.Assets(),

		hub: config.Live, streams: limit.NewHeld(config.Quotas.Streams, defaultStreams(config.Memory)),
		buffers: &sync.Pool{New: func() any { return new(bytes.Buffer) }},
		version: config.Version, keepDeleted: config.KeepDeleted, quotas: large.quotas, privateMetrics: config.PrivateMetrics, people: config.People,
	}
	server.home, server.canvas, server.review = home.New(server), canvas.New(server), review.New(server)
	server.history = history.New(server, server.review)
	large.inbox, saver.ended = server.review.InboxSummary, server.review.Editable
	saver.metrics.Watch(large.budget)
	saver.metrics.Follow(config.Live.Readers)
	return server, nil
}

// setDefaults fills in what a configuration leaves out.
func (c *Config) setDefaults() {
	c.Memory, c.Processors = cmp.Or(c.Memory, defaultMemory), cmp.Or(c.Processors, runtime.GOMAXPROCS(0))
	c.ProcessorTime = cmp.Or(c.ProcessorTime, time.Minute)
	c.Log = cmp.Or(c.Log, slog.Default())
	if c.Live == nil {
		c.Live = live.NewHub(c.Now)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
}

// address is how clients reach the server.
type address struct {
	basePath   string // as configured, without a proxy's prefix
	hosts      proxy.Hosts
	proxies    proxy.Proxies
	userHeader proxy.UserHeader
}

func newAddress(config Config) (at address, err error) {
	if at.basePath, err = proxy.CleanPath(config.BasePath); err != nil {
		return at, err
	}
	if at.hosts, err = proxy.ParseHosts(config.Hosts); err != nil {
		return at, fmt.Errorf("names of the server: %w", err)
	}
	if at.proxies, err = proxy.Parse(config.Proxies); err != nil {
		return at, fmt.Errorf("trusted proxies: %w", err)
	}
	if at.userHeader, err = proxy.ParseUserHeader(config.UserHeader, at.proxies); err != nil {
		return at, fmt.Errorf("header of the user: %w", err)
	}
	return at, nil
}

func (s *Server) app() (http.Handler, error) {
	app, err := proxy.NewPrefixes(s.underPrefix)
	if err != nil {
		return nil, err
	}
	return s.proxies.Handler(app, s.userHeader), nil
}

// underPrefix is the app for requests from which a proxy has removed a path.
func (s *Server) underPrefix(prefix string) (http.Handler, error) {
	return s.moved(prefix).handler(s.basePath)
}

// moved is the server with addresses below a prefix.
func (s *Server) moved(prefix string) *Server {
	moved := *s
	moved.url = web.NewURL(prefix+s.basePath, s.assets)
	moved.home, moved.canvas, moved.review = s.home.For(&moved), s.canvas.For(&moved), s.review.For(&moved)
	moved.history = history.New(&moved, moved.review)
	return &moved
}

// ChargeModel counts a new model for the address of the request, ChargeRender a picture.
func (s *Server) ChargeModel(c echo.Context) error  { return s.quotas.chargeModel(c) }
func (s *Server) ChargeRender(c echo.Context) error { return s.quotas.chargeRender(c) }

// ChargeImport counts an import for the address of the request.
func (s *Server) ChargeImport(c echo.Context) error { return s.quotas.chargeImport(c) }

// KeepDeleted is how long a deleted model can be restored; 0: for ever.
func (s *Server) KeepDeleted() time.Duration { return s.keepDeleted }

// Hub knows who reads what, and what was saved.
func (s *Server) Hub() *live.Hub { return s.hub }

// URL makes the addresses of pages, below the path under which a proxy serves them.
func (s *Server) URL() web.URL { return s.url }

// showMetrics answers Prometheus.
func (s *Server) showMetrics(c echo.Context) error {
	if s.privateMetrics && !operator.Asks(c.Request()) {
		return echo.ErrNotFound
	}
	s.metrics.ServeHTTP(c.Response(), c.Request())
	return nil
}

// tabRoutes are the pages of a model.
func (s *Server) tabRoutes() []feature.Route {
	var routes []feature.Route
	for _, tab := range workbench.Tabs {
		routes = append(routes, feature.Get("/m/:model/"+string(tab.Name), s.tab(tab.Name)))
	}
	return routes
}

// routes lists all routes of the site.
func (s *Server) routes() []feature.Route {
	return slices.Concat(
		s.siteRoutes(), help.Routes(s), derive.Routes(s), queries.Routes(s), sizes.Routes(s), s.tabRoutes(), s.canvas.Routes(),
		s.editRoutes(), s.assistRoutes(), s.home.Routes(), s.review.Routes(), s.history.Routes(), s.fileRoutes(), s.peopleRoutes(),
	)
}

// siteRoutes are those outside of a model.
func (s *Server) siteRoutes() []feature.Route {
	return []feature.Route{
		feature.Get(livePath, s.live),
		feature.Post(livePath, s.here),
		feature.Get("/jobs/:job", s.showJob),
		feature.Post("/jobs/:job/cancel", s.cancelJob),
		feature.Get("/letters/:version/style.css", lettersStyle),
		feature.Get("/letters/:version/:font", lettersFont),
		feature.Get("/healthz", echo.WrapHandler(http.HandlerFunc(monitor.Healthz))),
		feature.Get("/readyz", echo.WrapHandler(monitor.Readyz(s.store, s.log, operator.Asks))),
		feature.Get("/metrics", s.showMetrics),
		feature.Get(assets.Prefix+"*", echo.WrapHandler(s.assets)),
	}
}

// editRoutes open a model and change it.
func (s *Server) editRoutes() []feature.Route {
	return []feature.Route{
		feature.Get("/m/:model", s.openModel),
		feature.Post("/m/:model/cql/preview", s.Held(s.changeScript)),
		feature.Post("/m/:model/statements", s.Held(s.judgeStatements)),
		feature.Post("/m/:model/edit", s.Weighed(s.edit)),
	}
}

// assistRoutes help with the text in an editor.
func (s *Server) assistRoutes() []feature.Route {
	return []feature.Route{
		feature.Post("/m/:model/cql/check", s.Held(s.assistant(web.TabCQL, question.check))),
		feature.Post("/m/:model/cql/complete", s.Held(s.assistant(web.TabCQL, question.complete))),
		feature.Post("/m/:model/cql/hover", s.Held(s.assistant(web.TabCQL, question.hover))),
		feature.Post("/m/:model/cql/definition", s.Held(s.assistant(web.TabCQL, question.definition))),
		feature.Post("/m/:model/cql/format", s.Held(s.assistant(web.TabCQL, question.format))),
		feature.Post("/m/:model/cql/subject", s.Held(s.assistant(web.TabCQL, question.subject))),
		feature.Post("/m/:model/statements/check", s.Held(s.assistant(web.TabStatements, question.check))),
		feature.Post("/m/:model/statements/complete", s.Held(s.assistant(web.TabStatements, question.complete))),
		feature.Post("/m/:model/statements/hover", s.Held(s.assistant(web.TabStatements, question.hover))),
		feature.Post("/m/:model/statements/definition", s.Held(s.assistant(web.TabStatements, question.definition))),
		feature.Post("/m/:model/statements/format", s.Held(s.assistant(web.TabStatements, question.format))),
		feature.Post("/m/:model/statements/subject", s.Held(s.assistant(web.TabStatements, question.subject))),
	}
}

// fileRoutes are the files that a model can be downloaded as, and what its scripts ask for.
func (s *Server) fileRoutes() []feature.Route {
	return []feature.Route{
		feature.Get("/m/:model/schema.cql", s.exportCQL),
		feature.Get("/m/:model/model.json", s.exportJSON),
	}
}

func (s *Server) handler(base string) (http.Handler, error) {
	app := s.routed()
	app.Use(s.observe, secure, s.knownHost, laterAgain, sameOrigin(http.NewCrossOriginProtection()), limitBody)
	packed, err := compressing(app)
	if err != nil {
		return nil, err
	}
	return proxy.Below(base, string(s.url.Home()), packed), nil
}

// routed is the app without what each request passes first.
func (s *Server) routed() *echo.Echo {
	app := echo.New()
	app.IPExtractor = echo.ExtractIPDirect()
	app.HTTPErrorHandler = s.showError
	app.Use(addressed(s.url))
	for _, route := range s.routes() {
		handle := s.guarded(route)
		app.Add(route.Method, route.Path, handle)
		if route.Method == http.MethodGet {
			app.HEAD(route.Path, handle)
		}
	}
	return app
}
