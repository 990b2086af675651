package handlers

import (
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/labstack/echo/v4"
)

// bodyLimit is the largest request body, in bytes: an import of a script or a
// document.
const bodyLimit = 5 << 20

// pagePolicy lets a page load only files of the app itself, and no inline
// scripts or styles. Browsers draw some form controls with data: images.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// secure sets the security headers of every answer. A handler that serves
// other active content (SVG) replaces the policy with its own.
func secure(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		header := c.Response().Header()
		header.Set("Content-Security-Policy", pagePolicy)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "same-origin")
		header.Set("Cross-Origin-Opener-Policy", "same-origin")
		return next(c)
	}
}

// sameOrigin rejects changes requested by pages of other sites.
func sameOrigin(protection *http.CrossOriginProtection) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if err := protection.Check(c.Request()); err != nil {
				return &pageError{http.StatusForbidden, "This was sent by another site", "Nothing was changed. Open the model here and make the change with its own buttons. " +
					"If you did: a proxy in front of Widerow must pass the Host header on.", err}
			}
			return next(c)
		}
	}
}

func limitBody(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		request := c.Request()
		if request.ContentLength > bodyLimit {
			return &http.MaxBytesError{Limit: bodyLimit}
		}
		request.Body = http.MaxBytesReader(c.Response(), request.Body, bodyLimit)
		return next(c)
	}
}

// quiet are the paths that monitoring polls every few seconds; they are not
// logged.
var quiet = map[string]bool{"/healthz": true, "/readyz": true, "/metrics": true}

// observe gives the request an ID, recovers from panics, logs and counts.
func (s *Server) observe(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		start := s.now()
		id := rand.Text()[:12]
		c.Response().Header().Set("X-Request-Id", id)
		c.Set("request", id)
		if err := recovering(next, c); err != nil {
			c.Error(err)
		}
		s.record(c, id, s.now().Sub(start))
		return nil
	}
}

func recovering(next echo.HandlerFunc, c echo.Context) (err error) {
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("panic: %v\n%s", caught, debug.Stack())
		}
	}()
	return next(c)
}

func (s *Server) record(c echo.Context, id string, took time.Duration) {
	status := c.Response().Status
	s.metrics.observe(c.Path(), c.Request().Method, status, took)
	if quiet[c.Request().URL.Path] && status < 400 {
		return
	}
	s.log.LogAttrs(c.Request().Context(), slog.LevelInfo, "request",
		slog.String("id", id), slog.String("method", c.Request().Method), slog.String("path", c.Request().URL.Path),
		slog.Int("status", status), slog.Duration("took", took.Round(time.Microsecond)), slog.Int64("bytes", c.Response().Size))
}
