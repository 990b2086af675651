// Package people answers the pages about people and permissions: signing in and out, one's own
// account, the accounts of the server, the roles in a model, and the audit log.
package people

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/handlers/audit"
	"widerow/handlers/feature"
	"widerow/handlers/identity"
	"widerow/handlers/proxy"
	"widerow/handlers/webhooks"
	"widerow/model"
	"widerow/model/proposals"
	"widerow/model/sharing"
	"widerow/store"
	"widerow/store/sessions"
)

// Services are the services that the feature needs beside the site.
type Services struct {
	Guard     *identity.Guard
	Tries     *identity.Tries
	Providers []*identity.Provider
	Audit     *audit.Log
	File      sessions.Store   // last uses; nil without sign-in
	First     *FirstAdmin      // nil once there is an admin
	Webhooks  *webhooks.Sender // nil: there can be none
	// Person is who a request is from, as the middleware found it.
	Person func(c echo.Context) identity.Person
	// Absolute is the whole address of a path of the app, for links to send to others.
	Absolute func(c echo.Context, path string) string
	// Adopt makes the work of the visitor whom the browser was before sign-in an account's.
	Adopt func(c echo.Context, account model.ID) error
	// Proposals returns the proposals of a model that are neither merged nor closed.
	Proposals func(c echo.Context, id store.ModelID) []*proposals.Proposal
	// Key seals what browsers keep while their persons are at a provider; all servers of a store have the
	// same one. nil: one that ends with the process.
	Key []byte
	// Confirm makes tokens and links work again after a restore.
	Confirm func() error
}

type pages struct {
	feature.Site
	Services
	seal seal
}

// author is the person of a request as the author of a change.
func author(person identity.Person) store.Author {
	return store.Author{ID: string(person.Account), Name: person.Name}
}

// note writes an event of the person of a request to the audit log. An event that
// cannot be written must not undo what happened; the server's log has the error.
func (p *pages) note(c echo.Context, event audit.Event) {
	person := p.Person(c)
	if event.Account == "" && event.Name == "" {
		event.Account, event.Name = string(person.Account), person.Name
	}
	event.Token, event.Address = string(person.TokenID), identity.AddressOf(c.Request())
	if err := p.Audit.Write(event); err != nil {
		c.Logger().Error(err)
	}
}

// asProblem returns the text of a *model.Rejected, or "" and the error if it is another.
func asProblem(err error) (text string, other error) {
	var problem *model.Rejected
	if errors.As(err, &problem) {
		return problem.Message, nil
	}
	return "", err
}

// errAdmins is the answer to a person who is not an admin.
var errAdmins = feature.NewError(http.StatusForbidden, "Only for admins", "Ask an admin of this server to do this, or to make you one.", nil)

// governs returns the person of a request, who is an admin, or an error for a page.
func (p *pages) governs(c echo.Context) (identity.Person, error) {
	person := p.Person(c)
	if !p.Guard.Governs(person) {
		return person, errAdmins
	}
	return person, nil
}

// errUnknownButton is the cause of a form that no page has.
func errUnknownButton(value string) error { return fmt.Errorf("unknown button %q", value) }

// redirect sends the browser to a path of the app.
func (p *pages) redirect(c echo.Context, path string) error {
	return c.Redirect(http.StatusSeeOther, string(p.URL().Path(path)))
}

// home is the path of the app as the browser knows it.
func (p *pages) home(c echo.Context) string {
	return proxy.Of(c.Request()).Prefix + string(p.URL().Home())
}

// sentence returns why a sign-in failed, as a sentence for the person. What the provider
// said beyond that is in the audit log.
func sentence(err error) string {
	for _, reason := range []error{identity.ErrUnreachable, identity.ErrRefused, identity.ErrFlow, identity.ErrToken} {
		if errors.Is(err, reason) {
			text := reason.Error()
			return strings.ToUpper(text[:1]) + text[1:] + "."
		}
	}
	return "The sign-in failed: try again."
}

// errOwners is the answer to who does not own the model.
var errOwners = feature.NewError(http.StatusForbidden, "Only for owners of the model", "Ask an owner of the model to share it.", nil)

// owns returns the model of a request that its person owns, or an error for a page.
func (p *pages) owns(c echo.Context) (store.ModelID, error) {
	id := feature.ModelID(c)
	role, err := p.Guard.Role(c.Request().Context(), p.Person(c), id)
	switch {
	case err != nil:
		return "", err
	case !role.Allows(sharing.Owner):
		return "", errOwners
	}
	return id, nil
}
