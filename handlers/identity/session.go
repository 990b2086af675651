package identity

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"slices"
	"time"

	"github.com/alexedwards/scs/v2"

	"widerow/handlers/proxy"
	"widerow/model"
	"widerow/store/sessions"
)

// Lifetimes of a session.
const (
	DefaultIdle = 7 * 24 * time.Hour  // ends if it is not used
	DefaultLife = 90 * 24 * time.Hour // ends in any case
)

// Session is a browser in which a person has signed in.
type Session struct {
	Account model.ID  `json:"account"`
	Begun   time.Time `json:"begun"`
	// Changed is people.Account.Changed as it was then: the session holds as long as that is the same,
	// whatever the clocks of two servers say. It is zero in a session from before it was kept.
	Changed time.Time `json:"changed,omitzero"`
	Address string    `json:"address"`
	Browser string    `json:"browser"` // what the browser calls itself
	ID      string    `json:"-"`       // the hash of its token
	Current bool      `json:"-"`       // it is that of the request
}

// Sessions are the sessions of a server and their cookies.
type Sessions struct {
	manager *scs.SessionManager
	kept    sessions.Store
	base    string // the path of the app, "/" or "/x/"
	now     func() time.Time
	Ended   func()                   // is told when sessions were ended; nil: nobody
	Changed func(model.ID) time.Time // is people.Account.Changed of an account; nil: it is not known
}

// NewSessions keeps sessions in a store. The cookie is sent for base, the path of the app.
func NewSessions(kept sessions.Store, base string, idle, life time.Duration, now func() time.Time) *Sessions {
	// Without scs.New, which starts a store in memory that nothing stops.
	manager := &scs.SessionManager{IdleTimeout: idle, Lifetime: life, Store: kept, HashTokenInStore: true, Codec: codec{}}
	return &Sessions{manager: manager, kept: kept, base: base, now: now}
}

const sessionKey = "session"

// maxBrowser bounds what is kept of the text by which a browser calls itself, in bytes.
const maxBrowser = 300

// Begin begins a session of a person, with a token that no request has named before, and
// ends the session that the browser had.
func (s *Sessions) Begin(w http.ResponseWriter, r *http.Request, account model.ID) error {
	if err := s.End(w, r); err != nil {
		return err
	}
	ctx, err := s.manager.Load(r.Context(), "")
	if err != nil {
		return fmt.Errorf("begin a session: %w", err)
	}
	browser := r.UserAgent()
	begun := Session{Account: account, Begun: s.now().UTC().Truncate(time.Millisecond), Address: AddressOf(r), Browser: browser[:min(len(browser), maxBrowser)]}
	if s.Changed != nil {
		begun.Changed = s.Changed(account)
	}
	s.manager.Put(ctx, sessionKey, begun)
	token, expiry, err := s.manager.Commit(ctx)
	if err != nil {
		return fmt.Errorf("begin a session: %w", err)
	}
	s.setCookie(w, r, token, expiry)
	return nil
}

// Of returns the session of a request, or nil. It lives longer by that.
func (s *Sessions) Of(r *http.Request) (*Session, error) {
	ctx, found, err := s.load(r)
	if err != nil || found == nil {
		return nil, err
	}
	if _, _, err := s.manager.Commit(ctx); err != nil {
		return nil, err
	}
	return found, nil
}

// load is Of without a longer life.
func (s *Sessions) load(r *http.Request) (context.Context, *Session, error) {
	token := s.token(r)
	if token == "" {
		return nil, nil, nil
	}
	ctx, err := s.manager.Load(r.Context(), token)
	if err != nil {
		return nil, nil, fmt.Errorf("read the session: %w", err)
	}
	if found, ok := s.manager.Get(ctx, sessionKey).(Session); ok {
		return ctx, &found, nil
	}
	return nil, nil, nil
}

func (s *Sessions) told() {
	if s.Ended != nil {
		s.Ended()
	}
}

// End ends the session of a request, if it has one, and removes its cookie.
func (s *Sessions) End(w http.ResponseWriter, r *http.Request) error {
	token := s.token(r)
	if token == "" {
		return nil
	}
	ctx, err := s.manager.Load(r.Context(), token)
	if err == nil {
		err = s.manager.Destroy(ctx)
	}
	if err != nil {
		return fmt.Errorf("end the session: %w", err)
	}
	s.setCookie(w, r, "", time.Time{})
	s.told()
	return nil
}

