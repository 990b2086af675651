package handlers_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"widerow/handlers"
	"widerow/model/diff"
	"widerow/store"
)

var cardTitle = regexp.MustCompile(`<article class="card" id="model-[^"]*"[^>]*>.*?<h3><a [^>]*>([^<]*)</a>`)

// cards are the titles of the models that the home page shows.
func (s *site) cards(path string) []string {
	s.t.Helper()
	var titles []string
	for _, match := range cardTitle.FindAllStringSubmatch(s.want(http.StatusOK, s.get(path)).body, -1) {
		titles = append(titles, match[1])
	}
	return titles
}

func TestFindAndSortModels(t *testing.T) {
	s := newSite(t)
	for _, name := range []string{"Zoo of the hotel", "hotel", "Library", "Ärzte", "Hotel group"} {
		s.want(http.StatusSeeOther, s.post("/models", form("name", name)))
	}
	for path, want := range map[string][]string{
		"/":                      {"Hotel group", "Ärzte", "Library", "hotel", "Zoo of the hotel"},
		"/?sort=name":            {"hotel", "Hotel group", "Library", "Zoo of the hotel", "Ärzte"},
		"/?sort=created":         {"Hotel group", "Ärzte", "Library", "hotel", "Zoo of the hotel"},
		"/?find=HOTEL&sort=name": {"hotel", "Hotel group", "Zoo of the hotel"},
		"/?find=hotel+of":        {"Zoo of the hotel"},
		"/?find=%C3%A4R":         {"Ärzte"},
		"/?find=nothing":         nil,
		"/?find=+&sort=x&page=x": {"Hotel group", "Ärzte", "Library", "hotel", "Zoo of the hotel"},
	} {
		if got := s.cards(path); !slices.Equal(got, want) {
			t.Errorf("%s shows %q, want %q", path, got, want)
		}
	}
	page := s.get("/?find=hotel&sort=name").body
	for _, part := range []string{"3 models of 5", `name="find" value="hotel"`, `value="name" selected`} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %q", part)
		}
	}
	part := s.get("/?find=hotel", "HX-Request", "true", "HX-Request-Type", "partial").body
	if !strings.HasPrefix(part, `<div id="models" data-live="models=`) {
		t.Errorf("while typing, only the list is sent, not %.60q", part)
	}
	if got := s.get("/?find=nothing").body; !strings.Contains(got, "No model has a name like that") {
		t.Error("a search without a result must say so")
	}
}

func TestThousandModels(t *testing.T) {
	oneByOne(t)
	s := newSite(t)
	for i := range 1000 {
		_, err := s.store.Create(t.Context(), store.Save{
			Model: store.ModelID(fmt.Sprint("m", i)), Operation: fmt.Sprint(i), Kind: store.KindCreate,
			Title: fmt.Sprintf("Model %03d", i), Document: []byte("{}"),
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, order := range []string{"?sort=name", "?sort=created", "?find=model", "?"} {
		seen := map[string]bool{}
		for path := "/" + order; path != ""; {
			for _, title := range s.cards(path) {
				if seen[title] {
					t.Fatalf("%s: %s is shown twice", order, title)
				}
				seen[title] = true
			}
			next := regexp.MustCompile(`id="more-models" href="([^"]*)"`).FindStringSubmatch(s.get(path).body)
			if path = ""; next != nil {
				path = strings.ReplaceAll(next[1], "&amp;", "&")
			}
		}
		if len(seen) != 1000 {
			t.Errorf("%s: the pages show %d models", order, len(seen))
		}
	}
}

func TestDeletedModels(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	s := newSiteWith(t, handlers.Config{
		Store: store.NewMemory(store.Options{Apply: diff.Apply}), Now: func() time.Time { return now }, KeepDeleted: 30 * 24 * time.Hour,
	})
	if page := s.want(http.StatusOK, s.get("/deleted")).body; !strings.Contains(page, "No deleted models") {
		t.Error("an empty list must say so")
	}
	path := s.open("hotel")
	s.addEntity(path, "Pool")
	s.want(http.StatusSeeOther, s.post("/you", form("name", "Ada")))
	if page := s.get(path + "/delete").body; !strings.Contains(page, "They can be restored for 30 days") {
		t.Error("the question must say how long the model can be restored")
	}
	s.want(http.StatusSeeOther, s.post(path+"/delete", form("base", "2")))
	now = now.Add(3*time.Hour + time.Second)
	page := s.want(http.StatusOK, s.get("/deleted"))
	parse(t, page.body)
	for _, part := range []string{"Hotel", "Ada", "3 hours ago", "2 revisions", "kept until 31 March 2026", path + "/restore"} {
		if !strings.Contains(page.body, part) {
			t.Errorf("the list lacks %q", part)
		}
	}
	if gone := s.want(http.StatusNotFound, s.get(path+"/concepts")); !strings.Contains(gone.body, "Its history is kept until 31 March 2026") {
		t.Error("the address of the model must say how long it is kept")
	}
	s.want(http.StatusSeeOther, s.post(path+"/restore", form("revision", "3", "tab", "history")))
	if page := s.get("/deleted").body; !strings.Contains(page, "No deleted models") {
		t.Error("a restored model is still listed as deleted")
	}
	if m, revision := s.model(path); revision.Number != 4 || !strings.Contains(entityNames(m), "Pool") {
		t.Errorf("r%d with %s", revision.Number, entityNames(m))
	}

	// A restore that comes after the purge finds nothing.
	s.want(http.StatusSeeOther, s.post(path+"/delete", form("base", "4")))
	purger := store.Purger{}
	purger.At(now.Add(time.Second), 0)
	if err := purger.Purge(t.Context(), s.store, func(_ store.Summary, err error) {
		if err != nil {
			t.Error(err)
		}
	}); err != nil {
		t.Fatal(err)
	}
	s.want(http.StatusNotFound, s.post(path+"/restore", form("revision", "1")))
	s.want(http.StatusNotFound, s.get(path+"/history"))
}
