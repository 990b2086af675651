package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"widerow/diagram/layout/layouttest"
	"widerow/handlers"
	"widerow/handlers/proxy"
	"widerow/model/diff"
	"widerow/store"
)

// A page of another site whose name resolves to this machine can neither read nor
// change anything, on any route.
func TestAttackRebinding(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	_, before := s.model(path)
	evil := s.as("evil.example:8080")
	for _, route := range addresses(t, path) {
		answer := evil.do(route.Method, route.Path, url.Values{}, "Origin", "http://evil.example:8080")
		refused := answer.StatusCode == http.StatusForbidden && strings.Contains(answer.body, "--host evil.example")
		if !refused && !strings.HasPrefix(route.Path, "/assets/") {
			t.Errorf("%s %s: status %d\n%.300s", route.Method, route.Path, answer.StatusCode, answer.body)
		}
		if strings.Contains(answer.body, "Hotel") {
			t.Errorf("%s %s shows the model", route.Method, route.Path)
		}
	}
	if _, after := s.model(path); after.Hash != before.Hash {
		t.Error("the model was changed")
	}
}

func TestNamesOfTheServer(t *testing.T) {
	s := newSiteWith(t, handlers.Config{Store: newStore(), Hosts: []string{"models.example.org"}})
	for host, status := range map[string]int{
		"models.example.org": 200, "MODELS.example.org:8443": 200, "localhost:8080": 200, "[::1]:8080": 200, "192.0.2.1": 200,
		"example.org": 403, "models.example.org.evil.example": 403,
	} {
		s.as(host).want(status, s.as(host).get("/"))
	}
}

// Behind a proxy that removes a path and ends TLS, links, redirects and cookies use the address
// that the browser shows.
func TestBehindATrustedProxy(t *testing.T) {
	headers := []string{"X-Forwarded-Host", "models.example.org", "X-Forwarded-Proto", "https", "X-Forwarded-Prefix",
		"/models", "Origin", "https://models.example.org"}
	s := newSiteWith(t, handlers.Config{Store: newStore(), Hosts: []string{"models.example.org"}, Proxies: []string{"127.0.0.1"}})
	opened := s.want(http.StatusSeeOther, s.post("/examples/hotel", url.Values{}, headers...))
	location := opened.Header.Get("Location")
	if !strings.HasPrefix(location, "/models/m/") {
		t.Errorf("the redirect goes to %s", location)
	}
	cookies := opened.Cookies()
	if len(cookies) == 0 || !cookies[0].Secure || cookies[0].Path != "/models/" {
		t.Errorf("cookies %v, want a secure one for /models/", cookies)
	}
	page := s.want(http.StatusOK, s.get(strings.TrimPrefix(location, "/models")+"/physical", headers...))
	if strings.Count(page.body, `href="/models/`) < 5 || strings.Contains(page.body, `href="/m/`) || strings.Contains(page.body, `src="/assets`) {
		t.Errorf("links leave /models:\n%.500s", page.body)
	}
	if plain := s.want(http.StatusOK, s.get(strings.TrimPrefix(location, "/models")+"/physical")); strings.Contains(plain.body, `href="/models/`) {
		t.Error("links without the proxy have its path")
	}
	s.want(http.StatusBadRequest, s.get("/", "X-Forwarded-Prefix", "/a b"))
}

// Without --trusted-proxies the same headers are ignored.
func TestAttackForwardedHeaders(t *testing.T) {
	s := newSite(t)
	answer := s.want(http.StatusSeeOther, s.post("/examples/hotel", url.Values{},
		"X-Forwarded-Host", "evil.example", "X-Forwarded-Proto", "https", "X-Forwarded-Prefix", "/evil", "X-Forwarded-For", "10.0.0.1"))
	if cookies := answer.Cookies(); cookies[0].Secure || cookies[0].Path != "/" || !strings.HasPrefix(answer.Header.Get("Location"), "/m/") {
		t.Errorf("cookies %v, redirect to %s", cookies, answer.Header.Get("Location"))
	}
	s.want(http.StatusForbidden, s.post("/examples/hotel", url.Values{}, "Origin", "https://evil.example", "X-Forwarded-Host", "evil.example"))
}

func TestTooManyPrefixes(t *testing.T) {
	s := newSiteWith(t, handlers.Config{Store: newStore(), Proxies: []string{"127.0.0.1"}})
	for i := range proxy.MaxPrefixes - 1 {
		s.want(http.StatusOK, s.get("/", "X-Forwarded-Prefix", "/"+strings.Repeat("x", i+1)))
	}
	s.want(http.StatusBadRequest, s.get("/", "X-Forwarded-Prefix", "/another"))
	s.want(http.StatusOK, s.get("/", "X-Forwarded-Prefix", "/x"))
}

func TestConfigurationOfTrustIsChecked(t *testing.T) {
	for _, config := range []handlers.Config{{Proxies: []string{"*"}}, {Proxies: []string{"0.0.0.0/0"}}, {Hosts: []string{"*"}}, {Hosts: []string{"http://x"}}} {
		config.Store = newStore()
		config.Layouter = layouttest.Grid{}
		if _, err := handlers.New(config); err == nil {
			t.Errorf("%v, %v were accepted", config.Hosts, config.Proxies)
		}
	}
}

func newStore() store.Store { return store.NewMemory(store.Options{Apply: diff.Apply}) }
