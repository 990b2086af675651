package handlers_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"widerow/diagram"
	"widerow/diagram/layout/layouttest"
	"widerow/handlers"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/diff"
	"widerow/model/displayname"
	"widerow/model/example"
	"widerow/store"
	"widerow/web"
)

// site is a running server with an empty store, as one visitor sees it.
type site struct {
	t     testing.TB
	store store.Store
	base  string
	host  string // the name by which requests ask for the site, if not that of base
	http  *http.Client
}

func newSite(t testing.TB) *site { return newSiteAt(t, "/") }

func newSiteAt(t testing.TB, basePath string) *site {
	t.Helper()
	return newSiteOn(t, basePath, store.NewMemory(store.Options{Apply: diff.Apply, MaxDocument: model.MaxSize}))
}

func newSiteOn(t testing.TB, basePath string, models store.Store) *site {
	t.Helper()
	return newSiteWith(t, handlers.Config{Store: models, BasePath: basePath})
}

// newSiteWith serves what a configuration says, with a plain layout and no log.
func newSiteWith(t testing.TB, config handlers.Config) *site {
	t.Helper()
	config.Layouter, config.Log, config.Version = layouttest.Grid{}, slog.New(slog.DiscardHandler), "test"
	made, err := handlers.NewServer(config)
	if err != nil {
		t.Fatal(err)
	}
	return newSiteOf(t, made)
}

// newSiteOf serves a server that the test may have changed.
func newSiteOf(t testing.TB, made *handlers.Server) *site {
	t.Helper()
	app, err := made.App()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(app)
	t.Cleanup(server.Close)
	return (&site{t: t, store: made.Store(), base: server.URL + made.BasePath()}).visitor()
}

// plainTransport asks for no compression: packing and unpacking every page
// takes a tenth of the tests' time. compress_test.go asks for it.
var plainTransport = func() *http.Transport {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DisableCompression = true
	return transport
}()

// oneByOne skips a test if only short ones are wanted, as with the race detector: it
// takes seconds with that, and sends one request after another.
func oneByOne(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: a long test that does nothing at once")
	}
}

