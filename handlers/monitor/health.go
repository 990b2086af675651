package monitor

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"time"

	"widerow/store"
)

// Healthz reports that the process answers.
func Healthz(w http.ResponseWriter, _ *http.Request) { answer(w, http.StatusOK, "ok\n") }

// Readyz reports whether models can be read and saved, and the reason if not.
func Readyz(models store.Store, log *slog.Logger) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
		defer cancel()
		if err := models.Ping(ctx); err != nil {
			log.Error("not ready", "error", err)
			answer(w, http.StatusServiceUnavailable, "not ready: "+err.Error()+"\n")
			return
		}
		answer(w, http.StatusOK, "ready\n")
	}
}

func answer(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=UTF-8")
	w.WriteHeader(status)
	io.WriteString(w, text)
}
