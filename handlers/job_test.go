package handlers_test

import (
	"log/slog"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"widerow/diagram/engine/process"
	"widerow/diagram/layout/layouttest"
	"widerow/handlers"
	"widerow/handlers/worker"
)

// newSlowSite is a site whose large requests get an address at once.
func newSlowSite(t *testing.T) *site {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	pool := worker.NewPool(worker.Options{
		Options: process.Options{Command: []string{self, childVerb}, Env: os.Environ(), Stderr: os.Stderr, Size: 1, Idle: time.Minute},
		Longest: time.Hour,
	})
	t.Cleanup(func() { pool.Close() })
	server, err := handlers.NewServer(handlers.Config{Store: newStore(), Layouter: layouttest.Grid{}, Log: slog.New(slog.DiscardHandler), Workers: pool})
	if err != nil {
		t.Fatal(err)
	}
	server.Soon(time.Millisecond)
	return newSiteOf(t, server)
}

var asBrowser = []string{"Accept", "text/html"}

// The answer to a request that takes long waits at an address, and sending the request
// twice gives the same.
func TestLongRequestHasAnAddress(t *testing.T) {
	s := newSlowSite(t)
	sent := form("text", largeScript(100), "name", "Shop", "operation", "once")
	address := s.want(http.StatusSeeOther, s.post("/import", sent, asBrowser...)).Header.Get("Location")
	if !strings.HasPrefix(address, "/jobs/") {
		t.Fatalf("sent to %s", address)
	}
	var page answer
	for until := time.Now().Add(time.Minute); time.Now().Before(until); time.Sleep(10 * time.Millisecond) {
		if page = s.get(address); page.StatusCode != http.StatusAccepted {
			break
		}
		if !strings.Contains(page.body, "Working on it") || !strings.Contains(page.body, `<noscript><meta http-equiv="refresh"`) {
			t.Fatalf("the page does not look again by itself:\n%.900s", page.body)
		}
	}
	if page.StatusCode != http.StatusOK || !byWorker(page) || !strings.Contains(page.body, "table_99") {
		t.Errorf("status %d at the address of the answer", page.StatusCode)
	}
	if again := s.get(address); again.body != page.body {
		t.Error("the answer does not wait")
	}
	if again := s.post("/import", sent, asBrowser...); again.body != page.body {
		t.Error("what was sent twice has run twice")
	}
	if other := s.visitor().get(address); other.StatusCode != http.StatusGone {
		t.Errorf("somebody else gets the answer: status %d", other.StatusCode)
	}
}

// A job can be cancelled, and its page then offers to start it again.
func TestLongRequestIsCancelled(t *testing.T) {
	s := newSlowSite(t)
	sent := form("text", largeScript(100)+"-- "+stopWorker, "name", "Shop")
	address := s.want(http.StatusSeeOther, s.post("/import", sent, append(asBrowser, "Referer", s.base+"/import")...)).Header.Get("Location")
	page := s.want(http.StatusAccepted, s.get(address)).body
	path, from, _ := strings.Cut(address, "?")
	if !strings.Contains(page, `action="`+path+"/cancel?"+from+`"`) {
		t.Errorf("the page has no button to cancel:\n%s", page)
	}
	s.want(http.StatusSeeOther, s.post(path+"/cancel?"+from, nil))
	for until := time.Now().Add(time.Minute); time.Now().Before(until); time.Sleep(10 * time.Millisecond) {
		if ended := s.get(address); ended.StatusCode != http.StatusAccepted {
			if ended.StatusCode != http.StatusGone || !strings.Contains(ended.body, "Cancelled") || !strings.Contains(ended.body, `href="/import"`) {
				t.Errorf("status %d\n%s", ended.StatusCode, ended.body)
			}
			break
		}
	}
	s.want(http.StatusSeeOther, s.post("/import", form("text", largeScript(100), "name", "Shop"), asBrowser...))
}

// An address of before a restart says so, and where to start again.
func TestAddressOfBeforeARestart(t *testing.T) {
	page := newSite(t).get("/jobs/OLDSTART0123456789?from=%2Fm%2Fx%2Fderive")
	if page.StatusCode != http.StatusGone || !strings.Contains(page.body, "The server has restarted") || !strings.Contains(page.body, `href="/m/x/derive"`) {
		t.Errorf("status %d\n%s", page.StatusCode, page.body)
	}
	if other := newSite(t).get("/jobs/OLD?from=%2F%2Fexample.org"); strings.Contains(other.body, `href="//example.org`) {
		t.Error("the page links to another site")
	}
}
