package handlers

import (
	"errors"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/diagram"
	"widerow/handlers/feature"
	"widerow/handlers/identity"
	"widerow/model"
	"widerow/model/discussion"
	"widerow/model/proposals"
	"widerow/model/sharing"
	"widerow/store"
	"widerow/web"
	webpeople "widerow/web/people"
)

// links answers people with a link: they get the part of a model that it shows and nothing else.
type links struct{ *gate }

func (s *gate) linkRoutes() []feature.Route {
	l := links{s}
	return []feature.Route{
		feature.Get(linkPath, l.scoped(l.open)),
		feature.Get(linkPath+"/:view", l.scoped(l.view)),
		feature.Post(linkPath+"/comments", l.scoped(l.comment)),
	}
}

// linkKey is the key of a request's link in its context.
const linkKey = "link"

func linkOf(c echo.Context) *sharing.Link { return c.Get(linkKey).(*sharing.Link) }

// admitLink lets a request through whose address has a link that works.
func (s *gate) admitLink(c echo.Context) error {
	header := c.Response().Header()
	header.Set("X-Robots-Tag", "noindex, nofollow, noarchive")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cache-Control", "no-store")
	id := feature.ModelID(c)
	if s.guard == nil || s.guard.Paused != nil && s.guard.Paused() || id.BranchNumber() > 0 {
		return store.ErrNotFound
	}
	roles, err := s.guard.Sharings.Of(c.Request().Context(), id)
	if err != nil {
		return err
	}
	linkID, link := roles.FindLink(c.Param("secret"), s.now())
	if link == nil {
		return store.ErrNotFound
	}
	if s.guard.Used != nil {
		s.guard.Used(string(linkID), identity.AddressOf(c.Request()))
	}
	c.Set(linkKey, link)
	return nil
}

// scoped carries out a request in the scope of its link: revisions other than the link's
// cannot be asked for, and its errors tell nothing of the model.
func (l links) scoped(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		request := c.Request()
		query := request.URL.Query()
		query.Del("rev")
		query.Del("revision")
		if link := linkOf(c); link.Scope == sharing.OneRevision {
			query.Set("rev", link.Target)
		}
		request.URL.RawQuery = query.Encode()
		c.SetRequest(request.WithContext(identity.ByServer(request.Context())))
		c.Set(personKey, identity.Person{}) // also for who is signed in: the page is the same for all
		err := next(c)
		if err != nil {
			c.SetRequest(c.Request().WithContext(identity.For(c.Request().Context(), identity.Person{})))
		}
		if errors.Is(err, store.ErrDeleted) || errors.Is(err, store.ErrInvalid) {
			return store.ErrNotFound
		}
		return err
	}
}

// diagramsOf are the tabs with diagrams that a link shows.
func diagramsOf(link *sharing.Link) (tabs []feature.Tab) {
	for _, tab := range feature.Tabs {
		if tab.Diagram == "" || link.Scope == sharing.OneProposal || link.Scope == sharing.OneDiagram && link.Target != string(tab.Diagram) {
			continue
		}
		tabs = append(tabs, tab)
	}
	return tabs
}

// open shows the first diagram with something to show, or the proposal.
func (l links) open(c echo.Context) error {
	link := linkOf(c)
	if link.Scope == sharing.OneProposal {
		c.SetParamNames(append(c.ParamNames(), "number")...)
		c.SetParamValues(c.Param("model"), c.Param("secret"), link.Target)
		return l.review.ReviewFile(c)
	}
	document, err := l.Requested(c)
	if err != nil {
		return err
	}
	tabs := diagramsOf(link)
	at := max(0, slices.IndexFunc(tabs, func(tab feature.Tab) bool { return tab.Name == web.TabConcepts }))
	if len(document.Model.Concepts.Entities) == 0 && len(document.Model.Physical.Relations) > 0 {
		at = max(at, slices.IndexFunc(tabs, func(tab feature.Tab) bool { return tab.Name == web.TabPhysical }))
	}
	return l.show(c, http.StatusOK, tabs[at], webpeople.SharedPage{})
}

// view shows a diagram, as a page, in a frame of another site (?frame=1) or as a file.
func (l links) view(c echo.Context) error {
	extension := path.Ext(c.Param("view"))
	kind := diagram.Kind(strings.TrimSuffix(c.Param("view"), extension))
	tabs := diagramsOf(linkOf(c))
	at := slices.IndexFunc(tabs, func(tab feature.Tab) bool { return tab.Diagram == kind })
	switch format := diagram.Format(strings.TrimPrefix(extension, ".")); {
	case at < 0:
		return store.ErrNotFound
	case slices.Contains(diagram.Formats, format):
		c.Response().Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
		return l.canvas.Picture(kind, format)(c)
	case extension != "":
		return store.ErrNotFound
	}
	return l.show(c, http.StatusOK, tabs[at], webpeople.SharedPage{})
}

