package handlers

import (
	"context"
	"maps"
	"net/http"

	"github.com/labstack/echo/v4"

	"widerow/diagram"
	"widerow/handlers/derive"
	"widerow/handlers/feature"
	"widerow/handlers/history"
	"widerow/handlers/queries"
	"widerow/handlers/sizes"
	"widerow/handlers/workbench"
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
			Add: model.Kind(c.QueryParam("add")), Pick: model.ID(c.QueryParam("pick")), Formula: c.QueryParam("formula"), Sort: sizes.SortOf(tab, c.QueryParam("sort")), What: sizes.WhatOf(tab, c.QueryParam("what")), By: sizes.ByOf(tab, c.QueryParam("by")), Find: c.QueryParam("find"), Suggest: c.QueryParam("suggest") != "", Line: c.QueryParam("line"), Threads: workbench.ThreadsOf(c.QueryParam("threads")), Display: c.QueryString(),
		}
		if document.Old {
			view.Revision = document.Revision.Number
		}
		lost := dropLost(document.Model, &view)
		var answer *workbench.Answer
		switch tab {
		case web.TabDesign, web.TabSplit:
			answer = &workbench.Answer{Form: &derive.DesignForm{Values: c.QueryParams()}}
		case web.TabKeys, web.TabLedger:
			answer = &workbench.Answer{Keys: c.QueryParams()}
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
func (s *Server) ShowModel(c echo.Context, status int, document workbench.Document, view web.View, answer *workbench.Answer) error {
	page, err := s.ModelPage(c, document, view, answer)
	if err != nil {
		return err
	}
	if s.WantsParts(c) {
		return s.Show(c, status, web.WorkbenchFragments(page))
	}
	return s.Show(c, status, web.Workbench(page))
}

// contents fill the tabs of the features that have a folder.
var contents = contentsOf(derive.Contents, sizes.Contents)

func contentsOf(features ...map[web.Tab]workbench.Content) map[web.Tab]workbench.Content {
	all := map[web.Tab]workbench.Content{}
	for _, contents := range features {
		maps.Copy(all, contents)
	}
	return all
}

// ModelPage builds a model's page. answer is nil unless a form was rejected.
func (s *Server) ModelPage(c echo.Context, document workbench.Document, view web.View, answer *workbench.Answer) (web.WorkbenchPage, error) {
	ctx, id := c.Request().Context(), document.Revision.Model
	shown := s.liveOf(c, document, answer)
	b := workbench.New(s.URL(), document, view, answer)
	b.Drawings, b.Layouter, b.Talk = s.drawings, s.layouter, s.review.TalkOf(c, document.Revision)
	b.Unfit = s.review.Unfit(document)
	b.Contents, b.Panels = contents, queries.Panels
	b.Source = tabSource{s, history.FilterOf(c), c.QueryParam("state") == "ended"}
	b.Proposals, b.Settled = s.review.OpenProposals(ctx, id), s.review.Editable(ctx, id) != nil
	role := s.roleIn(c)
	b.Settled = b.Settled || !role.Allows(sharing.Editor)
	b.Author = func(touches func(diff.Operation) bool) string { return s.AuthorOf(c, id, touches) }
	if feature.Enhanced(c) {
		b.Known = c.Request().Header.Get("Widerow-Picture")
		b.Typing, b.Posted = typing(c), posted(c)
	}
	frame := s.Page(c, document.Model.Name+" · "+b.Tab().Title)
	page, err := b.Page(ctx, frame)
	if err == nil && b.Known != "" && !s.WantsParts(c) {
		b.Known = "" // a whole page needs its picture
		page, err = b.Page(ctx, frame)
	}
	if err != nil {
		return page, err
	}
	if why := lacking(role); why != "" {
		page.Notices = append([]web.Notice{{Level: "info", Text: why}}, page.Notices...)
	}
	if page.Live = shown; document.Old {
		page.Live.Newest = s.URL().Tab(web.View{Model: page.View.Model, Tab: page.View.Tab, Select: page.View.Select, Display: page.View.Display})
	}
	if err := s.addHistorySteps(c, &page); err != nil {
		return page, err
	}
	return page, s.review.AddTo(ctx, b, &page)
}

// lacking says what the person may not do with a model, and why.
func lacking(role sharing.Role) string {
	switch role {
	case sharing.Viewer:
		return "You are a viewer of this model: you can read it and its history. Ask an owner to let you comment or edit."
	case sharing.Commenter:
		return "You are a commenter of this model: you can comment, and propose changes on the Proposals tab. Ask an owner to let you edit."
	}
	return ""
}

// tabSource fills the tabs whose content is not in the model, as a request asks for
// it.
type tabSource struct {
	*Server
	revisions history.Filter
	ended     bool // list the merged and closed proposals
}

func (t tabSource) History(ctx context.Context, b *workbench.Builder) (web.Content, error) {
	return t.history.History(ctx, b, t.revisions)
}

func (t tabSource) Proposals(ctx context.Context, b *workbench.Builder) (web.Content, error) {
	return t.review.List(ctx, b, t.ended)
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
