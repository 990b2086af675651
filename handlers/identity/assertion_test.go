package identity

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/coreos/go-oidc/v3/oidc/oidctest"

	"widerow/handlers/proxy"
	"widerow/model/sharing"
	"widerow/store"
)

// TestAssertion: in the mode header a request without a valid token of the proxy is
// nobody's, whatever the header says; a new key of the proxy works without a restart.
func TestAssertion(t *testing.T) {
	now := time.Now()
	i := newIssuer(t, func() time.Time { return now })
	g := newGuard(t, Header)
	g.Assertion = NewAssertion("X-Jwt", i.url+"/keys", i.url, "widerow", func() time.Time { return now })
	sign := func(change func(map[string]any)) string {
		claims := map[string]any{"iss": i.url, "aud": "widerow", "sub": "ann", "exp": now.Add(time.Minute).Unix()}
		change(claims)
		text, err := json.Marshal(claims)
		if err != nil {
			t.Fatal(err)
		}
		return oidctest.SignIDToken(i.key, i.keyID, oidc.ES256, string(text))
	}
	none := func(map[string]any) {}
	good := sign(none)
	for name, test := range map[string]struct {
		token string
		known bool
	}{
		"valid":             {good, true},
		"none":              {"", false},
		"of another person": {sign(func(c map[string]any) { c["sub"] = "bob" }), false},
		"by another name":   {sign(func(c map[string]any) { c["sub"] = "17"; c["preferred_username"] = "ann" }), true},
		"expired":           {sign(func(c map[string]any) { c["exp"] = now.Add(-time.Hour).Unix() }), false},
		"for another":       {sign(func(c map[string]any) { c["aud"] = "other" }), false},
		"of another issuer": {sign(func(c map[string]any) { c["iss"] = "https://evil.example" }), false},
		"changed":           {good[:len(good)-4] + "AAAA", false},
	} {
		request := proxy.With(httptest.NewRequest(http.MethodGet, "/", nil), proxy.Connection{User: "ann"})
		if test.token != "" {
			request.Header.Set("X-Jwt", test.token)
		}
		if person, err := g.Who(request); err != nil || person.Known() != test.known {
			t.Errorf("%s: known %v, %v", name, person.Known(), err)
		}
	}
	i.rotate("second")
	request := proxy.With(httptest.NewRequest(http.MethodGet, "/", nil), proxy.Connection{User: "ann"})
	request.Header.Set("X-Jwt", sign(none))
	for try := 0; ; try++ {
		person, err := g.Who(request)
		if err == nil && person.Known() {
			break
		}
		if try == 1000 {
			t.Fatalf("with a new key: known %v, %v", person.Known(), err)
		}
		time.Sleep(time.Millisecond) // the key set may still return the result of its last request for keys
	}
}

// TestGroups: the groups of a request are those that the proxy names now, and give the
// roles of the settings.
func TestGroups(t *testing.T) {
	g := newGuard(t, Header)
	g.Groups = map[string]sharing.Role{"staff": sharing.Viewer}
	who := func(groups ...string) Person {
		t.Helper()
		person, err := g.Who(proxy.With(httptest.NewRequest(http.MethodGet, "/", nil), proxy.Connection{User: "ann", Groups: groups}))
		if err != nil {
			t.Fatal(err)
		}
		return person
	}
	who() // makes the account
	private := store.ModelID("private")
	create(t, g.Sharings.store, private)
	err := g.Sharings.Change(t.Context(), private, ann, "made", func(*sharing.Sharing) (*sharing.Sharing, error) {
		return sharing.Private("ada", sharing.None), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		groups []string
		admin  bool
		role   sharing.Role
	}{{nil, false, sharing.None}, {[]string{"staff"}, false, sharing.Viewer}, {[]string{"leads"}, true, sharing.Owner}, {[]string{"others"}, false, sharing.None}} {
		person := who(test.groups...)
		role, err := g.Role(t.Context(), person, private)
		if err != nil || role != test.role || person.Admin != test.admin {
			t.Errorf("%v: admin %v, role %q, %v", test.groups, person.Admin, role, err)
		}
	}
}
