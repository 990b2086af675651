package people

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/handlers/audit"
	"widerow/handlers/feature"
	"widerow/handlers/identity"
	"widerow/handlers/webhooks"
	"widerow/model"
	"widerow/model/people"
	"widerow/model/sharing"
	"widerow/store"
	webpeople "widerow/web/people"
)

// hooked is the subject of the webhooks of a page: a model, or all models ("").
type hooked struct {
	id          store.ModelID
	title, path string
}

// hookedBy returns the subject of the webhooks of a request, or an error for a person who may not
// make any.
func (p *pages) hookedBy(c echo.Context) (hooked, error) {
	if c.Param("model") == "" {
		_, err := p.governs(c)
		return hooked{"", "all models", "/webhooks"}, err
	}
	id, err := p.owns(c)
	if err != nil {
		return hooked{}, err
	}
	head, err := p.Newest(c.Request().Context(), id.Root())
	return hooked{id.Root(), head.Title, "/m/" + string(id.Root()) + "/webhooks"}, err
}

func (p *pages) webhooks(c echo.Context) error {
	of, err := p.hookedBy(c)
	if err != nil {
		return err
	}
	return p.showWebhooks(c, http.StatusOK, of, webpeople.HooksPage{Saved: hookSaved[c.QueryParam("saved")]})
}

// hookSaved are the words for what a form has done, by its name in the address.
var hookSaved = map[string]string{
	"remove": "The webhook is removed.", "again": "It is sent again.",
	"test": "A test is sent. Reload the page to see how it went.",
}

func (p *pages) showWebhooks(c echo.Context, status int, of hooked, page webpeople.HooksPage) error {
	c.Response().Header().Set("Cache-Control", "no-store")
	page.Page, page.ID, page.Model, page.Path = p.Page(c, "Webhooks of "+of.title), string(of.id), of.title, of.path
	page.Paused = p.Guard.Paused != nil && p.Guard.Paused()
	if p.Webhooks != nil {
		page.Hosts = p.Webhooks.Allowed().Hosts
	}
	directory := p.Guard.Keeper.Directory()
	for _, id := range directory.HooksOf(string(of.id)) {
		page.Hooks = append(page.Hooks, p.hookRow(id, directory))
	}
	if len(page.New.Events) == 0 && page.New.Problem == "" {
		page.New.Events = people.Happenings[:4]
	}
	return p.Show(c, status, webpeople.Webhooks(page))
}

func (p *pages) hookRow(id model.ID, directory *people.Directory) webpeople.Hook {
	hook := directory.Hooks[id]
	row := webpeople.Hook{ID: string(id), Address: shortened(hook.URL), Form: hook.Form, Events: hook.Events,
		Made: hook.Made, By: "an account that is gone"}
	if account := directory.Accounts[hook.By]; account != nil {
		row.By, row.Silent = account.Label(), account.Disabled
	}
	if p.Webhooks == nil {
		return row
	}
	row.Refused = p.Webhooks.Allowed().Refuses(hook.URL)
	for _, delivery := range p.Webhooks.Deliveries(id) {
		row.Deliveries = append(row.Deliveries, webpeople.Delivery{
			ID: delivery.ID, Event: delivery.Event.Event, At: delivery.Event.At, Status: delivery.Status,
			Error: delivery.Error, Tries: delivery.Tries, Next: delivery.Due, Waits: delivery.State == webhooks.Waiting, Sent: delivery.State == webhooks.Sent,
		})
	}
	return row
}

// shortened is an address without most of its path, since anyone who knows the whole path may write
// in the name of the service.
func shortened(text string) string {
	address, err := url.Parse(text)
	if err != nil {
		return ""
	}
	short := address.Scheme + "://" + address.Host + "/"
	if rest := strings.TrimPrefix(address.RequestURI(), "/"); rest != "" {
		short += "…" + rest[len(rest)-min(len(rest)/3, 4):]
	}
	return short
}

