package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"widerow/diagram/layout/layouttest"
	"widerow/handlers"
	"widerow/handlers/feature"
	"widerow/model/diff"
	"widerow/store"
)

// addresses returns one address of every route, for a model at path.
func addresses(t testing.TB, path string) []feature.Route {
	t.Helper()
	s, err := handlers.NewServer(handlers.Config{Store: newStore(), Layouter: layouttest.Grid{}})
	if err != nil {
		t.Fatal(err)
	}
	var all []feature.Route
	for _, route := range s.Routes() {
		route.Path = strings.ReplaceAll(route.Path, "/m/:model", path)
		route.Path = strings.ReplaceAll(route.Path, ":slug", "hotel")
		route.Path = strings.TrimSuffix(route.Path, "*")
		all = append(all, route)
	}
	return all
}

func TestEveryAnswerIsSecured(t *testing.T) {
	oneByOne(t)
	s := newSite(t)
	path := s.open("hotel")
	for _, route := range addresses(t, path) {
		if route.Method != http.MethodGet {
			continue
		}
		answer := s.get(route.Path)
		policy := answer.Header.Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, "default-src 'none'") || strings.Contains(policy, "script-src 'unsafe") {
			t.Errorf("%s: policy %q", route.Path, policy)
		}
		if answer.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: no nosniff", route.Path)
		}
		if answer.Header.Get("X-Request-Id") == "" {
			t.Errorf("%s: no request id", route.Path)
		}
	}
}

// TestGETChangesNothing requests every GET address and checks that the store is
// unchanged.
func TestGETChangesNothing(t *testing.T) {
	oneByOne(t)
	s := newSite(t)
	path := s.open("hotel")
	_, before := s.model(path)
	for _, route := range addresses(t, path) {
		if route.Method == http.MethodGet {
			s.get(route.Path)
		}
	}
	_, after := s.model(path)
	list, err := s.store.List(t.Context(), "", 0)
	if err != nil {
		t.Fatal(err)
	}
	if after.Hash != before.Hash || len(list.Models) != 1 {
		t.Errorf("revision %d, %d models; want %d and 1", after.Number, len(list.Models), before.Number)
	}
}

func TestOtherSitesCannotPost(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	for _, route := range addresses(t, path) {
		if route.Method == http.MethodGet {
			continue
		}
		answer := s.post(route.Path, url.Values{}, "Origin", "https://elsewhere.example", "Sec-Fetch-Site", "cross-site")
		if answer.StatusCode != http.StatusForbidden {
			t.Errorf("%s %s from another site: status %d, want 403", route.Method, route.Path, answer.StatusCode)
		}
	}
}

func TestClientErrorsArePages(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	tests := []struct {
		method, path string
		status       int
		want         string
	}{
		{"GET", "/nowhere", 404, "no such page"},
		{"GET", "/m/nosuchmodel/concepts", 404, "no such model"},
		{"GET", "/m/%00%22%3Cscript%3E/concepts", 404, ""},
		{"GET", path + "/concepts?rev=99", 404, "no such model or revision"},
		{"GET", path + "/concepts?rev=two", 400, "not a number"},
		{"GET", path + "/concepts?rev=-1", 400, "not a number"},
		{"POST", path + "/concepts", 405, ""},
		{"POST", "/examples/nothing", 404, "no such example"},
		{"POST", path + "/restore", 400, ""},
		{"POST", path + "/undo", 409, "You have no change to undo"},
		{"POST", "/models", 422, "Give the model a name"},
		{"GET", "/assets/../../etc/passwd", 404, ""},
	}
	for _, test := range tests {
		answer := s.do(test.method, test.path, url.Values{})
		if answer.StatusCode != test.status && !(test.status == 404 && answer.StatusCode == 400) {
			t.Errorf("%s %s: status %d, want %d", test.method, test.path, answer.StatusCode, test.status)
		}
		if !strings.Contains(answer.body, test.want) {
			t.Errorf("%s %s: want %q in the page, got\n%.600s", test.method, test.path, test.want, answer.body)
		}
	}
}

func TestLargeBodyIsRefused(t *testing.T) {
	s := newSite(t)
	answer := s.post("/import", form("text", strings.Repeat("x", 6<<20)))
	if answer.StatusCode != http.StatusRequestEntityTooLarge || !strings.Contains(answer.body, "5 MB") {
		t.Errorf("status %d, want 413 and a page that names the limit", answer.StatusCode)
	}
}

