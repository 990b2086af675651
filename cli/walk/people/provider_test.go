package people

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/coreos/go-oidc/v3/oidc/oidctest"
)

// provider is a provider of OpenID Connect in this process, whose person agrees or declines.
type provider struct {
	url  string
	keys oidctest.Server
	key  *rsa.PrivateKey

	mutex  sync.Mutex
	claims map[string]any // of the person; nil: declines
	codes  map[string]url.Values
	ended  []url.Values // the sessions that were ended here
	wrong  string
}

func newProvider(t *testing.T) *provider {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	p := &provider{key: key, codes: map[string]url.Values{}}
	p.keys.Algorithms = []string{oidc.RS256}
	p.keys.PublicKeys = []oidctest.PublicKey{{PublicKey: key.Public(), KeyID: "k", Algorithm: oidc.RS256}}
	server := httptest.NewServer(p)
	t.Cleanup(server.Close)
	p.url = server.URL
	p.keys.SetIssuer(p.url)
	return p
}

// answers says who signs in there next.
func (p *provider) answers(claims map[string]any) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.claims = claims
}

func (p *provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	switch r.URL.Path {
	case "/auth":
		p.authorize(w, r)
	case "/token":
		p.token(w, r)
	case "/.well-known/openid-configuration":
		p.describe(w, r)
	case "/end":
		p.ended = append(p.ended, r.URL.Query())
		http.Redirect(w, r, r.URL.Query().Get("post_logout_redirect_uri"), http.StatusFound)
	default:
		p.keys.ServeHTTP(w, r)
	}
}

// describe adds to the description of the provider where sessions end.
func (p *provider) describe(w http.ResponseWriter, r *http.Request) {
	recorder := httptest.NewRecorder()
	p.keys.ServeHTTP(recorder, r)
	described := map[string]any{}
	if err := json.Unmarshal(recorder.Body.Bytes(), &described); err != nil {
		p.wrong = err.Error()
	}
	described["end_session_endpoint"] = p.url + "/end"
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(described)
}

// signedOut returns the sessions that were ended here.
func (p *provider) signedOut() []url.Values {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.ended
}

func (p *provider) authorize(w http.ResponseWriter, r *http.Request) {
	asked := r.URL.Query()
	back := url.Values{"state": {asked.Get("state")}}
	if p.claims == nil {
		back.Set("error", "access_denied")
	} else {
		back.Set("code", rand.Text())
		p.codes[back.Get("code")] = asked
	}
	http.Redirect(w, r, asked.Get("redirect_uri")+"?"+back.Encode(), http.StatusFound)
}

func (p *provider) token(w http.ResponseWriter, r *http.Request) {
	asked := p.codes[r.FormValue("code")]
	delete(p.codes, r.FormValue("code"))
	challenge := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	if asked == nil || asked.Get("code_challenge") != base64.RawURLEncoding.EncodeToString(challenge[:]) || asked.Get("redirect_uri") != r.FormValue("redirect_uri") {
		p.wrong = "a code was asked for that the browser did not get, or by another client"
		http.Error(w, `{"error":"invalid_grant"}`, http.StatusBadRequest)
		return
	}
	claims := map[string]any{"iss": p.url, "aud": "widerow", "nonce": asked.Get("nonce"), "iat": time.Now().Unix(), "exp": time.Now().Add(time.Hour).Unix()}
	maps.Copy(claims, p.claims)
	text, err := json.Marshal(claims)
	if err != nil {
		p.wrong = err.Error()
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]string{"access_token": "x", "token_type": "Bearer", "id_token": oidctest.SignIDToken(p.key, "k", oidc.RS256, string(text))})
}
