package handlers

import (
	"context"
	"fmt"

	"widerow/store"
	"widerow/web"
)

// historyContent fills the history: the newest revisions, or those before a
// given one.
type historyContent struct{}

func (historyContent) build(ctx context.Context, s *Server, b *workbench, _ *web.WorkbenchPage) (web.Content, error) {
	revisions, err := s.store.History(ctx, store.ModelID(b.view.Model), b.before, historyPage)
	if err != nil {
		return nil, fmt.Errorf("history of model %s: %w", b.view.Model, err)
	}
	view := &web.HistoryView{}
	for i, revision := range revisions {
		view.Revisions = append(view.Revisions, web.RevisionRow{
			Number: revision.Number, Words: revision.Words, Who: revision.Author.Name, Kind: string(revision.Kind),
			When: ago(s.now(), revision.At), Exact: revision.At.Format("2006-01-02T15:04:05Z07:00"),
			Href:    s.url.Tab(web.View{Model: b.view.Model, Tab: s.openTab(b), Revision: revision.Number}),
			Current: i == 0 && b.before == 0, Opened: revision.Number == b.document.revision.Number && b.readonly(),
		})
	}
	if len(revisions) == historyPage && revisions[len(revisions)-1].Number > 1 {
		view.Older = s.url.Path(fmt.Sprintf("/m/%s/history?before=%d", b.view.Model, revisions[len(revisions)-1].Number))
	}
	return view, nil
}

// historyPage is the number of revisions on a page of the history.
const historyPage = 50

// openTab returns the tab that opens an old revision.
func (s *Server) openTab(b *workbench) web.Tab {
	if len(b.model.Physical.Relations) > 0 {
		return web.TabPhysical
	}
	return web.TabConcepts
}
