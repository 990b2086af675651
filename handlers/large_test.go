package handlers_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"widerow/diagram/layout/layouttest"
	"widerow/handlers"
	"widerow/handlers/feature"
	"widerow/handlers/limit"
	"widerow/model"
	"widerow/model/edit"
	"widerow/store"
)

// largeModel makes a model above 100 kB with a query and returns its path.
func (s *site) largeModel() (path string) {
	s.t.Helper()
	created := s.want(http.StatusSeeOther, s.post("/import/create", form("text", largeScript(100), "name", "Shop")))
	path = created.Header.Get("Location")
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("tab", "concepts", "do", "add:entity:", "new.entity.name", "Cart")))
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("tab", "queries", "do", "add:query:", "new.query.name", "Carts of a shop")))
	return path
}

// What only shows what its choices do holds no turn of an edit: those of a large model
// were all taken by two people who derive, and nobody could save.
func TestTrialsHoldNoTurnOfAnEdit(t *testing.T) {
	server, err := handlers.NewServer(handlers.Config{Store: newStore(), Layouter: layouttest.Grid{}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	s := newSiteOf(t, server)
	path := s.largeModel()
	_, edits := server.SetBudgets(nil, limit.NewBudget(limit.Limits{Memory: 1 << 30, Small: handlers.SmallWork,
		Slots: 1, Waiting: 8, Address: 8, Wait: 20 * time.Millisecond}))
	s = newSiteOf(t, server)
	release, err := edits.Take(t.Context(), limit.Client{Address: "another"}, handlers.SmallWork+1)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	for _, trial := range []string{"/derive", "/recover", "/design"} {
		if tried := s.post(path+trial, form("sent", "true", "do", "show")); tried.StatusCode != http.StatusOK {
			t.Errorf("POST %s: status %d while edits wait", trial, tried.StatusCode)
		}
	}
}

// A request whose client has left ends, and gives its turn and its process to the next.
func TestDeriveEndsWithItsClient(t *testing.T) {
	s := newSiteWithWorkers(t, handlers.Config{Store: newStore()}, time.Hour)
	path := s.largeModel()
	for range 2 {
		ctx, leave := context.WithCancel(t.Context())
		request, err := http.NewRequestWithContext(ctx, http.MethodPost,
			strings.TrimSuffix(s.base, "/")+path+"/derive",
			strings.NewReader(url.Values{"sent": {stopWorker}}.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		time.AfterFunc(100*time.Millisecond, leave)
		if _, err := s.http.Do(request); err == nil {
			t.Fatal("a worker that sleeps for an hour has answered")
		}
	}
	if next := s.want(http.StatusOK, s.post(path+"/derive", form("sent", "true"))); !byWorker(next) {
		t.Error("the next request is not answered by a worker")
	}
}

// A derivation that takes too long names the unfinished queries and advises what to do.
func TestDeriveSaysWhatWasTooCostly(t *testing.T) {
	s := newSiteWithWorkers(t, handlers.Config{Store: newStore(), ProcessorTime: 1}, time.Hour)
	path := s.largeModel()
	m, _ := s.model(path)
	query := string(model.SortedIDs(m.Workflow.Queries)[0])
	for do, status := range map[string]int{"show": http.StatusOK, "apply": http.StatusUnprocessableEntity} {
		page := s.want(status, s.post(path+"/derive", form("sent", "true", "query", query, "do", do))).body
		for _, want := range []string{"Nothing was derived.", "0 of 1 query finished in time", "Carts of a shop", "Derive fewer at once"} {
			if !strings.Contains(page, want) {
				t.Errorf("do=%s: the page lacks %q", do, want)
			}
		}
	}
}

// A change that takes long to make does not stop the saves of others meanwhile, and is
// made again on what they have saved.
func TestChangeIsMadeAheadOfItsTurn(t *testing.T) {
	server, err := handlers.NewServer(handlers.Config{Store: newStore(), Layouter: layouttest.Grid{}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	s := newSiteOf(t, server)
	path := s.open("hotel")
	c := echo.New().NewContext(httptest.NewRequest(http.MethodPost, path, strings.NewReader("")), httptest.NewRecorder())
	server.Addressed(c)
	tries := 0
	saved, err := server.Save(c, feature.Change{Model: store.ModelID(strings.TrimPrefix(path, "/m/")),
		Kind: store.KindEdit, Ahead: func(_ context.Context, head feature.Document, ids model.IDs) (*model.Model,
			string, error) {
			if tries++; tries == 1 {
				s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:entity:", "new.entity.name", "Meanwhile")))
			}
			after, err := edit.Apply(head.Model, ids, edit.Add{Kind: model.EntityKind, Values: map[string]string{"name": "Long"}})
			return after, "added an entity type", err
		}})
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, entity := range saved.Model.Concepts.Entities {
		names[entity.Name] = true
	}
	if tries != 2 || !names["Meanwhile"] || !names["Long"] {
		t.Errorf("made %d times, with %v", tries, names)
	}
}
