package handlers_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"widerow/diagram/layout/layouttest"
	"widerow/handlers"
	"widerow/handlers/identity"
	"widerow/model"
	"widerow/model/diff"
	"widerow/model/example"
	"widerow/model/people"
	"widerow/model/sharing"
	"widerow/store"
)

// programs is a server with accounts as programs see it.
type programs struct {
	t      testing.TB
	app    http.Handler
	guard  *identity.Guard
	models store.Store
	tokens map[string]string // by account and scope
}

func newPrograms(t testing.TB, changes ...func(*handlers.Config)) *programs {
	t.Helper()
	models := store.NewMemory(store.Options{Apply: diff.Apply, MaxDocument: model.MaxSize})
	keeper, err := identity.OpenKeeper(t.Context(), models)
	if err != nil {
		t.Fatal(err)
	}
	p := &programs{t: t, models: models, tokens: map[string]string{}}
	p.guard = &identity.Guard{Mode: identity.Header, Keeper: keeper, Sharings: identity.NewSharings(models, keeper), Now: time.Now}
	config := handlers.Config{Store: models, Layouter: layouttest.Grid{}, Log: slog.New(slog.DiscardHandler), Guard: p.guard, UserHeader: "X-User", Proxies: []string{"10.0.0.1"}}
	for _, change := range changes {
		change(&config)
	}
	if p.app, err = handlers.New(config); err != nil {
		t.Fatal(err)
	}
	p.account("ada", true)
	return p
}

