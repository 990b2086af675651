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

	"widerow/handlers/workbench"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/labstack/echo/v4"

	"widerow/assets"
	"widerow/cql/compare"
	"widerow/diagram"
	"widerow/diagram/graph"
	"widerow/handlers/feature"
	"widerow/handlers/help"
	"widerow/handlers/job"
	"widerow/handlers/limit"
	"widerow/handlers/live"
	"widerow/handlers/monitor"
	"widerow/handlers/operator"
	"widerow/handlers/proxy"
	"widerow/handlers/sizes"
	"widerow/handlers/worker"
	"widerow/model"
	"widerow/model/discussion"
	"widerow/model/proposals"
	"widerow/model/seen"
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
	Live    *live.Hub
	Log     *slog.Logger     // nil: slog.Default
	Version string           // shown on the help page and in exports
	Now     func() time.Time // nil: time.Now
	IDs     model.IDs        // nil: made from the operation of a request; else safe for concurrent use
}

// Server holds the state that the handlers share.
type Server struct {
	store          store.Store
	layouter       graph.Layouter
	url            web.URL
	basePath       string // the configured base path, without a proxy's prefix
	hosts          proxy.Hosts
	proxies        proxy.Proxies
	userHeader     proxy.UserHeader
	assets         *assets.Files
	log            *slog.Logger
	version        string
	keepDeleted    time.Duration
	now            func() time.Time
	ids            model.IDs
	documents      *documentCache
	pictures       *pictureCache
	states         *lru.Cache[store.Hash, *compare.State]
	plans          *lru.Cache[[2]store.Hash, keptPlan]
	drawings       *workbench.Drawings
	discussions    *discussionCache
	sights         *limit.Cache[store.Hash, *seen.Seen]
	proposed       *limit.Cache[store.Hash, *proposals.Proposals]
	bases          *lru.Cache[takenKey, uint64]
	sizes          *lru.Cache[store.Hash, int64]
	editedBy       *lru.Cache[editorsKey, []string]
	inboxes        *lru.Cache[discussion.Person, inbox]
	concerned      *concerned
	models         *modelList
	fits           *lru.Cache[fitKey, string]
	hub            *live.Hub
	streams        *limit.Held
	buffers        *sync.Pool // of *bytes.Buffer, for pages
	metrics        *monitor.Metrics
	queue          *limit.Saves
	takenNames     *names
	budget         *limit.Budget // of imports, pages and pictures
	edits          *limit.Budget
	forms          *limit.Forms
	quotas         quotas
	privateMetrics bool
	workers        *worker.Pool
	jobs           *job.Board
	processor      time.Duration // of a large request
	parent         *worker.Link
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
	base, err := proxy.CleanPath(config.BasePath)
	if err != nil {
		return nil, err
	}
	hosts, err := proxy.ParseHosts(config.Hosts)
	if err != nil {
		return nil, fmt.Errorf("names of the server: %w", err)
	}
	proxies, err := proxy.Parse(config.Proxies)
	if err != nil {
		return nil, fmt.Errorf("trusted proxies: %w", err)
	}
	userHeader, err := proxy.ParseUserHeader(config.UserHeader, proxies)
	if err != nil {
		return nil, fmt.Errorf("header of the user: %w", err)
	}
	memory, processors := cmp.Or(config.Memory, defaultMemory), cmp.Or(config.Processors, runtime.GOMAXPROCS(0))
	files, queue := web.Assets(), limit.NewSaves(limit.DefaultSaveLimits)
	hub := config.Live
	if hub == nil {
		hub = live.NewHub(config.Now)
	}
	server := &Server{
		store: hub.Watch(config.Store), hub: hub, streams: limit.NewHeld(config.Quotas.Streams, defaultStreams(memory)), layouter: config.Layouter, url: web.NewURL(base, files), basePath: base, hosts: hosts, proxies: proxies, userHeader: userHeader, assets: files,
		log: config.Log, version: config.Version, keepDeleted: config.KeepDeleted, now: config.Now, ids: config.IDs,
		documents: newDocumentCache(), pictures: newPictureCache(), states: newStateCache(), plans: newPlanCache(), drawings: workbench.NewDrawings(cachedBytes),
		discussions: limit.NewCache[store.ModelID, discussed](cachedBytes), sights: limit.NewCache[store.Hash, *seen.Seen](cachedBytes), proposed: limit.NewCache[store.Hash, *proposals.Proposals](cachedBytes), bases: newCacheOf[takenKey, uint64](keptBases), sizes: newCacheOf[store.Hash, int64](keptSizes), editedBy: newCacheOf[editorsKey, []string](keptEditors), inboxes: newCacheOf[discussion.Person, inbox](keptInboxes), concerned: &concerned{}, models: &modelList{}, fits: newCacheOf[fitKey, string](keptFits), buffers: &sync.Pool{New: func() any { return new(bytes.Buffer) }}, metrics: monitor.NewMetrics(queue, config.Store), queue: queue, takenNames: newNames(), budget: newBudget(memory, processors), edits: newEdits(memory, processors), forms: newForms(memory),
	}
	server.metrics.Watch(server.budget)
	server.metrics.Follow(hub.Readers)
	server.setDefaults()
	server.quotas, server.privateMetrics = newQuotas(config.Quotas, server.now), config.PrivateMetrics
	server.workers, server.parent = config.Workers, config.Parent
	server.jobs = job.NewBoard(memory / 16)
	server.processor = cmp.Or(config.ProcessorTime, time.Minute)
	return server, nil
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
	return &moved
}