// changeWebhooks adds, removes, tries or sends again.
func (p *pages) changeWebhooks(c echo.Context) error {
	of, err := p.hookedBy(c)
	if err != nil {
		return err
	}
	do, id := c.FormValue("do"), model.ID(c.FormValue("hook"))
	if do == "add" {
		return p.addWebhook(c, of)
	}
	hook := p.Guard.Keeper.Directory().Hooks[id]
	if hook == nil || hook.Model != string(of.id) || p.Webhooks == nil {
		return p.showWebhooks(c, http.StatusNotFound, of, webpeople.HooksPage{Failed: "There is no such webhook any more."})
	}
	switch do {
	case "remove":
		err = p.removeWebhook(c, of, id, hook)
	case "again":
		found, againErr := p.Webhooks.Again(id, c.FormValue("delivery"))
		if err = againErr; err == nil && !found {
			return p.showWebhooks(c, http.StatusNotFound, of, webpeople.HooksPage{Failed: "This delivery is no longer kept."})
		}
	case "test":
		person := p.Person(c)
		err = p.Webhooks.Test(id, webhooks.Person{ID: string(person.Account), Name: person.Name},
			webhooks.Model{ID: string(of.id), Title: of.title})
	default:
		return feature.BadForm(errUnknownButton(do))
	}
	if err != nil {
		return err
	}
	return p.redirect(c, of.path+"?saved="+do)
}

func (p *pages) addWebhook(c echo.Context, of hooked) error {
	form := webpeople.HookForm{URL: strings.TrimSpace(c.FormValue("url")), Form: people.HookForm(c.FormValue("form"))}
	for _, event := range c.Request().Form["event"] {
		form.Events = append(form.Events, people.Happening(event))
	}
	if p.Webhooks == nil || len(p.Webhooks.Allowed().Hosts) == 0 {
		return feature.NewError(http.StatusForbidden, "This server calls no other server",
			"Its operator lists the servers that webhooks may call with --webhooks.", nil)
	}
	person, secret := p.Person(c), ""
	form.Problem = p.Webhooks.Allowed().Refuses(form.URL)
	if form.Problem == "" {
		hook := people.Hook{Model: string(of.id), URL: form.URL, Events: form.Events, Form: form.Form, By: person.Account}
		err := p.Guard.Keeper.Change(feature.Background(c), author(person), "made a webhook to "+hook.Host(),
			func(d *people.Directory) (next *people.Directory, err error) {
				next, secret, err = d.AddHook(identity.NewID(), hook, p.Now())
				return next, err
			})
		if form.Problem, err = asProblem(err); err != nil {
			return err
		}
	}
	if form.Problem != "" {
		return p.showWebhooks(c, http.StatusUnprocessableEntity, of, webpeople.HooksPage{New: form})
	}
	p.note(c, audit.Event{Action: audit.Webhook, Model: string(of.id), Subject: shortened(form.URL),
		Details: "made a webhook"})
	return p.showWebhooks(c, http.StatusOK, of, webpeople.HooksPage{Made: secret})
}

func (p *pages) removeWebhook(c echo.Context, of hooked, id model.ID, hook *people.Hook) error {
	err := p.Guard.Keeper.Change(feature.Background(c), author(p.Person(c)), "removed a webhook", func(d *people.Directory) (*people.Directory, error) {
		if d.Hooks[id] == nil {
			return d, nil // removed before
		}
		return d.RemoveHook(id)
	})
	if err != nil {
		return err
	}
	p.note(c, audit.Event{Action: audit.Webhook, Model: string(of.id), Subject: shortened(hook.URL),
		Details: "removed a webhook"})
	return p.Webhooks.Forget(id)
}

// canHook reports whether the person of a request may open the webhooks of a model.
func (p *pages) canHook(role sharing.Role) bool {
	return p.Webhooks != nil && role.Allows(sharing.Owner)
}
