// Package people answers the pages about people and permissions: signing in and out, one's own
// account, the accounts of the server, the roles in a model, and the audit log.
package people

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"widerow/handlers/audit"
	"widerow/handlers/feature"
	"widerow/handlers/identity"
	"widerow/handlers/proxy"
	"widerow/handlers/webhooks"
	"widerow/model"
	"widerow/model/people"
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

// Routes are the routes of the feature.
func Routes(site feature.Site, services Services) []feature.Route {
	key := services.Key
	if key == nil {
		key = make([]byte, 32)
		_, _ = rand.Read(key) // never fails
	}
	p := &pages{site, services, seal{key}}
	return []feature.Route{
		feature.Get("/sign-in", p.signInForm),
		feature.Post("/sign-in", p.signIn),
		feature.Post("/sign-out", p.signOut),
		feature.Post("/sign-in/:provider", p.beginAtProvider),
		feature.Get("/sign-in/:provider/back", p.finishAtProvider),
		feature.Get("/sign-in/link/:secret", p.chooseForm),
		feature.Post("/sign-in/link/:secret", p.choose),
		feature.Get("/you/account", p.account),
		feature.Post("/you/name", p.saveName),
		feature.Post("/you/password", p.savePassword),
		feature.Post("/you/sessions/end", p.endSessions),
		feature.Post("/you/tokens", p.makeToken),
		feature.Post("/you/tokens/remove", p.removeToken),
		feature.Get("/people", p.people),
		feature.Post("/people", p.addAccount),
		feature.Post("/people/confirm", p.confirm),
		feature.Post("/people/:account", p.changeAccount),
		feature.Get("/audit", p.auditLog),
		feature.Get("/m/:model/share", p.share),
		feature.Post("/m/:model/share", p.saveShare),
		feature.Post("/m/:model/share/links", p.saveLinks),
		feature.Get("/webhooks", p.webhooks),
		feature.Post("/webhooks", p.changeWebhooks),
		feature.Get("/m/:model/webhooks", p.webhooks),
		feature.Post("/m/:model/webhooks", p.changeWebhooks),
	}
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

// asProblem returns the text of a *people.Problem, or "" and the error if it is another.
func asProblem(err error) (text string, other error) {
	var problem *people.Problem
	if errors.As(err, &problem) {
		return problem.Message, nil
	}
	return "", err
}

// sharingProblem is asProblem for a *sharing.Problem.
func sharingProblem(err error) (text string, other error) {
	var problem *sharing.Problem
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