// hostile are names that a page or a picture must show unchanged.
var hostile = []string{
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onmouseover='alert(1)`, `{{constructor}}`,
	`javascript:alert(1)`, `a&b<c>`, "emoji 🏨", "שלום to left", "<hx-partial hx-target=\"body\">", "]]>", "--><!--",
}

func TestHostileNamesAreOnlyText(t *testing.T) {
	s := newSite(t)
	for _, name := range hostile {
		path := strings.TrimSuffix(s.path(s.want(http.StatusSeeOther, s.post("/models", form("name", name)))), "/concepts")
		s.want(http.StatusSeeOther, s.post("/you", form("name", name)))
		s.addEntity(path, name)
		s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:query:", "new.query.name", name)))
		s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:table:", "new.table.name", name)))
		for _, tab := range append([]string{"/er.svg", "/logical.svg", "/physical.svg"}, tabPaths...) {
			page := s.want(http.StatusOK, s.get(path+tab))
			for _, trap := range []string{"<script>alert", "<img src=x", "onmouseover='alert(1)", "<hx-partial hx-target=\"body\""} {
				if strings.Contains(page.body, trap) {
					t.Errorf("%s of a model named %s holds %s", tab, name, trap)
				}
			}
		}
	}
}

func TestBasePath(t *testing.T) {
	s := newSiteAt(t, "/x/y")
	path := s.open("hotel")
	page := s.want(http.StatusOK, s.get(path+"/physical"))
	for _, attribute := range []string{`href="/`, `src="/`, `action="/`, `hx-post="/`} {
		for rest := range strings.SplitSeq(page.body, attribute) {
			if strings.HasPrefix(page.body, rest) {
				continue
			}
			if !strings.HasPrefix(rest, "x/y/") {
				t.Fatalf("a link leaves the base path: %s%.60s", attribute, rest)
			}
		}
	}
	root := &site{t: t, store: s.store, base: strings.TrimSuffix(s.base, "/x/y"), http: s.http}
	moved := root.get("/x/y?after=1")
	if moved.StatusCode != http.StatusPermanentRedirect || moved.Header.Get("Location") != "/x/y/?after=1" {
		t.Errorf("/x/y: status %d to %s, want 308 to /x/y/?after=1", moved.StatusCode, moved.Header.Get("Location"))
	}
	root.want(http.StatusNotFound, root.get("/"))
}

func TestBasePathMustBeAPath(t *testing.T) {
	for _, path := range []string{"x", "/a b", "/a?b", "//x", `/a"b`} {
		_, err := handlers.New(handlers.Config{Store: store.NewMemory(store.Options{Apply: diff.Apply}), Layouter: layouttest.Grid{}, BasePath: path})
		if err == nil {
			t.Errorf("New with base path %q: want an error", path)
		}
	}
}

func TestHealth(t *testing.T) {
	s := newSite(t)
	s.want(http.StatusOK, s.get("/healthz"))
	s.want(http.StatusOK, s.get("/readyz"))
	if metrics := s.want(http.StatusOK, s.get("/metrics")); !strings.Contains(metrics.body, "widerow_request_seconds") {
		t.Error("/metrics lacks the request times")
	}
	if err := s.store.Close(); err != nil {
		t.Fatal(err)
	}
	s.want(http.StatusServiceUnavailable, s.get("/readyz"))
}

// TestMetricsOfInventedMethods: a visitor cannot make the server keep a time series
// for each invented method.
func TestMetricsOfInventedMethods(t *testing.T) {
	s := newSite(t)
	s.do("INVENTED", "/", nil)
	if body := s.get("/metrics").body; strings.Contains(body, "INVENTED") || !strings.Contains(body, `method="other"`) {
		t.Error("the metrics name the method")
	}
}

func TestForeignFormGetsAPage(t *testing.T) {
	s := newSite(t)
	refused := s.want(http.StatusForbidden, s.post("/models", form("name", "x"), "Origin", "https://elsewhere.example"))
	if !strings.Contains(refused.body, "sent by another site") || refused.Header.Get("Content-Security-Policy") == "" {
		t.Errorf("the answer is no page of ours:\n%s", refused.body)
	}
}
