package handlers

import (
	"fmt"
	"slices"

	"widerow/model"
	"widerow/model/sizing"
	"widerow/web"
)

// tabKinds are the kinds of elements that each tab lists in its outline.
var tabKinds = map[web.Tab][]model.Kind{
	web.TabConcepts: {model.EntityKind, model.RelationshipKind, model.HierarchyKind},
	web.TabQueries:  {model.QueryKind, model.UpdateElement, model.StepKind, model.TransitionKind, model.ActorKind},
	web.TabLogical:  {model.TableKind, model.ArrowKind},
	web.TabPhysical: {model.KeyspaceKind, model.UserTypeKind, model.RelationElement, model.StatementKind},
	web.TabSizes:    {model.RelationElement, model.QuantityKind},
	web.TabCQL:      {model.KeyspaceKind, model.UserTypeKind, model.RelationElement, model.StatementKind},

	web.TabStatements: {model.KeyspaceKind, model.UserTypeKind, model.RelationElement},
}

// partTab is the tab of the parts' parents.
var partTab = map[model.Kind]web.Tab{
	model.AttributeKind: web.TabConcepts, model.ParticipantKind: web.TabConcepts, model.SubtypeKind: web.TabConcepts,
	model.FindKind: web.TabQueries, model.GivenKind: web.TabQueries, model.SortKind: web.TabQueries, model.WriteKind: web.TabQueries,
	model.ColumnKind: web.TabLogical, model.TypeFieldKind: web.TabPhysical,
	model.RelationColumnKind: web.TabPhysical, model.IndexKind: web.TabPhysical,
}

// isPart: a part is edited in the form of its parent.
func isPart(kind model.Kind) bool { _, part := partTab[kind]; return part }

// tabFor is the tab where a kind of element is edited: the current one if it
// lists it, too.
func tabFor(kind model.Kind, current web.Tab) web.Tab {
	if tab, part := partTab[kind]; part {
		return tab
	}
	if slices.Contains(tabKinds[current], kind) {
		return current
	}
	for _, tab := range web.Tabs {
		if slices.Contains(tabKinds[tab], kind) {
			return tab
		}
	}
	return current
}

// tabs are the stages of the process, with what is worth knowing of each.
func (b *workbench) tabs() []web.TabLink {
	var links []web.TabLink
	for _, tab := range web.Tabs {
		view := web.View{Model: b.view.Model, Tab: tab, Revision: b.view.Revision, Formula: b.view.Formula, Display: b.view.Display}
		link := web.TabLink{Tab: tab, Href: b.url.Tab(view), Current: tab == tabInBar(b.view.Tab)}
		switch tab {
		case web.TabQueries:
			link.Badge, link.Level, link.BadgeTitle = b.queriesBadge()
		case web.TabSizes:
			link.Badge, link.Level, link.BadgeTitle = b.sizesBadge()
		}
		links = append(links, link)
	}
	return links
}

// tabInBar is the tab that a pane belongs to.
func tabInBar(tab web.Tab) web.Tab {
	if tab == web.TabStatements {
		return web.TabCQL
	}
	return tab
}

// queriesBadge counts the queries that some table serves.
func (b *workbench) queriesBadge() (text, level, title string) {
	all := len(b.model.Workflow.Queries)
	if all == 0 {
		return "", "", ""
	}
	served := map[model.ID]bool{}
	for _, arrow := range b.model.Logical.Arrows {
		if b.model.Workflow.Queries[arrow.Access] != nil && b.model.Logical.Tables[arrow.To] != nil {
			served[arrow.Access] = true
		}
	}
	level = "ok"
	if len(served) < all {
		level = "warn"
	}
	return fmt.Sprintf("%d/%d", len(served), all), level, fmt.Sprintf("%d of %d queries have a table", len(served), all)
}

// sizesBadge counts the tables that need a look.
func (b *workbench) sizesBadge() (text, level, title string) {
	count := map[sizing.Level]int{}
	for _, size := range b.sizes {
		count[size.Level]++
	}
	for _, level := range []sizing.Level{sizing.Bad, sizing.Warn, sizing.Unknown} {
		if n := count[level]; n > 0 {
			return fmt.Sprint(n), string(level), levelTitle(level, n)
		}
	}
	return "", "", ""
}

func levelTitle(level sizing.Level, count int) string {
	tables := "1 table"
	if count > 1 {
		tables = fmt.Sprintf("%d tables", count)
	}
	return tables + map[sizing.Level]string{
		sizing.Bad: " above a hard limit", sizing.Warn: " with large partitions", sizing.Unknown: " without a size: a quantity is missing",
	}[level]
}