// visitor is another browser on the same site.
func (s *site) visitor() *site {
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	other := *s
	other.http = &http.Client{Jar: jar, Transport: plainTransport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return &other
}

// as returns the site under another host name.
func (s *site) as(host string) *site {
	other := *s
	other.host = host
	return &other
}

// answer is a response with its body.
type answer struct {
	*http.Response
	body string
}

func (s *site) do(method, path string, form url.Values, header ...string) answer {
	s.t.Helper()
	request, err := http.NewRequestWithContext(s.t.Context(), method, s.base+path, strings.NewReader(form.Encode()))
	if err != nil {
		s.t.Fatal(err)
	}
	if form != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i+1 < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	request.Host = s.host
	response, err := s.http.Do(request)
	if err != nil {
		s.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer{response, string(body)}
}

func (s *site) get(path string, header ...string) answer {
	s.t.Helper()
	return s.do("GET", path, nil, header...)
}

func (s *site) post(path string, form url.Values, header ...string) answer {
	s.t.Helper()
	return s.do("POST", path, form, header...)
}

// want fails unless the answer has the status; it returns the answer.
func (s *site) want(status int, a answer) answer {
	s.t.Helper()
	if a.StatusCode != status {
		s.t.Fatalf("%s %s: status %d, want %d:\n%.2000s", a.Request.Method, a.Request.URL.Path, a.StatusCode, status, a.body)
	}
	return a
}

// open copies an example and returns its path, "/m/…".
func (s *site) open(slug string) string {
	s.t.Helper()
	made := s.want(http.StatusSeeOther, s.post("/examples/"+slug, url.Values{}))
	return s.path(made)
}

// path returns the target of a redirect, without the base path and the query.
func (s *site) path(a answer) string {
	s.t.Helper()
	location, err := a.Location()
	if err != nil {
		s.t.Fatal(err)
	}
	base, err := url.Parse(s.base)
	if err != nil {
		s.t.Fatal(err)
	}
	return strings.TrimPrefix(location.Path, base.Path)
}

// model returns the newest document of the model at a path.
func (s *site) model(path string) (*model.Model, store.Revision) {
	s.t.Helper()
	text, revision, err := s.store.Head(context.Background(), store.ModelID(strings.TrimPrefix(path, "/m/")))
	if err != nil {
		s.t.Fatal(err)
	}
	decoded, err := model.Decode(text)
	if err != nil {
		s.t.Fatal(err)
	}
	return decoded, revision
}

// form holds fields as pairs of names and values.
func form(pairs ...string) url.Values {
	values := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		values.Add(pairs[i], pairs[i+1])
	}
	return values
}

// set returns the form that changes one field.
func set(element model.ID, field, was, value string, more ...string) url.Values {
	name := string(element) + "." + field
	return form(append([]string{"was." + name, was, "set." + name, value}, more...)...)
}

// relationNamed returns the ID of a table or view of the physical model.
func relationNamed(t testing.TB, m *model.Model, name string) model.ID {
	t.Helper()
	for id, relation := range m.Physical.Relations {
		if relation.Name == name {
			return id
		}
	}
	t.Fatalf("no relation %s", name)
	return ""
}

func columnNamed(t testing.TB, m *model.Model, relation model.ID, name string) model.ID {
	t.Helper()
	for id, column := range m.Physical.Relations[relation].Columns {
		if column.Name == name {
			return id
		}
	}
	t.Fatalf("no column %s", name)
	return ""
}

// parse parses a page. It fails if its tags do not balance or an ID occurs twice.
func parse(t testing.TB, page string) *html.Node {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for node := range root.Descendants() {
		for i, attribute := range node.Attr {
			if slices.ContainsFunc(node.Attr[:i], func(other html.Attribute) bool {
				return other.Key == attribute.Key && other.Namespace == attribute.Namespace
			}) {
				t.Errorf("a <%s> has two attributes %s", node.Data, attribute.Key)
			}
			if attribute.Key != "id" {
				continue
			}
			if seen[attribute.Val] {
				t.Errorf("id %q is twice in the page", attribute.Val)
			}
			seen[attribute.Val] = true
		}
	}
	return root
}

var tabPaths = []string{"/concepts", "/queries", "/logical", "/physical", "/sizes", "/cql", "/history", "/comments"}

func TestEveryPageOfEveryExample(t *testing.T) {
	oneByOne(t)
	s := newSite(t)
	for _, example := range example.All() {
		path := s.open(example.Slug)
		for _, tab := range tabPaths {
			t.Run(example.Slug+tab, func(t *testing.T) {
				page := s.want(http.StatusOK, s.get(path+tab))
				parse(t, page.body)
				if !strings.Contains(page.body, "Saved · r1") {
					t.Error("the page does not say that it is saved")
				}
			})
		}
	}
	home := s.want(http.StatusOK, s.get("/"))
	parse(t, home.body)
	if got := strings.Count(home.body, `<article class="card" id="model-`); got != len(example.All()) {
		t.Errorf("home lists %d models, want %d", got, len(example.All()))
	}
}

// TestEveryElementHasItsForm opens every element of the hotel on its tab.
func TestEveryElementHasItsForm(t *testing.T) {
	oneByOne(t)
	s := newSite(t)
	path := s.open("hotel")
	hotel, _ := s.model(path)
	for element := range hotel.Elements() {
		tab := "/" + string(feature.TabFor(element.Kind, "concepts"))
		page := s.want(http.StatusOK, s.get(path+tab+"?select="+string(element.ID)))
		if !strings.Contains(page.body, `id="edit-`+string(element.ID)+`"`) {
			t.Errorf("%s %s has no form on %s", element.Kind, element.ID, tab)
		}
		parse(t, page.body)
	}
}

func TestUnknownSelectionShowsTheModel(t *testing.T) {
	s := newSite(t)
	path := s.open("magazine")
	page := s.want(http.StatusOK, s.get(path+"/physical?select=nosuchelement"))
	if !strings.Contains(page.body, `id="edit-model"`) {
		t.Error("want the model's own form")
	}
}

// TestDisplayNames: a name that would reorder the text of a list is refused, and
// kept for correction.
func TestDisplayNames(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	for name, a := range map[string]answer{
		"model":   s.post("/models", form("name", "in\u202evoice")),
		"visitor": s.post("/you", form("name", "in\u202evoice")),
		"import":  s.post("/import/create", form("name", "in\u202evoice", "text", "CREATE TABLE t (a int PRIMARY KEY);")),
		"rename":  s.post(path+"/edit", set("model", "name", "Hotel", "in\u202evoice", "tab", "concepts")),
	} {
		if a.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(a.body, "U+202E at character 3") || !strings.Contains(a.body, "in\u202evoice") {
			t.Errorf("%s: status %d, want 422, why, and the name as it was typed", name, a.StatusCode)
		}
	}
	named := s.post("/import/create", form("text", "CREATE TABLE \"a\u202eb\".t (a int PRIMARY KEY);"))
	if m, _ := s.model(s.path(named)); displayname.Check(m.Name) != nil {
		t.Errorf("an import is named %q", m.Name)
	}
}

func TestBackgroundOfARequest(t *testing.T) {
	if web.Ago(time.Unix(1000, 0), time.Unix(1000-90*60, 0)) != "an hour ago" {
		t.Error("90 minutes is an hour ago")
	}
}

// pictured are the diagrams whose places a document keeps.
var pictured = []diagram.Kind{diagram.KindER, diagram.KindWorkflow, diagram.KindLogical, diagram.KindPhysical}
