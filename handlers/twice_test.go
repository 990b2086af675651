package handlers_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"widerow/store"
)

// TestFormSentTwice sends each form three times: twice at once, as by a double
// click, and once more as a retry. The responses are the same, and the form takes
// effect once.
func TestFormSentTwice(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	into := strings.TrimPrefix(path, "/m/")
	m, _ := s.model(path)
	query := func(label string) string {
		for id, query := range m.Workflow.Queries {
			if query.Label == label {
				return string(id)
			}
		}
		t.Fatalf("no query %s", label)
		return ""
	}
	script := "CREATE TABLE extra (a int PRIMARY KEY);"
	for _, test := range []struct {
		name, path string
		form       url.Values
		made       int // revisions and models
	}{
		{"add", path + "/edit", form("tab", "concepts", "do", "add:entity:", "new.entity.name", "Pool"), 1},
		{"add text", path + "/edit", form("tab", "concepts", "do", "add:entity:", "new.entity.text", "Bar: bar_id, name"), 1},
		{"add query", path + "/edit", form("tab", "queries", "do", "add:query:", "new.query.text", "Pools: SELECT Hotel.name WHERE Hotel.hotel_id = ?"), 1},
		{"edit", path + "/edit", form("tab", "concepts", "was.model.note", m.Note, "set.model.note", "another"), 1},
		{"derive", path + "/edit", form("tab", "queries", "do", "table:"+query("Q1")), 0},
		{"undo", path + "/undo", form("tab", "concepts"), 1},
		{"redo", path + "/redo", form("tab", "concepts"), 1},
		{"restore", path + "/restore", form("tab", "history", "revision", "2"), 1},
		{"import into", "/import/create", form("into", into, "text", script, "revision", "1"), 1},
		{"import", "/import/create", form("text", script, "name", "Extra"), 1},
		{"new", "/models", form("name", "New"), 1},
		{"example", "/examples/sensors", form(), 1},
		{"copy", path + "/copy", form(), 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.form.Set("operation", "operation of "+test.name)
			before, models := revisionOfModel(t, s, path), modelCount(t, s)
			answers := make([]string, 3)
			send := func(i int) {
				a := s.post(test.path, test.form)
				answers[i] = fmt.Sprint(a.StatusCode, " ", a.Header.Get("Location"))
			}
			var group sync.WaitGroup
			for i := range 2 {
				group.Go(func() { send(i) })
			}
			group.Wait()
			send(2)
			if answers[0] != answers[1] || answers[1] != answers[2] || !strings.HasPrefix(answers[0], "303 ") {
				t.Errorf("the answers are %q", answers)
			}
			made := int(revisionOfModel(t, s, path)-before) + modelCount(t, s) - models
			if made != test.made {
				t.Errorf("%d revisions and models were made, want %d", made, test.made)
			}
		})
	}
	gone := form("base", fmt.Sprint(revisionOfModel(t, s, path)), "operation", "operation of delete")
	for range 2 {
		if a := s.want(http.StatusSeeOther, s.post(path+"/delete", gone)); s.path(a) != "/" {
			t.Errorf("a deletion leads to %s", s.path(a))
		}
	}
}

func revisionOfModel(t testing.TB, s *site, path string) uint64 {
	t.Helper()
	newest, err := s.store.History(t.Context(), store.ModelID(strings.TrimPrefix(path, "/m/")), 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	return newest[0].Number
}

func modelCount(t testing.TB, s *site) int {
	t.Helper()
	page, err := s.store.List(t.Context(), "", store.MaxPage)
	if err != nil {
		t.Fatal(err)
	}
	return len(page.Models)
}
