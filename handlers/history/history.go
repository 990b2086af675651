// Package history shows the revisions of a model, names them, and goes back: undo, redo and
// restore.
package history

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/store"
	"widerow/web"
	webhistory "widerow/web/history"
)

// Contents fill the tab of the history as a request filters it.
func (s *Feature) Contents(c echo.Context) map[web.Tab]feature.Content {
	filter := filterOf(c)
	return map[web.Tab]feature.Content{web.TabHistory: func(ctx context.Context, b *feature.Context, _ *web.WorkbenchPage) (web.Content, error) {
		return s.history(ctx, b, filter)
	}}
}

// history lists the newest revisions, or those before a given one.
func (s *Feature) history(ctx context.Context, b *feature.Context, filter filter) (web.Content, error) {
	view, err := s.historyView(ctx, store.ModelID(b.View.Model), filter, s.openTab(b))
	if err != nil {
		return nil, err
	}
	if view.Filter, err = s.filterView(ctx, b, filter); err != nil {
		return nil, err
	}
	if view.Last, err = s.lastChanges(ctx, store.ModelID(b.View.Model), b.Model, filter.of); err != nil {
		return nil, err
	}
	if view.Others, err = s.review.OtherModels(ctx, store.ModelID(b.View.Model), b.Document.Revision.Title); err != nil {
		return nil, err
	}
	openedRow(view.Revisions, b)
	return view, nil
}

// historyView lists the revisions that a filter takes.
func (s *Feature) historyView(ctx context.Context, id store.ModelID, filter filter, opens web.Tab) (*webhistory.View, error) {
	newest, err := s.Newest(ctx, id)
	if err != nil {
		return nil, err
	}
	revisions, end, err := s.filtered(ctx, id, filter)
	if err != nil {
		return nil, err
	}
	named := s.RevisionNames(ctx, id)
	view := &webhistory.View{}
	for _, revision := range revisions {
		view.Revisions = append(view.Revisions, webhistory.RevisionRow{
			Number: revision.Number, Words: revision.Words, Who: revision.Author.Name, Account: s.Accounts().AccountOf(revision.Author.ID), Kind: string(revision.Kind),
			When: web.Ago(s.Now(), revision.At), Exact: web.ExactTime(revision.At),
			Href:    s.URL().Tab(web.View{Model: string(id), Tab: opens, Revision: revision.Number}),
			JSON:    s.URL().Export(string(id), "model.json", revision.Number),
			Compare: s.review.CompareLink(revision), Name: named.Of(revision.Number),
			Naming:  s.URL().Path(fmt.Sprintf("/m/%s/name?revision=%d", id, revision.Number)),
			Current: revision.Number == newest.Number, Lost: revision.Kind == store.KindLost,
		})
	}
	view.Revisions = s.foldRuns(ctx, revisions, view.Revisions)
	if end > 1 {
		view.Older = s.URL().Path(fmt.Sprintf("/m/%s/history?%s", id, filter.query(end)))
	}
	return view, nil
}

// openTab returns the tab that opens an old revision.
func (s *Feature) openTab(b *feature.Context) web.Tab {
	if len(b.Model.Physical.Relations) > 0 {
		return web.TabPhysical
	}
	return web.TabConcepts
}

// ShowUnreadable shows the history of a model with a revision that cannot be
// opened, from which others can be opened, copied, restored and downloaded. The
// history itself is found, so its address is not an error.
func (s *Feature) ShowUnreadable(c echo.Context, status int, cause error) error {
	damaged := errors.Is(cause, store.ErrCorrupt) || errors.Is(cause, store.ErrLost)
	if !damaged && !errors.Is(cause, feature.ErrUnreadable) {
		return cause
	}
	ctx, id := c.Request().Context(), feature.ModelID(c)
	newest, err := s.Newest(ctx, id)
	if err != nil {
		return err
	}
	view, err := s.historyView(ctx, id, filter{before: filterOf(c).before}, web.TabConcepts)
	if err != nil {
		return err
	}
	page := webhistory.UnreadablePage{
		Page: s.Page(c, newest.Title), ID: string(id), Name: newest.Title, History: *view, What: "The newest revision",
		Deleted: newest.Kind == store.KindDelete, Damaged: damaged,
	}
	if number := s.RevisionNamed(c); number != 0 {
		page.What = fmt.Sprintf("Revision %d", number)
	} else if c.Path() == "/m/:model/"+string(web.TabHistory) {
		status = http.StatusOK
	}
	return s.Show(c, status, webhistory.Unreadable(page))
}
