package handlers

import (
	"context"
	"fmt"
	"slices"

	"widerow/diagram"
	"widerow/model"
	"widerow/model/sizing"
	"widerow/web"
)

// tab is a page of a model.
type tab struct {
	name  web.Tab // in the address
	title string
	// paneOf is set for a second pane of another tab: the bar shows it as that
	// tab.
	paneOf web.Tab
	// tool marks a page with a button in the bar, beside the tabs.
	tool bool
	// listed are the kinds in the outline, and parts the kinds that are edited
	// in the forms of listed ones. Links lead to the first tab with a kind,
	// unless the current one lists it.
	listed, parts []model.Kind
	// find says what the search box of the outline finds.
	find    string
	columns web.Columns // beside the content
	// diagram is what the tab shows, "" for a tab without one, and boxes the
	// main kind of its boxes.
	diagram diagram.Kind
	boxes   model.Kind
	// missing and advice are shown while there is nothing to draw.
	missing, advice string
	// content is an interface, not a function: functions in the table could not
	// refer to the table, as links do.
	content content
	badge   func(*workbench) web.TabBadge // nil: none
}

// content builds what fills the middle of a tab.
type content interface {
	build(ctx context.Context, s *Server, b *workbench, page *web.WorkbenchPage) (web.Content, error)
}

var (
	withDetails = web.Columns{Outline: true, Inspector: true}
	withDiagram = web.Columns{Outline: true, Diagram: true}
)

// tabs are all tabs, in the order of the bar. Each has a route, see server.go.
var tabs = []tab{
	{
		name: web.TabConcepts, title: "Concepts", find: "entity, attribute", columns: withDetails,
		listed:  []model.Kind{model.EntityKind, model.RelationshipKind, model.HierarchyKind},
		parts:   []model.Kind{model.AttributeKind, model.ParticipantKind, model.SubtypeKind},
		diagram: diagram.KindER, boxes: model.EntityKind, content: diagramContent{},
		missing: "No concepts yet: what does the application know about?",
		advice:  "Add the first entity type, its attributes with a key, and then the relationships between them.",
	},
	{
		name: web.TabQueries, title: "Queries", find: "query, step", columns: withDetails, badge: (*workbench).queriesBadge,
		listed:  []model.Kind{model.QueryKind, model.UpdateElement, model.StepKind, model.TransitionKind, model.ActorKind},
		parts:   []model.Kind{model.FindKind, model.GivenKind, model.SortKind, model.WriteKind},
		diagram: diagram.KindWorkflow, boxes: model.StepKind, content: diagramContent{},
		missing: "No steps yet: what does the application do?",
		advice:  "Add its queries, the steps of its workflow, and a transition into each step with the query that the step runs.",
	},
	{name: web.TabDerive, paneOf: web.TabQueries, title: "Derive tables", content: deriveContent{}},
	{name: web.TabRecover, paneOf: web.TabQueries, title: "Recover queries", content: recoverContent{}},
	{
		name: web.TabLogical, title: "Logical", find: "table, column", columns: withDetails,
		listed: []model.Kind{model.TableKind, model.ArrowKind}, parts: []model.Kind{model.ColumnKind},
		diagram: diagram.KindLogical, boxes: model.TableKind, content: diagramContent{},
		missing: "No tables yet",
		advice:  "Derive the tables of your queries, or add a table here by name.",
	},
	{
		name: web.TabPhysical, title: "Physical", find: "table, column", columns: withDetails,
		listed:  []model.Kind{model.KeyspaceKind, model.UserTypeKind, model.RelationElement, model.StatementKind},
		parts:   []model.Kind{model.TypeFieldKind, model.RelationColumnKind, model.IndexKind},
		diagram: diagram.KindPhysical, boxes: model.RelationElement, content: diagramContent{},
		missing: "No physical tables yet",
		advice:  "Every logical table gets a physical table here; choose the types of its columns. Or add a keyspace and a table here.",
	},
	{name: web.TabDesign, paneOf: web.TabPhysical, title: "Design moves", content: designContent{}},
	{name: web.TabKeys, paneOf: web.TabPhysical, title: "Keys explained", content: keysContent{}},
	{
		name: web.TabSizes, title: "Sizes", find: "table, quantity", columns: withDetails, badge: (*workbench).sizesBadge,
		listed: []model.Kind{model.RelationElement, model.QuantityKind}, content: sizesContent{},
	},
	{
		name: web.TabCQL, title: "CQL", find: "table, column", columns: withDiagram,
		listed:  []model.Kind{model.KeyspaceKind, model.UserTypeKind, model.RelationElement, model.StatementKind},
		content: scriptContent{},
		missing: "No tables yet",
		advice:  "Type or paste CREATE statements and preview the tables that they create.",
	},
	{
		name: web.TabStatements, paneOf: web.TabCQL, title: "Statements", find: "table, column", columns: withDiagram,
		listed: []model.Kind{model.KeyspaceKind, model.UserTypeKind, model.RelationElement}, content: statementsContent{},
		missing: "No tables yet",
		advice:  "Statements are checked against the tables of the model: add a table first.",
	},
	{name: web.TabProposals, title: "Proposals", badge: (*workbench).proposalsBadge, content: proposalsContent{}},
	{name: web.TabHistory, title: "History", columns: web.Columns{Inspector: true}, content: historyContent{}},
	{name: web.TabComments, title: "Comments", tool: true, content: commentsContent{}},
}