func (l links) show(c echo.Context, status int, tab feature.Tab, page webpeople.SharedPage) error {
	document, err := l.Requested(c)
	if err != nil {
		return err
	}
	link, at := linkOf(c), l.address(c)
	page.Page = web.Page{Title: document.Model.Name + " · " + tab.Title, URL: l.URL(), Operation: feature.NewOperation()}
	page.Name, page.What, page.Revision = document.Model.Name, tab.Title, document.Revision.Number
	if page.SVG, page.Letters, page.Notice, err = l.canvas.Drawn(c, document, tab.Diagram); err != nil {
		return err
	}
	for _, other := range diagramsOf(link) {
		page.Views = append(page.Views, webpeople.SharedView{Title: other.Title, Href: at + "/" + string(other.Diagram), Current: other.Name == tab.Name})
	}
	page.Picture, page.Action, page.View = at+"/"+string(tab.Diagram), at+"/comments", string(tab.Diagram)
	if c.QueryParam("frame") != "" {
		c.Response().Header().Set("Content-Security-Policy", feature.EmbedPolicy)
		c.Response().Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
		return l.Show(c, status, webpeople.SharedFrame(page))
	}
	if page.Comments = link.Comments; page.Comments {
		if page.Threads, err = l.threads(c); err != nil {
			return err
		}
	}
	return l.Show(c, status, webpeople.Shared(page))
}

// address is the path of the link of a request.
func (l links) address(c echo.Context) string {
	return string(l.URL().Path(fmt.Sprintf("/s/%s/%s", c.Param("model"), c.Param("secret"))))
}

// threads are the comments that were made by the link.
func (l links) threads(c echo.Context) (threads []webpeople.SharedThread, err error) {
	said, err := l.review.Discussion(c.Request().Context(), feature.ModelID(c))
	if err != nil {
		return nil, err
	}
	by := byLinkOf(linkOf(c))
	for _, entry := range said.Listed() {
		comments := entry.Value.Listed()
		if len(comments) == 0 || comments[0].Value.Author.ID != by {
			continue
		}
		var thread webpeople.SharedThread
		for _, comment := range comments {
			thread.Comments = append(thread.Comments,
				webpeople.SharedComment{Who: comment.Value.Author.Name, Text: comment.Value.Text,
					When: web.Ago(l.now(), comment.Value.At)})
		}
		threads = append(threads, thread)
	}
	return threads, nil
}

// byLinkOf is the ID of the author of comments that come by a link.
func byLinkOf(link *sharing.Link) string { return "link:" + link.Hash[:20] }

// comment opens a thread about the model, in the name that the reader gives.
func (l links) comment(c echo.Context) error {
	link := linkOf(c)
	if !link.Comments {
		return feature.NewError(http.StatusForbidden, "This link does not allow comments", "Ask its owner for a link that does.", nil)
	}
	name, problem := cleanVisitorName(c.FormValue("name"))
	if problem == "" && name == "" {
		problem = "Say who you are."
	}
	if _, taken := l.guard.Keeper.Directory().Looks(name); problem == "" && taken {
		problem = "This name belongs to an account of this server: use another one."
	}
	if problem == "" {
		by := discussion.Person{ID: byLinkOf(link), Name: name + " (by a link)"}
		err := l.review.Say(c, by, c.FormValue("text"))
		var refused *model.Rejected
		if errors.As(err, &refused) {
			problem = refused.Message
		} else if err != nil {
			return err
		}
	}
	tabs := diagramsOf(link)
	at := slices.IndexFunc(tabs, func(tab feature.Tab) bool { return string(tab.Diagram) == c.FormValue("view") })
	if at < 0 {
		return store.ErrNotFound
	}
	if problem != "" {
		return l.show(c, http.StatusUnprocessableEntity, tabs[at], webpeople.SharedPage{Who: c.FormValue("name"), Text: c.FormValue("text"), Problem: problem})
	}
	return c.Redirect(http.StatusSeeOther, l.address(c)+"/"+string(tabs[at].Diagram)+"#comments")
}

// openProposals are the proposals of a model that are neither merged nor closed.
func (s *gate) openProposals(c echo.Context, id store.ModelID) (open []*proposals.Proposal) {
	all, err := s.review.Proposals(c.Request().Context(), id)
	if err != nil {
		s.log.Error("proposals are not listed", "model", id, "error", err)
		return nil
	}
	return slices.DeleteFunc(all.Listed(), (*proposals.Proposal).Ended)
}
