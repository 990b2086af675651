package handlers_test

import (
	"slices"
	"strings"
	"testing"

	"widerow/handlers"
	"widerow/model/people"
	"widerow/model/sharing"
	"widerow/store"
)

// apiRow is a row of the table of what each request needs.
type apiRow struct {
	method, path, body string
	headers            []string
	least              sharing.Role
	status             int
}

// apiRows are the requests about a model, which is MODEL in the path.
var apiRows = []apiRow{
	{"GET", "/models/MODEL", "", nil, sharing.Viewer, 200},
	{"GET", "/models/MODEL/document", "", nil, sharing.Viewer, 200},
	{"GET", "/models/MODEL/cql", "", nil, sharing.Viewer, 200},
	{"GET", "/models/MODEL/cql?format=json&target=cassandra-4.1", "", nil, sharing.Viewer, 200},
	{"GET", "/models/MODEL/check", "", nil, sharing.Viewer, 200},
	{"GET", "/models/MODEL/sizes", "", nil, sharing.Viewer, 200},
	{"GET", "/models/MODEL/derive", "", nil, sharing.Viewer, 200},
	{"GET", "/models/MODEL/pictures/er.svg", "", nil, sharing.Viewer, 200},
	{"GET", "/models/MODEL/pictures/physical.png", "", nil, sharing.Viewer, 200},
	{"GET", "/models/MODEL/pictures/workflow.pdf", "", nil, sharing.Viewer, 200},
	{"GET", "/models/MODEL/compare", "", nil, sharing.Viewer, 200},
	{"GET", "/models/MODEL/compare?from=1&with=MODEL", "", nil, sharing.Viewer, 200},
	{"GET", "/models/MODEL/revisions", "", nil, sharing.Viewer, 200},
	{"GET", "/models/MODEL/revisions/1", "", nil, sharing.Viewer, 200},
	{"GET", "/models/MODEL/revisions/1/document", "", nil, sharing.Viewer, 200},
	{"GET", "/models/MODEL/comments", "", nil, sharing.Viewer, 200},
	{"GET", "/models/MODEL/comments/THREAD", "", nil, sharing.Viewer, 200},
	{"GET", "/models/MODEL/proposals", "", nil, sharing.Viewer, 200},
	{"GET", "/models/MODEL/proposals/1", "", nil, sharing.Viewer, 200},
	{"GET", "/models/MODEL/proposals/1/comments", "", nil, sharing.Viewer, 200},
	{"GET", "/search?q=hotel&model=MODEL", "", nil, sharing.Viewer, 200},
	{"POST", "/models/MODEL/comments", `{"text":"Why?"}`, nil, sharing.Commenter, 201},
	{"POST", "/models/MODEL/comments/THREAD", `{"text":"Because."}`, nil, sharing.Commenter, 201},
	{"POST", "/models/MODEL/comments/THREAD/resolve", "", nil, sharing.Commenter, 200},
	{"POST", "/models/MODEL/comments/THREAD/reopen", "", nil, sharing.Commenter, 200},
	{"POST", "/models/MODEL/proposals", `{"title":"Another target"}`, nil, sharing.Commenter, 201},
	{"POST", "/models/MODEL/proposals/1/comments", `{"text":"Why?"}`, nil, sharing.Commenter, 201},
	{"POST", "/models/MODEL/proposals/1/approve", "", nil, sharing.Commenter, 200},
	{"POST", "/models/MODEL/proposals/1/changes", `{"text":"Mend it."}`, nil, sharing.Commenter, 200},
	{"PATCH", "/models/MODEL/proposals/1", `{"title":"Renamed"}`, nil, sharing.Editor, 200},
	{"POST", "/models/MODEL/proposals/1/draft", "", nil, sharing.Editor, 200},
	{"POST", "/models/MODEL/proposals/1/ready", "", nil, sharing.Editor, 200},
	{"POST", "/models/MODEL/proposals/1/close", "", nil, sharing.Editor, 200},
	{"POST", "/models/MODEL/proposals/1/reopen", "", nil, sharing.Editor, 200},
	{"POST", "/models/MODEL/proposals/1/merge", "", nil, sharing.Editor, 200},
	{"POST", "/models/MODEL/revisions/1/restore", "", nil, sharing.Editor, 200},
	{"PATCH", "/models/MODEL", `{"name":"Renamed"}`, nil, sharing.Editor, 200},
	{"PUT", "/models/MODEL/document", `{"format":"widerow/1","name":"Replaced"}`, []string{"If-Match", "*"}, sharing.Editor, 200},
	{"DELETE", "/models/MODEL", "", nil, sharing.Owner, 204},
}

