package handlers_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"widerow/handlers"
	"widerow/handlers/identity"
	"widerow/handlers/webhooks"
	"widerow/model"
	"widerow/model/diff"
	"widerow/store"
	"widerow/store/sessions"
)

// TestWebhookPages: an owner makes a webhook for a listed server, sees how deliveries went,
// sends one again and removes it; nobody else does.
func TestWebhookPages(t *testing.T) {
	calls, status := make(chan string, 10), http.StatusTeapot
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(status)
		calls <- r.Header.Get("Widerow-Event")
	}))
	defer other.Close()
	host := strings.TrimPrefix(other.URL, "http://")
	s := newTeamWith(t, identity.Password, store.NewMemory(store.Options{Apply: diff.Apply, MaxDocument: model.MaxSize}), hooking(t, host))
	page := "/m/" + string(s.model) + "/webhooks"
	add := url.Values{"do": {"add"}, "url": {other.URL + "/in/secret-part"}, "form": {"json"}, "event": {"proposal.opened", "model.commented"}}

	for _, name := range []string{"ed", "vic"} {
		if got := s.do("POST", page, add, s.as(name)...); got.StatusCode != http.StatusForbidden {
			t.Errorf("%s makes a webhook: %d", name, got.StatusCode)
		}
	}
	for _, wrong := range []url.Values{
		{"do": {"add"}, "url": {"http://elsewhere.example.org/x"}, "form": {"json"}, "event": {"proposal.opened"}},
		{"do": {"add"}, "url": {other.URL}, "form": {"xml"}, "event": {"proposal.opened"}},
		{"do": {"add"}, "url": {other.URL}, "form": {"json"}},
		{"do": {"add"}, "url": {other.URL}, "form": {"json"}, "event": {"everything"}},
	} {
		got := s.do("POST", page, wrong, s.as("ada")...)
		if got.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(got.body, `value="`+wrong.Get("url")+`"`) {
			t.Errorf("%v: %d, or what was typed is gone", wrong, got.StatusCode)
		}
	}
	made := s.do("POST", page, add, s.as("ada")...)
	if made.StatusCode != http.StatusOK || strings.Contains(made.body, "secret-part") || !strings.Contains(made.body, host) {
		t.Fatalf("make a webhook: %d\n%.3000s", made.StatusCode, made.body)
	}
	secret := regexp.MustCompile(`id="secret">([A-Za-z0-9_-]{43})<`).FindStringSubmatch(made.body)
	hook := regexp.MustCompile(`name="hook" value="([^"]+)"`).FindStringSubmatch(made.body)
	if secret == nil || hook == nil {
		t.Fatalf("the page shows no key or no webhook:\n%.3000s", made.body)
	}
	if got := s.do("GET", page, nil, s.as("root")...); strings.Contains(got.body, secret[1]) {
		t.Error("the key is shown again")
	}

	said := s.do("POST", "/m/"+string(s.model)+"/comments", url.Values{"do": {"open"}, "text": {"Why?"}}, s.as("cleo")...)
	if said.StatusCode >= 400 {
		t.Fatalf("comment: %d\n%.500s", said.StatusCode, said.body)
	}
	if got := <-calls; got != "model.commented" {
		t.Errorf("told %q", got)
	}
	shown := s.until(page, "ada", "answered 418")
	delivery := regexp.MustCompile(`name="delivery" value="([^"]+)"`).FindStringSubmatch(shown)[1]
	status = http.StatusNoContent
	again := url.Values{"do": {"again"}, "hook": {hook[1]}, "delivery": {delivery}}
	if got := s.do("POST", page, again, s.as("ada")...); got.StatusCode != http.StatusSeeOther {
		t.Errorf("send again: %d", got.StatusCode)
	}
	<-calls
	s.until(page, "ada", "sent, 204")

	if got := s.do("POST", "/webhooks", again, s.as("root")...); got.StatusCode != http.StatusNotFound {
		t.Errorf("a webhook of a model on the page of all models: %d", got.StatusCode)
	}
	if got := s.do("POST", page, url.Values{"do": {"remove"}, "hook": {hook[1]}}, s.as("ada")...); got.StatusCode != http.StatusSeeOther {
		t.Errorf("remove: %d", got.StatusCode)
	}
	if got := s.do("GET", page, nil, s.as("ada")...); strings.Contains(got.body, "Send again") {
		t.Error("the deliveries of a removed webhook are shown")
	}
	if got := s.do("GET", "/audit?action=webhook", nil, s.as("root")...); strings.Count(got.body, "a webhook") != 2 {
		t.Errorf("the audit log has not both: %.2000s", got.body)
	}
}

// hooking lets a server call another one.
func hooking(t *testing.T, host string) func(*handlers.Config) {
	return func(config *handlers.Config) {
		file, err := sessions.Open(filepath.Join(t.TempDir(), "webhooks"), sessions.Options{})
		if err != nil {
			t.Fatal(err)
		}
		sender, err := webhooks.Open(webhooks.Config{
			Allowed: webhooks.Allowed{Hosts: []string{host}, Private: true}, Directory: config.Guard.Keeper.Directory, Store: config.Store,
			Outbox: file, Base: "http://widerow.example.org/", Log: slog.New(slog.DiscardHandler),
		})
		if err != nil {
			t.Fatal(err)
		}
		config.People.Webhooks = sender
		ended := make(chan struct{})
		go func() { sender.Run(t.Context()); close(ended) }()
		t.Cleanup(func() { <-ended; file.Close() })
	}
}

// until waits until a page has a text, and returns the page.
func (s *team) until(page, name, text string) string {
	s.t.Helper()
	for {
		got := s.do("GET", page, nil, s.as(name)...)
		if strings.Contains(got.body, text) {
			return got.body
		}
		if s.t.Context().Err() != nil {
			s.t.Fatalf("the page never shows %q:\n%.3000s", text, got.body)
		}
	}
}
