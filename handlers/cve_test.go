package handlers_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"widerow/handlers"
	"widerow/handlers/identity"
	"widerow/model"
	"widerow/model/diff"
	directory "widerow/model/people"
	"widerow/model/proposals"
	"widerow/model/sharing"
	"widerow/store"
)

// TestTrustedProxiesAreNotEveryone: Gitea CVE-2026-20896, an image that trusted "*".
func TestTrustedProxiesAreNotEveryone(t *testing.T) {
	for _, proxies := range [][]string{{"*"}, {"0.0.0.0/0"}, {"::/0"}, {"0.0.0.0/1", "128.0.0.0/1"}} {
		if err := (handlers.Config{Proxies: proxies, UserHeader: "X-Forwarded-User"}).Check(); err == nil {
			t.Errorf("%v is accepted", proxies)
		}
	}
	if err := (handlers.Config{UserHeader: "X-Forwarded-User"}).Check(); err == nil {
		t.Error("a header of the user counts without a proxy to trust")
	}
}

// TestHeaderSpelledOtherwise: oauth2-proxy CVE-2025-64484, X_Forwarded_User beside
// X-Forwarded-User; and Fabio CVE-2025-48865, a header that is named hop by hop and thereby
// removed. A request without the very header is refused, and nothing else names a person.
func TestHeaderSpelledOtherwise(t *testing.T) {
	s := newTeam(t, identity.Header)
	for _, header := range [][]string{
		{"X_Forwarded_User", "root"}, {"X-Forwarded_User", "root"}, {"Connection", "X-Forwarded-User"}, {"X-Forwarded-User", ""}, {"X-Forwarded-Email", "root"}, {"Remote-User", "root"},
	} {
		if got := s.do("GET", "/m/"+string(s.model)+"/concepts", nil, header...); got.StatusCode != http.StatusUnauthorized {
			t.Errorf("%v: %d", header, got.StatusCode)
		}
	}
	if got := s.do("GET", "/people", nil, "X-Forwarded-User", "root").StatusCode; got != 200 {
		t.Errorf("with the header: %d", got)
	}
	if got := s.do("GET", "/people", nil, "X-Forwarded-User", "vic", "X_Forwarded_User", "root").StatusCode; got != 403 {
		t.Errorf("with both spellings: %d", got)
	}
}

// TestExtraSlashes: Grafana CVE-2025-3454, a path with a slash more than the route had no
// check.
func TestExtraSlashes(t *testing.T) {
	s := newTeam(t, identity.Password)
	of := "m/" + string(s.model)
	for _, path := range []string{"//" + of + "/er.svg", "/m//" + string(s.model) + "/er.svg", "/" + of + "//er.svg", "/" + of + "/./er.svg", "/x/../" + of + "/er.svg", "/" + of + "%2Fer.svg", "//people", "/people/", "//api/v1/models"} {
		for _, name := range []string{"", "eve"} {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.base+"/", nil)
			s.must(err)
			request.URL.Opaque = path
			if cookie := s.cookies[name]; cookie != nil {
				request.AddCookie(cookie)
			}
			response, err := s.http.Do(request)
			s.must(err)
			response.Body.Close()
			if response.StatusCode < 300 {
				t.Errorf("GET %s by %q: %d", path, name, response.StatusCode)
			}
		}
	}
}

// TestSignInLeadsNowhereElse: open redirects after the sign-in.
func TestSignInLeadsNowhereElse(t *testing.T) {
	s := newTeam(t, identity.Password)
	s.must(s.guard.Keeper.Change(t.Context(), store.Author{}, "password", func(d *directory.Directory) (*directory.Directory, error) {
		return d.Change(s.ids["ada"], time.Now(), func(a *directory.Account) { a.Password = directory.HashPassword("long enough") })
	}))
	for next, want := range map[string]string{
		"/m/x/concepts?select=1": "/m/x/concepts?select=1", "https://evil.example/": "/", "//evil.example": "/", "/\\evil.example": "/", "/%2e%2e//evil.example": "/", "\t//evil.example": "/",
		"javascript:alert(1)": "/", "/sign-out": "/", "": "/",
	} {
		got := s.visitor().do("POST", "/sign-in", url.Values{"name": {"ada"}, "password": {"long enough"}, "next": {next}})
		if got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != want {
			t.Errorf("next=%q leads to %d %q, want %q", next, got.StatusCode, got.Header.Get("Location"), want)
		}
	}
}

