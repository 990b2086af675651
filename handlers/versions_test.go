package handlers_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// name gives a revision of a model a name.
func (s *site) name(path, revision, name string) answer {
	s.t.Helper()
	return s.post(path+"/name", form("revision", revision, "name", name))
}

// TestVersions names a revision, and asks for pages and files by the name.
func TestVersions(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	s.want(http.StatusSeeOther, s.post(path+"/edit", set("pguestsbyid", "name", "guests", "people")))
	s.want(http.StatusSeeOther, s.name(path, "1", "v1 in production"))
	for _, test := range []struct {
		address string
		wants   []string
	}{
		{"/history", []string{`<bdi class="badge version">v1 in production</bdi>`, `href="` + path + `/name?revision=2"`}},
		{"/schema.cql?rev=v1-in-production", []string{"CREATE TABLE reservation.guests"}},
		{"/schema.cql?rev=V1+in+Production", []string{"CREATE TABLE reservation.guests"}},
		{"/schema.cql?rev=r1", []string{"CREATE TABLE reservation.guests"}},
		{"/schema.cql?rev=R2", []string{"CREATE TABLE reservation.people"}},
		{"/schema.cql?rev=Latest", []string{"CREATE TABLE reservation.people"}},
		{"/compare?from=r1&to=r2", []string{"renamed to people"}},
		{"/schema.cql?rev=head", []string{"CREATE TABLE reservation.people"}},
		{"/model.json?rev=v1-in-production", []string{`"guests"`}},
		{"/physical.svg?rev=v1-in-production", []string{">guests<"}},
		{"/physical?rev=v1-in-production", []string{">guests<"}},
		{"/compare?from=v1-in-production&to=head", []string{"renamed to people", `<bdi class="badge">v1 in production</bdi>`}},
		{"/name?revision=1", []string{`value="v1 in production"`, "Remove the name"}},
	} {
		body := s.want(http.StatusOK, s.get(path+test.address)).body
		for _, want := range test.wants {
			if !strings.Contains(body, want) {
				t.Errorf("%s lacks %q", test.address, want)
			}
		}
	}
	// A name can be given to another revision, so the answer may change.
	if got := s.get(path + "/physical.svg?rev=v1-in-production").Header.Get("Cache-Control"); strings.Contains(got, "immutable") {
		t.Errorf("a picture of a name is cached as %q", got)
	}
	if got := s.get(path + "/physical.svg?rev=1").Header.Get("Cache-Control"); !strings.Contains(got, "immutable") {
		t.Errorf("a picture of a number is cached as %q", got)
	}

	if body := s.want(http.StatusBadRequest, s.get(path+"/physical?rev=v2")).body; !strings.Contains(body, "The names are v1 in production (r1).") {
		t.Errorf("another name: %s", body)
	}
	s.want(http.StatusSeeOther, s.post(path+"/name", form("revision", "1", "do", "remove")))
	body := s.want(http.StatusBadRequest, s.get(path+"/schema.cql?rev=v1-in-production")).body
	if !strings.Contains(body, "no version of the model has this name") {
		t.Errorf("a name that was taken away: %s", body)
	}
	if _, revision := s.model(path); revision.Number != 2 {
		t.Errorf("names made r%d of the model", revision.Number)
	}
}

// TestNamesAreRefused keeps what was typed and shows the problem.
func TestNamesAreRefused(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	s.want(http.StatusSeeOther, s.post(path+"/edit", set("pguestsbyid", "name", "guests", "people")))
	s.want(http.StatusSeeOther, s.name(path, "1", "v1"))
	s.want(http.StatusSeeOther, s.name(path, "1", "v1")) // again is no problem
	for _, test := range []struct {
		revision, name string
		status         int
		want           string
	}{
		{"2", "V1", http.StatusUnprocessableEntity, "r1 already has this name"},
		{"2", "12", http.StatusUnprocessableEntity, "means a revision"},
		{"2", " ", http.StatusUnprocessableEntity, "Type a name"},
		{"2", strings.Repeat("x", 61), http.StatusUnprocessableEntity, "60 characters at most"},
		{"2", `a"><script>`, http.StatusSeeOther, ""},
		{"3", "v3", http.StatusNotFound, "no such model or revision"},
		{"x", "v3", http.StatusBadRequest, ""},
		{"0", "v3", http.StatusBadRequest, ""},
	} {
		body := s.want(test.status, s.name(path, test.revision, test.name)).body
		if !strings.Contains(body, test.want) {
			t.Errorf("%q lacks %q", test.name, test.want)
		}
		if test.status == http.StatusUnprocessableEntity && !strings.Contains(body, fmt.Sprintf("value=%q", strings.TrimSpace(test.name))) {
			t.Errorf("%q is not in the field any more", test.name)
		}
	}
	s.want(http.StatusNotFound, s.get("/m/none/name?revision=1"))
}

// An error page about a model leads back to it.
func TestErrorPagesLeadBack(t *testing.T) {
	s := newSite(t).named("Ada")
	path := s.open("hotel")
	_, review := s.propose(path, "Names", "")
	for _, test := range []struct {
		answer answer
		want   string
	}{
		{s.get(path + "/physical?rev=gone"), `href="` + path + `/history">History of Hotel</a>`},
		{s.get(path + "/physical?rev=99"), `href="` + path + `/history">History of Hotel</a>`},
		{s.get(path + "/proposals/9"), `href="` + path + `/history">History of Hotel</a>`},
		{s.post(review, form("do", "nothing")), `href="` + review + `">Proposal #1</a>`},
	} {
		if test.answer.StatusCode < 400 || !strings.Contains(test.answer.body, test.want) {
			t.Errorf("status %d lacks %s: %s", test.answer.StatusCode, test.want, test.answer.body)
		}
	}
	for _, address := range []string{"/m/nothing/physical", path + "/history?rev=gone"} {
		if got := s.get(address); got.StatusCode < 400 || strings.Contains(got.body, `id="back"`) {
			t.Errorf("%s: status %d, leads back: %s", address, got.StatusCode, got.body)
		}
	}
}
