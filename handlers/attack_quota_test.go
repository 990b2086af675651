package handlers_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"widerow/diagram/layout/layouttest"
	"widerow/handlers"
	"widerow/handlers/operator"
)

// One address cannot fill the server. Other addresses, and this machine, are not
// affected.
func TestAttackQuotas(t *testing.T) {
	s := newSiteWith(t, handlers.Config{Store: newStore(), Proxies: []string{"127.0.0.1"}, Quotas: handlers.Quotas{Models: 3, Imports: 2, Renders: 2}})
	from := func(address string) []string { return []string{"X-Forwarded-For", address} }
	script := form("text", "CREATE TABLE shop.t (id uuid PRIMARY KEY);", "name", "My shop")
	attack := map[string]func(address string) answer{
		"a new model": func(address string) answer { return s.post("/models", form("name", "x"), from(address)...) },
		"an example":  func(address string) answer { return s.post("/examples/hotel", url.Values{}, from(address)...) },
		"a preview":   func(address string) answer { return s.post("/import", script, from(address)...) },
	}
	path := s.open("hotel")
	next := 0
	attack["a picture"] = func(address string) answer {
		next++
		return s.get(path+fmt.Sprintf("/physical.svg?scale=%d&legend=%d&titleblock=%d", 1+next%3, next/3%2, next/6%2), from(address)...)
	}
	address := 0
	for name, request := range attack {
		address++
		attacker := "192.0.2." + string(rune('0'+address))
		var refused answer
		for range 5 {
			if refused = request(attacker); refused.StatusCode == http.StatusTooManyRequests {
				break
			}
		}
		if refused.StatusCode != http.StatusTooManyRequests || refused.Header.Get("Retry-After") == "" {
			t.Errorf("%s: status %d, Retry-After %q; want 429", name, refused.StatusCode, refused.Header.Get("Retry-After"))
		}
		if !strings.Contains(refused.body, "Try again in") {
			t.Errorf("%s: the answer does not say when to try again:\n%.300s", name, refused.body)
		}
		if name == "a preview" && (!strings.Contains(refused.body, "shop.t (id uuid") || !strings.Contains(refused.body, `value="My shop"`)) {
			t.Error("the refused preview loses what was typed")
		}
		if other := request("198.51.100." + string(rune('0'+address))); other.StatusCode >= 400 {
			t.Errorf("%s from another address: status %d", name, other.StatusCode)
		}
		for range 5 {
			if local := request("127.0.0.1"); local.StatusCode >= 400 {
				t.Errorf("%s from this machine: status %d", name, local.StatusCode)
			}
		}
	}
}

// The clients of a proxy on this machine that does not say for whom it asks share one
// limit, whether the proxy is trusted or not.
func TestLocalProxyHasALimit(t *testing.T) {
	for name, test := range map[string]struct {
		trusted, headers []string
	}{
		"trusted":     {[]string{"127.0.0.1"}, nil},
		"not trusted": {nil, []string{"X-Forwarded-Proto", "http"}},
	} {
		s := newSiteWith(t, handlers.Config{Store: newStore(), Proxies: test.trusted, Quotas: handlers.Quotas{Models: 2}})
		var statuses []int
		for range 3 {
			statuses = append(statuses, s.post("/models", form("name", "x"), test.headers...).StatusCode)
		}
		if want := []int{http.StatusSeeOther, http.StatusSeeOther, http.StatusTooManyRequests}; !slices.Equal(statuses, want) {
			t.Errorf("a proxy that is %s: statuses %d, want %d", name, statuses, want)
		}
	}
}

func TestPrivateMetrics(t *testing.T) {
	s := newSiteWith(t, handlers.Config{Store: newStore(), PrivateMetrics: true})
	s.want(http.StatusNotFound, s.get("/metrics"))
	app, err := handlers.New(handlers.Config{Store: newStore(), Layouter: layouttest.Grid{}, Log: slog.New(slog.DiscardHandler), PrivateMetrics: true})
	if err != nil {
		t.Fatal(err)
	}
	request := httptest.NewRequest(http.MethodGet, "http://localhost/metrics", nil)
	recorder := httptest.NewRecorder()
	(&operator.Site{App: app}).Handler().ServeHTTP(recorder, request)
	if recorder.Code != http.StatusOK || !strings.Contains(recorder.Body.String(), "widerow_work_waiting") {
		t.Errorf("the operator gets status %d", recorder.Code)
	}
}
