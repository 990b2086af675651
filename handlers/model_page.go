package handlers

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/diagram"
	"widerow/handlers/advice"
	"widerow/handlers/canvas"
	"widerow/handlers/canvas/submission"
	"widerow/handlers/console"
	"widerow/handlers/cql"
	"widerow/handlers/derive"
	"widerow/handlers/feature"
	"widerow/handlers/queries"
	"widerow/handlers/review"
	"widerow/handlers/sizes"
	"widerow/model"
	"widerow/model/diff"
	"widerow/model/sharing"
	"widerow/store"
	"widerow/web"
)

// tab serves a model's page on one of its tabs.
func (s *Server) tab(tab web.Tab) echo.HandlerFunc {
	return func(c echo.Context) error {
		if branch := feature.ModelID(c); tab == web.TabProposals && branch.BranchNumber() > 0 {
			return c.Redirect(http.StatusFound, s.review.Address(branch.Owner(), branch.BranchNumber(), nil))
		}
		document, done, err := s.RequestedInTurn(c, tab)
		if err != nil {
			return err
		}
		defer done()
		view := web.View{
			Model: c.Param("model"), Tab: tab, Select: model.ID(c.QueryParam("select")),
			Add: model.Kind(c.QueryParam("add")), Pick: model.ID(c.QueryParam("pick")),
			Formula: c.QueryParam("formula"), Find: c.QueryParam("find"), Suggest: c.QueryParam("suggest") != "",
			Line: c.QueryParam("line"), List: model.ID(c.QueryParam("list")), Threads: review.ThreadsOf(c.QueryParam("threads")),
			Display: c.QueryString(),
		}
		sizes.ReadView(&view, tab, c.QueryParams())
		if document.Old {
			view.Revision = document.Revision.Number
		}
		lost := dropLost(document.Model, &view)
		var answer *feature.Answer
		switch tab {
		case web.TabDesign, web.TabSplit:
			answer = &feature.Answer{Form: &derive.DesignForm{Values: c.QueryParams()}}
		case web.TabKeys, web.TabLedger:
			answer = &feature.Answer{Form: c.QueryParams()}
		case web.TabStatementLists:
			answer = &feature.Answer{Form: &cql.ListForm{Values: c.QueryParams()}}
		case web.TabAdvice:
			answer = &feature.Answer{Form: &advice.Form{Values: c.QueryParams()}}
		}
		page, err := s.ModelPage(c, document, view, answer)
		if err != nil {
			return err
		}
		page.Notices = append(lost, page.Notices...)
		if s.WantsParts(c) {
			return s.Show(c, http.StatusOK, web.WorkbenchFragments(page))
		}
		return s.Show(c, http.StatusOK, web.Workbench(page))
	}
}

// dropLost clears the selection of an old link if the model has no such element
// any more, and returns a notice about it.
func dropLost(m *model.Model, view *web.View) []web.Notice {
	selected := view.Select
	if _, found := m.Element(selected); selected == "" || found {
		return nil
	}
	view.Select, view.Line = "", ""
	problem := diagram.Problem{Parameter: "select", Value: string(selected), Reason: "this model has no such element"}
	return []web.Notice{{Level: "info", Text: problem.Text()}}
}

// openModel redirects to the first tab that has something to show.
func (s *Server) openModel(c echo.Context) error {
	document, done, err := s.RequestedInTurn(c, "")
	if err != nil {
		return err
	}
	defer done()
	tab := web.TabConcepts
	if m := document.Model; len(m.Concepts.Entities) == 0 && len(m.Physical.Relations) > 0 {
		tab = web.TabPhysical
	}
	return c.Redirect(http.StatusFound, string(s.URL().Tab(web.View{Model: c.Param("model"), Tab: tab})))
}

// ShowModel answers with a page of a model: htmx gets its fragments.
func (s *Server) ShowModel(c echo.Context, status int, document feature.Document, view web.View, answer *feature.Answer) error {
	page, err := s.ModelPage(c, document, view, answer)
	if err != nil {
		return err
	}
	if s.WantsParts(c) {
		return s.Show(c, status, web.WorkbenchFragments(page))
	}
	return s.Show(c, status, web.Workbench(page))
}

// panels are the parts of the details and the diagram that features make.
var panels = func() feature.Panels {
	panels := queries.Panels
	panels.Size = sizes.SizePanel
	return panels
}()

// badges are beside the titles of the tabs.
var badges = func() map[web.Tab]feature.Badge {
	all := map[web.Tab]feature.Badge{}
	for _, badges := range []map[web.Tab]feature.Badge{queries.Badges, sizes.Badges, advice.Badges, review.Badges} {
		maps.Copy(all, badges)
	}
	return all
}()

// contents fill the tabs for a request.
func (s *Server) contents(c echo.Context) map[web.Tab]feature.Content {
	all := map[web.Tab]feature.Content{}
	for _, contents := range []map[web.Tab]feature.Content{
		canvas.Contents, cql.Contents, console.Contents, derive.Contents, sizes.Contents, advice.Contents, s.review.Contents(c), s.history.Contents(c),
	} {
		maps.Copy(all, contents)
	}
	return all
}

