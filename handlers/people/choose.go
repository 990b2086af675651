package people

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"widerow/handlers/audit"
	"widerow/handlers/feature"
	"widerow/handlers/identity"
	"widerow/model"
	"widerow/model/people"
	"widerow/store"
	webpeople "widerow/web/people"
)

// errLink is the answer to a link that does not work.
var errLink = feature.NewError(http.StatusNotFound, "This link does not work any more",
	"It works once, and only for a time. Ask an admin of this server for a new one.", nil)

// chosen returns whose password a link lets choose: nobody's yet if it makes the first
// admin.
func (p *pages) chosen(c echo.Context) (id model.ID, account *people.Account, first bool, err error) {
	c.Response().Header().Set("Cache-Control", "no-store")
	c.Response().Header().Set("Referrer-Policy", "no-referrer")
	if err := p.Guard.Keeper.Fresh(c.Request().Context(), 0); err != nil {
		return "", nil, false, err
	}
	secret, directory := c.Param("secret"), p.Guard.Keeper.Directory()
	if p.Guard.Mode == identity.Password && !directory.HasAdmin() && p.First.fits(secret, p.Now()) {
		return "", &people.Account{}, true, nil
	}
	if id, account = directory.FindReset(secret, p.Now()); account == nil {
		return "", nil, false, errLink
	}
	return id, account, false, nil
}

func (p *pages) chooseForm(c echo.Context) error {
	_, account, first, err := p.chosen(c)
	if err != nil {
		return err
	}
	return p.showChoose(c, http.StatusOK, webpeople.ChoosePage{First: first, Name: account.Name})
}

func (p *pages) showChoose(c echo.Context, status int, page webpeople.ChoosePage) error {
	page.Page, page.Secret, page.MinCharacters = p.Page(c, "Choose a password"), c.Param("secret"), people.MinPassword
	return p.Show(c, status, webpeople.Choose(page))
}

func (p *pages) choose(c echo.Context) error {
	id, account, first, err := p.chosen(c)
	if err != nil {
		return err
	}
	page := webpeople.ChoosePage{First: first, Name: account.Name}
	if first {
		page.Name = c.FormValue("name")
	}
	if page.Problem = newPassword(&people.Account{Name: page.Name, Shown: account.Shown}, c.FormValue("password"), c.FormValue("again")); page.Problem != "" {
		return p.showChoose(c, http.StatusUnprocessableEntity, page)
	}
	hash := people.HashPassword(c.FormValue("password"))
	words := "chose a password"
	if first {
		id, words = identity.NewID(), "became the first admin"
	}
	err = p.Guard.Keeper.Change(feature.Background(c), store.Author{ID: string(id), Name: page.Name}, words, func(d *people.Directory) (*people.Directory, error) {
		if first && d.HasAdmin() {
			return nil, errLink
		}
		if first {
			return d.Add(id, people.Account{Name: page.Name, Admin: true, Password: hash}, p.Now())
		}
		if known, _ := d.FindReset(c.Param("secret"), p.Now()); known != id {
			return nil, errLink // by another request meanwhile
		}
		return d.Change(id, p.Now(), func(a *people.Account) { a.Password, a.Reset = hash, nil })
	})
	if problem, other := asProblem(err); problem != "" {
		page.NameProblem = problem
		return p.showChoose(c, http.StatusUnprocessableEntity, page)
	} else if other != nil {
		return other
	}
	if first {
		p.First.use()
	}
	p.note(c, audit.Event{Action: audit.Password, Account: string(id), Name: page.Name, Details: words})
	return p.begin(c, id, p.home(c))
}

// newPassword returns the reason why an account cannot have a password, or "".
func newPassword(account *people.Account, password, again string) string {
	if problem, _ := asProblem(people.CheckPassword(account, password)); problem != "" {
		return problem
	}
	if password != again {
		return "The two passwords differ: type the same twice."
	}
	return ""
}
