package handlers_test

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"widerow/diagram/engine/process"
	"widerow/diagram/layout/layouttest"
	"widerow/handlers"
	"widerow/handlers/worker"
)

// childVerb makes the test binary a worker.
const childVerb = "__work_of_handlers"

// Texts in a script that make a worker misbehave.
const (
	endsWorker = "this_ends_the_worker"
	stopWorker = "this_stops_the_worker"
)

func child() {
	err := worker.Serve(os.Stdin, os.Stdout, func(server *worker.Link) (http.Handler, error) {
		app, err := handlers.NewWorker(handlers.Config{Parent: server, Version: "test", Log: slog.New(slog.DiscardHandler), BasePath: os.Getenv("BASE_PATH"),
			UserHeader: os.Getenv("USER_HEADER"), Proxies: strings.Fields(os.Getenv("PROXIES"))})
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			if strings.Contains(string(body), endsWorker) {
				os.Exit(3)
			}
			if strings.Contains(string(body), stopWorker) {
				time.Sleep(time.Hour)
			}
			r.Body = io.NopCloser(strings.NewReader(string(body)))
			w.Header().Set("Carried-Out-By", "worker")
			app.ServeHTTP(w, r)
		}), err
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// newSiteWithWorkers is a site whose large requests a child process carries out.
func newSiteWithWorkers(t *testing.T, config handlers.Config, longest time.Duration) *site {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	env := append(os.Environ(), "BASE_PATH="+config.BasePath, "USER_HEADER="+config.UserHeader, "PROXIES="+strings.Join(config.Proxies, " "))
	config.Workers = worker.NewPool(worker.Options{
		Options: process.Options{Command: []string{self, childVerb}, Env: env, Stderr: os.Stderr, Size: 1, Idle: time.Minute}, Longest: longest,
	})
	t.Cleanup(func() { config.Workers.Close() })
	return newSiteWith(t, config)
}

func byWorker(a answer) bool { return a.Header.Get("Carried-Out-By") == "worker" }

// What differs between two answers to the same request, or with the visitor.
var chosenAnew = regexp.MustCompile(`(name="operation" value=|data-inbox=|data-inbox-key=|"operation": ?)"[^"]*"|<p class="hint">Request [A-Z0-9]+`)

// A worker answers as the server would.
func TestWorkerAnswersAsTheServer(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: two copies of a large model take long")
	}
	models := newStore()
	apart := newSiteWithWorkers(t, handlers.Config{Store: models, BasePath: "/models"}, time.Minute)
	here := newSiteWith(t, handlers.Config{Store: models, BasePath: "/models"})
	script := largeScript(120)

	for _, path := range []string{"/import", "/import/create"} {
		made := apart.post(path, form("text", script, "name", "Shop", "operation", "preview"))
		if !byWorker(made) {
			t.Fatalf("POST %s: status %d, not by the worker", path, made.StatusCode)
		}
		if made.StatusCode == http.StatusSeeOther {
			continue
		}
		same := here.post(path, form("text", script, "name", "Shop", "operation", "preview"))
		if same.StatusCode != made.StatusCode || alike(same) != alike(made) {
			t.Errorf("POST %s: status %d and %d, %d and %d bytes", path, made.StatusCode, same.StatusCode, len(made.body), len(same.body))
		}
	}
	created := apart.want(http.StatusSeeOther, apart.post("/import/create", form("text", script, "name", "Shop 2")))
	path := strings.TrimPrefix(created.Header.Get("Location"), "/models")
	if _, revision := apart.model(path); revision.Author.ID == "" || revision.Words != "imported a CQL script" {
		t.Errorf("the revision is %+v", revision)
	}
	for _, page := range []string{"", "/physical", "/physical?select=none", "/cql", "/concepts", "/physical?rev=1", "/palette.json", "/physical?rev=99"} {
		far, near := apart.get(path+page), here.get(path+page)
		if far.StatusCode != near.StatusCode || alike(far) != alike(near) || far.Header.Get("Location") != near.Header.Get("Location") {
			t.Errorf("GET %s: status %d and %d, %d and %d bytes", page, far.StatusCode, near.StatusCode, len(far.body), len(near.body))
		}
		for _, header := range []string{"Content-Security-Policy", "Content-Type", "Cache-Control", "X-Content-Type-Options", "Vary"} {
			if got, want := far.Header.Values(header), near.Header.Values(header); strings.Join(got, " ") != strings.Join(want, " ") {
				t.Errorf("GET %s: %s is %q, in the server itself %q", page, header, got, want)
			}
		}
		if far.StatusCode == http.StatusOK && !byWorker(far) {
			t.Errorf("GET %s is not answered by the worker", page)
		}
	}
	// Somebody else asks: the worker has not heard of it and shows it all the same.
	apart.named("Ada")
	other := apart.visitor().named("Ben")
	other.want(http.StatusSeeOther, other.post(path+"/comments", form("do", "open", "text", "What do you think, @Ada?")))
	link := apart.want(http.StatusOK, apart.get("/inbox/count")).body
	if page := apart.get(path + "/cql"); !byWorker(page) || !strings.Contains(link, "Inbox: 1 thing for you") ||
		!strings.Contains(page.body, strings.TrimSpace(link)) {
		t.Errorf("the worker's page lacks the inbox of the server: %s", link)
	}
	if small := apart.get("/help"); byWorker(small) {
		t.Error("a small page is answered by the worker")
	}
}

