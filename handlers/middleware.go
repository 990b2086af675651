package handlers

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/klauspost/compress/gzhttp"
	"github.com/labstack/echo/v4"

	"widerow/assets"
	"widerow/handlers/api"
	"widerow/handlers/feature"
	"widerow/handlers/proxy"
	"widerow/web"
)

// bodyLimit is the largest request body, in bytes: an import of a script or a
// document.
const bodyLimit = 5 << 20

// secure sets the security headers of every answer. A handler that serves
// other active content (SVG) replaces the policy with its own.
func secure(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		header := c.Response().Header()
		header.Set("Content-Security-Policy", web.Policy)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "same-origin")
		header.Set("Cross-Origin-Opener-Policy", "same-origin")
		return next(c)
	}
}

// retryAfter is the number of seconds after which a request that was turned away
// should be sent again.
const retryAfter = "3"

// laterAgain adds to every answer that the server is too busy, or cannot save at
// the moment, when to ask again.
func laterAgain(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		response := c.Response()
		response.Before(func() {
			if response.Status == http.StatusServiceUnavailable && response.Header().Get("Retry-After") == "" {
				response.Header().Set("Retry-After", retryAfter)
			}
		})
		return next(c)
	}
}

// urlKey is the key of the server's addresses in the context of a request.
const urlKey = "url"

// addressed gives requests the addresses of the server, which differ by the path that a
// proxy removes.
func addressed(at web.URL) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			c.Set(urlKey, at)
			return next(c)
		}
	}
}

func urlOf(c echo.Context) web.URL { return c.Get(urlKey).(web.URL) }

// knownHost rejects requests for a host that is not the server's. Style sheets,
// scripts and fonts are the same for everyone; the page that explains the
// refusal uses them.
func knownHost(s feature.Site, hosts proxy.Hosts) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			name := hosts.Unknown(c.Request())
			if name == "" || strings.HasPrefix(c.Request().URL.Path, assets.Prefix) {
				return next(c)
			}
			c.Response().Header().Set("Cache-Control", "no-store")
			if api.Asked(c) {
				return feature.NewError(http.StatusForbidden, "This server has no such name", web.UnknownHostText(name), nil)
			}
			if wantsText(c) || c.Request().Method != http.MethodGet {
				return c.String(http.StatusForbidden, web.UnknownHostText(name))
			}
			return s.Show(c, http.StatusForbidden, web.UnknownHost(s.Page(c, "This server has no such name"), name))
		}
	}
}

// sameOrigin rejects changes requested by pages of other sites.
func sameOrigin(protection *http.CrossOriginProtection) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if err := protection.Check(c.Request()); err != nil {
				return feature.NewError(http.StatusForbidden, "This was sent by another site",
					"Nothing was changed. Open the model here and make the change with its own buttons. "+
						"If you did: a proxy in front of Widerow must pass the Host header on.", err)
			}
			return next(c)
		}
	}
}

func limitBody(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		request, limit := c.Request(), int64(bodyLimit)
		if strings.HasPrefix(request.URL.Path, apiPath) {
			limit = api.MaxBody
		}
		if request.ContentLength > limit {
			return &http.MaxBytesError{Limit: limit}
		}
		request.Body = http.MaxBytesReader(c.Response(), request.Body, limit)
		return next(c)
	}
}

// compressedTypes are the content types worth compressing. PNG, PDF and WOFF2
// are compressed already, and package assets encodes its own files.
var compressedTypes = []string{"text/html", "text/plain", "application/json", "image/svg+xml"}

// compressing compresses answers for clients that accept gzip, unless the
// compressed length could reveal their content: see docs/adr/0009.
func compressing(app http.Handler) (http.Handler, error) {
	pack, err := gzhttp.NewWrapper(gzhttp.ContentTypes(compressedTypes), gzhttp.EnableZstd(false))
	if err != nil {
		return nil, fmt.Errorf("compress answers: %w", err)
	}
	packed := pack(app)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if crossSite(r) || r.URL.Path == livePath { // a stream is sent message by message
			r.Header.Del("Accept-Encoding")
		}
		packed.ServeHTTP(w, r)
	}), nil
}

// crossSite reports whether a page of another site made the browser send the
// request without a click of the visitor.
func crossSite(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	return (site == "cross-site" || site == "same-site") && r.Header.Get("Sec-Fetch-User") == "" && !strings.HasPrefix(r.URL.Path, "/embed/")
}

// wantsText reports whether the request is for an export. Programs that fetch one
// expect text, not a page.
func wantsText(c echo.Context) bool {
	path := c.Request().URL.Path
	for _, suffix := range []string{".svg", ".png", ".pdf", ".cql", ".json"} {
		if strings.HasSuffix(path, suffix) {
			return true
		}
	}
	return strings.HasPrefix(path, assets.Prefix)
}

// livePath is the address of the stream of live updates.
const livePath = "/live"

// requestNumber is the header with the number of a request in the log.
const requestNumber = "X-Request-Id"

// apiPath begins the paths for programs.
const apiPath = "/api/"
