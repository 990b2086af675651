package identity

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"widerow/handlers/proxy"
	"widerow/model"
	"widerow/model/people"
	"widerow/model/sharing"
	"widerow/store"
	"widerow/store/sessions"
)

func newGuard(t *testing.T, mode Mode) *Guard {
	t.Helper()
	models := newStore()
	keeper := openKeeper(t, models)
	file, err := sessions.Open(filepath.Join(t.TempDir(), "s"), sessions.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return &Guard{
		Mode: mode, Keeper: keeper, Sharings: NewSharings(models, keeper), Now: time.Now, Used: file.Used,
		Sessions: NewSessions(file, "/", DefaultIdle, DefaultLife, time.Now), Admins: []string{"leads"},
	}
}

func (g *Guard) change(t *testing.T, change func(*people.Directory) (*people.Directory, error)) {
	t.Helper()
	if err := g.Keeper.Change(t.Context(), ann, "changed", change); err != nil {
		t.Fatal(err)
	}
}

func (g *Guard) wantWho(t *testing.T, name string, r *http.Request, want model.ID) Person {
	t.Helper()
	person, err := g.Who(r)
	if err != nil || person.Account != want {
		t.Errorf("%s: the request is from %q, error %v; want %q", name, person.Account, err, want)
	}
	return person
}

// TestWhoInSession: a session holds until the account is disabled or gets another
// password.
func TestWhoInSession(t *testing.T) {
	g := newGuard(t, Password)
	g.change(t, add("ada"))
	b := &browser{sessions: g.Sessions}
	g.wantWho(t, "without a session", b.request(), "")
	b.begin(t, "ada")
	if person := g.wantWho(t, "in a session", b.request(), "ada"); person.Name != "ada" || person.Admin {
		t.Errorf("%+v", person)
	}
	g.change(t, func(d *people.Directory) (*people.Directory, error) {
		return d.Change("ada", time.Now(), func(a *people.Account) { a.Groups = []string{"orders", "leads"} })
	})
	if person := g.wantWho(t, "in a group of admins", b.request(), "ada"); !person.Admin {
		t.Error("a member of the admins' group is no admin")
	}
	g.change(t, func(d *people.Directory) (*people.Directory, error) {
		return d.Change("ada", time.Now(), func(a *people.Account) { a.Disabled = true })
	})
	g.wantWho(t, "disabled", b.request(), "")
	g.change(t, func(d *people.Directory) (*people.Directory, error) {
		return d.Change("ada", time.Now().Add(2*time.Second), func(a *people.Account) { a.Disabled, a.Password = false, people.HashPassword("correct horse") })
	})
	g.wantWho(t, "after the password changed", b.request(), "")
}

func asUser(user string) *http.Request {
	return proxy.With(httptest.NewRequest(http.MethodGet, "/", nil), proxy.Connection{User: user})
}

// TestWhoNamed: a trusted proxy names people. Each gets an account at the first request.
func TestWhoNamed(t *testing.T) {
	g := newGuard(t, Header)
	g.change(t, func(d *people.Directory) (*people.Directory, error) {
		return d.Add("boss", people.Account{Name: "ada@example.org", Admin: true}, time.Now())
	})
	g.wantWho(t, "no name", asUser(""), "")
	if person := g.wantWho(t, "the account that an admin has made", asUser("ada@example.org"), "boss"); !person.Admin {
		t.Error("the admin is none")
	}
	bob, err := g.Who(asUser("bob"))
	if err != nil || !bob.Known() || bob.Account == "boss" || bob.SignIn != "bob" {
		t.Fatalf("Bob: %+v, %v", bob, err)
	}
	g.wantWho(t, "Bob again", asUser("bob"), bob.Account)
	var problem *model.Rejected
	if _, err := g.Who(asUser("ADA@example.org")); !errors.As(err, &problem) {
		t.Errorf("a name that reads like another's: %v", err)
	}
	if count := len(g.Keeper.Directory().Accounts); count != 2 {
		t.Errorf("%d accounts", count)
	}
}

// TestSignedIn: an account is found by issuer and subject, never by its name.
func TestSignedIn(t *testing.T) {
	g := newGuard(t, OIDC)
	g.change(t, func(d *people.Directory) (*people.Directory, error) {
		return d.Add("boss", people.Account{Name: "ada@example.org", Admin: true, Password: people.HashPassword("correct horse")}, time.Now())
	})
	signIn := func(issuer, subject, name string, groups ...string) (model.ID, *people.Account) {
		t.Helper()
		id, err := g.SignedIn(t.Context(), SignedIn{Identity: people.Identity{Issuer: issuer, Subject: subject}, Name: name, Groups: groups})
		if err != nil {
			t.Fatal(err)
		}
		return id, g.Keeper.Directory().Accounts[id]
	}
	first, account := signIn("https://id.example", "1", "ada@example.org", "orders")
	if first == "boss" || account.Name != "ada@example.org 2" || account.Admin {
		t.Errorf("an account is taken over by its name: %q, %+v", first, account)
	}
	again, account := signIn("https://id.example", "1", "ada.byron@example.org", "leads")
	if difference := cmp.Diff([]string{"leads"}, account.Groups); again != first || difference != "" {
		t.Errorf("the second time: account %q, groups %s", again, difference)
	}
	other, _ := signIn("https://other.example", "1", "ada@example.org")
	if other == first {
		t.Error("another issuer's subject is the same person")
	}
	if _, account := signIn("https://id.example", "2", ""); account.Name == "" {
		t.Error("an account has no name")
	}
}

// TestWhoWithToken: a program is the person whose token it has, as far as the token
// goes.
func TestWhoWithToken(t *testing.T) {
	g := newGuard(t, Password)
	g.change(t, add("ada"))
	texts := map[string]string{}
	for id, token := range map[string]people.Token{
		"read": {Scope: people.Read}, "edit": {Scope: people.Edit, Models: []string{"hotel"}}, "ended": {Scope: people.Admin, Ends: time.Now().Add(time.Hour)},
	} {
		token.Account, token.Name = "ada", id
		g.change(t, func(d *people.Directory) (next *people.Directory, err error) {
			next, texts[id], err = d.AddToken(model.ID(id), token, time.Now())
			return next, err
		})
	}
	create(t, g.Sharings.store, "hotel")
	create(t, g.Sharings.store, "shop")
	for _, id := range []store.ModelID{"hotel", "shop"} {
		if err := g.Sharings.Change(t.Context(), id, ann, "made", func(*sharing.Sharing) (*sharing.Sharing, error) {
			return sharing.Private("ada", sharing.None), nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	with := func(text string) *http.Request {
		r := httptest.NewRequest(http.MethodGet, "/api/v1/models", nil)
		r.Header.Set("Authorization", "bearer "+text)
		return r
	}
	for _, test := range []struct {
		token string
		model store.ModelID
		want  sharing.Role
	}{{"read", "hotel", sharing.Viewer}, {"read", "shop", sharing.Viewer}, {"edit", "hotel", sharing.Editor}, {"edit", "shop", sharing.None}, {"ended", "hotel", sharing.Owner}} {
		person := g.wantWho(t, test.token, with(texts[test.token]), "ada")
		if role, err := g.Role(t.Context(), person, test.model); err != nil || role != test.want {
			t.Errorf("%s on %s: %q, %v; want %q", test.token, test.model, role, err, test.want)
		}
	}
	g.Now = func() time.Time { return time.Now().Add(2 * time.Hour) }
	for _, text := range []string{texts["ended"], "", "wdr_x", texts["read"] + "x"} {
		if person, err := g.Who(with(text)); !errors.Is(err, ErrBearer) || person.Known() {
			t.Errorf("%q: %+v, %v", text, person, err)
		}
	}
	g.Paused = func() bool { return true }
	if _, err := g.Who(with(texts["read"])); !errors.Is(err, ErrBearer) {
		t.Errorf("after a restore: %v", err)
	}
}

// TestGoverns: who may act as an admin of the server.
func TestGoverns(t *testing.T) {
	for name, test := range map[string]struct {
		mode   Mode
		person Person
		want   bool
	}{
		"admin":           {Password, Person{Account: "a", Admin: true}, true},
		"no admin":        {Password, Person{Account: "a"}, false},
		"nobody":          {Password, Person{}, false},
		"token":           {Password, Person{Account: "a", Admin: true, Token: &people.Token{Scope: people.Edit}}, false},
		"token of admins": {Password, Person{Account: "a", Admin: true, Token: &people.Token{Scope: people.Admin}}, true},
		"without sign-in": {None, Person{Admin: true}, false},
	} {
		if got := (&Guard{Mode: test.mode}).Governs(test.person); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
