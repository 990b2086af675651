package monitor

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"time"

	"widerow/store"
)

// Healthz reports that the process answers.
func Healthz(w http.ResponseWriter, _ *http.Request) { answer(w, http.StatusOK, "ok\n") }

// reasons are the descriptions of errors for strangers, without the server's paths. The first match
// applies.
var reasons = []struct {
	is   error
	text string
}{
	{store.ErrReplaced, "the data file was removed, moved, replaced or cut off"},
	{store.ErrLimit, "the data file has reached its limit"},
	{store.ErrFull, "the disk is full"},
	{store.ErrReadOnly, "the data cannot be written"},
	{store.ErrUnavailable, "the database does not answer"},
	{store.ErrCorrupt, "the data file is damaged"},
	{store.ErrNewerFormat, "the data file is of a newer version"},
	{store.ErrClosed, "the server is stopping"},
	{context.DeadlineExceeded, "the disk does not answer in time"},
}

func reason(err error) string {
	for _, row := range reasons {
		if errors.Is(err, row.is) {
			return row.text
		}
	}
	return "the disk or the data file fails"
}

// Readyz reports whether models can be read and saved, and the reason if not. What to
// do about it is in the log, and in the answer to an operator.
func Readyz(models store.Store, log *slog.Logger, operator func(*http.Request) bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
		defer cancel()
		if err := models.Ping(ctx); err != nil {
			log.Error("not ready", "error", err)
			text := reason(err) + "; see the log of the server"
			if operator(r) {
				text = err.Error()
			}
			answer(w, http.StatusServiceUnavailable, "not ready: "+text+"\n")
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
