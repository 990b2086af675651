package people

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"widerow/handlers/audit"
	"widerow/handlers/feature"
	"widerow/handlers/identity"
	"widerow/model"
	"widerow/model/people"
	"widerow/model/sharing"
	"widerow/store"
	webpeople "widerow/web/people"
)

func (p *pages) account(c echo.Context) error {
	return p.showAccount(c, http.StatusOK, webpeople.AccountPage{Saved: saved[c.QueryParam("saved")]})
}

// saved are the words for what a form has saved, by its name in the address.
var saved = map[string]string{
	"name": "The name is saved.", "password": "The password is changed. All other sessions have ended.",
	"sessions": "The sessions have ended.", "token": "The token is removed.",
}

// showAccount fills a page with the account of the person of the request. What was
// typed and is wrong stays as it is.
func (p *pages) showAccount(c echo.Context, status int, page webpeople.AccountPage) error {
	person := p.Person(c)
	account := p.Guard.Keeper.Directory().Accounts[person.Account]
	if account == nil {
		return p.redirect(c, "/sign-in")
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	page.Page, page.SignIn, page.Admin, page.Now = p.Page(c, "Your account"), account.Name, person.Admin, p.Now()
	page.HasPassword, page.MinCharacters = p.Guard.Mode == identity.Password && account.Password != "", people.MinPassword
	if page.ShownProblem == "" {
		page.Shown = account.Shown
	}
	if p.Guard.Sessions != nil {
		for _, session := range p.Guard.Sessions.List(person.Account, c.Request()) {
			page.Sessions = append(page.Sessions, webpeople.Session{
				ID: session.ID, Browser: browserName(session.Browser), Address: session.Address, Begun: session.Begun, Current: session.Current,
			})
		}
	}
	page.Tokens = p.tokens(c, person.Account)
	p.allowProviders(c)
	return p.Show(c, status, webpeople.Account(page))
}

func (p *pages) tokens(c echo.Context, account model.ID) (rows []webpeople.Token) {
	directory := p.Guard.Keeper.Directory()
	for _, id := range directory.TokensOf(account) {
		token := directory.Tokens[id]
		row := webpeople.Token{ID: string(id), Name: token.Name, Scope: token.Scope, Made: token.Made, Ends: token.Ends, Ended: token.Ended(p.Now())}
		row.Models = p.titles(c, token.Models)
		if use, used := p.File.LastUse(string(id)); used {
			row.LastUse, row.LastPlace = use.At, use.From
		}
		rows = append(rows, row)
	}
	return rows
}

// titles names the models of a token that its person may still open.
func (p *pages) titles(c echo.Context, ids []string) string {
	if len(ids) == 0 {
		return "all models"
	}
	var titles []string
	for _, id := range ids {
		role, err := p.Guard.Role(c.Request().Context(), p.Person(c), store.ModelID(id))
		head, headErr := p.Newest(c.Request().Context(), store.ModelID(id))
		if err != nil || headErr != nil || role == sharing.None {
			titles = append(titles, id)
			continue
		}
		titles = append(titles, head.Title)
	}
	return strings.Join(titles, ", ")
}

// browserName names the browser and the system of a User-Agent, or returns the text.
func browserName(text string) string {
	find := func(words ...string) string {
		at := slices.IndexFunc(words, func(word string) bool { return strings.Contains(text, word) })
		if at < 0 {
			return ""
		}
		return strings.TrimSuffix(words[at], "/")
	}
	browser, system := find("Edg/", "OPR/", "Firefox/", "Chromium/", "Chrome/", "Safari/"), find("Android", "iPhone", "iPad", "Windows", "Mac OS X", "Linux")
	switch {
	case browser == "" && text == "":
		return "A program"
	case browser == "":
		return text[:min(len(text), 40)]
	case system == "":
		return browser
	}
	return browser + " on " + system
}

// change changes the account of the person of a request.
func (p *pages) change(c echo.Context, words string, change func(*people.Account)) error {
	person := p.Person(c)
	return p.Guard.Keeper.Change(feature.Background(c), author(person), words, func(d *people.Directory) (*people.Directory, error) {
		return d.Change(person.Account, p.Now(), change)
	})
}

func (p *pages) saveName(c echo.Context) error {
	shown := strings.TrimSpace(c.FormValue("shown"))
	err := p.change(c, "changed the name to "+shown, func(a *people.Account) { a.Shown = shown })
	if problem, other := asProblem(err); problem != "" {
		return p.showAccount(c, http.StatusUnprocessableEntity, webpeople.AccountPage{Shown: shown, ShownProblem: problem})
	} else if other != nil {
		return other
	}
	p.note(c, audit.Event{Action: audit.Account, Details: "is shown as " + shown})
	return p.redirect(c, "/you/account?saved=name")
}

func (p *pages) savePassword(c echo.Context) error {
	person, address := p.Person(c), identity.AddressOf(c.Request())
	if wait := p.Tries.Wait(person.SignIn, address); wait > 0 {
		problem := fmt.Sprintf("There were too many wrong tries: wait %d seconds and try again.", int(wait.Seconds())+1)
		return p.showAccount(c, http.StatusTooManyRequests, webpeople.AccountPage{OldProblem: problem})
	}
	directory := p.Guard.Keeper.Directory()
	if id, _, _ := directory.SignIn(person.SignIn, c.FormValue("old")); id != person.Account {
		p.Tries.Failed(person.SignIn, address)
		return p.showAccount(c, http.StatusUnprocessableEntity, webpeople.AccountPage{OldProblem: "The current password is wrong."})
	}
	password := c.FormValue("new")
	if problem := newPassword(directory.Accounts[person.Account], password, password); problem != "" {
		return p.showAccount(c, http.StatusUnprocessableEntity, webpeople.AccountPage{NewProblem: problem})
	}
	hash := people.HashPassword(password)
	if err := p.change(c, "changed the password", func(a *people.Account) { a.Password, a.Reset = hash, nil }); err != nil {
		return err
	}
	p.note(c, audit.Event{Action: audit.Password, Details: "changed the password"})
	if err := p.Guard.Sessions.Begin(c.Response(), c.Request(), person.Account); err != nil {
		return err
	}
	return p.redirect(c, "/you/account?saved=password")
}

func (p *pages) endSessions(c echo.Context) error {
	if p.Guard.Sessions == nil {
		return p.redirect(c, "/you/account")
	}
	if err := p.Guard.Sessions.EndOf(p.Person(c).Account, c.FormValue("session"), c.Request()); err != nil {
		return err
	}
	p.note(c, audit.Event{Action: audit.SignOut, Details: "ended other sessions"})
	return p.redirect(c, "/you/account?saved=sessions")
}

func (p *pages) makeToken(c echo.Context) error {
	person := p.Person(c)
	form := webpeople.TokenForm{Name: c.FormValue("name"), Models: c.FormValue("models"), Ends: c.FormValue("ends"), Scope: people.Scope(c.FormValue("scope"))}
	token := people.Token{Account: person.Account, Name: form.Name, Scope: form.Scope}
	failed := func(problem string) error {
		form.Problem = problem
		return p.showAccount(c, http.StatusUnprocessableEntity, webpeople.AccountPage{NewToken: form})
	}
	var problem string
	if token.Ends, problem = dayOf(form.Ends); problem != "" {
		return failed(problem)
	}
	if token.Models, problem = p.modelsOf(c, form.Models); problem != "" {
		return failed(problem)
	}
	var text string
	err := p.Guard.Keeper.Change(feature.Background(c), author(person), "made the token "+token.Name,
		func(d *people.Directory) (next *people.Directory, err error) {
			next, text, err = d.AddToken(identity.NewID(), token, p.Now())
			return next, err
		})
	if problem, other := asProblem(err); problem != "" {
		return failed(problem)
	} else if other != nil {
		return other
	}
	p.note(c, audit.Event{Action: audit.Token, Subject: token.Name, Details: "made a token for " + string(token.Scope)})
	return p.showAccount(c, http.StatusOK, webpeople.AccountPage{Made: text})
}

// dayOf reads the date of a form, at whose end something ends. "" is never.
func dayOf(text string) (at time.Time, problem string) {
	if text == "" {
		return time.Time{}, ""
	}
	at, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return time.Time{}, fmt.Sprintf("%q is no date: write it like 2027-01-31.", text)
	}
	return at.AddDate(0, 0, 1), ""
}

