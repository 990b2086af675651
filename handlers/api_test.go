package handlers_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
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
