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

// quiet are the paths that monitoring and open pages ask for every few seconds; they
// are not logged.
var quiet = map[string]bool{"/healthz": true, "/readyz": true, "/metrics": true, livePath: true}

// observe gives the request an ID, recovers from panics, logs and counts.
func (s *saver) observe(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		start := s.Now()
		id := rand.Text()[:12]
		c.Response().Header().Set(requestNumber, id)
		c.Set("request", id)
		if err := recovering(next, c); err != nil {
			c.Error(err)
		}
		s.record(c, id, s.Now().Sub(start))
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

func (s *saver) record(c echo.Context, id string, took time.Duration) {
	status := c.Response().Status
	if c.Path() != livePath || status >= 400 || c.Request().Method != http.MethodGet { // a stream is not a slow request
		s.metrics.Observe(c.Path(), c.Request().Method, status, took)
	}
	if quiet[c.Request().URL.Path] && status < 400 {
		return
	}
	s.log.LogAttrs(c.Request().Context(), slog.LevelInfo, "request",
		slog.String("id", id), slog.String("method", c.Request().Method), slog.String("path", c.Request().URL.Path),
		slog.Int("status", status), slog.Duration("took", took.Round(time.Microsecond)), slog.Int64("bytes", c.Response().Size))
}
