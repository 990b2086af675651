package handlers

import (
	"errors"
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/handlers/identity"
	"widerow/handlers/operator"
	"widerow/handlers/people"
	"widerow/handlers/proxy"
	"widerow/model/sharing"
	"widerow/store"
)

// personKey is where a request keeps who it is from.
const personKey = "person"

// personOf is who a request is from, as guarded found it. Without sign-in it is nobody.
func personOf(c echo.Context) identity.Person {
	person, _ := c.Get(personKey).(identity.Person)
	return person
}

// peopleRoutes are the pages about who is who, if people sign in.
func (s *Server) peopleRoutes() []feature.Route {
	if s.guard == nil {
		return nil
	}
	services := s.people
	services.Guard, services.Person = s.guard, personOf
	services.Absolute = func(c echo.Context, path string) string {
		scheme := "http"
		if proxy.Of(c.Request()).Secure {
			scheme = "https"
		}
		return scheme + "://" + c.Request().Host + string(s.URL().Path(path))
	}
	return people.Routes(s, services)
}

// guarded lets a request through to a route if its person has what the route needs.
func (s *Server) guarded(route feature.Route) echo.HandlerFunc {
	what := access[route.Method+" "+route.Path]
	if s.guard == nil {
		return route.Handle
	}
	return func(c echo.Context) error {
		person, err := s.guard.Who(c.Request())
		if errors.Is(err, identity.ErrBearer) {
			return s.unauthorized(c, err)
		}
		if err != nil {
			return err
		}
		c.Set(personKey, person)
		if err := s.admit(c, person, what); err != nil {
			return err
		}
		return route.Handle(c)
	}
}

// admit returns why a request is not let through, or nil.
func (s *Server) admit(c echo.Context, person identity.Person, what need) error {
	switch {
	case what == forEveryone, what == forOperator, operator.Asks(c.Request()):
		return nil
	case !person.Known() && s.guard.Mode != identity.None:
		return s.unauthorized(c, nil)
	case what == forAdmins && !s.guard.Governs(person):
		return feature.NewError(http.StatusForbidden, "Only for admins", "Ask an admin of this server to do this, or to make you one.", nil)
	case roleOf[what] == sharing.None:
		return nil
	}
	return s.admitTo(c, person, feature.ModelID(c), roleOf[what])
}

// admitTo returns why a person may not do what a role allows with a model. A model that
// the person may not see does not exist.
func (s *Server) admitTo(c echo.Context, person identity.Person, id store.ModelID, least sharing.Role) error {
	role, err := s.guard.Role(c.Request().Context(), person, id)
	switch {
	case err != nil:
		return err
	case role == sharing.None:
		return store.ErrNotFound
	case role.Allows(least):
		return nil
	case least == sharing.Editor && role.Allows(sharing.Commenter) && s.ownBranch(c, person, id):
		return nil
	}
	return feature.NewError(http.StatusForbidden, "You may not do this with this model",
		"You are "+article(role)+" of it, and this needs "+article(least)+". Ask an owner of the model.", nil)
}

func article(role sharing.Role) string {
	if strings.ContainsRune("aeiou", rune(role[0])) {
		return "an " + string(role)
	}
	return "a " + string(role)
}

// ownBranch reports whether an id is that of a branch on which the person proposes a
// change.
func (s *Server) ownBranch(c echo.Context, person identity.Person, id store.ModelID) bool {
	if id.BranchNumber() == 0 {
		return false
	}
	first, err := s.Store().History(c.Request().Context(), id, 2, 1)
	return err == nil && len(first) == 1 && first[0].Author.ID == string(person.Account)
}

// unauthorized answers who has to sign in: a page leads to the sign-in, everything else
// gets an error.
func (s *Server) unauthorized(c echo.Context, err error) error {
	header, request := c.Response().Header(), c.Request()
	header.Set("Cache-Control", "no-store")
	_, withToken := bearerOf(request)
	switch {
	case withToken || strings.HasPrefix(c.Path(), apiPath):
		header.Set("WWW-Authenticate", `Bearer realm="Widerow"`)
		return feature.NewError(http.StatusUnauthorized, "The token does not work", "It is unknown, has ended or was taken back: make a new one on the page of your account.", err)
	case s.guard.Mode == identity.Header:
		return feature.NewError(http.StatusUnauthorized, "You are not signed in", "The proxy in front of this server has to sign you in.", err)
	case request.Header.Get("HX-Request") != "":
		header.Set("HX-Redirect", s.signInFor(string(s.URL().Path(feature.PathAndQuery(c)))))
		return feature.NewError(http.StatusUnauthorized, "You are not signed in", "Sign in first.", err)
	case !isPage(c):
		return feature.NewError(http.StatusUnauthorized, "You are not signed in", "Sign in first.", err)
	case request.Method == http.MethodPost:
		return c.Redirect(http.StatusSeeOther, s.signInFor(string(s.URL().Home())))
	}
	return c.Redirect(http.StatusSeeOther, s.signInFor(string(s.URL().Path(request.URL.RequestURI()))))
}

// signInFor is the address of the sign-in that goes on with a page.
func (s *Server) signInFor(next string) string {
	return string(s.URL().Path("/sign-in?next=" + url.QueryEscape(next)))
}

// apiPath begins the paths for programs.
const apiPath = "/api/"

// isPage reports whether a request is for a page and not for a picture, a file or a part
// of one.
func isPage(c echo.Context) bool {
	route := c.Path()
	switch {
	case route == livePath, route == "/inbox/count", strings.HasPrefix(route, "/embed/"), strings.HasPrefix(route, "/jobs/"):
		return false
	}
	return path.Ext(route) == ""
}

func bearerOf(r *http.Request) (string, bool) {
	scheme, text, found := strings.Cut(r.Header.Get("Authorization"), " ")
	return text, found && strings.EqualFold(scheme, "Bearer")
}
