package handlers

import (
	"cmp"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/handlers/identity"
	"widerow/handlers/operator"
	"widerow/model/people"
	"widerow/model/sharing"
	"widerow/store"
)

// gate lets requests through by who they are from.
type gate struct{ *Server }

// roleIn returns the role that the person of a request has in the model of the address: owner if
// nobody signs in. onlyBranch reports that it is an editor's only for having made the branch.
func (d *documents) roleIn(c echo.Context) (role sharing.Role, onlyBranch bool) {
	if d.guard == nil {
		return cmp.Or(sharing.Role(c.Request().Header.Get(roleHeader)), sharing.Owner), false
	}
	role, err := d.guard.Role(c.Request().Context(), personOf(c), feature.ModelID(c))
	if err != nil {
		return sharing.None, false
	}
	if role == sharing.Commenter && d.ownBranch(c, personOf(c), feature.ModelID(c)) {
		return sharing.Editor, true
	}
	return role, false
}

// admit returns why a request is not let through, or nil.
func (s *gate) admit(c echo.Context, person identity.Person, what need) error {
	switch {
	case what == forEveryone, what == forOperator, operator.Asks(c.Request()):
		return nil
	case what == byLink:
		return s.admitLink(c)
	case !person.Known() && s.guard.Mode != identity.None:
		return s.unauthorized(c, nil)
	case person.Token != nil && !allowsRequest(person.Token, c, what):
		return errScope
	case what == forAdmins && !s.guard.Governs(person):
		return feature.NewError(http.StatusForbidden, "Only for admins", "Ask an admin of this server to do this, or to make you one.", nil)
	case roleOf[what] == sharing.None:
		return nil
	}
	return s.admitTo(c, person, what)
}

// errScope is the answer to a token that allows less than a request needs.
var errScope = feature.NewError(http.StatusForbidden, "The token does not allow this", "Use a token with a larger scope, or do it in a browser.", nil)

// allowsRequest reports whether a token is enough for a request that concerns more than
// the model in the address: its person's account is only for browsers, and what makes
// models needs a token that may edit.
func allowsRequest(token *people.Token, c echo.Context, what need) bool {
	reads := c.Request().Method == http.MethodGet || c.Request().Method == http.MethodHead
	switch what {
	case forSelf:
		return reads
	case forMembers, toView:
		return reads || token.Scope.Allows(people.Edit)
	}
	return true
}

// admitTo returns why a person may not do with the model of the address what a need asks
// for. A model that the person may not see does not exist.
func (s *gate) admitTo(c echo.Context, person identity.Person, what need) error {
	id, least := feature.ModelID(c), roleOf[what]
	role, err := s.guard.Role(c.Request().Context(), person, id)
	if err == nil && !role.Allows(least) && s.guard.Renew(c.Request().Context(), id) {
		role, err = s.guard.Role(c.Request().Context(), person, id)
	}
	switch {
	case err != nil:
		return err
	case role == sharing.None:
		return store.ErrNotFound
	case role.Allows(least):
		return nil
	case what == toEdit && role.Allows(sharing.Commenter) && s.ownBranch(c, person, branchIn(c, id)):
		return nil
	case person.Token != nil:
		return errScope
	}
	return feature.NewError(http.StatusForbidden, "Your role in this model does not allow this",
		"You are "+article(role)+"; this needs "+article(least)+". Ask an owner of the model.", nil)
}

// branchIn is the branch that a request changes: the one in the address, or the branch of the
// proposal there.
func branchIn(c echo.Context, id store.ModelID) store.ModelID {
	if number, err := strconv.Atoi(c.Param("number")); err == nil && number > 0 {
		return id.Branch(number)
	}
	return id
}

func article(role sharing.Role) string {
	if strings.ContainsRune("aeiou", rune(role[0])) {
		return "an " + string(role)
	}
	return "a " + string(role)
}

// ownBranch reports whether an id names a branch on which the person proposes a change.
func (d *documents) ownBranch(c echo.Context, person identity.Person, id store.ModelID) bool {
	if id.BranchNumber() == 0 {
		return false
	}
	first, err := d.Store().History(c.Request().Context(), id, 2, 1)
	return err == nil && len(first) == 1 && first[0].Author.ID == string(person.Account)
}

// unauthorized returns an error for a person who has to sign in. A page leads to the sign-in: the request is
// answered then, and the error is errAnswered, so that no handler runs.
func (s *gate) unauthorized(c echo.Context, err error) error {
	header, request := c.Response().Header(), c.Request()
	header.Set("Cache-Control", "no-store")
	_, withToken := bearerOf(request)
	switch {
	case !withToken && strings.HasPrefix(c.Path(), apiPath):
		header.Set("WWW-Authenticate", `Bearer realm="Widerow"`)
		return feature.NewError(http.StatusUnauthorized, "This needs a token",
			"Make one on the page of your account, or with widerow token add, and send it as Authorization: "+
				"Bearer wdr_….", err)
	case withToken:
		header.Set("WWW-Authenticate", `Bearer realm="Widerow", error="invalid_token"`)
		return feature.NewError(http.StatusUnauthorized, "The token does not work",
			"It is unknown, has ended or was revoked: create a new one on the page of your account.", err)
	case s.guard.Mode == identity.Header:
		return feature.NewError(http.StatusUnauthorized, "You are not signed in", "The proxy in front of this server has to sign you in.", err)
	case request.Header.Get("HX-Request") != "":
		header.Set("HX-Redirect", s.signInFor(string(s.URL().Path(feature.PathAndQuery(c)))))
		return feature.NewError(http.StatusUnauthorized, "You are not signed in", "Sign in first.", err)
	case !isPage(c):
		return feature.NewError(http.StatusUnauthorized, "You are not signed in", "Sign in first.", err)
	case request.Method == http.MethodPost:
		return cmp.Or(c.Redirect(http.StatusSeeOther, s.signInFor(string(s.URL().Home()))), errAnswered)
	}
	return cmp.Or(c.Redirect(http.StatusSeeOther, s.signInFor(string(s.URL().Path(request.URL.RequestURI())))), errAnswered)
}

// signInFor is the address of the sign-in that goes on with a page.
func (s *gate) signInFor(next string) string {
	return string(s.URL().Path("/sign-in?next=" + url.QueryEscape(next)))
}

// isPage reports whether a request is for a page and not for a picture, a file or a part
// of one.
func isPage(c echo.Context) bool {
	route := c.Path()
	switch {
	case route == livePath, route == "/inbox/count", route == "/m/:model/advice/count", route == "/m/:model/facts",
		strings.HasPrefix(route, "/embed/"), strings.HasPrefix(route, "/jobs/"):
		return false
	}
	return path.Ext(route) == ""
}

func bearerOf(r *http.Request) (string, bool) {
	scheme, text, found := strings.Cut(r.Header.Get("Authorization"), " ")
	return text, found && strings.EqualFold(scheme, "Bearer")
}
