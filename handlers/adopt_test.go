package handlers_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"widerow/handlers/identity"
	"widerow/model/diff"
	directory "widerow/model/people"
	"widerow/store"
)

// before has a model from before anybody signed in: a visitor has made it, changed it, commented on it and proposed a
// change; another one has commented and proposed, which the first has approved.
type before struct {
	models       store.Store
	path         string // of the model
	thread, said string // a thread, and the visitor's comment in it
}

const (
	firstVisitor  = "FIRSTVISITORFIRSTVISITOR22"
	secondVisitor = "SECONDVISITORSECONDVISIT22"
)

func newBefore(t *testing.T) *before {
	t.Helper()
	b := &before{models: store.NewMemory(store.Options{Apply: diff.Apply})}
	s := newSiteOn(t, "/", b.models)
	first := []string{"Cookie", "widerow_visitor=" + firstVisitor + "; widerow_name=Typed"}
	second := []string{"Cookie", "widerow_visitor=" + secondVisitor + "; widerow_name=Other"}
	post := func(path string, by []string, form url.Values) answer {
		t.Helper()
		return s.want(http.StatusSeeOther, s.do("POST", path, form, by...))
	}
	made := post("/models", first, url.Values{"name": {"Old"}})
	b.path = "/m/" + strings.Split(made.Header.Get("Location"), "/")[2]
	post(b.path+"/edit", first, url.Values{"do": {"add:entity:"}, "new.entity.name": {"Room"}, "tab": {"concepts"}})
	post(b.path+"/comments", first, url.Values{"do": {"open"}, "text": {"mine"}})
	var threads struct {
		Comments []struct {
			ID       string
			Comments []struct{ ID string }
		} `json:"threads"`
	}
	body := s.do("GET", "/api/v1"+strings.Replace(b.path, "/m/", "/models/", 1)+"/comments", nil).body
	if err := json.Unmarshal([]byte(body), &threads); err != nil || len(threads.Comments) != 1 {
		t.Fatalf("the comments are %s (%v)", body, err)
	}
	b.thread, b.said = threads.Comments[0].ID, threads.Comments[0].Comments[0].ID
	post(b.path+"/comments", second, url.Values{"do": {"open"}, "text": {"theirs"}})
	post(b.path+"/seen", first, url.Values{"all": {"1"}, "next": {b.path}})
	post(b.path+"/proposals", first, url.Values{"title": {"Mine"}})
	post(b.path+"/proposals/1", first, url.Values{"do": {"ready"}})
	post(b.path+"/proposals", second, url.Values{"title": {"Theirs"}})
	post(b.path+"/proposals/2", second, url.Values{"do": {"ready"}})
	post(b.path+"/proposals/2", first, url.Values{"do": {"approve"}, "content": {contentOf(t, s.do("GET", b.path+"/proposals/2", nil, first...))}})
	return b
}

func contentOf(t testing.TB, page answer) string {
	t.Helper()
	found := regexp.MustCompile(`name="content" value="([^"]*)"`).FindStringSubmatch(page.body)
	if found == nil {
		t.Fatalf("the page has no form to approve:\n%.2000s", page.body)
	}
	return found[1]
}

// enter signs a member in by password, in a browser with the cookie of a visitor.
func (s *team) enter(name, visitor string) answer {
	s.t.Helper()
	s.must(s.guard.Keeper.Change(s.t.Context(), store.Author{}, "password", func(d *directory.Directory) (*directory.Directory, error) {
		return d.Change(s.ids[name], time.Now().Add(-time.Second), func(a *directory.Account) { a.Password = directory.HashPassword("long enough") })
	}))
	got := s.want(http.StatusSeeOther, s.visitor().do("POST", "/sign-in", url.Values{"name": {name}, "password": {"long enough"}}, "Cookie", "widerow_visitor="+visitor))
	for _, cookie := range got.Cookies() {
		if cookie.Name == s.cookies[name].Name {
			s.cookies[name] = cookie
		}
	}
	return got
}