// TestAPINeeds sends each request with each role and each scope: what one may not see does
// not exist, and the smaller of role and scope counts.
func TestAPINeeds(t *testing.T) {
	p := newPrograms(t)
	var small madeModel
	p.send("ada edit", "POST", "/models", `{"name":"Small"}`).want(201).read(&small)
	id := store.ModelID(small.ID)
	roles := append([]sharing.Role{sharing.None}, sharing.Roles...)
	slices.SortFunc(roles, func(a, b sharing.Role) int {
		if a == b || !b.Allows(a) {
			return 1
		}
		return -1
	})
	accounts := map[sharing.Role]string{}
	for _, role := range roles {
		accounts[role] = "with-" + string(role)
		if account := p.account(accounts[role], false); role != sharing.None {
			p.give(id, account, role)
		}
	}
	var opened struct{ ID string }
	p.send("ada comment", "POST", "/models/"+string(id)+"/comments", `{"text":"First."}`).want(201).read(&opened)
	p.send("ada comment", "POST", "/models/"+string(id)+"/proposals", p.renaming(id, "Proposed")).want(201)
	scopes := map[people.Scope]sharing.Role{people.Read: sharing.Viewer, people.Comment: sharing.Commenter, people.Edit: sharing.Editor, people.Admin: sharing.Owner}
	for _, row := range apiRows {
		path := strings.NewReplacer("MODEL", string(id), "THREAD", opened.ID).Replace(row.path)
		for _, who := range []string{"", "wdr_wrong", "no token at all"} {
			if answer := p.send(who, row.method, path, row.body, row.headers...); answer.Code != 401 || answer.Header().Get("WWW-Authenticate") == "" {
				t.Errorf("%s %s as %q: status %d", row.method, row.path, who, answer.Code)
			}
		}
		for _, role := range roles {
			for _, scope := range people.Scopes {
				want := row.status
				switch {
				case role == sharing.None:
					want = 404
				case !role.Allows(row.least) || !scopes[scope].Allows(row.least):
					want = 403
				}
				if answer := p.send(accounts[role]+" "+string(scope), row.method, path, row.body, row.headers...); answer.Code != want {
					t.Errorf("%s %s as %s with a token for %s: status %d, want %d: %s", row.method, row.path, role, scope, answer.Code, want, answer.Body)
				} else if want == 200 && strings.HasSuffix(path, "/close") {
					p.send("ada edit", "POST", strings.TrimSuffix(path, "close")+"reopen", "").want(200)
				}
			}
		}
	}
}

// TestAPIRowsAreComplete: each route of the API about a model has a row above.
func TestAPIRowsAreComplete(t *testing.T) {
	routes := map[string]bool{}
	for _, row := range apiRows {
		path, _, _ := strings.Cut(row.path, "?")
		path = strings.NewReplacer("MODEL", ":model", "THREAD", ":thread", "/proposals/1", "/proposals/:number", "/revisions/1", "/revisions/:revision").Replace(path)
		routes[row.method+" /api/v1"+path] = true
	}
	for _, route := range handlers.Needs() {
		if strings.Contains(route, "/api/v1/models/:model") && !strings.Contains(route, "/pictures/") && !routes[route] {
			t.Errorf("the route %s has no row in apiRows", route)
		}
	}
}