// EndOf ends a session of a person by its ID, or all sessions but the request's if the ID is empty.
// r may be nil: then all end.
func (s *Sessions) EndOf(account model.ID, id string, r *http.Request) error {
	defer s.told()
	all, err := s.list(account, r)
	if err != nil {
		return err
	}
	for _, session := range all {
		if session.ID == id || id == "" && !session.Current {
			if err := s.kept.Delete(session.ID); err != nil {
				return err
			}
		}
	}
	return nil
}

// List returns the sessions of a person, the newest first, and marks the session of r as current if
// r is not nil.
func (s *Sessions) List(account model.ID, r *http.Request) []Session {
	mine, _ := s.list(account, r) // or the page is shown without them
	return mine
}

func (s *Sessions) list(account model.ID, r *http.Request) (mine []Session, err error) {
	all, err := s.kept.Of(string(account))
	if err != nil {
		return nil, fmt.Errorf("read the sessions of %s: %w", account, err)
	}
	current := ""
	if r != nil {
		current = s.token(r)
	}
	for id, data := range all {
		_, values, err := codec{}.Decode(data)
		session, ok := values[sessionKey].(Session)
		if err != nil || !ok || session.Account != account {
			continue
		}
		session.ID, session.Current = id, current != "" && id == hashOf(current)
		mine = append(mine, session)
	}
	slices.SortFunc(mine, func(a, b Session) int { return b.Begun.Compare(a.Begun) })
	return mine, nil
}

// AccountIn returns the account of a session as it is kept, "" if it has none.
func AccountIn(data []byte) string {
	_, values, err := codec{}.Decode(data)
	session, ok := values[sessionKey].(Session)
	if err != nil || !ok {
		return ""
	}
	return string(session.Account)
}

// token returns the token of the cookie. A browser may still have one from before the
// app was reached over TLS; it does not count then.
func (s *Sessions) token(r *http.Request) string {
	cookie, err := r.Cookie(s.cookie(r).Name)
	if err != nil {
		return ""
	}
	return cookie.Value
}

func (s *Sessions) setCookie(w http.ResponseWriter, r *http.Request, token string, expiry time.Time) {
	cookie := s.cookie(r)
	cookie.Value, cookie.MaxAge = token, -1
	if token != "" {
		cookie.MaxAge = int(expiry.Sub(s.now()).Seconds())
		if s.manager.IdleTimeout > 0 {
			cookie.MaxAge = int(s.manager.Lifetime.Seconds()) // the server ends it when it is idle
		}
	}
	http.SetCookie(w, &cookie)
}

// cookie returns the cookie of a request without its value. Where TLS and the path
// allow it, its name makes browsers refuse it from other hosts and over plain HTTP.
func (s *Sessions) cookie(r *http.Request) http.Cookie {
	connection := proxy.Of(r)
	cookie := http.Cookie{Name: "widerow_session", Path: connection.Prefix + s.base, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: connection.Secure}
	switch {
	case connection.Secure && cookie.Path == "/":
		cookie.Name = "__Host-" + cookie.Name
	case connection.Secure:
		cookie.Name = "__Secure-" + cookie.Name
	}
	return cookie
}

// AddressOf returns the address of the client, without a port.
func AddressOf(r *http.Request) string {
	if host, _, err := net.SplitHostPort(r.RemoteAddr); err == nil {
		return host
	}
	return r.RemoteAddr
}

// codec is a scs.Codec for values that are a Session.
type codec struct{}

type encoded struct {
	Deadline time.Time `json:"deadline"`
	Session  *Session  `json:"session,omitempty"`
}

// Encode implements scs.Codec.
func (codec) Encode(deadline time.Time, values map[string]any) ([]byte, error) {
	e := encoded{Deadline: deadline}
	if session, ok := values[sessionKey].(Session); ok {
		e.Session = &session
	}
	return json.Marshal(e)
}

// Decode implements scs.Codec.
func (codec) Decode(data []byte) (time.Time, map[string]any, error) {
	var e encoded
	if err := json.Unmarshal(data, &e); err != nil {
		return time.Time{}, nil, err
	}
	values := map[string]any{}
	if e.Session != nil {
		values[sessionKey] = *e.Session
	}
	return e.Deadline, values, nil
}

// hashOf returns the ID of the session with a token, as scs.SessionManager makes it.
func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
