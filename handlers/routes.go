package handlers

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/assets"
	"widerow/handlers/advice"
	"widerow/handlers/connections"
	"widerow/handlers/console"
	"widerow/handlers/cql"
	"widerow/handlers/derive"
	"widerow/handlers/feature"
	"widerow/handlers/help"
	"widerow/handlers/identity"
	"widerow/handlers/monitor"
	"widerow/handlers/operator"
	"widerow/handlers/proxy"
	"widerow/handlers/queries"
	"widerow/handlers/sizes"
)

// routes lists all routes of the site: each feature adds its rows. What each needs is in
// access.go.
func (s *Server) routes() []feature.Route {
	return slices.Concat(
		s.siteRoutes(), s.tabRoutes(), s.canvas.Routes(), queries.Routes(s), derive.Routes(s), sizes.Routes(s), advice.Routes(s), cql.Routes(s),
		s.home.Routes(), s.review.Routes(), s.history.Routes(), help.Routes(s), s.connecting().Routes(),
		console.Routes(s, s.connecting(), s.ran), s.gate().routes(), s.gate().apiRoutes(),
		(&liveStreams{s}).routes(), (&jobPages{s, s.large}).routes(),
	)
}

// gate lets the requests of the server through.
func (s *Server) gate() *gate { return &gate{s} }

// connecting is the feature of connections to clusters.
func (s *Server) connecting() *connections.Feature {
	return connections.New(s, s.settings.connections, s.home, s.review, func(c echo.Context) connections.Person {
		person, signIn := personOf(c), s.guard != nil && s.guard.Mode != identity.None
		return connections.Person{Account: person.Account, Admin: !signIn || s.guard.Governs(person), Program: person.Token != nil}
	})
}

// siteRoutes belong to no feature.
func (s *Server) siteRoutes() []feature.Route {
	return []feature.Route{
		feature.Get("/letters/:version/style.css", lettersStyle),
		feature.Get("/letters/:version/:font", lettersFont),
		feature.Get("/healthz", echo.WrapHandler(http.HandlerFunc(monitor.Healthz))),
		feature.Get("/readyz", echo.WrapHandler(monitor.Readyz(s.store, s.log, operator.Asks))),
		feature.Get("/metrics", metricsFor(s.metrics, s.privateMetrics)),
		feature.Get(assets.Prefix+"*", echo.WrapHandler(s.assets)),
	}
}

// metricsFor answers Prometheus; private metrics are only for the operator.
func metricsFor(metrics http.Handler, private bool) echo.HandlerFunc {
	show := echo.WrapHandler(metrics)
	return func(c echo.Context) error {
		if private && !operator.Asks(c.Request()) {
			return echo.ErrNotFound
		}
		return show(c)
	}
}

// tabRoutes are the pages of a model.
func (s *Server) tabRoutes() []feature.Route {
	routes := []feature.Route{feature.Get("/m/:model", s.openModel)}
	for _, tab := range feature.Tabs {
		routes = append(routes, feature.Get("/m/:model/"+string(tab.Name), s.tab(tab.Name)))
	}
	return routes
}

func (s *Server) app() (http.Handler, error) {
	app, err := proxy.NewPrefixes(s.underPrefix)
	if err != nil {
		return nil, err
	}
	return s.proxies.HandlerOf(app, s.userHeader, s.groupsHeader), nil
}

// underPrefix is the app for requests from which a proxy has removed a path.
func (s *Server) underPrefix(prefix string) (http.Handler, error) {
	return s.moved(prefix).handler(s.basePath)
}

func (s *Server) handler(base string) (http.Handler, error) {
	if missing := unlisted(s.routes()); len(missing) > 0 {
		return nil, fmt.Errorf("routes that access.go does not list: %s", strings.Join(missing, ", "))
	}
	app := s.routed()
	app.Use(s.observe, secure, knownHost(s, s.hosts), laterAgain, sameOrigin(http.NewCrossOriginProtection()), limitBody)
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
	app.HTTPErrorHandler = (&errorPages{s, s.history}).showError
	app.Use(addressed(s.url))
	gate := s.gate()
	for _, route := range s.routes() {
		handle := gate.guarded(route)
		app.Add(route.Method, route.Path, handle)
		if route.Method == http.MethodGet {
			app.HEAD(route.Path, handle)
		}
	}
	return app
}
