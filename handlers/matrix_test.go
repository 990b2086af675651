package handlers_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"widerow/handlers"
	"widerow/handlers/feature"
	"widerow/handlers/identity"
	"widerow/model/sharing"
	"widerow/store"
)

// TestMatrix sends every route for every person, in every state of a model and every mode
// of sign-in. Who may what comes from the table of needs (access.go), and who has which
// role from members; a route that the table lacks stops the server.
func TestMatrix(t *testing.T) {
	oneByOne(t)
	for _, mode := range []identity.Mode{identity.None, identity.Password, identity.Header, identity.OIDC} {
		t.Run(string(mode), func(t *testing.T) {
			s := newTeam(t, mode)
			if mode == identity.None { // as it was before: private models stay hidden
				s.give(s.model, "eve", sharing.None)
			}
			tried := 0
			for _, route := range s.server.Routes() {
				for state, id := range s.states() {
					if !strings.Contains(route.Path, ":model") && state != "live" {
						continue
					}
					for _, name := range append([]string{""}, names()...) {
						s.try(route, name, state, id)
						tried++
					}
				}
			}
			if routes := len(s.server.Routes()); tried < routes*len(members) {
				t.Errorf("only %d requests for %d routes", tried, routes)
			}
		})
	}
}

func names() (all []string) {
	for name := range members {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

// states makes the states in which a model of ada's can be, with the roles of members. Each
// request gets its own, since it may delete it.
func (s *team) states() map[string]store.ModelID {
	s.t.Helper()
	deleted := s.modelOf("Deleted")
	branch := s.modelOf("Branched")
	for name, role := range members {
		if role != sharing.None {
			s.give(deleted, name, role)
			s.give(branch, name, role)
		}
	}
	_, err := s.models.Delete(s.t.Context(),
		store.Deletion{Model: deleted, Base: 1, Operation: "delete " + string(deleted),
			Author: store.Author{Name: "ada"}, At: time.Now(), Words: "deleted"})
	s.must(err)
	text, _, err := s.models.Head(s.t.Context(), branch)
	s.must(err)
	_, err = s.models.Create(s.t.Context(), store.Save{
		Model: branch.Branch(1), Operation: "branch " + string(branch),
		Author: store.Author{ID: string(s.ids["cleo"]), Name: "cleo"}, At: time.Now(), Words: "branched",
		Kind:  store.KindCreate,
		Title: "Branched", Document: text, From: store.Source{Model: branch, Number: 1},
	})
	s.must(err)
	return map[string]store.ModelID{"live": s.model, "deleted": deleted, "branch": branch.Branch(1), "missing": "mnosuchmodelever"}
}

// try sends a request and compares the answer with the table.
func (s *team) try(route feature.Route, name, state string, id store.ModelID) {
	s.t.Helper()
	need := handlers.NeedOf(route)
	path := strings.NewReplacer(":model", string(id), ":number", "1", ":account", "none", ":provider", "none",
		":secret", "none", ":job", "none", ":thread", "none", ":slug", "none",
		":diagram", "none", ":version", "none", ":font", "none", ":view", "er", ":revision", "1", "*", "none").Replace(route.Path)
	if route.Method == http.MethodPost && (need == "own the model" || strings.HasSuffix(path, "/edit") ||
		strings.HasSuffix(path, "/restore")) && s.may(name, need, id) {
		return // it would change what the others are tried on
	}
	var form url.Values
	if route.Method != http.MethodGet {
		form = url.Values{}
	}
	got := s.do(route.Method, path, form, s.as(name)...).StatusCode
	if name != "" && (route.Path == "/sign-out" || strings.HasPrefix(route.Path, "/you/")) { // it may have ended the session
		s.signIn(name)
	}
	if ownRefusals[route.Method+" "+route.Path] || strings.Contains(route.Path, "/proposals/:number") && state == "branch" {
		return
	}
	what := strings.Join([]string{route.Method, route.Path, "by", name, "of a model that is", state}, " ")
	switch {
	case need == "":
		s.t.Errorf("%s: the table has no need", what)
	case s.may(name, need, id):
		if got == http.StatusUnauthorized || got == http.StatusForbidden || got == http.StatusSeeOther &&
			name == "" && s.guard.Mode != identity.None && strings.HasPrefix(string(need), "members") {
			s.t.Errorf("%s: %d, but it is allowed", what, got)
		}
	case s.guard.Mode != identity.None && name == "":
		if got != http.StatusUnauthorized && got != http.StatusSeeOther {
			s.t.Errorf("%s: %d, but nobody has signed in", what, got)
		}
	case handlers.OfModel(need) && s.role(name, id) == sharing.None:
		if got != http.StatusNotFound {
			s.t.Errorf("%s: %d, want 404: the model does not exist for them", what, got)
		}
	default:
		if got != http.StatusForbidden {
			s.t.Errorf("%s: %d, want 403", what, got)
		}
	}
}

// ownRefusals are routes that answer 401 or 403 for reasons of their own: a wrong password,
// a name or an account that the proxy decides about. The same for proposals of a branch,
// which has none.
var ownRefusals = map[string]bool{"POST /sign-in": true, "POST /you": true, "POST /people": true}

// role returns the role of a member in a model, by the list of members.
func (s *team) role(name string, id store.ModelID) sharing.Role {
	switch {
	case strings.HasPrefix(string(id), "mnosuch"):
		return sharing.None
	case s.guard.Mode == identity.None:
		return sharing.None // private models stay hidden
	case name == "root":
		return sharing.Owner
	}
	return members[name]
}

// may says by the need of a route whether a member may send a request.
func (s *team) may(name string, need handlers.Need, id store.ModelID) bool {
	signedIn := name != "" && s.guard.Mode != identity.None
	role := s.role(name, id)
	switch need {
	case "everyone", "operator", "a link in the address":
		return true
	case "members", "oneself":
		return signedIn || s.guard.Mode == identity.None
	case "admins":
		return name == "root" && s.guard.Mode != identity.None
	case "view the model":
		return role.Allows(sharing.Viewer)
	case "comment":
		return role.Allows(sharing.Commenter)
	case "merge":
		return role.Allows(sharing.Editor)
	case "edit the model":
		return role.Allows(sharing.Editor) || name == "cleo" && id.BranchNumber() > 0 && role != sharing.None
	case "own the model":
		return role.Allows(sharing.Owner)
	}
	s.t.Fatalf("an unknown need: %s", need)
	return false
}