// TestSessionIsNotFixed: a cookie that somebody else has set does not become a session,
// and each sign-in has a new one.
func TestSessionIsNotFixed(t *testing.T) {
	s := newTeam(t, identity.Password)
	s.must(s.guard.Keeper.Change(t.Context(), store.Author{}, "password", func(d *directory.Directory) (*directory.Directory, error) {
		return d.Change(s.ids["ada"], time.Now(), func(a *directory.Account) { a.Password = directory.HashPassword("long enough") })
	}))
	form := url.Values{"name": {"ada"}, "password": {"long enough"}}
	planted := strings.Repeat("a", 43)
	got := s.visitor().do("POST", "/sign-in", form, "Cookie", "widerow_session="+planted)
	if cookies := got.Cookies(); len(cookies) == 0 || cookies[len(cookies)-1].Value == planted {
		t.Fatalf("the session is %v", cookies)
	}
	if got := s.visitor().do("GET", "/you/account", nil, "Cookie", "widerow_session="+planted).StatusCode; got != http.StatusSeeOther {
		t.Errorf("with the planted cookie: %d", got)
	}
}

// TestNoTokenInAddresses: a token in the address of a page counts for nothing, so that none
// gets into logs and Referer headers.
func TestNoTokenInAddresses(t *testing.T) {
	s := newTeam(t, identity.Password)
	token := s.token("ada", directory.Admin)
	for _, query := range []string{"?token=", "?access_token=", "?bearer="} {
		if got := s.do("GET", "/api/v1/models"+query+token, nil).StatusCode; got != http.StatusUnauthorized {
			t.Errorf("%s…: %d", query, got)
		}
	}
}

// TestStreamEndsWithTheRole: a role that is taken away, and a session that is ended, end the
// live stream at once (Grafana CVE-2026-33381: a right that worked for seconds more).
func TestStreamEndsWithTheRole(t *testing.T) {
	s := newTeam(t, identity.Password)
	for name, end := range map[string]func(){
		"vic":  func() { s.give(s.model, "vic", sharing.None) },
		"ed":   func() { s.must(s.guard.Sessions.EndOf(s.ids["ed"], "", nil)) },
		"cleo": func() { s.disable("cleo") },
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
		defer cancel()
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+"/live?of="+string(s.model), nil)
		s.must(err)
		request.Header.Set("Accept", "text/event-stream")
		request.AddCookie(s.cookies[name])
		response, err := s.http.Do(request)
		s.must(err)
		buffer := make([]byte, 4096)
		if _, err := response.Body.Read(buffer); err != nil {
			t.Fatalf("%s: the stream does not begin: %v", name, err)
		}
		end()
		for err == nil {
			_, err = response.Body.Read(buffer)
		}
		if ctx.Err() != nil {
			t.Errorf("%s: the stream goes on", name)
		}
		response.Body.Close()
	}
}

func (s *team) disable(name string) {
	s.t.Helper()
	s.must(s.guard.Keeper.Change(s.t.Context(), store.Author{}, "disabled", func(d *directory.Directory) (*directory.Directory, error) {
		return d.Change(s.ids[name], time.Now(), func(a *directory.Account) { a.Disabled = true })
	}))
}

// TestOldModels: a model from before sign-in is everyone's, an admin is told, and approvals
// under names that anybody could type do not count.
func TestOldModels(t *testing.T) {
	models := store.NewMemory(store.Options{Apply: diff.Apply})
	old := &team{site: newSiteOn(t, "/", models)}
	made := old.do("POST", "/models", url.Values{"name": {"Old"}})
	id := strings.Split(made.Header.Get("Location"), "/")[2]
	s := newTeamOn(t, identity.Password, models)
	for name, want := range map[string]string{"eve": "", "root": "before sign-in was enabled"} {
		page := s.do("GET", "/m/"+id+"/concepts", nil, s.as(name)...)
		if page.StatusCode != 200 || strings.Contains(page.body, "before sign-in was enabled") != (want != "") {
			t.Errorf("%s: %d", name, page.StatusCode)
		}
		if list := s.do("GET", "/", nil, s.as(name)...); strings.Contains(list.body, `id="unowned"`) != (want != "") {
			t.Errorf("%s: the list of models", name)
		}
	}
	p := &proposals.Proposal{Reviews: map[model.ID]*proposals.Review{
		"a": {Number: 1, By: proposals.Person{ID: "AAAAAAAAAAAAAAAAAAAAAAAAAA", Name: "ada"}, Verdict: proposals.Approves, Content: "x"},
		"b": {Number: 2, By: proposals.Person{ID: string(s.ids["ada"]), Name: "ada"}, Verdict: proposals.Approves, Content: "x"},
	}}
	if counted := p.Without(func(by proposals.Person) bool { return s.server.Identifies(by.ID) }).StandingOf("x").Approved; len(counted) != 1 || counted[0].ID != string(s.ids["ada"]) {
		t.Errorf("the approvals that count: %v", counted)
	}
}
