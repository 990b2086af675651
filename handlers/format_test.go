package handlers_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/diff"
	"widerow/store"
)

const olderFormat = `"format": "widerow/1"`

// olderProgram stores documents in the format before today's.
type olderProgram struct{ store.Store }

func older(text []byte) []byte {
	return bytes.Replace(text, []byte(`"format": "`+model.Format+`"`), []byte(olderFormat), 1)
}

func (o olderProgram) Create(ctx context.Context, first store.Save) (store.Revision, error) {
	first.Document = older(first.Document)
	return o.Store.Create(ctx, first)
}

func (o olderProgram) Save(ctx context.Context, next store.Save) (store.Revision, error) {
	next.Document = older(next.Document)
	return o.Store.Save(ctx, next)
}

// upgraded is a site with a model that an older program made, and edited by two patches.
func upgraded(t *testing.T, more func(s *site, path string)) (s *site, path string) {
	t.Helper()
	models := store.NewMemory(store.Options{Apply: diff.Apply, MaxDocument: model.MaxSize})
	before := newSiteOn(t, "/", olderProgram{models}).named("Ada")
	path = before.open("hotel")
	before.want(http.StatusSeeOther, before.post(path+"/edit", set("pq9firstname", "name", "first_name", "given_name")))
	before.want(http.StatusSeeOther, before.post(path+"/edit", set("pguestsbyid", "name", "guests", "people")))
	if more != nil {
		more(before, path)
	}
	s = newSiteOn(t, "/", models).named("Ada")
	s.http = before.http // the same visitor
	return s, path
}

func (s *site) text(path string, number uint64) string {
	s.t.Helper()
	text, _, err := s.store.At(s.t.Context(), store.ModelID(strings.TrimPrefix(path, "/m/")), number)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(text)
}

// TestHistoryOfAnOlderFormat opens, compares, changes, undoes and restores what an older
// program has saved.
func TestHistoryOfAnOlderFormat(t *testing.T) {
	s, path := upgraded(t, nil)
	for _, page := range []string{"/concepts", "/physical", "/concepts?rev=1", "/history", "/compare?from=1&to=3"} {
		s.want(http.StatusOK, s.get(path+page))
	}
	s.post(path+"/edit", set("pguestsbyid", "name", "people", "people"))
	if _, revision := s.model(path); revision.Number != 3 {
		t.Errorf("an edit that changes nothing made revision %d", revision.Number)
	}
	s.want(http.StatusSeeOther, s.post(path+"/edit", set("pguestsbyid", "name", "people", "persons")))
	if got := s.text(path, 4); !strings.Contains(got, `"format": "`+model.Format+`"`) {
		t.Errorf("the model was saved as %.60s", got[strings.Index(got, `"format"`):])
	}
	changes := s.want(http.StatusOK, s.get(path+"/compare?from=3&to=4")).body
	if strings.Contains(changes, "widerow/") || !strings.Contains(changes, "renamed to persons") {
		t.Error("the comparison of both formats must list the new name only")
	}
	name := func() string {
		m, _ := s.model(path)
		return m.Physical.Relations["pguestsbyid"].Name
	}
	for _, step := range []struct{ button, want string }{{"undo", "people"}, {"redo", "persons"}, {"undo", "people"}, {"undo", "guests"}, {"redo", "people"}} {
		s.want(http.StatusSeeOther, s.post(path+"/"+step.button, url.Values{}))
		if name() != step.want {
			t.Errorf("%s gives %s, want %s", step.button, name(), step.want)
		}
	}
	s.want(http.StatusSeeOther, s.post(path+"/restore", form("revision", "1")))
	if _, revision := s.model(path); name() != "guests" || revision.Kind != store.KindRestore {
		t.Errorf("restored %s as %s", name(), revision.Kind)
	}
	if err := s.store.Verify(t.Context(), store.ModelID(strings.TrimPrefix(path, "/m/"))); err != nil {
		t.Error(err)
	}
	exported := s.want(http.StatusOK, s.get(path+"/model.json?rev=1")).body
	if exported != s.text(path, 1) || !strings.Contains(exported, olderFormat) {
		t.Error("revision 1 is not exported as it was saved")
	}
}

// TestConflictAfterAnOlderFormat names who made the change with which the format changed.
func TestConflictAfterAnOlderFormat(t *testing.T) {
	ada, path := upgraded(t, nil)
	ben := ada.visitor().named("Ben")
	ben.want(http.StatusSeeOther, ben.post(path+"/edit", set("pguestsbyid", "name", "people", "persons")))
	refused := ada.want(http.StatusConflict, ada.post(path+"/undo", url.Values{}))
	if !strings.Contains(refused.body, "Ben changed the same place after you.") {
		t.Error("the page does not name Ben")
	}
}

// TestMergesOfTwoFormats merges copies and a proposal that an older program began, each
// way, and keeps what was said about them.
func TestMergesOfTwoFormats(t *testing.T) {
	var fork, branch, review string
	s, path := upgraded(t, func(s *site, path string) {
		s.want(http.StatusSeeOther, s.post(path+"/comments", form("tab", "physical", "do", "open", "about", "pq9title", "text", "Is it needed?")))
		fork, _ = s.fork(path)
		s.want(http.StatusSeeOther, s.post(fork+"/edit", set("pq3description", "name", "description", "about")))
		branch, review = s.propose(path, "Names", "")
		s.want(http.StatusSeeOther, s.post(branch+"/edit", set("ppoisbyhotel", "name", "pois_by_hotel", "points")))
	})
	s.want(http.StatusSeeOther, s.post(path+"/edit", set("pguestsbyid", "name", "people", "persons")))
	s.want(http.StatusSeeOther, s.merge(path, fork, "2"))
	s.want(http.StatusSeeOther, s.merge(fork, path, "5"))
	s.want(http.StatusSeeOther, s.act(review, "update"))
	s.want(http.StatusSeeOther, s.act(review, "ready"))
	s.want(http.StatusSeeOther, s.act(review, "merge"))
	m, _ := s.model(path)
	got := fmt.Sprint(m.Physical.Relations["pguestsbyid"].Name, " ", m.Physical.Relations["ppoisbyhotel"].Name, " ", columnOf(m, "pq3description"))
	if want := "persons points about"; got != want {
		t.Errorf("merged %s, want %s", got, want)
	}
	if m, _ := s.model(fork); m.Physical.Relations["pguestsbyid"].Name != "persons" {
		t.Error("the copy is not up to date")
	}
	s.lists(s.want(http.StatusOK, s.get(path+"/physical?select=pq9title")).body, "Is it needed?")
	s.onlyThread(path)
}

func columnOf(m *model.Model, id model.ID) string {
	for _, relation := range m.Physical.Relations {
		if column := relation.Columns[id]; column != nil {
			return column.Name
		}
	}
	return ""
}