func alike(a answer) string { return chosenAnew.ReplaceAllString(a.body, "") }

// A script that is added to a model becomes one revision of it, by whom the proxy
// names, after the saves of others.
func TestWorkerAddsToAModel(t *testing.T) {
	headers := []string{"X-Forwarded-User", "ada@example.org", "X-Forwarded-Prefix", "/data", "X-Forwarded-Proto", "https"}
	s := newSiteWithWorkers(t, handlers.Config{Store: newStore(), UserHeader: "X-Forwarded-User", Proxies: []string{"127.0.0.1"}}, time.Minute)
	path := s.open("hotel")
	_, before := s.model(path)
	id := strings.TrimPrefix(path, "/m/")
	added := s.want(http.StatusSeeOther, s.post("/import/create", form("text", largeScript(120), "into", id, "take", "addition"), headers...))
	if !byWorker(added) || !strings.HasPrefix(added.Header.Get("Location"), "/data/m/"+id) {
		t.Errorf("by a worker: %v; the redirect goes to %s", byWorker(added), added.Header.Get("Location"))
	}
	m, after := s.model(path)
	if after.Number != before.Number+1 || after.Author.Name != "ada@example.org" || after.Author.ID != "user:ada@example.org" || len(m.Physical.Relations) < 120 {
		t.Errorf("revision %d by %+v with %d tables, after revision %d", after.Number, after.Author, len(m.Physical.Relations), before.Number)
	}
	if again := s.post(path+"/edit", form("do", "add:entity:", "new.entity.name", "After")); again.StatusCode != http.StatusSeeOther {
		t.Errorf("the next save: status %d: the turn of the import has not ended", again.StatusCode)
	}
}

// Models that a worker makes count for the address that asked.
func TestWorkerCountsModels(t *testing.T) {
	s := newSiteWithWorkers(t, handlers.Config{Store: newStore(), Proxies: []string{"127.0.0.1"}, Quotas: handlers.Quotas{Models: 1}}, time.Minute)
	from := []string{"X-Forwarded-For", "192.0.2.1"}
	script := largeScript(100)
	s.want(http.StatusSeeOther, s.post("/import/create", form("text", script, "name", "One"), from...))
	refused := s.post("/import/create", form("text", script, "name", "Two"), from...)
	if refused.StatusCode != http.StatusTooManyRequests || refused.Header.Get("Retry-After") == "" || !strings.Contains(refused.body, "column_28_of_table") {
		t.Errorf("status %d, Retry-After %q, the text is kept: %v", refused.StatusCode,
			refused.Header.Get("Retry-After"), strings.Contains(refused.body, "column_28_of_table"))
	}
}

// A worker that crashes or does not end takes its request with it and nothing else.
func TestWorkerEnds(t *testing.T) {
	for fault, longest := range map[string]time.Duration{endsWorker: time.Minute, stopWorker: 10 * time.Millisecond} {
		s := newSiteWithWorkers(t, handlers.Config{Store: newStore()}, time.Minute)
		s.want(http.StatusOK, s.post("/import", form("text", largeScript(100)))) // the worker is started
		if longest < time.Minute {
			s = newSiteWithWorkers(t, handlers.Config{Store: newStore()}, longest)
		}
		failed := s.post("/import", form("text", largeScript(100)+"-- "+fault))
		if failed.StatusCode != http.StatusInternalServerError || !strings.Contains(failed.body, "could not finish this large request") {
			t.Errorf("%s: status %d\n%.500s", fault, failed.StatusCode, failed.body)
		}
		s.want(http.StatusOK, s.get("/help"))
		if next := s.post("/import", form("text", largeScript(100))); longest == time.Minute && (next.StatusCode != http.StatusOK || !byWorker(next)) {
			t.Errorf("%s: the next large request: status %d", fault, next.StatusCode)
		}
	}
}

// If no worker can be started, the server carries out the request.
func TestWorkerCannotStart(t *testing.T) {
	pool := worker.NewPool(worker.Options{
		Options: process.Options{Command: []string{t.TempDir() + "/missing"}, Size: 1, Idle: time.Minute}, Longest: time.Minute,
	})
	t.Cleanup(func() { pool.Close() })
	s := newSiteWith(t, handlers.Config{Store: newStore(), Layouter: layouttest.Grid{}, Workers: pool})
	if made := s.post("/import", form("text", largeScript(100))); made.StatusCode != http.StatusOK || !strings.Contains(made.body, "table_99") {
		t.Errorf("status %d", made.StatusCode)
	}
}
