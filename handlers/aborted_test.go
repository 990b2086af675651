package handlers_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"widerow/diagram/layout/layouttest"
	"widerow/handlers"
)

// A client that leaves in the middle of an upload is no fault of the server: nothing in
// the log is an error.
func TestAbortedUploads(t *testing.T) {
	oneByOne(t)
	var log bytes.Buffer
	made, err := handlers.NewServer(handlers.Config{Store: newStore(), Layouter: layouttest.Grid{}, Version: "test",
		Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))})
	if err != nil {
		t.Fatal(err)
	}
	app, err := made.App()
	if err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		running.Add(1)
		defer running.Done()
		app.ServeHTTP(w, r)
	}))
	defer server.Close()
	s := (&site{t: t, store: made.Store(), base: server.URL}).visitor()
	model := s.open("hotel")
	address, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	for _, route := range made.Routes() {
		if route.Method != http.MethodPost {
			continue
		}
		path := strings.NewReplacer("/m/:model", model, ":number", "1", ":slug", "hotel").Replace(route.Path)
		for kind, start := range map[string]string{
			"application/x-www-form-urlencoded": "text=CREATE",
			"multipart/form-data; boundary=x":   "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.cql\"\r\n\r\nCREATE",
		} {
			for _, reset := range []bool{false, true} {
				abort(t, address.Host, fmt.Sprintf("POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: %s\r\nContent-Length: 1000000\r\n\r\n%s",
					path, address.Host, kind, start), reset)
			}
		}
	}
	server.Close()
	running.Wait()
	if log.Len() > 0 {
		t.Errorf("the log of aborted uploads:\n%.3000s", &log)
	}
}

// abort sends a part of a request and closes the connection, or resets it.
func abort(t *testing.T, host, request string, reset bool) {
	t.Helper()
	connection, err := net.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	if _, err := connection.Write([]byte(request)); err != nil {
		t.Fatal(err)
	}
	if reset {
		if err := connection.(*net.TCPConn).SetLinger(0); err != nil {
			t.Fatal(err)
		}
	}
}

// A request that a stopping server has ended gets a page that says so, not an empty one.
func TestStoppingServerAnswers(t *testing.T) {
	server, err := handlers.NewServer(handlers.Config{Store: newStore(), Layouter: layouttest.Grid{}, Version: "test", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	app, err := server.App()
	if err != nil {
		t.Fatal(err)
	}
	model := newSiteOf(t, server).open("hotel")
	for _, kind := range []string{"", "partial"} {
		ctx, stop := context.WithCancelCause(t.Context())
		stop(handlers.ErrStopping)
		request := httptest.NewRequestWithContext(ctx, http.MethodPost, "http://localhost"+model+"/restore", strings.NewReader(form("revision", "1").Encode()))
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		request.Header.Set("HX-Request-Type", kind)
		recorder := httptest.NewRecorder()
		app.ServeHTTP(recorder, request)
		if body := recorder.Body.String(); recorder.Code != http.StatusServiceUnavailable || !strings.Contains(body, "the server is stopping") {
			t.Errorf("%q: status %d: %.300s", kind, recorder.Code, body)
		}
	}
}
