package handlers

import (
	"net/http"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/diff"
	"widerow/store"
)

const userHeader = "X-Forwarded-User"

// newSiteBehindSignIn trusts the test itself as its proxy.
func newSiteBehindSignIn(t *testing.T) *site {
	t.Helper()
	return newSiteWith(t, Config{
		Store:   store.NewMemory(store.Options{Apply: diff.Apply, MaxDocument: model.MaxSize}),
		Proxies: []string{"127.0.0.1", "::1"}, UserHeader: userHeader,
	})
}

// TestNameOfTheProxy signs people in by a header. Nobody can choose a name.
func TestNameOfTheProxy(t *testing.T) {
	s := newSiteBehindSignIn(t)
	long := strings.Repeat("x", 61) + "@example.org"
	path := s.path(s.want(http.StatusSeeOther, s.do("POST", "/examples/hotel", form(), userHeader, "ann@example.org")))
	for i, test := range []struct {
		user, cookie string
		want         store.Author
	}{
		{"ann@example.org", "", store.Author{ID: "user:ann@example.org", Name: "ann@example.org"}},
		{"ann@example.org", "Ben", store.Author{ID: "user:ann@example.org", Name: "ann@example.org"}},
		{long, "", store.Author{ID: "user:" + long, Name: long[:60]}},
		{"", "Ben", store.Author{Name: unknownAuthor}},
		{"in\u202evoice", "", store.Author{Name: unknownAuthor}},
	} {
		browser := s.visitor()
		header := []string{"Cookie", nameCookie + "=" + test.cookie + "; " + visitorCookie + "=user:eve"}
		if test.user != "" {
			header = append(header, userHeader, test.user)
		}
		edit := form("tab", "queries", "do", "add:query:", "new.query.name", strings.Repeat("q", i+1))
		browser.want(http.StatusSeeOther, browser.do("POST", path+"/edit", edit, header...))
		_, revision := s.model(path)
		got := revision.Author
		if test.want.ID == "" {
			if !validVisitorID(got.ID) {
				t.Errorf("%q has the ID %q", test.user, got.ID)
			}
			got.ID = ""
		}
		if got != test.want {
			t.Errorf("%q: %+v, want %+v", test.user, got, test.want)
		}
	}

	page := s.want(http.StatusOK, s.get("/you", userHeader, "ann@example.org")).body
	if !strings.Contains(page, "signed in as <strong>ann@example.org</strong>") || strings.Contains(page, `name="name"`) {
		t.Errorf("the page of the name is %s", page)
	}
	refused := s.want(http.StatusForbidden, s.do("POST", "/you", form("name", "Ben"), userHeader, "ann@example.org"))
	if len(refused.Cookies()) > 0 {
		t.Errorf("a refused name sets %v", refused.Cookies())
	}
}

// TestUndoOfASignedInUser undoes in one browser what was done in another.
func TestUndoOfASignedInUser(t *testing.T) {
	s := newSiteBehindSignIn(t)
	path := s.path(s.want(http.StatusSeeOther, s.do("POST", "/examples/hotel", form(), userHeader, "ann")))
	s.want(http.StatusSeeOther, s.do("POST", path+"/edit", form("tab", "queries", "do", "add:query:", "new.query.name", "Of Ann"), userHeader, "ann"))
	for user, want := range map[string]bool{"ann": true, "ben": false} {
		body := s.visitor().get(path+"/queries", userHeader, user).body
		if got := strings.Contains(body, "Undo: added query"); got != want {
			t.Errorf("%s can undo: %v, want %v", user, got, want)
		}
	}
}
