package handlers

import (
	"bytes"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"widerow/diagram/layout"
)

// A client that leaves in the middle of an upload is no fault of the server: nothing in
// the log is an error.
func TestAbortedUploads(t *testing.T) {
	oneByOne(t)
	var log bytes.Buffer
	made, err := newServer(Config{Store: newStore(), Layouter: layout.Grid{}, Version: "test", Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))})
	if err != nil {
		t.Fatal(err)
	}
	app, err := made.app()
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
	s := (&site{t: t, store: made.store, base: server.URL}).visitor()
	model := s.open("hotel")
	address, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	for _, route := range made.routes() {
		if route.method != http.MethodPost {
			continue
		}
		path := strings.NewReplacer("/m/:model", model, ":number", "1", ":slug", "hotel").Replace(route.path)
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