// ModelPage builds a model's page. answer is nil unless a form was rejected.
func (s *Server) ModelPage(c echo.Context, document feature.Document, view web.View, answer *feature.Answer) (web.WorkbenchPage, error) {
	ctx, id := c.Request().Context(), document.Revision.Model
	shown := s.liveOf(c, document, answer)
	b := feature.New(s.URL(), document, view, answer)
	b.Drawings, b.Layouter, b.Talk = s.drawings, s.layouter, s.review.TalkOf(c, document.Revision)
	b.Unfit = s.review.Unfit(document)
	b.Contents, b.Badges, b.Panels = s.contents(c), badges, panels
	b.Proposals, b.Settled = s.review.OpenProposals(ctx, id), s.review.Editable(ctx, id) != nil
	role, _ := s.roleIn(c)
	b.Settled = b.Settled || !role.Allows(sharing.Editor)
	b.Author = func(touches func(diff.Operation) bool) string { return feature.AuthorOf(s, c, id, touches) }
	if feature.Enhanced(c) {
		b.Known = c.Request().Header.Get("Widerow-Picture")
		b.Typing, b.Posted = typing(c), posted(c)
	}
	frame := s.Page(c, document.Model.Name+" · "+b.Tab().Title)
	page, err := canvas.Page(ctx, b, frame)
	if err == nil && b.Known != "" && !s.WantsParts(c) {
		b.Known = "" // a whole page needs its picture
		page, err = canvas.Page(ctx, b, frame)
	}
	if err != nil {
		return page, err
	}
	if why := lacking(role); why != "" {
		page.Notices = append([]web.Notice{{Level: "info", Text: why}}, page.Notices...)
	}
	if everyone := s.everyoneOwns(c, id); everyone {
		page.Notices = append(
			[]web.Notice{{Level: "warn", Text: "Everyone who signs in is an owner of this model: it dates from before sign-in " +
				"was enabled. Name an owner on its Share page, and then choose the role of everyone else there."}},
			page.Notices...)
	}
	if page.Live = shown; document.Old {
		page.Live.Newest = s.URL().Tab(web.View{Model: page.View.Model, Tab: page.View.Tab, Select: page.View.Select, Display: page.View.Display})
	}
	if err := s.addHistorySteps(c, &page); err != nil {
		return page, err
	}
	return page, s.review.AddTo(ctx, b, &page)
}

// everyoneOwns reports whether a model is everyone's, to an admin who can change that.
func (s *Server) everyoneOwns(c echo.Context, id store.ModelID) bool {
	if s.guard == nil || !s.guard.Governs(personOf(c)) {
		return false
	}
	roles, err := s.guard.Sharings.Of(c.Request().Context(), id)
	return err == nil && roles.Everyone == sharing.Owner
}

// lacking explains what the person may not do with a model.
func lacking(role sharing.Role) string {
	switch role {
	case sharing.Viewer:
		return "You are a viewer of this model: you can read it and its history. Ask an owner to let you comment or edit."
	case sharing.Commenter:
		return "You are a commenter of this model: you can comment, and propose changes on the Proposals tab. Ask an owner to let you edit."
	}
	return ""
}

// liveOf lists the parts of the page of a model that others can change. The page of an old revision
// watches only for a newer revision.
func (s *Server) liveOf(c echo.Context, document feature.Document, answer *feature.Answer) web.Live {
	ctx, id := c.Request().Context(), document.Revision.Model
	if !document.Old {
		_, companions, _ := strings.Cut(s.Shown(ctx, id), " ")
		return web.Live{Model: string(id), Shown: feature.ShownAs(id, document.Revision.Number) + " " + companions,
			Held: c.Request().Method == http.MethodPost && answer.Holds()}
	}
	return web.Live{Model: string(id), Shown: feature.ShownAs(id, s.newestNumber(ctx, id))}
}

// addHistorySteps adds what undo and redo would change for this user.
func (s *Server) addHistorySteps(c echo.Context, page *web.WorkbenchPage) error {
	if page.Readonly {
		return nil
	}
	found, err := s.history.Undoable(c.Request().Context(), store.ModelID(page.View.Model), s.KnownVisitor(c))
	if err != nil {
		return err
	}
	if found.Undo != nil {
		page.Undo = found.Undo.Words
	}
	if found.Redo != nil {
		page.Redo = found.Redo.Words
	}
	return nil
}

// maxTyped bounds the fields that a browser may ask about at once.
const maxTyped = 8

// typing returns the fields that a browser asks about because somebody is typing in
// them: as ELEMENT.FIELD, escaped and separated by commas.
func typing(c echo.Context) func(field string) bool {
	header := c.Request().Header.Get("Widerow-Typing")
	if header == "" {
		return nil
	}
	var fields []string
	for text := range strings.SplitSeq(header, ",") {
		if field, err := url.PathUnescape(text); err == nil && len(fields) < maxTyped {
			fields = append(fields, field)
		}
	}
	return func(field string) bool { return slices.Contains(fields, field) }
}

// posted returns the fields of a posted form that the form does not change, by
// ELEMENT.FIELD, with the values it was rendered with; nil without a form.
func posted(c echo.Context) func(field string) (seen string, kept bool) {
	values := c.Request().PostForm
	if len(values) == 0 {
		return nil
	}
	return func(field string) (seen string, kept bool) {
		seen = submission.NormalLines(values.Get("was." + field))
		return seen, values.Has("was."+field) && submission.NormalLines(values.Get("set."+field)) == seen
	}
}
