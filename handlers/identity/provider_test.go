package identity

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/coreos/go-oidc/v3/oidc/oidctest"
	"github.com/google/go-cmp/cmp"

	"widerow/model/people"
)

const back = "https://widerow.example/sign-in/corp/back"

// issuer is an OpenID Connect provider in this process. It checks what a provider
// must check of a code: client, redirect and PKCE.
type issuer struct {
	*testing.T
	url   string
	keys  oidctest.Server
	key   *ecdsa.PrivateKey
	keyID string
	now   func() time.Time

	claims    map[string]any // of the next ID token, beside the usual ones
	codes     map[string]url.Values
	algorithm string
}

func newIssuer(t *testing.T, now func() time.Time) *issuer {
	i := &issuer{T: t, now: now, claims: map[string]any{}, codes: map[string]url.Values{}, algorithm: oidc.ES256}
	i.keys.Algorithms = []string{oidc.ES256}
	i.rotate("first")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/token" {
			i.token(w, r)
			return
		}
		i.keys.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	i.url = server.URL
	i.keys.SetIssuer(i.url)
	return i
}

// rotate makes a new key the only one.
func (i *issuer) rotate(id string) {
	i.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		i.Fatal(err)
	}
	i.key, i.keyID = key, id
	i.keys.PublicKeys = []oidctest.PublicKey{{PublicKey: key.Public(), KeyID: id, Algorithm: oidc.ES256}}
}

// agree is the person who signs in at the page to which the browser was sent. It
// returns the query with which the browser comes back.
func (i *issuer) agree(address string) url.Values {
	i.Helper()
	parsed, err := url.Parse(address)
	if err != nil || !strings.HasPrefix(address, i.url+"/auth?") {
		i.Fatalf("the browser is sent to %s: %v", address, err)
	}
	asked := parsed.Query()
	if asked.Get("redirect_uri") != back || asked.Get("code_challenge_method") != "S256" || asked.Get("response_type") != "code" {
		i.Errorf("asked for %v", asked)
	}
	code := "code" + asked.Get("state")
	i.codes[code] = asked
	return url.Values{"code": {code}, "state": {asked.Get("state")}}
}

func (i *issuer) token(w http.ResponseWriter, r *http.Request) {
	asked := i.codes[r.FormValue("code")]
	challenge := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	if asked == nil || r.FormValue("redirect_uri") != back || asked.Get("code_challenge") != base64.RawURLEncoding.EncodeToString(challenge[:]) {
		http.Error(w, `{"error":"invalid_grant"}`, http.StatusBadRequest)
		return
	}
	delete(i.codes, r.FormValue("code"))
	claims := map[string]any{
		"iss": i.url, "aud": "widerow", "sub": "4711", "nonce": asked.Get("nonce"), "preferred_username": "ada",
		"iat": i.now().Unix(), "exp": i.now().Add(time.Hour).Unix(), "groups": []string{"orders", "leads"},
	}
	maps.Copy(claims, i.claims)
	text, err := json.Marshal(claims)
	if err != nil {
		i.Error(err)
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]string{"access_token": "x", "token_type": "Bearer", "id_token": i.sign(string(text))})
}

func (i *issuer) sign(claims string) string {
	if i.algorithm == "none" {
		part := base64.RawURLEncoding.EncodeToString
		return part([]byte(`{"alg":"none"}`)) + "." + part([]byte(claims)) + "."
	}
	return oidctest.SignIDToken(i.key, i.keyID, i.algorithm, claims)
}

func (i *issuer) provider() *Provider {
	config := ProviderConfig{Name: "corp", Issuer: i.url, ClientID: "widerow", ClientSecret: "secret"}
	return NewProvider(config, back, i.now)
}

func (i *issuer) begin(p *Provider) (Flow, url.Values) {
	i.Helper()
	flow, address, err := p.Begin(i.Context(), "/m/hotel")
	if err != nil {
		i.Fatal(err)
	}
	return flow, i.agree(address)
}

func returning(query url.Values) *http.Request {
	return httptest.NewRequest(http.MethodGet, back+"?"+query.Encode(), nil)
}

func TestProvider(t *testing.T) {
	c := &clock{time.Now()}
	i := newIssuer(t, c.now)
	p := i.provider()
	flow, query := i.begin(p)
	who, err := p.Finish(returning(query), flow)
	if err != nil {
		t.Fatal(err)
	}
	who.IDToken = ""
	want := SignedIn{Identity: people.Identity{Issuer: i.url, Subject: "4711"}, Name: "ada", Groups: []string{"orders", "leads"}}
	if difference := cmp.Diff(want, who); difference != "" {
		t.Error(difference)
	}
	i.rotate("second") // JWKS rotation: the keys are read again
	i.claims["groups"] = "orders"
	flow, query = i.begin(p)
	if who, err = p.Finish(returning(query), flow); err != nil || len(who.Groups) != 1 {
		t.Errorf("with the next key: %+v, %v", who, err)
	}
}