// modelsOf reads the addresses or IDs of models that the person may open.
func (p *pages) modelsOf(c echo.Context, text string) (ids []string, problem string) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' || r == '\n' }) {
		_, after, found := strings.Cut(word, "/m/")
		if !found {
			after = word
		}
		id, _, _ := strings.Cut(strings.FieldsFunc(after, func(r rune) bool { return r == '?' || r == '#' })[0], "/")
		role, err := p.Guard.Role(c.Request().Context(), p.Person(c), store.ModelID(id))
		if err != nil || role == sharing.None {
			return nil, fmt.Sprintf("%q is no model that you may open: copy its address from the browser.", word)
		}
		ids = append(ids, id)
	}
	return ids, ""
}

func (p *pages) removeToken(c echo.Context) error {
	person, id := p.Person(c), model.ID(c.FormValue("token"))
	name := ""
	err := p.Guard.Keeper.Change(feature.Background(c), author(person), "removed a token", func(d *people.Directory) (*people.Directory, error) {
		token := d.Tokens[id]
		if token == nil || token.Account != person.Account {
			return d, nil // removed before, or another person's
		}
		name = token.Name
		return d.RemoveToken(id)
	})
	if err != nil {
		return err
	}
	if name != "" {
		p.File.Forget(string(id))
		p.note(c, audit.Event{Action: audit.Token, Subject: name, Details: "removed a token"})
	}
	return p.redirect(c, "/you/account?saved=token")
}