func (s *Server) setDefaults() {
	if s.log == nil {
		s.log = slog.Default()
	}
	if s.now == nil {
		s.now = time.Now
	}
}

// URL makes the addresses of pages, below the path under which a proxy serves them.
func (s *Server) URL() web.URL { return s.url }

// Now is the time of the server's clock.
func (s *Server) Now() time.Time { return s.now() }

// Store has the revisions of all models.
func (s *Server) Store() store.Store { return s.store }

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

// pictureRoutes are the diagrams as files, for our pages and for other sites.
func (s *Server) pictureRoutes() []feature.Route {
	var routes []feature.Route
	for _, tab := range workbench.Tabs {
		if tab.Diagram == "" {
			continue
		}
		for _, format := range diagram.Formats {
			file := fmt.Sprintf("/:model/%s.%s", tab.Diagram, format)
			routes = append(routes, feature.Get("/m"+file, s.picture(tab.Diagram, format)), feature.Get("/embed"+file, s.embedded(tab.Diagram, format)))
		}
		routes = append(routes, feature.Get("/embed/:model/"+string(tab.Diagram), s.embed(tab.Diagram, tab.Name)))
	}
	return routes
}

// routes lists all routes of the site.
func (s *Server) routes() []feature.Route {
	return slices.Concat(
		s.siteRoutes(), help.Routes(s), sizes.Routes(s), s.tabRoutes(), s.pictureRoutes(),
		s.editRoutes(), s.assistRoutes(), s.reviewRoutes(), s.fileRoutes(),
	)
}

// siteRoutes are those outside of a model.
func (s *Server) siteRoutes() []feature.Route {
	return []feature.Route{
		feature.Get("/", s.home),
		feature.Get("/deleted", s.deletedModels),
		feature.Post("/models", s.createModel),
		feature.Post("/examples/:slug", s.openExample),
		feature.Get("/examples/:slug/card.svg", s.examplePicture),
		feature.Get("/examples/:slug/:diagram", s.exampleDiagram),
		feature.Get("/import", s.importForm),
		feature.Post("/import", s.Held(s.importPreview)),
		feature.Post("/import/create", s.Held(s.importCreate)),
		feature.Get("/you", s.visitorForm),
		feature.Post("/you", s.saveVisitor),
		feature.Get("/inbox", s.showInbox),
		feature.Get("/inbox/count", s.showInboxCount),
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
		feature.Post("/m/:model/queries/complete", s.completeQuery),
		feature.Post("/m/:model/derive", s.trying(web.TabDerive, s.deriveTables)),
		feature.Post("/m/:model/recover", s.trying(web.TabRecover, s.recoverConcepts)),
		feature.Post("/m/:model/design", s.trying(web.TabDesign, s.designMoves)),
		feature.Post("/m/:model/layout", s.arranging(s.place)),
		feature.Post("/m/:model/undo", s.Weighed(s.undo)),
		feature.Post("/m/:model/redo", s.Weighed(s.redo)),
		feature.Post("/m/:model/restore", s.Weighed(s.restore)),
		feature.Post("/m/:model/copy", s.Weighed(s.copyModel)),
		feature.Get("/m/:model/delete", s.deleteForm),
		feature.Post("/m/:model/delete", s.deleteModel),
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

// reviewRoutes compare, discuss and merge what has changed.
func (s *Server) reviewRoutes() []feature.Route {
	return []feature.Route{
		feature.Get("/m/:model/name", s.nameForm),
		feature.Post("/m/:model/name", s.nameRevision),
		feature.Post("/m/:model/merge", s.Weighed(s.mergeModel)),
		feature.Get("/m/:model/compare", s.compare),
		feature.Get("/m/:model/compare.svg", s.comparePicture(diagram.FormatSVG)),
		feature.Get("/m/:model/compare.png", s.comparePicture(diagram.FormatPNG)),
		feature.Get("/m/:model/migration.cql", s.migrationFile(false)),
		feature.Get("/m/:model/migration.md", s.migrationFile(true)),
		feature.Post("/m/:model/proposals", s.Weighed(s.createProposal)),
		feature.Post("/m/:model/proposals/rules", s.saveRules),
		feature.Get("/m/:model/proposals/:number", s.openProposal),
		feature.Get("/m/:model/proposals/:number/review.html", s.reviewFile("html")),
		feature.Get("/m/:model/proposals/:number/review.md", s.reviewFile("md")),
		feature.Get("/m/:model/proposals/:number/review.pdf", s.reviewFile("pdf")),
		feature.Post("/m/:model/proposals/:number", s.Weighed(s.changeProposal)),
		feature.Post("/m/:model/comments", s.comment),
		feature.Post("/m/:model/seen", s.see),
		feature.Get("/m/:model/threads/:thread", s.openThread),
	}
}

// fileRoutes are the files that a model can be downloaded as, and what its scripts ask for.
func (s *Server) fileRoutes() []feature.Route {
	return []feature.Route{
		feature.Get("/m/:model/card.svg", s.cardPicture),
		feature.Get("/m/:model/schema.cql", s.exportCQL),
		feature.Get("/m/:model/model.json", s.exportJSON),
		feature.Get("/m/:model/palette.json", s.showPalette),
		feature.Get("/m/:model/tidy.json", s.offerTidy),
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
	for _, route := range s.routes() {
		app.Add(route.Method, route.Path, route.Handle)
		if route.Method == http.MethodGet {
			app.HEAD(route.Path, route.Handle)
		}
	}
	return app
}