// TestProviderRefuses: what must not sign anybody in.
func TestProviderRefuses(t *testing.T) {
	for name, test := range map[string]struct {
		issuer func(*issuer)
		answer func(query url.Values, flow *Flow, c *clock)
		want   error
	}{
		"another state":           {answer: func(q url.Values, _ *Flow, _ *clock) { q.Set("state", "x") }, want: ErrFlow},
		"no state":                {answer: func(q url.Values, f *Flow, _ *clock) { q.Del("state"); f.State = "" }, want: ErrFlow},
		"the flow of another":     {answer: func(_ url.Values, f *Flow, _ *clock) { f.Provider = "github" }, want: ErrFlow},
		"another issuer's answer": {answer: func(q url.Values, _ *Flow, _ *clock) { q.Set("iss", "https://evil.example") }, want: ErrFlow},
		"too late":                {answer: func(_ url.Values, _ *Flow, c *clock) { c.at = c.at.Add(10 * time.Minute) }, want: ErrFlow},
		"the person declined":     {answer: func(q url.Values, _ *Flow, _ *clock) { q.Del("code"); q.Set("error", "access_denied") }, want: ErrRefused},
		"another code":            {answer: func(q url.Values, _ *Flow, _ *clock) { q.Set("code", "x") }, want: ErrRefused},
		"another verifier":        {answer: func(_ url.Values, f *Flow, _ *clock) { f.Verifier = strings.Repeat("x", 43) }, want: ErrRefused},
		"another nonce":           {answer: func(_ url.Values, f *Flow, _ *clock) { f.Nonce = "x" }, want: ErrToken},
		"a token without a nonce": {issuer: func(i *issuer) { i.claims["nonce"] = "" }, want: ErrToken},
		"another audience":        {issuer: func(i *issuer) { i.claims["aud"] = "other" }, want: ErrToken},
		"another party":           {issuer: func(i *issuer) { i.claims["azp"] = "other" }, want: ErrToken},
		"another issuer":          {issuer: func(i *issuer) { i.claims["iss"] = "https://evil.example" }, want: ErrToken},
		"no subject":              {issuer: func(i *issuer) { i.claims["sub"] = "" }, want: ErrToken},
		"an old token":            {issuer: func(i *issuer) { i.claims["exp"] = i.now().Add(-time.Minute).Unix() }, want: ErrToken},
		"a token of the future":   {issuer: func(i *issuer) { i.claims["nbf"] = i.now().Add(time.Hour).Unix() }, want: ErrToken},
		"no signature":            {issuer: func(i *issuer) { i.algorithm = "none" }, want: ErrToken},
		"an unknown key": {issuer: func(i *issuer) {
			known := i.keys.PublicKeys
			i.rotate("other")
			i.keys.PublicKeys = known
		}, want: ErrToken},
	} {
		t.Run(name, func(t *testing.T) {
			c := &clock{time.Now()}
			i := newIssuer(t, c.now)
			if test.issuer != nil {
				test.issuer(i)
			}
			p := i.provider()
			flow, query := i.begin(p)
			if test.answer != nil {
				test.answer(query, &flow, c)
			}
			if who, err := p.Finish(returning(query), flow); !errors.Is(err, test.want) {
				t.Errorf("signed in %+v, error %v; want %v", who, err, test.want)
			}
		})
	}
}

// TestReplay: an answer of the provider signs in once.
func TestReplay(t *testing.T) {
	c := &clock{time.Now()}
	i := newIssuer(t, c.now)
	p := i.provider()
	flow, query := i.begin(p)
	if _, err := p.Finish(returning(query), flow); err != nil {
		t.Fatal(err)
	}
	i.codes[query.Get("code")] = url.Values{} // a provider that forgets to refuse
	if _, err := p.Finish(returning(query), flow); !errors.Is(err, ErrFlow) {
		t.Errorf("the second time: %v", err)
	}
}

// TestProviderAway: the server works without its provider, and finds it later.
func TestProviderAway(t *testing.T) {
	c := &clock{time.Now()}
	i := newIssuer(t, c.now)
	config := i.provider().ProviderConfig
	config.Issuer = "http://127.0.0.1:1"
	p := NewProvider(config, back, c.now)
	if _, _, err := p.Begin(t.Context(), "/"); !errors.Is(err, ErrUnreachable) {
		t.Fatalf("away: %v", err)
	}
	p.Issuer = i.url
	if _, _, err := p.Begin(t.Context(), "/"); !errors.Is(err, ErrUnreachable) {
		t.Errorf("asked again at once: %v", err)
	}
	c.at = c.at.Add(6 * time.Second)
	if _, _, err := p.Begin(t.Context(), "/"); err != nil {
		t.Error(err)
	}
}

func TestSafeNext(t *testing.T) {
	for next, want := range map[string]string{
		"/w/m/hotel?x=1#y": "/w/m/hotel?x=1#y", "/w/": "/w/", "": "/w/", "/": "/w/", "/other": "/w/", "/w/../admin": "/w/", "/w/sign-in": "/w/", "/w/sign-out": "/w/",
		"//evil.example": "/w/", "/\\evil.example": "/w/", "https://evil.example": "/w/", "\thttps://evil.example": "/w/", "/\t/evil.example": "/w/",
		"/w//evil.example": "/w/", "javascript:alert(1)": "/w/", "http:evil.example": "/w/", "/w/%2F%2Fevil": "/w/", "///evil.example": "/w/", "@evil.example": "/w/",
	} {
		if got := SafeNext(next, "/w/"); got != want {
			t.Errorf("%q: %q, want %q", next, got, want)
		}
	}
	for _, next := range []string{"//evil.example", "/%2Fevil.example", "/\\/evil.example", "/%5Cevil", "//"} {
		if got := SafeNext(next, "/"); got != "/" && strings.HasPrefix(got, "//") {
			t.Errorf("%q: %q", next, got)
		}
	}
}
