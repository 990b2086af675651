package identity

import (
	"errors"
	"testing"
	"time"

	"widerow/model/people"
	"widerow/store"
)

// TestClockSkew: clocks of the provider and of this server that differ by minutes keep nobody
// out, and a difference of hours lets no token in that has not begun or has ended.
func TestClockSkew(t *testing.T) {
	for _, test := range []struct {
		name   string
		ahead  time.Duration // of the provider
		lives  time.Duration // the token
		signed bool
	}{
		{"the same", 0, time.Hour, true},
		{"two minutes ahead", 2 * time.Minute, time.Hour, true},
		{"two minutes behind", -2 * time.Minute, 5 * time.Minute, true},
		{"an hour ahead", time.Hour, time.Hour, false},
		{"an hour behind", -time.Hour, 5 * time.Minute, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := &clock{time.Now()}
			i := newIssuer(t, c.now)
			there := c.now().Add(test.ahead)
			i.claims["iat"], i.claims["nbf"], i.claims["exp"] = there.Unix(), there.Unix(), there.Add(test.lives).Unix()
			p := i.provider()
			flow, query := i.begin(p)
			who, err := p.Finish(returning(query), flow)
			if (err == nil) != test.signed || err != nil && !errors.Is(err, ErrToken) {
				t.Errorf("signed in %+v, error %v", who, err)
			}
		})
	}
}

// TestLinkingByEmail: Grafana CVE-2022-31107. Whoever has an e-mail address or a name at a
// provider that somebody here has, too, gets an account of their own, without the roles and
// the sessions of the other.
func TestLinkingByEmail(t *testing.T) {
	c := &clock{time.Now()}
	i := newIssuer(t, c.now)
	keeper, err := OpenKeeper(t.Context(), store.NewMemory(store.Options{Apply: func(d []byte, _ ...[]byte) ([]byte, error) { return d, nil }}))
	if err != nil {
		t.Fatal(err)
	}
	guard := &Guard{Mode: OIDC, Keeper: keeper, Now: c.now}
	err = keeper.Change(t.Context(), store.Author{}, "added", func(d *people.Directory) (*people.Directory, error) {
		d, err := d.Add("admin", people.Account{Name: "ada@example.org", Admin: true, Password: people.HashPassword("long enough")}, c.now())
		if err != nil {
			return nil, err
		}
		return d.Add("other", people.Account{Name: "ada", Identities: []people.Identity{{Issuer: "https://other.example", Subject: "4711"}}}, c.now())
	})
	if err != nil {
		t.Fatal(err)
	}
	p := i.provider()
	seen := map[string]bool{}
	for _, claims := range []map[string]any{
		{"preferred_username": "ada@example.org", "email": "ada@example.org", "email_verified": true, "sub": "1"},
		{"preferred_username": "ada", "email": "ada@example.org", "email_verified": true, "sub": "4711"},
		{"preferred_username": "eve", "email": "ada@example.org", "sub": "2"},
		{"preferred_username": "", "email": "ada@example.org", "sub": "3"},
	} {
		i.claims = claims
		flow, query := i.begin(p)
		who, err := p.Finish(returning(query), flow)
		if err != nil {
			t.Fatal(err)
		}
		id, err := guard.SignedIn(t.Context(), who)
		if err != nil || id == "admin" || id == "other" || seen[string(id)] {
			t.Errorf("%v signs in as %q, %v", claims, id, err)
			continue
		}
		seen[string(id)] = true
		account := keeper.Directory().Accounts[id]
		if account.Admin || account.Password != "" || account.Name == "ada" || account.Name == "ada@example.org" {
			t.Errorf("%v has the account %+v", claims, account)
		}
		i.claims = claims
		flow, query = i.begin(p)
		if who, err = p.Finish(returning(query), flow); err != nil {
			t.Fatal(err)
		}
		if again, err := guard.SignedIn(t.Context(), who); err != nil || again != id {
			t.Errorf("the second time %v signs in as %q, %v", claims, again, err)
		}
	}
}
