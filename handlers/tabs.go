package handlers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

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

// outline lists what the tab is about as plain links.
func (b *workbench) outline() []web.OutlineGroup {
	var groups []web.OutlineGroup
	for _, kind := range tabKinds[b.view.Tab] {
		if kind == model.UserTypeKind || kind == model.RelationElement && b.view.Tab != web.TabSizes {
			continue // they stand under their keyspace
		}
		if kind == model.KeyspaceKind {
			groups = append(groups, b.keyspaceGroups()...)
			continue
		}
		if kind == model.StatementKind {
			groups = append(groups, b.looseStatements()...)
			continue
		}
		groups = append(groups, web.OutlineGroup{Title: kindPlural(kind), Kind: kind, Items: b.outlineItems(b.elements(kind))})
	}
	return groups
}

func (b *workbench) elements(kind model.Kind) []model.Element { return b.index.ofKind[kind] }

// keyspaceGroups make a group of each keyspace: its tables, views and types.
func (b *workbench) keyspaceGroups() []web.OutlineGroup {
	var groups []web.OutlineGroup
	for _, keyspace := range b.elements(model.KeyspaceKind) {
		items := b.outlineItems(b.model.Children(keyspace))
		slices.SortStableFunc(items, func(x, y web.OutlineItem) int {
			return cmp.Compare(kindRank(x.Kind), kindRank(y.Kind))
		})
		groups = append(groups, web.OutlineGroup{
			Title: b.model.TitleOf(keyspace), Suffix: "keyspace", Words: b.words[keyspace.ID], Kind: model.KeyspaceKind, Element: keyspace.ID,
			Href: b.link(keyspace.ID), Selected: b.view.Select == keyspace.ID, Items: items,
		})
	}
	return groups
}

func kindRank(kind model.Kind) int {
	switch kind {
	case model.UserTypeKind:
		return 1
	case model.StatementKind:
		return 2
	}
	return 0
}

// looseStatements are those that belong to no keyspace.
func (b *workbench) looseStatements() []web.OutlineGroup {
	loose := slices.Clone(b.elements(model.StatementKind))
	loose = slices.DeleteFunc(loose, func(e model.Element) bool { return e.Parent != "" })
	if len(loose) == 0 {
		return nil
	}
	return []web.OutlineGroup{{Title: kindPlural(model.StatementKind), Kind: model.StatementKind, Items: b.outlineItems(loose)}}
}

func (b *workbench) outlineItems(elements []model.Element) []web.OutlineItem {
	var items []web.OutlineItem
	for _, element := range elements {
		items = append(items, b.outlineItem(element))
	}
	return items
}

func (b *workbench) outlineItem(element model.Element) web.OutlineItem {
	item := web.OutlineItem{
		ID: element.ID, Kind: element.Kind, Href: b.link(element.ID), Label: b.label(element),
		Selected: b.view.Select == element.ID,
	}
	b.describe(element, &item)
	item.Words = b.words[element.ID]
	for _, part := range b.model.Children(element) {
		selected := b.view.Select == part.ID
		item.Open = item.Open || selected
		item.Parts = append(item.Parts, web.OutlineItem{
			ID: part.ID, Kind: part.Kind, Href: b.link(part.ID), Label: b.label(part), Detail: b.partDetail(part), Words: b.words[part.ID], Selected: selected,
		})
	}
	item.Open = item.Open || item.Selected
	return item
}

// describe adds what the outline says at the right: a size, a label, a kind.
func (b *workbench) describe(element model.Element, item *web.OutlineItem) {
	switch value := element.Value.(type) {
	case *model.Relation:
		b.describeSize(element.ID, item)
		if value.Kind == model.MaterializedView {
			item.Italic = true
		}
	case *model.LogicalTable:
		for id, relation := range b.model.Physical.Relations {
			if relation.Realizes[element.ID] {
				b.describeSize(id, item)
			}
		}
	case *model.UserType:
		item.Detail = "type"
	case *model.Quantity:
		item.Detail = b.quantityDetail(value)
	}
}

func (b *workbench) describeSize(relation model.ID, item *web.OutlineItem) {
	size, found := b.sizes[relation]
	if !found {
		return
	}
	item.Level, item.WorstOnly, item.Title = string(size.Level), size.WorstOnly, sizeText(size)
	item.Detail = "size?"
	if size.Level != sizing.Unknown {
		item.Detail = web.Bytes(size.Typical.Bytes)
	}
}

func (b *workbench) quantityDetail(quantity *model.Quantity) string {
	typical, worst := b.model.ExpressionText(quantity.Typical), b.model.ExpressionText(quantity.Worst)
	if worst == "" {
		return typical
	}
	return typical + " / " + worst
}

// partDetail is the mark or the type of a part, as plain text.
func (b *workbench) partDetail(part model.Element) string {
	switch value := part.Value.(type) {
	case *model.LogicalColumn:
		return web.RoleMark(value.Role, value.Descending)
	case *model.Column:
		return b.model.TypeText(value.Type) + " " + web.RoleMark(value.Role, value.Descending)
	case *model.TypeField:
		return b.model.TypeText(value.Type)
	case *model.Attribute:
		return attributeDetail(value)
	case *model.Participant:
		return value.Cardinality
	}
	return ""
}

func attributeDetail(attribute *model.Attribute) string {
	var details []string
	switch attribute.Key {
	case model.Key:
		details = append(details, "key")
	case model.PartialKey:
		details = append(details, "partial key")
	}
	if attribute.Derived {
		details = append(details, "derived")
	}
	if attribute.MultiValued {
		details = append(details, "multi-valued")
	}
	return strings.Join(details, ", ")
}
