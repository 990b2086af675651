package handlers_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"widerow/diagram/layout/layouttest"
	"widerow/handlers"
	"widerow/handlers/audit"
	"widerow/handlers/identity"
	"widerow/handlers/people"
	"widerow/model"
	"widerow/model/diff"
	directory "widerow/model/people"
	"widerow/model/sharing"
	"widerow/store"
	"widerow/store/sessions"
)

// team is a site where people sign in, and a model of ada's in which others have roles.
type team struct {
	*site
	server  *handlers.Server
	models  store.Store // without the guard
	guard   *identity.Guard
	model   store.ModelID
	ids     map[string]model.ID // accounts by name
	cookies map[string]*http.Cookie

	discussed string // the text of the discussion, once it is read
}

// members are the accounts of a team and their roles of the model. root is an admin of the
// server, eve has no role.
var members = map[string]sharing.Role{"root": sharing.None, "ada": sharing.Owner, "ed": sharing.Editor,
	"cleo": sharing.Commenter, "vic": sharing.Viewer, "eve": sharing.None}

func newTeam(t testing.TB, mode identity.Mode) *team {
	t.Helper()
	return newTeamOn(t, mode, store.NewMemory(store.Options{Apply: diff.Apply, MaxDocument: model.MaxSize}))
}

func newTeamOn(t testing.TB, mode identity.Mode, models store.Store) *team {
	t.Helper()
	return newTeamWith(t, mode, models)
}

func newTeamWith(t testing.TB, mode identity.Mode, models store.Store, changes ...func(*handlers.Config)) *team {
	t.Helper()
	keeper, err := identity.OpenKeeper(t.Context(), models)
	if err != nil {
		t.Fatal(err)
	}
	guard := &identity.Guard{Mode: mode, Keeper: keeper, Sharings: identity.NewSharings(models, keeper), Now: time.Now}
	file, err := sessions.Open(filepath.Join(t.TempDir(), "sessions"), sessions.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	guard.Used, guard.Paused = file.Used, file.Paused
	guard.Sessions = identity.NewSessions(file, "/", identity.DefaultIdle, identity.DefaultLife, time.Now)
	guard.Sessions.Ended = guard.Ring
	trail := audit.Open(filepath.Join(t.TempDir(), "audit"), time.Now)
	t.Cleanup(func() { trail.Close() })
	config := handlers.Config{Store: models, Guard: guard,
		People: people.Services{Tries: identity.NewTries(time.Now), Audit: trail, File: file, Confirm: file.Confirm}}
	if mode == identity.Header {
		config.Proxies, config.UserHeader = []string{"127.0.0.1"}, "X-Forwarded-User"
	}
	config.Layouter, config.Log, config.Version = layouttest.Grid{}, slog.New(slog.DiscardHandler), "test"
	for _, change := range changes {
		change(&config)
	}
	made, err := handlers.NewServer(config)
	if err != nil {
		t.Fatal(err)
	}
	s := &team{newSiteOf(t, made), made, models, guard, "", map[string]model.ID{}, map[string]*http.Cookie{}, ""}
	s.addMembers()
	return s
}

// addMembers makes the accounts, signs them in and gives them their roles.
func (s *team) addMembers() {
	s.t.Helper()
	for name := range members {
		s.ids[name] = identity.NewID()
		s.must(s.guard.Keeper.Change(s.t.Context(), store.Author{Name: "test"}, "added "+name, func(d *directory.Directory) (*directory.Directory, error) {
			return d.Add(s.ids[name], directory.Account{Name: name, Admin: name == "root", Password: "none",
				Identities: []directory.Identity{{Issuer: directory.ByProxy, Subject: name}}}, time.Now())
		}))
		s.signIn(name)
	}
	s.model = s.modelOf("Hotel")
	for name, role := range members {
		if role != sharing.None {
			s.give(s.model, name, role)
		}
	}
}

// signIn begins a session of a member.
func (s *team) signIn(name string) {
	s.t.Helper()
	recorder := httptest.NewRecorder()
	s.must(s.guard.Sessions.Begin(recorder, httptest.NewRequest(http.MethodPost, "http://127.0.0.1/", nil), s.ids[name]))
	s.cookies[name] = recorder.Result().Cookies()[0]
}

// modelOf makes a model of ada's with a name.
func (s *team) modelOf(name string) store.ModelID {
	s.t.Helper()
	id := store.ModelID("m" + string(identity.NewID()))
	document := model.New(name)
	ada := store.Author{ID: string(s.ids["ada"]), Name: "ada"}
	_, err := s.models.Create(context.Background(),
		store.Save{Model: id, Operation: "make " + string(id), Author: ada, At: time.Now(), Words: "made",
			Kind: store.KindCreate, Title: name, Document: document.Encode()})
	s.must(err)
	s.must(s.guard.Sharings.Change(context.Background(), id, ada, "made", func(*sharing.Sharing) (*sharing.Sharing, error) {
		return sharing.Private(s.ids["ada"], sharing.None), nil
	}))
	return id
}

func (s *team) give(id store.ModelID, name string, role sharing.Role) {
	s.t.Helper()
	s.must(s.guard.Sharings.Change(context.Background(), id, store.Author{Name: "test"}, "gave", func(now *sharing.Sharing) (*sharing.Sharing, error) {
		return now.Give(s.ids[name], role)
	}))
}

func (s *team) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// token makes a token of a member.
func (s *team) token(name string, scope directory.Scope, models ...string) string {
	s.t.Helper()
	var text string
	s.must(s.guard.Keeper.Change(s.t.Context(), store.Author{Name: "test"}, "token", func(d *directory.Directory) (next *directory.Directory, err error) {
		next, text, err = d.AddToken(identity.NewID(), directory.Token{Account: s.ids[name], Name: "test", Scope: scope, Models: models}, time.Now())
		return next, err
	}))
	return text
}

// as returns the headers with which a member is known; none for "".
func (s *team) as(name string) []string {
	switch {
	case name == "":
		return nil
	case s.guard.Mode == identity.Header:
		return []string{"X-Forwarded-User", name}
	case s.guard.Mode == identity.None:
		return nil
	}
	return []string{"Cookie", s.cookies[name].Name + "=" + s.cookies[name].Value}
}
