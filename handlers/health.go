package handlers

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
)

// healthz reports that the process answers.
func (s *Server) healthz(c echo.Context) error {
	return c.String(http.StatusOK, "ok\n")
}

// readyz reports whether models can be read and saved.
func (s *Server) readyz(c echo.Context) error {
	ctx, cancel := context.WithTimeout(c.Request().Context(), 2*time.Second)
	defer cancel()
	if err := s.store.Ping(ctx); err != nil {
		s.log.Error("not ready", "error", err)
		return c.String(http.StatusServiceUnavailable, "store: "+userText(err)+"\n")
	}
	return c.String(http.StatusOK, "ready\n")
}
