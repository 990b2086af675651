package handlers_test

import (
	"net/http"
	"strings"
	"testing"
)

// fork copies a model and returns the copy and the model's ID.
func (s *site) fork(path string) (fork, original string) {
	s.t.Helper()
	return s.path(s.want(http.StatusSeeOther, s.post(path+"/copy", form()))), strings.TrimPrefix(path, "/m/")
}

// merge asks to merge revision of the model at from into that at into.
func (s *site) merge(into, from, revision string, choices ...string) answer {
	s.t.Helper()
	return s.post(into+"/merge", form(append([]string{"from", strings.TrimPrefix(from, "/m/"), "revision", revision}, choices...)...))
}

// TestMergeCopy makes changes in a copy and in its original, merges them both
// ways, and undoes the merge.
func TestMergeCopy(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	fork, original := s.fork(path)
	s.want(http.StatusSeeOther, s.post(path+"/edit", set("pq9firstname", "name", "first_name", "given_name")))
	s.want(http.StatusSeeOther, s.post(fork+"/edit", form("do", "remove:pq9title")))
	s.want(http.StatusSeeOther, s.post(fork+"/edit", set("pguestsbyid", "name", "guests", "people")))

	page := s.want(http.StatusOK, s.get(fork+"/compare?from_model="+original)).body
	for _, want := range []string{`action="` + path + `/merge"`, "Merge into Hotel", `name="revision" value="3"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the comparison lacks %s", want)
		}
	}
	merged := s.want(http.StatusSeeOther, s.merge(path, fork, "3"))
	if got := merged.Header.Get("Location"); !strings.HasSuffix(got, path+"/compare?from=2&to=3") {
		t.Errorf("after the merge: %s", got)
	}
	m, revision := s.model(path)
	guests := m.Physical.Relations["pguestsbyid"]
	if guests.Name != "people" || guests.Columns["pq9title"] != nil || guests.Columns["pq9firstname"].Name != "given_name" || m.Name != "Hotel" {
		t.Errorf("the merged model has %s with %v, named %s", guests.Name, guests.Columns, m.Name)
	}
	if revision.Words != "merged r3 of Copy of Hotel" {
		t.Errorf("the history says %q", revision.Words)
	}
	again := s.want(http.StatusConflict, s.merge(path, fork, "3")).body
	if !strings.Contains(again, "nothing to merge") {
		t.Errorf("the second merge: %s", again)
	}

	// The copy gets what only the original had.
	s.want(http.StatusSeeOther, s.merge(fork, path, "3"))
	if m, _ := s.model(fork); m.Physical.Relations["pguestsbyid"].Columns["pq9firstname"].Name != "given_name" || m.Name != "Copy of Hotel" {
		t.Error("the copy is not up to date")
	}

	s.want(http.StatusSeeOther, s.post(path+"/undo", form("tab", "physical")))
	if m, _ := s.model(path); m.Physical.Relations["pguestsbyid"].Name != "guests" ||
		m.Physical.Relations["pguestsbyid"].Columns["pq9firstname"].Name != "given_name" {
		t.Error("undo of the merge is not one step")
	}
}

// TestMergeConflicts asks about each element that both have changed, and takes the
// chosen side.
func TestMergeConflicts(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	fork, _ := s.fork(path)
	s.want(http.StatusSeeOther, s.post(path+"/edit", set("pq9firstname", "name", "first_name", "given_name")))
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "remove:ppoisbyhotel")))
	s.want(http.StatusSeeOther, s.post(fork+"/edit", set("pq9firstname", "name", "first_name", "forename")))
	s.want(http.StatusSeeOther, s.post(fork+"/edit", set("pq3description", "name", "description", "about")))
	_, before := s.model(path)

	page := s.want(http.StatusConflict, s.merge(path, fork, "3")).body
	for _, want := range []string{
		"Both models have changed 2 elements", "renamed to given_name", "renamed to forename", "table hotel.pois_by_hotel removed", "renamed to about",
		`name="take.pq9firstname" value="target" required`, `name="take.pq3description" value="source" required`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	half := s.want(http.StatusConflict, s.merge(path, fork, "3", "take.pq9firstname", "source")).body
	if !strings.Contains(half, `value="source" checked required`) {
		t.Error("the page forgets what was chosen")
	}
	if _, after := s.model(path); after.Number != before.Number {
		t.Error("a merge with open conflicts was saved")
	}

	s.want(http.StatusSeeOther, s.merge(path, fork, "3", "take.pq9firstname", "source", "take.pq3description", "source"))
	m, _ := s.model(path)
	if got := m.Physical.Relations["pguestsbyid"].Columns["pq9firstname"].Name; got != "forename" {
		t.Errorf("the column is named %s", got)
	}
	if table := m.Physical.Relations["ppoisbyhotel"]; table == nil || table.Columns["pq3description"].Name != "about" || len(table.Columns) != 3 {
		t.Errorf("the removed table came back as %+v", table)
	}
}

// TestMergeRefuses checks that nothing is saved if a merge is impossible.
func TestMergeRefuses(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	fork, _ := s.fork(path)
	sensors := s.open("sensors")
	s.want(http.StatusSeeOther, s.post(path+"/edit", set("ppoisbyhotel", "name", "pois_by_hotel", "points")))
	s.want(http.StatusSeeOther, s.post(fork+"/edit", set("photelsbypoi", "name", "hotels_by_poi", "points")))
	_, before := s.model(path)
	for _, test := range []struct {
		from, revision string
		status         int
		want           string
	}{
		{fork, "2", http.StatusConflict, "cannot be merged"},
		{fork, "x", http.StatusBadRequest, ""},
		{fork, "9", http.StatusNotFound, "no such model or revision"},
		{"/m/none", "1", http.StatusNotFound, "no such model or revision"},
		{sensors, "1", http.StatusUnprocessableEntity, "Sensor network and Hotel have no element in common"},
	} {
		body := s.want(test.status, s.merge(path, test.from, test.revision)).body
		if !strings.Contains(body, test.want) {
			t.Errorf("%s r%s lacks %q: %s", test.from, test.revision, test.want, body)
		}
	}
	if _, after := s.model(path); after.Number != before.Number {
		t.Error("a refused merge was saved")
	}
}
