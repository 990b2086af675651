package handlers

import (
	"crypto/rand"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
	"golang.org/x/text/unicode/norm"

	"widerow/handlers/feature"
	"widerow/handlers/identity"
	"widerow/handlers/limit"
	"widerow/handlers/proxy"
	"widerow/model/displayname"
	"widerow/model/people"
	"widerow/store"
)

// Without sign-in, two cookies identify a visitor: a random ID, by which undo finds
// the visitor's own changes, and the name that the history shows. If a trusted
// proxy names the user, that name serves as both, and the name cookie is ignored.
const (
	visitorCookie = "widerow_visitor"
	nameCookie    = "widerow_name"
	cookieSeconds = 400 * 24 * 3600   // browsers keep none longer
	maxVisitor    = 60                // characters of a name
	userPrefix    = people.UserPrefix // see validVisitorID
)

// visitors knows who sends requests, and the names that people have.
type visitors struct {
	header proxy.UserHeader // names the user; "" if no proxy does
	names  *names
	models store.Store
}

// signedIn returns the name of the user whom a trusted proxy has signed in, or
// "".
func signedIn(c echo.Context) string {
	name := strings.TrimSpace(proxy.Of(c.Request()).User)
	if displayname.Check(name) != nil {
		return ""
	}
	return name
}

// Visitor returns the author of the request. It sets a cookie if the visitor
// has no ID yet, so only requests that change something call it.
func (v *visitors) Visitor(c echo.Context) store.Author {
	author := store.Author{ID: visitorID(c), Name: v.VisitorName(c)}
	if author.ID == "" {
		author.ID = rand.Text()
		setCookie(c, visitorCookie, author.ID)
		c.Set(visitorCookie, author.ID)
	}
	if author.Name == "" {
		author.Name = feature.UnknownAuthor
	}
	v.names.note(author.Name)
	return author
}

// visitorID is the visitor's ID, or "" for a visitor who is not signed in and
// has not changed anything.
func visitorID(c echo.Context) string {
	if person := personOf(c); person.Known() {
		return string(person.Account)
	}
	if user := signedIn(c); user != "" {
		return userPrefix + user
	}
	if id := cookieValue(c, visitorCookie); validVisitorID(id) {
		return id
	}
	return ""
}

// VisitorName returns at most maxVisitor characters. A name in the cookie that the form
// would refuse counts as none.
func (v *visitors) VisitorName(c echo.Context) string {
	if person := personOf(c); person.Known() {
		return person.Name
	}
	if v.header != "" {
		runes := []rune(signedIn(c))
		return string(runes[:min(len(runes), maxVisitor)])
	}
	name, err := url.QueryUnescape(cookieValue(c, nameCookie))
	if err != nil {
		return ""
	}
	if name, _ = cleanVisitorName(name); name == "" || v.names.other(name) != "" {
		return ""
	}
	return name
}

func validVisitorID(id string) bool {
	return len(id) >= 20 && len(id) <= 64 && strings.IndexFunc(id, func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) < 0
}

// cleanVisitorName trims a name; problem describes for the user what is wrong with
// it.
func cleanVisitorName(name string) (cleaned, problem string) {
	name = norm.NFC.String(strings.TrimSpace(name))
	if err := displayname.CheckPerson(name); err != nil {
		return "", "The name " + err.Error() + "."
	}
	if utf8.RuneCountInString(name) > maxVisitor {
		return "", "The name is too long: 60 characters at most."
	}
	return name, ""
}

func cookieValue(c echo.Context, name string) string {
	cookie, err := c.Cookie(name)
	if err != nil {
		return ""
	}
	return cookie.Value
}

func setCookie(c echo.Context, name, value string) {
	c.SetCookie(&http.Cookie{
		Name: name, Value: value, Path: string(urlOf(c).Home()), MaxAge: cookieSeconds,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: proxy.Of(c.Request()).Secure,
	})
}

// KnownVisitor returns the id of the user, also if this request has just set
// it.
func (v *visitors) KnownVisitor(c echo.Context) string {
	if id := visitorID(c); id != "" {
		return id
	}
	id, _ := c.Get(visitorCookie).(string)
	return id
}

// NamedByProxy reports whether a proxy names the visitors.
func (v *visitors) NamedByProxy() bool { return v.header != "" }

// Rename gives the visitor a name, or returns what is wrong with it. next is the page
// from which the visitor came.
func (v *visitors) Rename(c echo.Context, name, next string) (problem string) {
	name, problem = cleanVisitorName(name)
	if problem == "" {
		problem = v.looksLikeAnother(c, name, next)
	}
	if problem == "" {
		v.Visitor(c)
		setCookie(c, nameCookie, url.QueryEscape(name))
	}
	return problem
}

// looksLikeAnother returns a problem for a visitor whose name looks like another person's. next is
// the page from which the visitor came: the authors of its model count, too.
func (v *visitors) looksLikeAnother(c echo.Context, name, next string) (problem string) {
	ctx := identity.ByServer(c.Request().Context())
	v.names.load(ctx, v.models)
	if parts := strings.Split(next, "/"); len(parts) > 2 && parts[1] == "m" {
		id, _, _ := strings.Cut(parts[2], "?")
		v.names.loadModel(ctx, v.models, feature.ModelNamed(id))
	}
	if other := v.names.other(name); name != "" && other != "" {
		return fmt.Sprintf("The name looks like %q, which somebody here has, but has other letters. Choose another one.", other)
	}
	return ""
}

// personKey is the key of a request's person in its context.
const personKey = "person"

// personOf is who a request is from, as guarded found it. Without sign-in it is nobody.
func personOf(c echo.Context) identity.Person {
	person, _ := c.Get(personKey).(identity.Person)
	return person
}

// client is who sent the request: turns go round the clients.
func client(c echo.Context) limit.Client {
	return limit.Client{Address: addressOf(c.Request()), Visitor: visitorID(c)}
}

func addressOf(r *http.Request) string {
	if host, _, err := net.SplitHostPort(r.RemoteAddr); err == nil {
		return host
	}
	return r.RemoteAddr
}