// tabNamed returns the tab with that name in the address, or else the first.
func tabNamed(name web.Tab) *tab {
	for i := range tabs {
		if tabs[i].name == name {
			return &tabs[i]
		}
	}
	return &tabs[0]
}

// tabOf reads the name of a tab; an unknown one is the first.
func tabOf(name string) web.Tab { return tabNamed(web.Tab(name)).name }

// tab is the one that the page shows.
func (b *workbench) tab() *tab { return tabNamed(b.view.Tab) }

// isPart reports whether elements of a kind are edited in the form of their
// parent.
func isPart(kind model.Kind) bool {
	return slices.ContainsFunc(tabs, func(t tab) bool { return slices.Contains(t.parts, kind) })
}

// tabFor returns the tab where a kind of element is edited: the current one if
// it lists the kind.
func tabFor(kind model.Kind, current web.Tab) web.Tab {
	if slices.Contains(tabNamed(current).listed, kind) {
		return current
	}
	for i := range tabs {
		if slices.Contains(tabs[i].listed, kind) || slices.Contains(tabs[i].parts, kind) {
			return tabs[i].name
		}
	}
	return current
}

// kindOf returns the diagram of a tab. For a tab without one it returns the first
// diagram, which then resolves names in the address.
func kindOf(name web.Tab) diagram.Kind {
	if kind := tabNamed(name).diagram; kind != "" {
		return kind
	}
	return tabs[0].diagram
}

// hasDiagram reports whether a tab shows a diagram, and not beside a text.
func hasDiagram(name web.Tab) bool { return tabNamed(name).diagram != "" }

// tabLinks are the tabs of the bar.
func (b *workbench) tabLinks() []web.TabLink {
	shown := b.tab()
	var links []web.TabLink
	for _, tab := range tabs {
		if tab.paneOf != "" || tab.tool {
			continue
		}
		view := web.View{Model: b.view.Model, Tab: tab.name, Revision: b.view.Revision, Formula: b.view.Formula, Display: b.view.Display, Select: b.counterpart(tab.name)}
		link := web.TabLink{Tab: tab.name, Title: tab.title, Href: b.url.Tab(view), Current: tab.name == shown.name || tab.name == shown.paneOf}
		if tab.badge != nil {
			link.Badge = tab.badge(b)
		}
		links = append(links, link)
	}
	return links
}

// counterpart returns what another tab shows of the selected table: the table
// itself, or the one that realises it or that it realises. The tab of the page,
// chosen again, clears the selection.
func (b *workbench) counterpart(tab web.Tab) model.ID {
	element, found := b.selected()
	if found && isPart(element.Kind) {
		element, found = b.model.Element(element.Parent)
	}
	if !found || tab == b.view.Tab {
		return ""
	}
	switch value := element.Value.(type) {
	case *model.LogicalTable:
		if tab != web.TabPhysical && tab != web.TabSizes {
			return ""
		}
		for _, relation := range model.Sorted(b.model.Physical.Relations) {
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

// sizesBadge counts the tables of the worst level.
func (b *workbench) sizesBadge() web.TabBadge {
	count := map[sizing.Level]int{}
	for _, size := range b.sizes {
		count[size.Level]++
	}
	for _, level := range []sizing.Level{sizing.Bad, sizing.Warn, sizing.Unknown} {
		if n := count[level]; n > 0 {
			return web.TabBadge{Text: fmt.Sprint(n), Level: string(level), Title: levelTitle(level, n)}
		}
	}
	return web.TabBadge{}
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
