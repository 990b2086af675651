package people

import (
	"fmt"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/handlers/audit"
	"widerow/handlers/feature"
	"widerow/handlers/identity"
	"widerow/model"
	"widerow/model/people"
	"widerow/store"
	webpeople "widerow/web/people"
)

func (p *pages) signInForm(c echo.Context) error {
	next := p.next(c, c.QueryParam("next"))
	if p.Person(c).Known() {
		return c.Redirect(http.StatusSeeOther, next)
	}
	return p.showSignIn(c, http.StatusOK, webpeople.SignInPage{Next: next, SignedOut: c.QueryParam("out") != ""})
}

// next is the page to go on with: one of this app, or home.
func (p *pages) next(c echo.Context, asked string) string { return identity.SafeNext(asked, p.home(c)) }

func (p *pages) showSignIn(c echo.Context, status int, page webpeople.SignInPage) error {
	page.Page, page.Password = p.Page(c, "Sign in"), p.Guard.Mode == identity.Password
	for _, provider := range p.Providers {
		label := provider.Label
		if label == "" {
			label = provider.Name
		}
		page.Providers = append(page.Providers, webpeople.Provider{Name: provider.Name, Label: label})
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	p.allowProviders(c)
	return p.Show(c, status, webpeople.SignIn(page))
}

// allowProviders lets the forms of a page lead to the providers: browsers apply the policy
// also to where a form is redirected.
func (p *pages) allowProviders(c echo.Context) {
	if len(p.Providers) == 0 {
		return
	}
	const own = "form-action 'self'"
	header := c.Response().Header()
	allowed := own + " https:"
	for _, provider := range p.Providers {
		if issuer, err := url.Parse(provider.Issuer); err == nil {
			allowed += " " + issuer.Scheme + "://" + issuer.Host
		}
	}
	header.Set("Content-Security-Policy", strings.Replace(header.Get("Content-Security-Policy"), own, allowed, 1))
}

const wrong = "The name or the password is wrong."

func (p *pages) signIn(c echo.Context) error {
	name, next := c.FormValue("name"), p.next(c, c.FormValue("next"))
	page, address := webpeople.SignInPage{Name: name, Next: next}, identity.AddressOf(c.Request())
	if wait := p.Tries.Wait(name, address); wait > 0 {
		seconds := int(math.Ceil(wait.Seconds()))
		c.Response().Header().Set("Retry-After", strconv.Itoa(seconds))
		page.Problem = fmt.Sprintf("There were too many wrong tries: wait %d seconds and try again.", seconds)
		return p.showSignIn(c, http.StatusTooManyRequests, page)
	}
	if err := p.Guard.Keeper.Fresh(c.Request().Context(), 0); err != nil {
		return err
	}
	id, account, stale := p.Guard.Keeper.Directory().SignIn(name, c.FormValue("password"))
	if account == nil {
		p.Tries.Failed(name, address)
		p.note(c, audit.Event{Action: audit.SignInFailed, Name: name})
		page.Problem = wrong
		return p.showSignIn(c, http.StatusUnauthorized, page)
	}
	p.Tries.Succeeded(name, address)
	if stale {
		if err := p.renewHash(c, id, c.FormValue("password")); err != nil {
			return err
		}
	}
	return p.begin(c, id, next)
}

// renewHash stores the hash of a password at the present cost. The password is the
// same, so no session ends.
func (p *pages) renewHash(c echo.Context, id model.ID, password string) error {
	return p.Guard.Keeper.Change(feature.Background(c), store.Author{ID: string(id)}, "renewed the hash of a password",
		func(d *people.Directory) (*people.Directory, error) {
			return d.Change(id, d.Accounts[id].Changed, func(a *people.Account) { a.Password = people.HashPassword(password) })
		})
}

// begin begins a session and goes on with the page that was asked for.
func (p *pages) begin(c echo.Context, id model.ID, next string) error {
	if err := p.Guard.Sessions.Begin(c.Response(), c.Request(), id); err != nil {
		return err
	}
	account := p.Guard.Keeper.Directory().Accounts[id]
	p.note(c, audit.Event{Action: audit.SignIn, Account: string(id), Name: account.Label()})
	if err := p.Adopt(c, id); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, next)
}

func (p *pages) signOut(c echo.Context) error {
	if p.Guard.Sessions == nil {
		return p.redirect(c, "/")
	}
	if p.Person(c).Known() {
		p.note(c, audit.Event{Action: audit.SignOut})
	}
	there := p.signOutThere(c)
	if err := p.Guard.Sessions.End(c.Response(), c.Request()); err != nil {
		return err
	}
	if there != "" {
		return c.Redirect(http.StatusSeeOther, there)
	}
	return p.redirect(c, "/sign-in?out=1")
}

// signOutThere is the address at which the provider of the person ends its own session, ""
// if there is none.
func (p *pages) signOutThere(c echo.Context) string {
	account := p.Guard.Keeper.Directory().Accounts[p.Person(c).Account]
	if account == nil {
		return ""
	}
	for _, provider := range p.Providers {
		for _, identity := range account.Identities {
			if identity.Issuer == provider.Issuer {
				return provider.SignOut(c.Request().Context(), "", p.Absolute(c, "/sign-in?out=1"))
			}
		}
	}
	return ""
}

// providerOf is the provider in the address.
func (p *pages) providerOf(c echo.Context) (*identity.Provider, error) {
	for _, provider := range p.Providers {
		if provider.Name == c.Param("provider") {
			return provider, nil
		}
	}
	return nil, feature.NewError(http.StatusNotFound, "There is no such sign-in", "Go back to the sign-in page and choose one there.", nil)
}

func (p *pages) beginAtProvider(c echo.Context) error {
	provider, err := p.providerOf(c)
	if err != nil {
		return err
	}
	next := p.next(c, c.FormValue("next"))
	flow, address, err := provider.Begin(c.Request().Context(), next)
	if err != nil {
		return p.showSignIn(c, http.StatusBadGateway, webpeople.SignInPage{Next: next, Problem: sentence(err)})
	}
	if err := p.seal.keep(c, p.home(c)+"sign-in/", flow); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, address)
}

func (p *pages) finishAtProvider(c echo.Context) error {
	provider, err := p.providerOf(c)
	if err != nil {
		return err
	}
	flow, ok := p.seal.take(c, p.home(c)+"sign-in/")
	if !ok {
		flow = identity.Flow{Next: p.home(c)}
	}
	who, err := provider.Finish(c.Request(), flow)
	if err != nil {
		p.note(c, audit.Event{Action: audit.SignInFailed, Name: provider.Name, Details: err.Error()})
		return p.showSignIn(c, http.StatusUnauthorized, webpeople.SignInPage{Next: flow.Next, Problem: sentence(err)})
	}
	id, err := p.Guard.SignedIn(feature.Background(c), who)
	if problem, other := asProblem(err); problem != "" {
		return p.showSignIn(c, http.StatusForbidden, webpeople.SignInPage{Next: flow.Next, Problem: problem})
	} else if other != nil {
		return other
	}
	if p.Guard.Keeper.Directory().Accounts[id].Disabled {
		return p.showSignIn(c, http.StatusForbidden, webpeople.SignInPage{Next: flow.Next, Problem: "Your account is disabled: ask an admin of this server."})
	}
	return p.begin(c, id, p.next(c, flow.Next))
}
