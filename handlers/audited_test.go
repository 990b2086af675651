package handlers_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"widerow/handlers/identity"
	directory "widerow/model/people"
)

// TestAudited: exports, deletions, approvals, merges and what programs change are in the audit
// log, once each; what pages read, and what was refused, is not.
func TestAudited(t *testing.T) {
	s := newTeam(t, identity.Password)
	model := "/m/" + string(s.model)
	api := "/api/v1/models/" + string(s.model)
	edit := []string{"Authorization", "Bearer " + s.token("ada", directory.Admin), "Content-Type", "application/json"}
	logged := func() int {
		t.Helper()
		page := s.want(http.StatusOK, s.do("GET", "/audit", nil, s.as("root")...)).body
		return strings.Count(page, "<td><time")
	}
	proposed := s.do("POST", model+"/proposals", url.Values{"title": {"Better"}, "do": {"open"}}, s.as("cleo")...)
	if proposed.StatusCode >= 400 {
		t.Fatalf("propose: %d\n%.800s", proposed.StatusCode, proposed.body)
	}
	for _, test := range []struct {
		method, path string
		form         url.Values
		as           []string
		events       int
		action       string
	}{
		{"GET", model + "/logical", nil, s.as("ada"), 0, ""},
		{"GET", model + "/palette.json", nil, s.as("ada"), 0, ""},
		{"GET", model + "/model.json", nil, s.as("ada"), 1, "export"},
		{"GET", model + "/schema.cql", nil, s.as("vic"), 1, "export"},
		{"GET", model + "/sizes.csv", nil, s.as("ada"), 1, "export"},
		{"GET", model + "/logical.pdf", nil, s.as("ada"), 1, "export"},
		{"GET", model + "/model.json", nil, s.as("eve"), 0, ""},
		{"HEAD", model + "/model.json", nil, s.as("ada"), 0, ""},
		{"GET", api + "/document", nil, edit, 1, "export"},
		{"GET", api + "/comments", nil, edit, 0, ""},
		{"POST", api + "/comments", nil, edit, 0, ""}, // without a body
		{"PATCH", api, nil, edit, 0, ""},
		{"POST", model + "/proposals/1", url.Values{"do": {"approve"}}, s.as("vic"), 0, ""},
		{"POST", model + "/delete", nil, s.as("ed"), 0, ""},
		{"POST", model + "/delete", url.Values{"base": {"1"}, "operation": {"audited"}}, s.as("ada"), 1, "deletion"},
	} {
		before := logged()
		got := s.do(test.method, test.path, test.form, test.as...)
		what := fmt.Sprintf("%s %s: %d", test.method, test.path, got.StatusCode)
		if events := logged() - before; events != test.events {
			t.Errorf("%s: %d events, want %d\n%.300s", what, events, test.events, got.body)
		}
		newest := regexp.MustCompile(`<td>\s*<b>([^<]+)</b>`).FindStringSubmatch(s.do("GET", "/audit", nil, s.as("root")...).body)
		if test.action != "" && (newest == nil || newest[1] != test.action) {
			t.Errorf("%s: the newest event is %q, want %s", what, newest, test.action)
		}
	}
}

// TestAuditedPrograms: an approval and a merge by the API are told as such, other changes as
// those of a program.
func TestAuditedPrograms(t *testing.T) {
	s := newTeam(t, identity.Password)
	api := "/api/v1/models/" + string(s.model)
	send := func(name, method, path, body string) int {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), method, s.base+api+path, strings.NewReader(body))
		s.must(err)
		request.Header.Set("Authorization", "Bearer "+s.token(name, directory.Edit))
		request.Header.Set("Content-Type", "application/json")
		response, err := http.DefaultClient.Do(request)
		s.must(err)
		response.Body.Close()
		return response.StatusCode
	}
	for _, step := range []struct{ name, method, path, body string }{
		{"cleo", "POST", "/proposals", `{"title":"Better","document":{"format":"widerow/1","name":"Inn"}}`}, {"cleo", "POST", "/comments", `{"text":"Why?"}`},
		{"ed", "POST", "/proposals/1/approve", ""}, {"ada", "POST", "/proposals/1/merge", ""}, {"ada", "PATCH", "", `{"name":"Pub"}`},
	} {
		if status := send(step.name, step.method, step.path, step.body); status >= 300 {
			t.Fatalf("%s %s: %d", step.method, step.path, status)
		}
	}
	for action, want := range map[string]int{"approval": 2, "program": 3} {
		page := s.do("GET", "/audit?action="+action, nil, s.as("root")...)
		if got := strings.Count(page.body, "<td><time"); got != want {
			t.Errorf("%d events of %s, want %d", got, action, want)
		}
	}
}

// TestWrongPasswordsOfAnAddress: whoever tries one password for many names from one address
// has to wait, too.
func TestWrongPasswordsOfAnAddress(t *testing.T) {
	s := newTeam(t, identity.Password)
	slowed := 0
	for try := range 30 {
		got := s.do("POST", "/sign-in", url.Values{"name": {fmt.Sprint("name", try)}, "password": {"wrong"}})
		switch {
		case got.StatusCode == http.StatusTooManyRequests && got.Header.Get("Retry-After") != "":
			slowed++
		case got.StatusCode != http.StatusUnauthorized:
			t.Fatalf("try %d: %d", try, got.StatusCode)
		case slowed > 0:
			t.Errorf("try %d: not slowed any more", try)
		}
	}
	if slowed < 5 {
		t.Errorf("%d of 30 tries were slowed", slowed)
	}
}
