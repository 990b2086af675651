package handlers_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"widerow/handlers/identity"
	"widerow/model/diff"
	"widerow/store"
)

// TestOldApprovals: an approval that a visitor gave before anybody signed in, under the name of
// somebody who has an account now, does not count; the person's own does.
func TestOldApprovals(t *testing.T) {
	models := store.NewMemory(store.Options{Apply: diff.Apply})
	before := newSiteOn(t, "/", models)
	made := before.do("POST", "/models", url.Values{"name": {"Old"}})
	id := strings.Split(made.Header.Get("Location"), "/")[2]
	path := "/m/" + id + "/proposals"
	before.want(http.StatusSeeOther, before.do("POST", path, url.Values{"title": {"Better"}, "do": {"open"}}))
	visitor := "widerow_visitor=" + strings.Repeat("A", 26) + "; widerow_name=ada"
	approval := func(page answer) url.Values {
		_, rest, found := strings.Cut(page.body, `name="content" value="`)
		if !found {
			t.Fatalf("the page has no form to approve:\n%.2000s", page.body)
		}
		content, _, _ := strings.Cut(rest, `"`)
		return url.Values{"do": {"approve"}, "content": {content}}
	}
	form := approval(before.do("GET", path+"/1", nil, "Cookie", visitor))
	if got := before.do("POST", path+"/1", form, "Cookie", visitor); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("approve without an account: %d", got.StatusCode)
	}
	approved := func(get func(path string) answer) (names []string) {
		t.Helper()
		var state struct{ Approved []struct{ Name string } }
		if err := json.Unmarshal([]byte(get("/api/v1/models/"+id+"/proposals/1").body), &state); err != nil {
			t.Fatal(err)
		}
		for _, person := range state.Approved {
			names = append(names, person.Name)
		}
		return names
	}
	if got := approved(func(path string) answer { return before.do("GET", path, nil) }); len(got) != 1 || got[0] != "ada" {
		t.Fatalf("without accounts it is approved by %v", got)
	}
	s := newTeamOn(t, identity.Password, models)
	asAda := func(path string) answer { return s.do("GET", path, nil, s.as("ada")...) }
	if got := approved(asAda); len(got) != 0 {
		t.Errorf("with accounts it is approved by %v", got)
	}
	form = approval(asAda(path + "/1"))
	if got := s.do("POST", path+"/1", form, s.as("ada")...); got.StatusCode != http.StatusSeeOther {
		t.Errorf("ada approves: %d", got.StatusCode)
	}
	if got := approved(asAda); len(got) != 1 || got[0] != "ada" {
		t.Errorf("after ada's own approval it is approved by %v", got)
	}
}
