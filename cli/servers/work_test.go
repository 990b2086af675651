package servers

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"syscall"
	"testing"
	"time"
)

// calls are the events that webhooks have reported, by their text.
type calls chan string

// startReceiver starts a server that webhooks call, and returns its host.
func startReceiver(t *testing.T) (host string, got calls) {
	t.Helper()
	got = make(calls, 100)
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || !json.Valid(body) {
			t.Errorf("a webhook reports %q: %v", body, err)
		}
		got <- string(body)
		w.WriteHeader(http.StatusNoContent)
	}))
	t.Cleanup(receiver.Close)
	return strings.TrimPrefix(receiver.URL, "http://"), got
}

// wantOnce waits until a comment has been reported, and checks that it is the next one reported. A server that
// ended while it reported another one, repeated, may not have noted that.
func (c calls) wantOnce(t *testing.T, comment, repeated string) {
	t.Helper()
	select {
	case text := <-c:
		if repeated != "" && strings.Contains(text, repeated) {
			c.wantOnce(t, comment, "")
			return
		}
		if !strings.Contains(text, comment) {
			t.Errorf("reported is %s, want the comment %q", text, comment)
		}
	case <-time.After(2 * time.Minute):
		t.Fatalf("the comment %q is not reported", comment)
	}
}

// wantReports checks that a comment at any server is reported once, by the one that has the lease, also after a
// server has ended.
func wantReports(t *testing.T, ada *http.Client, model string, one, two *server, host string, got calls) {
	t.Helper()
	send := func(s *server, path string, form url.Values) {
		t.Helper()
		if status, _ := visit(t, ada, s, "m/"+model+path, form); status >= 400 {
			t.Fatalf("%s at %s: %d", path, s.listen, status)
		}
	}
	send(two, "/webhooks", url.Values{"do": {"add"}, "url": {"http://" + host + "/in"}, "form": {"json"}, "event": {"model.commented"}})
	time.Sleep(time.Second) // a server compares its webhooks with the store every half a second
	comment := func(s *server, text string) {
		t.Helper()
		send(s, "/comments", url.Values{"do": {"open"}, "text": {text}})
	}
	comment(one, "first comment")
	got.wantOnce(t, "first comment", "")
	comment(two, "second comment")
	got.wantOnce(t, "second comment", "")
	if long() {
		one.kill() // its leases end after 30 s
	} else {
		one.signal(syscall.SIGTERM) // it gives them back
	}
	comment(two, "third comment")
	got.wantOnce(t, "third comment", "second comment")
	select {
	case text := <-got:
		t.Errorf("reported twice: %s", text)
	default:
	}
}

// wantLimit checks that what one address makes at several servers counts together.
func wantLimit(t *testing.T, ada *http.Client, limit int, servers ...*server) {
	t.Helper()
	isRefused := func(s *server) bool {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url("models"), strings.NewReader("name=Limited"))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		request.Header.Set("X-Forwarded-For", "203.0.113.7") // this machine has no limit
		response, err := ada.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusSeeOther && response.StatusCode != http.StatusTooManyRequests {
			t.Fatalf("make a model: %s", response.Status)
		}
		return response.StatusCode == http.StatusTooManyRequests
	}
	for made := range limit {
		if isRefused(servers[0]) {
			t.Fatalf("refused after %d of %d models", made, limit)
		}
	}
	// The servers tell each other within a second; on a busy machine the other one may make some more.
	time.Sleep(1500 * time.Millisecond)
	for made := range limit {
		if isRefused(servers[1]) {
			return
		}
		if made > 0 {
			time.Sleep(5 * time.Second)
		}
	}
	t.Errorf("%d models at one server, and as many at the other one", limit)
}
