package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"widerow/handlers/identity"
	directory "widerow/model/people"
	"widerow/store"
)

// TestAccountsBesideNames: each page shows the account beside the name that a person has chosen, for the keyboard, too. A
// name without an account stands alone.
func TestAccountsBesideNames(t *testing.T) {
	s := newTeam(t, identity.Header)
	s.must(s.guard.Keeper.Change(t.Context(), store.Author{}, "name", func(d *directory.Directory) (*directory.Directory, error) {
		return d.Change(s.ids["ada"], time.Now(), func(a *directory.Account) { a.Shown = "Countess" })
	}))
	path := "/m/" + string(s.model)
	for _, form := range []struct {
		path   string
		values url.Values
	}{
		{"/comments", url.Values{"do": {"open"}, "text": {"@ed: why?"}}},
		{"/edit", url.Values{"do": {"add:entity:"}, "new.entity.name": {"Room"}, "tab": {"concepts"}}},
		{"/proposals", url.Values{"title": {"Better"}, "reviewers": {"ed"}}},
		{"/proposals/1", url.Values{"do": {"ready"}}},
		{"/proposals/1", url.Values{"do": {"changes"}, "text": {"No."}}},
	} {
		s.want(http.StatusSeeOther, s.do("POST", path+form.path, form.values, s.as("ada")...))
	}
	const shown = `tabindex="0"><bdi>Countess</bdi><span class="account">Account <bdi>ada</bdi></span>`
	for _, page := range []string{path + "/comments", path + "/history", path + "/proposals", path + "/proposals/1", path + "/share",
		path + "/compare?from=1&to=2", "/inbox", "/"} {
		body := s.want(http.StatusOK, s.do("GET", page, nil, s.as("ed")...)).body
		if !strings.Contains(body, shown) {
			t.Errorf("%s lacks the account beside the name", page)
		}
		if strings.Contains(body, "@web") {
			t.Errorf("%s shows the source of the page", page)
		}
	}
	next := s.stream("of="+string(s.model), s.as("ed")...)
	next()
	s.want(http.StatusNoContent, s.do("POST", "/live", url.Values{"of": {string(s.model)}, "tab": {"concepts"}}, s.as("ada")...))
	if here := next().Here; len(here) != 1 || len(here[0].People) != 1 || here[0].People[0].Account != "ada" {
		t.Errorf("who is here lacks the account: %v", here)
	}
	none := newSite(t).named("Ada")
	made := none.path(none.post("/models", form("name", "Library")))
	if page := none.get(strings.Replace(made, "/concepts", "/history", 1)); strings.Contains(page.body, `class="account"`) {
		t.Error("a name without an account has one")
	}
}
