package people

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"widerow/handlers/audit"
	"widerow/handlers/feature"
	"widerow/handlers/identity"
	"widerow/model"
	"widerow/model/people"
	webpeople "widerow/web/people"
)

// resetTime is the lifetime of a link to choose a password.
const resetTime = 3 * 24 * time.Hour

func (p *pages) people(c echo.Context) error {
	return p.showPeople(c, http.StatusOK, webpeople.PeoplePage{})
}

func (p *pages) showPeople(c echo.Context, status int, page webpeople.PeoplePage) error {
	admin, err := p.governs(c)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	page.Page, page.Passwords = p.Page(c, "People"), p.Guard.Mode == identity.Password
	page.Paused = p.Guard.Paused != nil && p.Guard.Paused()
	directory := p.Guard.Keeper.Directory()
	for _, id := range directory.Listed() {
		account := directory.Accounts[id]
		row := webpeople.PersonRow{
			ID: string(id), Name: account.Name, Shown: account.Shown, Admin: account.Admin, Disabled: account.Disabled,
			HasPassword: account.Password != "", Groups: account.Groups, Tokens: len(directory.TokensOf(id)), Own: id == admin.Account,
			ByGroup: !account.Admin && slices.ContainsFunc(account.Groups, func(group string) bool { return slices.Contains(p.Guard.Admins, group) }),
		}
		if p.Guard.Sessions != nil {
			row.Sessions = len(p.Guard.Sessions.List(id, nil))
		}
		page.Accounts = append(page.Accounts, row)
	}
	return p.Show(c, status, webpeople.People(page))
}

func (p *pages) addAccount(c echo.Context) error {
	admin, err := p.governs(c)
	if err != nil {
		return err
	}
	page := webpeople.PeoplePage{Name: c.FormValue("name"), Shown: c.FormValue("shown")}
	if p.Guard.Mode != identity.Password {
		return errAdmins
	}
	secret, reset := people.NewReset(p.Now().Add(resetTime))
	account := people.Account{Name: page.Name, Shown: page.Shown, Reset: reset}
	err = p.Guard.Keeper.Change(feature.Background(c), author(admin), "added the account "+page.Name, func(d *people.Directory) (*people.Directory, error) {
		return d.Add(identity.NewID(), account, p.Now())
	})
	if problem, other := asProblem(err); problem != "" {
		page.Problem = problem
		return p.showPeople(c, http.StatusUnprocessableEntity, page)
	} else if other != nil {
		return other
	}
	p.note(c, audit.Event{Action: audit.Account, Subject: page.Name, Details: "added the account"})
	return p.showPeople(c, http.StatusOK, webpeople.PeoplePage{MadeFor: page.Name, Made: p.Absolute(c, "/sign-in/link/"+secret), Until: reset.Until})
}

// accountChanges are the changes that an admin may make to the account of another person, by the
// value of the button.
var accountChanges = map[string]struct {
	words string
	make  func(*people.Account)
}{
	"admin":   {"made %s an admin", func(a *people.Account) { a.Admin = true }},
	"member":  {"removed %s from the admins", func(a *people.Account) { a.Admin = false }},
	"disable": {"disabled the account of %s", func(a *people.Account) { a.Disabled = true }},
	"enable":  {"enabled the account of %s", func(a *people.Account) { a.Disabled = false }},
}

func (p *pages) changeAccount(c echo.Context) error {
	admin, err := p.governs(c)
	if err != nil {
		return err
	}
	id := model.ID(c.Param("account"))
	account := p.Guard.Keeper.Directory().Accounts[id]
	if account == nil {
		return p.showPeople(c, http.StatusNotFound, webpeople.PeoplePage{Failed: "There is no such account any more."})
	}
	page := webpeople.PeoplePage{}
	do, known := accountChanges[c.FormValue("do")]
	if c.FormValue("do") == "reset" && p.Guard.Mode == identity.Password {
		secret, reset := people.NewReset(p.Now().Add(resetTime))
		do.words, do.make, known = "made a link by which %s chooses a password", func(a *people.Account) { a.Reset = reset }, true
		page.MadeFor, page.Made, page.Until = account.Label(), p.Absolute(c, "/sign-in/link/"+secret), reset.Until
	}
	if !known {
		return feature.BadForm(errUnknownButton(c.FormValue("do")))
	}
	words := fmt.Sprintf(do.words, account.Label())
	err = p.Guard.Keeper.Change(feature.Background(c), author(admin), words, func(d *people.Directory) (*people.Directory, error) {
		return d.Change(id, p.Now(), do.make)
	})
	if problem, other := asProblem(err); problem != "" {
		return p.showPeople(c, http.StatusUnprocessableEntity, webpeople.PeoplePage{Failed: problem})
	} else if other != nil {
		return other
	}
	p.note(c, audit.Event{Action: audit.Account, Subject: account.Label(), Details: words})
	if c.FormValue("do") == "disable" && p.Guard.Sessions != nil {
		if err := p.Guard.Sessions.EndOf(id, "", nil); err != nil {
			return err
		}
	}
	return p.showPeople(c, http.StatusOK, page)
}

func (p *pages) confirm(c echo.Context) error {
	if _, err := p.governs(c); err != nil {
		return err
	}
	if err := p.Confirm(); err != nil {
		return err
	}
	p.note(c, audit.Event{Action: audit.Confirmed, Details: "confirmed all tokens and links"})
	return p.redirect(c, "/people")
}

func (p *pages) auditLog(c echo.Context) error {
	if _, err := p.governs(c); err != nil {
		return err
	}
	page := webpeople.AuditPage{Page: p.Page(c, "Audit log"), Action: c.QueryParam("action"), Text: c.QueryParam("text")}
	for _, action := range audit.Actions {
		page.Actions = append(page.Actions, string(action))
	}
	events, next, err := p.Audit.Read(c.Request().Context(), audit.Filter{Action: audit.Action(page.Action), Text: page.Text}, c.QueryParam("before"), 100)
	switch {
	case errors.Is(err, audit.ErrAway):
		page.Problem = "The audit log of all servers cannot be read now. Each server also has its own events in a file: the manual of its operator says where."
		c.Logger().Error(err)
	case err != nil:
		page.Problem = "The audit log cannot be read from there: start again at its first page."
	}
	for _, event := range events {
		row := webpeople.Event{
			At: event.At, Action: string(event.Action), Who: event.Name, Account: p.Accounts().AccountOf(event.Account), Address: event.Address,
			ModelID: event.Model, Model: event.Model, Subject: event.Subject, Detail: event.Details, Server: event.Server,
		}
		page.Events = append(page.Events, row)
	}
	if next != "" {
		page.Next = string(p.URL().Path("/audit?" + pageQuery(page.Action, page.Text, next)))
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	return p.Show(c, http.StatusOK, webpeople.Audit(page))
}
