package people

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/handlers/audit"
	"widerow/handlers/feature"
	"widerow/handlers/identity"
	"widerow/model"
	"widerow/model/proposals"
	"widerow/model/sharing"
	"widerow/store"
	webpeople "widerow/web/people"
)

func (p *pages) share(c echo.Context) error {
	return p.showShare(c, http.StatusOK, webpeople.SharePage{})
}

func (p *pages) showShare(c echo.Context, status int, page webpeople.SharePage) error {
	ctx, id := c.Request().Context(), feature.ModelID(c)
	head, err := p.Newest(ctx, id)
	if err != nil {
		return err
	}
	roles, err := p.Guard.Sharings.Of(ctx, id)
	if err != nil {
		return err
	}
	if page.Mine, err = p.Guard.Role(ctx, p.Person(c), id); err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	page.Page, page.ID, page.Model, page.Everyone = p.Page(c, "Share "+head.Title), string(id), head.Title, roles.Everyone
	page.Hooks = p.canHook(page.Mine)
	page.Open = roles.Everyone == sharing.Owner
	directory := p.Guard.Keeper.Directory()
	for account, role := range roles.People {
		name, signIn := "an account that is gone", ""
		if known := directory.Accounts[account]; known != nil {
			name, signIn = known.Label(), known.Name
		}
		page.Grants = append(page.Grants, webpeople.Grant{ID: string(account), Name: name, Account: signIn, Role: role})
	}
	for group, role := range roles.Groups {
		page.Grants = append(page.Grants, webpeople.Grant{Group: group, Name: group, Role: role})
	}
	slices.SortFunc(page.Grants, func(a, b webpeople.Grant) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
	groups := map[string]bool{}
	for _, account := range directory.Accounts {
		page.Names = append(page.Names, account.Name)
		for _, group := range account.Groups {
			groups[group] = true
		}
	}
	page.Groups = slices.Sorted(maps.Keys(groups))
	slices.Sort(page.Names)
	page.Links, page.NewLink.Choices = p.links(roles), append(slices.Clip(linkChoices), p.moreChoices(c, head)...)
	return p.Show(c, status, webpeople.Share(page))
}

// moreChoices are the newest revision, which a link can show for ever, and the proposals
// that are open.
func (p *pages) moreChoices(c echo.Context, head store.Revision) []webpeople.Choice {
	choices := []webpeople.Choice{{Value: fmt.Sprintf("revision %d", head.Number), Label: fmt.Sprintf("revision r%d, as it is now", head.Number)}}
	for _, proposal := range p.Proposals(c, head.Model.Root()) {
		choices = append(choices, webpeople.Choice{Value: fmt.Sprintf("proposal %d", proposal.Number),
			Label: fmt.Sprintf("proposal #%d, %s", proposal.Number, proposal.Title)})
	}
	return choices
}

// exists reports whether the target of a link exists.
func (p *pages) exists(c echo.Context, id store.ModelID, link sharing.Link) bool {
	switch link.Scope {
	case sharing.OneRevision:
		number, err := p.ExistingRevision(c.Request().Context(), id, link.Target)
		link.Target = fmt.Sprint(number)
		return err == nil
	case sharing.OneProposal:
		return slices.ContainsFunc(p.Proposals(c, id.Root()), func(proposal *proposals.Proposal) bool { return fmt.Sprint(proposal.Number) == link.Target })
	case sharing.OneDiagram:
		return slices.ContainsFunc(linkChoices, func(choice webpeople.Choice) bool { return choice.Value == "diagram "+link.Target })
	}
	return true
}

// linkChoices are the targets that a new link can have in any model.
var linkChoices = []webpeople.Choice{
	{Value: "model", Label: "the whole model, newest revision"}, {Value: "diagram er", Label: "the ER diagram"},
	{Value: "diagram workflow", Label: "the workflow"},
	{Value: "diagram logical", Label: "the logical diagram"}, {Value: "diagram physical", Label: "the physical diagram"},
}

func (p *pages) links(roles *sharing.Sharing) (rows []webpeople.Link) {
	directory := p.Guard.Keeper.Directory()
	for _, id := range roles.ListedLinks() {
		link := roles.Links[id]
		row := webpeople.Link{ID: string(id), Name: link.Name, What: shows(link), Comments: link.Comments,
			Made: link.Made, Ends: link.Ends, Ended: link.Ended(p.Now())}
		if account := directory.Accounts[link.By]; account != nil {
			row.By, row.Account = account.Label(), account.Name
		}
		if use, used := p.File.LastUse(string(id)); used {
			row.LastUse = use.At
		}
		rows = append(rows, row)
	}
	return rows
}

// shows describes the target of a link.
func shows(link *sharing.Link) string {
	value := strings.TrimSpace(string(link.Scope) + " " + link.Target)
	for _, choice := range linkChoices {
		if choice.Value == value {
			return choice.Label
		}
	}
	return value
}

func (p *pages) saveShare(c echo.Context) error {
	id, err := p.owns(c)
	if err != nil {
		return err
	}
	person, group, problem := p.subject(c)
	role := sharing.None
	if problem == "" && c.FormValue("do") != "remove" {
		var err error
		if role, err = sharing.ParseRole(c.FormValue("role")); err != nil {
			problem = err.Error()
		}
	}
	if problem != "" {
		return p.showShare(c, http.StatusUnprocessableEntity, webpeople.SharePage{Problem: problem})
	}
	subject := "everyone"
	if account := p.Guard.Keeper.Directory().Accounts[person]; account != nil {
		subject = account.Label()
	} else if person != "" {
		subject = string(person)
	} else if group != "" {
		subject = "group " + group
	}
	words := fmt.Sprintf("made %s %s", subject, cmp.Or(string(role), "none of the people"))
	err = p.Guard.Sharings.Change(feature.Background(c), id, author(p.Person(c)), words, func(s *sharing.Sharing) (*sharing.Sharing, error) {
		switch {
		case person != "":
			return s.Give(person, role)
		case group != "":
			return s.GiveGroup(group, role)
		}
		return s.GiveEveryone(role)
	})
	if problem, other := asProblem(err); problem != "" {
		return p.showShare(c, http.StatusUnprocessableEntity, webpeople.SharePage{Problem: problem})
	} else if other != nil {
		return other
	}
	p.note(c, audit.Event{Action: audit.Role, Model: string(id.Root()), Subject: subject, Details: words})
	return p.redirect(c, "/m/"+string(id)+"/share")
}

// subject returns the person or the group whose role a form changes, and neither for the role of everyone.
func (p *pages) subject(c echo.Context) (person model.ID, group, problem string) {
	switch c.FormValue("do") {
	case "everyone":
		return "", "", ""
	case "change", "remove":
		person, group = model.ID(c.FormValue("account")), c.FormValue("group")
	case "add":
		typed := strings.TrimSpace(c.FormValue("who"))
		if name, found := strings.CutPrefix(typed, "group:"); found {
			group = strings.TrimSpace(name)
		} else if person, _ = p.Guard.Keeper.Directory().Find(typed); person == "" {
			return "", "", fmt.Sprintf("Nobody signs in as %q: type the name of an account, or group: and the name of a group.", typed)
		}
	}
	if person == "" && group == "" {
		return "", "", "The form names no person or group: reload the page."
	}
	return person, group, ""
}

func (p *pages) saveLinks(c echo.Context) error {
	id, err := p.owns(c)
	if err != nil {
		return err
	}
	if gone := model.ID(c.FormValue("remove")); gone != "" {
		return p.removeLink(c, id, gone)
	}
	form := webpeople.LinkForm{Name: c.FormValue("name"), What: c.FormValue("what"), Ends: c.FormValue("ends"), Comments: c.FormValue("comments") != ""}
	scope, target, _ := strings.Cut(form.What, " ")
	link := sharing.Link{Scope: sharing.Scope(scope), Target: target, Name: form.Name, Comments: form.Comments, By: p.Person(c).Account}
	var secret string
	if link.Ends, form.Problem = dayOf(form.Ends); form.Problem == "" && !p.exists(c, id, link) {
		form.Problem = "There is no such diagram, revision or proposal: reload the page and choose again."
	}
	if form.Problem == "" {
		err = p.Guard.Sharings.Change(feature.Background(c), id, author(p.Person(c)), "made a link", func(s *sharing.Sharing) (next *sharing.Sharing, err error) {
			next, secret, err = s.AddLink(identity.NewID(), link, p.Now())
			return next, err
		})
		if form.Problem, err = asProblem(err); err != nil {
			return err
		}
	}
	if form.Problem != "" {
		return p.showShare(c, http.StatusUnprocessableEntity, webpeople.SharePage{NewLink: form})
	}
	p.note(c, audit.Event{Action: audit.Link, Model: string(id.Root()), Subject: link.Name, Details: "made a link to " + shows(&link)})
	made := webpeople.SharePage{Made: p.Absolute(c, "/s/"+string(id.Root())+"/"+secret)}
	if kind := cmp.Or(target, "logical"); link.Scope == sharing.OneDiagram || link.Scope == sharing.WholeModel {
		made.Embed = fmt.Sprintf(`<iframe src="%s/%s?frame=1" width="100%%" height="600"></iframe>`, made.Made, kind)
	}
	return p.showShare(c, http.StatusOK, made)
}

func (p *pages) removeLink(c echo.Context, id store.ModelID, link model.ID) error {
	err := p.Guard.Sharings.Change(feature.Background(c), id, author(p.Person(c)), "took a link back", func(s *sharing.Sharing) (*sharing.Sharing, error) {
		if s.Links[link] == nil {
			return s, nil // taken back before
		}
		return s.RemoveLink(link)
	})
	if err != nil {
		return err
	}
	p.File.Forget(string(link))
	p.note(c, audit.Event{Action: audit.Link, Model: string(id.Root()), Subject: string(link), Details: "took a link back"})
	return p.redirect(c, "/m/"+string(id)+"/share")
}

// pageQuery is the query of the next page of the audit log.
func pageQuery(action, text, before string) string {
	return url.Values{"action": {action}, "text": {text}, "before": {before}}.Encode()
}