// account makes an account with a token of each scope.
func (p *programs) account(name string, admin bool) model.ID {
	p.t.Helper()
	id := model.ID("account-" + name)
	err := p.guard.Keeper.Change(p.t.Context(), store.Author{}, "made", func(d *people.Directory) (*people.Directory, error) {
		d, err := d.Add(id, people.Account{Name: name, Admin: admin}, time.Now())
		for _, scope := range people.Scopes {
			if err == nil {
				d, p.tokens[name+" "+string(scope)], err = d.AddToken(identity.NewID(), people.Token{Account: id, Name: "test", Scope: scope}, time.Now())
			}
		}
		return d, err
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return id
}

// give gives somebody a role in a model.
func (p *programs) give(id store.ModelID, account model.ID, role sharing.Role) {
	p.t.Helper()
	err := p.guard.Sharings.Change(p.t.Context(), id, store.Author{}, "gave", func(s *sharing.Sharing) (*sharing.Sharing, error) { return s.Give(account, role) })
	if err != nil {
		p.t.Fatal(err)
	}
}

// answered is the answer that a program got.
type answered struct {
	*httptest.ResponseRecorder
	t testing.TB
}

// send sends a request to the API with the token of an account and a scope, such as
// "ada edit", and headers.
func (p *programs) send(who, method, path, body string, headers ...string) answered {
	p.t.Helper()
	if !strings.HasPrefix(path, "/api/") {
		path = "/api/v1" + path
	}
	request := httptest.NewRequestWithContext(p.t.Context(), method, "http://localhost"+path, strings.NewReader(body))
	if token, known := p.tokens[who]; known {
		request.Header.Set("Authorization", "Bearer "+token)
	} else if who != "" {
		request.Header.Set("Authorization", "Bearer "+who)
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	answer := answered{httptest.NewRecorder(), p.t}
	p.app.ServeHTTP(answer, request)
	answer.check(method + " " + path)
	answer.fits(request)
	return answer
}

// check checks what all answers have in common.
func (a answered) check(what string) {
	a.t.Helper()
	if a.Code < 400 {
		return
	}
	var problem struct {
		Type, Title, Detail, Instance string
		Status                        int
		Problems                      []struct{ What string }
	}
	if kind := a.Header().Get("Content-Type"); kind != "application/problem+json" {
		a.t.Errorf("%s: an error of type %q: %s", what, kind, a.Body)
		return
	}
	a.read(&problem)
	if problem.Status != a.Code || problem.Title == "" || problem.Detail == "" || problem.Type == "" || len(problem.Problems) == 0 || problem.Problems[0].What == "" {
		a.t.Errorf("%s: the problem lacks something: %s", what, a.Body)
	}
	if problem.Instance == "" || problem.Instance != a.Header().Get("X-Request-Id") {
		a.t.Errorf("%s: the instance is %q, the request %q", what, problem.Instance, a.Header().Get("X-Request-Id"))
	}
}

// want fails the test if the answer has another status.
func (a answered) want(status int) answered {
	a.t.Helper()
	if a.Code != status {
		a.t.Fatalf("status %d instead of %d: %s", a.Code, status, a.Body)
	}
	return a
}

// read decodes the answer.
func (a answered) read(into any) {
	a.t.Helper()
	if err := json.Unmarshal(a.Body.Bytes(), into); err != nil {
		a.t.Fatalf("%v: %s", err, a.Body)
	}
}

// made is a model in an answer.
type madeModel struct {
	ID, Name, Role string
	Revision       int
	Merged         bool
}

// hotel makes a model of the hotel example, which ada owns.
func (p *programs) hotel() store.ModelID {
	p.t.Helper()
	m, err := example.Load("hotel")
	if err != nil {
		p.t.Fatal(err)
	}
	var made madeModel
	p.send("ada edit", "POST", "/models", fmt.Sprintf(`{"document":%s}`, m.Encode())).want(201).read(&made)
	return store.ModelID(made.ID)
}

// renaming is the body of a proposal to give a model another name.
func (p *programs) renaming(id store.ModelID, name string) string {
	p.t.Helper()
	var document map[string]any
	p.send("ada read", "GET", "/models/"+string(id)+"/document", "").want(200).read(&document)
	document["name"] = name
	body, err := json.Marshal(map[string]any{"title": "Name it " + name, "document": document})
	if err != nil {
		p.t.Fatal(err)
	}
	return string(body)
}

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

// TestAPIModels makes models and lists those that one may see, in pages.
func TestAPIModels(t *testing.T) {
	p := newPrograms(t)
	p.account("bob", false)
	for scope, want := range map[string]int{"read": 403, "comment": 403, "edit": 201, "admin": 201} {
		p.send("bob "+scope, "POST", "/models", `{"name":"Of Bob"}`).want(want)
	}
	for i := range 5 {
		answer := p.send("ada edit", "POST", "/models", fmt.Sprintf(`{"name":"Of Ada %d"}`, i)).want(201)
		var made madeModel
		answer.read(&made)
		if location := answer.Header().Get("Location"); location != "/api/v1/models/"+made.ID || answer.Header().Get("ETag") == "" {
			t.Errorf("the new model is at %q", location)
		}
		var got madeModel
		p.send("ada read", "GET", answer.Header().Get("Location"), "").want(200).read(&got)
		if got.Name != made.Name || got.Revision != 1 || got.Role != "viewer" {
			t.Errorf("got %+v", got)
		}
	}
	var names []string
	for cursor, pages := "", 0; ; pages++ {
		var list struct {
			Models []madeModel
			Next   *string
		}
		p.send("bob read", "GET", "/models?limit=1&cursor="+cursor, "").want(200).read(&list)
		for _, listed := range list.Models {
			names = append(names, listed.Name)
		}
		if list.Next == nil || pages > 10 {
			break
		}
		cursor = *list.Next
	}
	if !slices.Equal(names, []string{"Of Bob", "Of Bob"}) {
		t.Errorf("Bob sees %q", names)
	}
	p.send("bob read", "GET", "/models?limit=0", "").want(400)
	p.send("bob read", "GET", "/models?cursor=nonsense!", "").want(400)
}

// TestAPIDocument saves documents: a change is merged with those of others, and refused
// where both changed the same.
func TestAPIDocument(t *testing.T) {
	p := newPrograms(t)
	path := "/models/" + string(p.hotel()) + "/document"
	first := p.send("ada read", "GET", path, "").want(200)
	tag, text := first.Header().Get("ETag"), first.Body.String()
	p.send("ada read", "GET", path, "", "If-None-Match", tag).want(304)
	edited := func(field, value string) string {
		var document map[string]any
		if err := json.Unmarshal([]byte(text), &document); err != nil {
			t.Fatal(err)
		}
		document[field] = value
		changed, _ := json.Marshal(document)
		return string(changed)
	}
	p.send("ada edit", "PUT", path, edited("name", "First")).want(428)
	var saved madeModel
	p.send("ada edit", "PUT", path, text, "If-Match", tag).want(200).read(&saved)
	if saved.Revision != 1 {
		t.Errorf("the same document made revision %d", saved.Revision)
	}
	second := p.send("ada edit", "PUT", path, edited("name", "First"), "If-Match", tag).want(200)
	second.read(&saved)
	if saved.Name != "First" || saved.Merged || second.Header().Get("ETag") == tag {
		t.Errorf("saved %+v with %s", saved, second.Header().Get("ETag"))
	}
	var refused struct {
		Conflicts []struct{ Path, Base, Theirs, Mine string }
	}
	p.send("ada edit", "PUT", path, edited("name", "Second"), "If-Match", tag).want(412).read(&refused)
	if len(refused.Conflicts) != 1 || refused.Conflicts[0].Theirs != "First" || refused.Conflicts[0].Mine != "Second" || refused.Conflicts[0].Path != "name" {
		t.Errorf("conflicts %+v", refused.Conflicts)
	}
	p.send("ada edit", "PUT", path, edited("target", "cassandra-4.1"), "If-Match", "W/"+tag).want(200).read(&saved)
	if saved.Name != "First" || !saved.Merged {
		t.Errorf("merged %+v", saved)
	}
	if now := p.send("ada read", "GET", path, "").Body.String(); !strings.Contains(now, "cassandra-4.1") || !strings.Contains(now, `"First"`) {
		t.Error("the merged document lacks a change")
	}
	p.send("ada edit", "PUT", path, edited("name", "Third"), "If-Match", `"0000"`).want(412)
	for _, wrong := range []string{"", "{", `{"format":"widerow/99"}`, `{"format":"widerow/1","name":""}`, `{"format":"widerow/1","name":"A","physical":{"relations":{"r1":{"name":"t","keyspace":"k9"}}}}`} {
		p.send("ada edit", "PUT", path, wrong, "If-Match", "*").want(422)
	}
	key := []string{"If-Match", "*", "Idempotency-Key", "once"}
	p.send("ada edit", "PUT", path, edited("name", "Again"), key...).want(200).read(&saved)
	revision := saved.Revision
	p.send("ada edit", "PUT", path, edited("name", "Again"), key...).want(200).read(&saved)
	if saved.Revision != revision {
		t.Errorf("the same request twice made r%d after r%d", saved.Revision, revision)
	}
}

// TestAPIBodies: wrong JSON is refused with the place of the mistake.
func TestAPIBodies(t *testing.T) {
	p := newPrograms(t)
	for body, want := range map[string]string{
		"":                          "empty",
		"{\n \"name\": \"A\",\n x}": "line 3, column 2",
		`{"name": 5}`:               "name",
		`{"nmae": "A"}`:             "nmae",
		`{"name": "A"} more`:        "column 15",
		`[]`:                        "no object",
		"{\"name\": \"\xff\"}":      "UTF-8",
	} {
		if answer := p.send("ada edit", "POST", "/models", body).want(400); !strings.Contains(answer.Body.String(), want) {
			t.Errorf("%q: the answer lacks %q: %s", body, want, answer.Body)
		}
	}
	p.send("ada edit", "PATCH", "/models/"+string(p.hotel()), `{"name":"`+strings.Repeat("x", 300<<10)+`"}`).want(413)
	p.send("ada edit", "POST", "/models", `{"name":" "}`).want(422)
}

// TestAPIElsewhere: errors of all addresses of the API, and those of requests with a token,
// are for programs.
func TestAPIElsewhere(t *testing.T) {
	p := newPrograms(t)
	p.send("ada read", "GET", "/nothing", "").want(404)
	p.send("ada read", "PUT", "/models", "").want(405)
	p.send("ada read", "GET", "/models/none", "").want(404)
	request := httptest.NewRequestWithContext(t.Context(), "GET", "http://localhost/m/none/model.json", bytes.NewReader(nil))
	request.Header.Set("Authorization", "Bearer wdr_wrong")
	answer := answered{httptest.NewRecorder(), t}
	p.app.ServeHTTP(answer, request)
	answer.check("a page with a wrong token")
	answer.want(401)
}

// TestAPIRates: a token may send so many requests in an hour.
func TestAPIRates(t *testing.T) {
	p := newPrograms(t, func(c *handlers.Config) { c.Quotas.Requests = 2 })
	if left := p.send("ada read", "GET", "/models", "").want(200).Header().Get("RateLimit-Remaining"); left != "1" {
		t.Errorf("%s requests are left", left)
	}
	p.send("ada read", "GET", "/models", "").want(200)
	answer := p.send("ada read", "GET", "/models", "").want(429)
	if answer.Header().Get("Retry-After") == "" || answer.Header().Get("RateLimit-Limit") != "2" || answer.Header().Get("RateLimit-Reset") == "" {
		t.Errorf("headers %v", answer.Header())
	}
	p.send("ada edit", "GET", "/models", "").want(200)
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

// TestAPIProposal: a proposal of one is approved by another and merged.
func TestAPIProposal(t *testing.T) {
	p := newPrograms(t)
	id := p.hotel()
	p.give(id, p.account("bob", false), sharing.Commenter)
	path := "/models/" + string(id) + "/proposals"
	var proposal struct {
		Number, MergedAs int
		State, Phase     string
		Content, Branch  string
		Changes          []struct{ Words string }
		Checks           []struct{ Check string }
	}
	answer := p.send("bob comment", "POST", path, p.renaming(id, "Inn")).want(201)
	answer.read(&proposal)
	if proposal.Number != 1 || proposal.State != "open" || len(proposal.Changes) != 1 || len(proposal.Checks) == 0 || answer.Header().Get("Location") != "/api/v1"+path+"/1" {
		t.Fatalf("opened %+v at %s", proposal, answer.Header().Get("Location"))
	}
	p.send("bob comment", "POST", path+"/1/approve", "").want(422)
	p.send("ada comment", "POST", path+"/1/approve", `{"content":"another"}`).want(422)
	p.send("ada comment", "POST", path+"/1/approve", fmt.Sprintf(`{"content":%q}`, proposal.Content)).want(200).read(&proposal)
	if proposal.Phase != "approved" {
		t.Errorf("the phase is %q", proposal.Phase)
	}
	p.send("bob comment", "POST", path+"/1/merge", "").want(403)
	p.send("ada edit", "POST", path+"/1/merge", "").want(200).read(&proposal)
	var got madeModel
	if p.send("ada read", "GET", "/models/"+string(id), "").read(&got); proposal.State != "merged" || got.Name != "Inn" {
		t.Errorf("%s, the model is %q", proposal.State, got.Name)
	}
	p.send("ada edit", "POST", path, `{"title":""}`).want(422)
	p.send("ada edit", "GET", path+"/7", "").want(404)
	var list struct {
		Proposals []struct{ State string }
		Next      *string
	}
	p.send("bob read", "GET", path+"?state=merged", "").want(200).read(&list)
	if len(list.Proposals) != 1 || list.Next != nil {
		t.Errorf("listed %+v", list)
	}
	p.send("bob read", "GET", path+"?state=lost", "").want(400)
}

// TestAPIProposalConflict: a proposal that does not fit the model any more is not merged,
// and one that was made from an older revision is merged with what others have changed.
func TestAPIProposalConflict(t *testing.T) {
	p := newPrograms(t)
	id := p.hotel()
	model := "/models/" + string(id)
	tag := p.send("ada read", "GET", model+"/document", "").Header().Get("ETag")
	old := p.renaming(id, "Inn")
	p.send("ada edit", "POST", model+"/proposals", old).want(201)
	p.send("ada edit", "PATCH", model, `{"name":"Hostel"}`).want(200)
	var refused struct{ Conflicts []struct{ Theirs string } }
	p.send("ada edit", "POST", model+"/proposals/1/merge", "").want(409).read(&refused)
	if len(refused.Conflicts) != 1 || refused.Conflicts[0].Theirs != "Hostel" {
		t.Errorf("conflicts %+v", refused.Conflicts)
	}
	withBase := strings.Replace(strings.Replace(old, "{", fmt.Sprintf(`{"base":%q,`, tag), 1), `"name":"Inn"`, `"name":"Hotel","target":"cassandra-4.1"`, 1)
	withBase = strings.Replace(withBase, `,"target":"cassandra-5.0"`, "", 1)
	var made struct {
		Branch  string
		Changes []struct{ Words string }
	}
	p.send("ada edit", "POST", model+"/proposals", withBase).want(201).read(&made)
	var branch struct{ Name, Target string }
	p.send("ada read", "GET", "/models/"+made.Branch+"/document", "").want(200).read(&branch)
	if branch.Name != "Hostel" || branch.Target != "cassandra-4.1" {
		t.Errorf("the branch has %+v, the changes are %+v", branch, made.Changes)
	}
}

// TestAPIComments: threads are opened, answered and resolved.
func TestAPIComments(t *testing.T) {
	p := newPrograms(t)
	path := "/models/" + string(p.hotel()) + "/comments"
	var thread struct {
		ID, About string
		Resolved  bool
		Comments  []struct {
			Text   string
			Author struct{ Name string }
		}
	}
	p.send("ada comment", "POST", path, `{"text":"Why?"}`).want(201).read(&thread)
	p.send("ada comment", "POST", path+"/"+thread.ID, `{"text":"So."}`).want(201).read(&thread)
	p.send("ada comment", "POST", path+"/"+thread.ID+"/resolve", `{"text":"Done."}`).want(200).read(&thread)
	if len(thread.Comments) != 3 || !thread.Resolved || thread.Comments[0].Author.Name != "ada" {
		t.Errorf("the thread is %+v", thread)
	}
	p.send("ada comment", "POST", path, `{"text":"Second"}`).want(201)
	p.send("ada comment", "POST", path, `{"text":""}`).want(422)
	p.send("ada comment", "POST", path, `{"text":"x","element":"nothing"}`).want(422)
	p.send("ada comment", "POST", path+"/nothing", `{"text":"x"}`).want(404)
	var list struct {
		Threads []struct{ ID string }
		Next    *string
	}
	p.send("ada read", "GET", path+"?limit=1", "").want(200).read(&list)
	if len(list.Threads) != 1 || list.Next == nil {
		t.Fatalf("listed %+v", list)
	}
	list.Threads = nil
	p.send("ada read", "GET", path+"?limit=1&cursor="+*list.Next, "").want(200).read(&list)
	if len(list.Threads) != 1 || list.Threads[0].ID != thread.ID || list.Next != nil {
		t.Errorf("the second page is %+v", list)
	}
}

// TestAPIRevisions lists, reads and restores revisions, in pages.
func TestAPIRevisions(t *testing.T) {
	p := newPrograms(t)
	model := "/models/" + string(p.hotel())
	for _, name := range []string{"A", "B"} {
		p.send("ada edit", "PATCH", model, fmt.Sprintf(`{"name":%q}`, name)).want(200)
	}
	var numbers []int
	for cursor := ""; ; {
		var list struct {
			Revisions []struct{ Number int }
			Next      *string
		}
		p.send("ada read", "GET", model+"/revisions?limit=2&cursor="+cursor, "").want(200).read(&list)
		for _, revision := range list.Revisions {
			numbers = append(numbers, revision.Number)
		}
		if list.Next == nil {
			break
		}
		cursor = *list.Next
	}
	if !slices.Equal(numbers, []int{3, 2, 1}) {
		t.Errorf("revisions %v", numbers)
	}
	var restored madeModel
	p.send("ada edit", "POST", model+"/revisions/2/restore", "").want(200).read(&restored)
	if restored.Name != "A" || restored.Revision != 4 {
		t.Errorf("restored %+v", restored)
	}
	p.send("ada read", "GET", model+"/revisions/9", "").want(404)
	p.send("ada read", "GET", model+"/revisions/9/document", "").want(404)
	var compared struct{ Changes []struct{ Words string } }
	p.send("ada read", "GET", model+"/compare?from=1&to=3", "").want(200).read(&compared)
	if len(compared.Changes) != 1 {
		t.Errorf("compared %+v", compared)
	}
	p.account("bob", false)
	p.send("bob edit", "GET", model+"/compare", "").want(404)
}