// works tries what only the author of the visitor's work may do, and returns what went well.
func (b *before) works(s *team, name string) (all []string) {
	s.t.Helper()
	note := func(what string, went bool) {
		if went {
			all = append(all, what)
		}
	}
	went := func(path string, form url.Values) bool {
		got := s.do("POST", b.path+path, form, s.as(name)...)
		return got.StatusCode == http.StatusSeeOther && strings.HasPrefix(got.Header.Get("Location"), b.path)
	}
	note("edit comment", went("/comments", url.Values{"do": {"edit:" + b.thread + ":" + b.said}, "text": {"changed by " + name}}))
	note("seen", !strings.Contains(s.do("GET", b.path+"/comments", nil, s.as(name)...).body, `class="badge new"`))
	own := s.want(http.StatusOK, s.do("GET", b.path+"/proposals/1", nil, s.as(name)...))
	note("own proposal", !strings.Contains(own.body, `id="verdict-approve"`))
	note("undo", went("/undo", url.Values{}))
	return all
}

// TestAdoption: what a visitor did before sign-in is the person's who first signs in with the visitor's browser, once; the
// visitor's approvals still count for nothing.
func TestAdoption(t *testing.T) {
	for _, mode := range []identity.Mode{identity.Password, identity.Header} {
		t.Run(string(mode), func(t *testing.T) {
			b := newBefore(t)
			s := newTeamOn(t, mode, b.models)
			enter := func(name, visitor string) answer {
				if mode == identity.Header {
					return s.visitor().do("GET", "/", nil, append(s.as(name), "Cookie", "widerow_visitor="+visitor)...)
				}
				return s.enter(name, visitor)
			}
			for _, name := range []string{"ada", "eve"} {
				if got := b.works(s, name); len(got) != 0 {
					t.Errorf("before the adoption, %s may %q", name, got)
				}
			}
			gone := false
			for _, cookie := range enter("ada", firstVisitor).Cookies() {
				gone = gone || cookie.Name == "widerow_visitor" && cookie.MaxAge < 0
			}
			if !gone {
				t.Error("the browser keeps the visitor's cookie")
			}
			enter("eve", firstVisitor)
			if got := b.works(s, "eve"); len(got) != 0 {
				t.Errorf("the second person in that browser may %q", got)
			}
			if got := b.works(s, "ada"); strings.Join(got, ", ") != "edit comment, seen, own proposal, undo" {
				t.Errorf("after the adoption, ada may %q only", got)
			}
			b.approvals(s)
		})
	}
}

// approvals checks that ada's approval as a visitor does not count, and that she cannot approve her own proposal.
func (b *before) approvals(s *team) {
	s.t.Helper()
	api := "/api/v1" + strings.Replace(b.path, "/m/", "/models/", 1) + "/proposals/"
	var state struct {
		Author   struct{ ID string }
		Approved []struct{ Name string }
	}
	if err := json.Unmarshal([]byte(s.do("GET", api+"2", nil, s.as("ada")...).body), &state); err != nil || len(state.Approved) != 0 {
		s.t.Errorf("the visitor's approval counts: %v (%v)", state, err)
	}
	form := url.Values{"do": {"approve"}, "content": {contentOf(s.t, s.do("GET", b.path+"/proposals/1", nil, s.as("eve")...))}}
	if got := s.do("POST", b.path+"/proposals/1", form, s.as("ada")...); got.StatusCode < 400 {
		s.t.Errorf("ada approves her own proposal: %d %s", got.StatusCode, got.Header.Get("Location"))
	}
	if err := json.Unmarshal([]byte(s.do("GET", api+"1", nil, s.as("eve")...).body), &state); err != nil || state.Author.ID != string(s.ids["ada"]) {
		s.t.Errorf("the author of the proposal is %q, want ada's account (%v)", state.Author.ID, err)
	}
}
