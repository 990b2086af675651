package identity

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"widerow/handlers/proxy"
	"widerow/model"
	"widerow/store/sessions"
)

// browser keeps the cookie of a server, as browsers do.
type browser struct {
	sessions *Sessions
	secure   bool
	prefix   string
	cookies  map[string]*http.Cookie
}

func (b *browser) request() *http.Request {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.RemoteAddr = "192.0.2.1:4711"
	r.Header.Set("User-Agent", "Chromium")
	for _, cookie := range b.cookies {
		r.AddCookie(cookie)
	}
	return proxy.With(r, proxy.Connection{Secure: b.secure, Prefix: b.prefix})
}

func (b *browser) keep(w *httptest.ResponseRecorder) {
	for _, cookie := range w.Result().Cookies() {
		if b.cookies == nil {
			b.cookies = map[string]*http.Cookie{}
		}
		if b.cookies[cookie.Name] = cookie; cookie.MaxAge < 0 {
			delete(b.cookies, cookie.Name)
		}
	}
}

func (b *browser) begin(t *testing.T, account model.ID) {
	t.Helper()
	w := httptest.NewRecorder()
	if err := b.sessions.Begin(w, b.request(), account); err != nil {
		t.Fatal(err)
	}
	b.keep(w)
}

func (b *browser) want(t *testing.T, account model.ID) {
	t.Helper()
	session, err := b.sessions.Of(b.request())
	if err != nil || (session == nil) != (account == "") || session != nil && session.Account != account {
		t.Errorf("the session is %+v, error %v; want that of %q", session, err, account)
	}
}

func (b *browser) token() string {
	for _, cookie := range b.cookies {
		return cookie.Value
	}
	return ""
}

func newSessions(t *testing.T) *Sessions {
	t.Helper()
	file, err := sessions.Open(filepath.Join(t.TempDir(), "s"), sessions.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return NewSessions(file, "/", 7*24*time.Hour, 90*24*time.Hour, time.Now)
}

// TestFixation: a token from before sign-in, known or made up, is never that of the
// session after it, and the session before ends.
func TestFixation(t *testing.T) {
	s := newSessions(t)
	b := &browser{sessions: s, cookies: map[string]*http.Cookie{"widerow_session": {Name: "widerow_session", Value: "chosen-by-an-attacker"}}}
	b.want(t, "")
	b.begin(t, "ada")
	first := b.token()
	if first == "chosen-by-an-attacker" {
		t.Error("the session has the token that the browser came with")
	}
	attacker := &browser{sessions: s, cookies: map[string]*http.Cookie{"widerow_session": {Name: "widerow_session", Value: first}}}
	attacker.want(t, "ada")
	b.begin(t, "bob")
	if b.token() == first {
		t.Error("the next session has the same token")
	}
	attacker.want(t, "")
	b.want(t, "bob")
}

func TestEnd(t *testing.T) {
	s := newSessions(t)
	laptop, phone, other := &browser{sessions: s}, &browser{sessions: s}, &browser{sessions: s}
	laptop.begin(t, "ada")
	phone.begin(t, "ada")
	other.begin(t, "bob")
	listed := s.List("ada", laptop.request())
	if len(listed) != 2 || listed[0].Current == listed[1].Current || listed[0].Address != "192.0.2.1" || listed[0].Browser != "Chromium" {
		t.Fatalf("listed: %+v", listed)
	}
	if err := s.EndOf("bob", listed[0].ID, nil); err != nil {
		t.Fatal(err)
	}
	phone.want(t, "ada") // Bob cannot end it
	if err := s.EndOf("ada", "", laptop.request()); err != nil {
		t.Fatal(err)
	}
	laptop.want(t, "ada")
	phone.want(t, "")
	other.want(t, "bob")
	w := httptest.NewRecorder()
	if err := s.End(w, laptop.request()); err != nil {
		t.Fatal(err)
	}
	stolen := &browser{sessions: s, cookies: map[string]*http.Cookie{"widerow_session": {Name: "widerow_session", Value: laptop.token()}}}
	laptop.keep(w)
	stolen.want(t, "")
	if len(laptop.cookies) != 0 {
		t.Error("the cookie remains")
	}
}

func TestCookie(t *testing.T) {
	s := newSessions(t)
	below := NewSessions(s.kept, "/w/", time.Hour, time.Hour, time.Now)
	for name, test := range map[string]struct {
		browser browser
		want    string
	}{
		"TLS":                 {browser{sessions: s, secure: true}, "__Host-widerow_session Path=/ Secure"},
		"plain":               {browser{sessions: s}, "widerow_session Path=/"},
		"TLS below a path":    {browser{sessions: below, secure: true}, "__Secure-widerow_session Path=/w/ Secure"},
		"the path of a proxy": {browser{sessions: s, secure: true, prefix: "/apps"}, "__Secure-widerow_session Path=/apps/ Secure"},
	} {
		w := httptest.NewRecorder()
		if err := s.Begin(httptest.NewRecorder(), test.browser.request(), "ada"); err != nil {
			t.Fatal(err)
		}
		if err := test.browser.sessions.Begin(w, test.browser.request(), "ada"); err != nil {
			t.Fatal(err)
		}
		header := w.Header().Get("Set-Cookie")
		for _, part := range append(strings.Fields(test.want), "HttpOnly", "SameSite=Lax") {
			if !strings.Contains(header, part) {
				t.Errorf("%s: %q lacks %q", name, header, part)
			}
		}
		if strings.Contains(header, "Secure") != strings.Contains(test.want, "Secure") || strings.Contains(header, "Domain") {
			t.Errorf("%s: %q", name, header)
		}
	}
}

// TestLifetimes: a session ends a week after its last use, and 90 days after its begin.
func TestLifetimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		file, err := sessions.Open(filepath.Join(t.TempDir(), "s"), sessions.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		b := &browser{sessions: NewSessions(file, "/", DefaultIdle, DefaultLife, time.Now)}
		b.begin(t, "ada")
		for range 14 {
			time.Sleep(6 * 24 * time.Hour)
			b.want(t, "ada")
		}
		time.Sleep(6*24*time.Hour + time.Second)
		b.want(t, "")
		b.begin(t, "ada")
		time.Sleep(7*24*time.Hour + time.Second)
		b.want(t, "")
	})
}

func BenchmarkSessionOf(b *testing.B) {
	file, err := sessions.Open(filepath.Join(b.TempDir(), "s"), sessions.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	one := &browser{sessions: NewSessions(file, "/", DefaultIdle, DefaultLife, time.Now)}
	w := httptest.NewRecorder()
	if err := one.sessions.Begin(w, one.request(), "ada"); err != nil {
		b.Fatal(err)
	}
	one.keep(w)
	r := one.request()
	for b.Loop() {
		if session, err := one.sessions.Of(r); session == nil || err != nil {
			b.Fatal(err)
		}
	}
}
