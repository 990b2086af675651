package canvas

import (
	"context"
	"slices"

	"widerow/handlers/feature"
	"widerow/handlers/review"
	"widerow/model"
	"widerow/web"
	webcanvas "widerow/web/canvas"
)

// Page builds the whole page around its frame.
func Page(ctx context.Context, b *feature.Context, frame web.Page) (web.WorkbenchPage, error) {
	b.View.Display = b.Drawn().Display
	if err := context.Cause(ctx); err != nil { // nobody waits for the page any more; so below
		return web.WorkbenchPage{}, err
	}
	tab, inspector := b.Tab(), inspector(b)
	page := web.WorkbenchPage{
		Page: frame, View: b.View, Name: b.Model.Name,
		Revision: b.Document.Revision.Number, Readonly: b.Readonly(), Tabs: tabLinks(b),
		Comments: review.CommentsLink(b), People: b.Talk.People(), TabTitle: tab.Title, Columns: tab.Columns,
		Outline:   &webcanvas.Outline{Groups: outline(b), Find: tab.Find, Recovers: recovers(b)},
		Inspector: inspector, Notices: slices.Concat(failureNotice(b), repairNotice(b), madeNotice(b),
			droppedNotice(b), doneNotice(b), commentNotice(b), b.Drawn().Notices), Refused: b.Answer.Refused(),
	}
	if tab.Diagram == "" {
		findings := findingsOf(b)
		page.Notices = append(page.Notices, findings[:min(len(findings), maxNotices)]...)
	}
	err := context.Cause(ctx)
	if err != nil {
		return page, err
	}
	if page.Content, err = b.Contents[tab.Name](ctx, b, &page); err != nil {
		return page, err
	}
	inspector.Problems = append(inspector.Problems, b.Answer.Unshown()...)
	return page, nil
}

// recovers reports whether the page offers to recover queries and concepts.
func recovers(b *feature.Context) bool { return b.Tab().Boxes != "" && hasUnused(b) }

// hasUnused reports whether a table serves no query.
func hasUnused(b *feature.Context) bool {
	served := model.IDSet{}
	for _, arrow := range b.Model.Logical.Arrows {
		served[arrow.To] = true
	}
	return len(b.Model.Logical.Tables) > len(served)
}

// tabLinks are the tabs of the bar.
func tabLinks(b *feature.Context) []web.TabLink {
	shown := b.Tab()
	var links []web.TabLink
	for _, tab := range feature.Tabs {
		if tab.PaneOf != "" || tab.Tool {
			continue
		}
		view := web.View{Model: b.View.Model, Tab: tab.Name, Revision: b.View.Revision, Formula: b.View.Formula,
			Display: b.View.Display, Select: counterpart(b, tab.Name)}
		link := web.TabLink{Tab: tab.Name, Title: tab.Title, Href: b.URL.Tab(view), Current: tab.Name == shown.Name || tab.Name == shown.PaneOf}
		if badge := b.Badges[tab.Name]; badge != nil {
			link.Badge = badge(b)
		}
		links = append(links, link)
	}
	return links
}

// counterpart returns what another tab shows of the selected table: the table
// itself, or the one that realises it or that it realises. The tab of the page,
// chosen again, clears the selection.
func counterpart(b *feature.Context, tab web.Tab) model.ID {
	element, found := b.Selected()
	if found && feature.IsPart(element.Kind) {
		element, found = b.Model.Element(element.Parent)
	}
	if !found || tab == b.View.Tab {
		return ""
	}
	switch value := element.Value.(type) {
	case *model.LogicalTable:
		if tab != web.TabPhysical && tab != web.TabSizes {
			return ""
		}
		for _, relation := range model.Sorted(b.Model.Physical.Relations) {
			if relation.Value.Realizes[element.ID] {
				return relation.ID
			}
		}
	case *model.Relation:
		if tab == web.TabPhysical || tab == web.TabSizes {
			return element.ID
		}
		if tables := value.Realizes.Sorted(); tab == web.TabLogical && len(tables) > 0 {
			return tables[0]
		}
	}
	return ""
}
