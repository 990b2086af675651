package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"widerow/handlers"
	"widerow/model"
	"widerow/model/diff"
	"widerow/store"
)

const userHeader = "X-Forwarded-User"

// newSiteBehindSignIn trusts the test itself as its proxy.
func newSiteBehindSignIn(t *testing.T) *site {
	t.Helper()
	return newSiteWith(t, handlers.Config{
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
		{"", "Ben", store.Author{Name: "Somebody"}},
		{"in\u202evoice", "", store.Author{Name: "Somebody"}},
	} {
		browser := s.visitor()
		header := []string{"Cookie", "widerow_name" + "=" + test.cookie + "; " + "widerow_visitor" + "=user:eve"}
		if test.user != "" {
			header = append(header, userHeader, test.user)
		}
		edit := form("tab", "queries", "do", "add:query:", "new.query.name", strings.Repeat("q", i+1))
		browser.want(http.StatusSeeOther, browser.do("POST", path+"/edit", edit, header...))
		_, revision := s.model(path)
		got := revision.Author
		if test.want.ID == "" {
			if len(got.ID) < 20 {
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

// Nobody can take the name of the app, of an unknown author, or one that looks like
// another person's: not by the form, and not by the cookie.
func TestNamesThatLookLikeOthers(t *testing.T) {
	grace := newSite(t).named("Grace Aca")
	path := grace.open("hotel")
	for name, want := range map[string]string{
		"Somebody":                 "can be read as",
		"\u0405\u03bfmebody":       "mixes scripts",
		"Widerow":                  "can be read as",
		"\uff27race":               "write &#34;G&#34;",
		"Gr\u0430ce":               "mixes scripts",
		"Gra\u200dce":              "U+200D",
		"Grace \u0410\u0441\u0430": "looks like &#34;Grace Aca&#34;", // the second word is all Cyrillic
	} {
		refused := grace.visitor().post("/you", form("name", name))
		if refused.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(refused.body, want) || len(refused.Cookies()) > 0 {
			t.Errorf("%+q: status %d, want 422 and %q, no cookie: %.1500s", name, refused.StatusCode, want, refused.body)
		}
	}
	for _, name := range []string{"Grace Aca", "Иван", "李雷", "Ada"} {
		grace.visitor().want(http.StatusSeeOther, grace.visitor().post("/you", form("name", name)))
	}
	for i, name := range []string{"Widerow", "Grace \u0410\u0441\u0430", "Gr\u0430ce"} {
		edit := form("tab", "queries", "do", "add:query:", "new.query.name", strings.Repeat("q", i+1))
		grace.visitor().do("POST", path+"/edit", edit, "Cookie", "widerow_name"+"="+url.QueryEscape(name))
		if _, revision := grace.model(path); revision.Author.Name != "Somebody" {
			t.Errorf("the cookie makes %q the author", revision.Author.Name)
		}
	}
}

// Names are known after a restart: from the list of models, and from the history of the
// model from whose page a visitor comes.
func TestNamesAreKnownAfterARestart(t *testing.T) {
	models := newStore()
	before := newSiteWith(t, handlers.Config{Store: models})
	path := before.named("Ace").open("hotel")
	aca := before.visitor().named("Aca")
	aca.want(http.StatusSeeOther, aca.post(path+"/edit", form("tab", "queries", "do", "add:query:", "new.query.name", "q")))
	after := newSiteWith(t, handlers.Config{Store: models})
	after.want(http.StatusUnprocessableEntity, after.post("/you", form("name", "\u0410\u0441\u0430")))
	after.want(http.StatusUnprocessableEntity, after.post("/you", form("name", "\u0410\u0441\u0435", "next", path+"/history")))
	after.want(http.StatusSeeOther, after.post("/you", form("name", "Ace", "next", path+"/history")))
}
