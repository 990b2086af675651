package workbench

import (
	"context"
	"fmt"
	"slices"

	"widerow/diagram"
	"widerow/model"
	"widerow/model/sizing"
	"widerow/web"
)

// Tab is a page of a model.
type Tab struct {
	Name  web.Tab // in the address
	Title string
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
	// Diagram is what the tab shows, "" for a tab without one, and boxes the
	// main kind of its boxes.
	Diagram diagram.Kind
	boxes   model.Kind
	// missing and advice are shown while there is nothing to draw.
	missing, advice string
	// content is an interface, not a function: functions in the table could not
	// refer to the table, as links do. It is nil if a feature has it, see
	// [Builder.Contents].
	content Content
	badge   func(*Builder) web.TabBadge // nil: none
}

// Content builds what fills the middle of a tab.
type Content interface {
	Build(ctx context.Context, b *Builder, page *web.WorkbenchPage) (web.Content, error)
}

// Source fills the tabs whose content is not in the model.
type Source interface {
	History(ctx context.Context, b *Builder) (web.Content, error)
	Proposals(ctx context.Context, b *Builder) (web.Content, error)
}

type (
	historyContent   struct{}
	proposalsContent struct{}
)

func (historyContent) Build(ctx context.Context, b *Builder, _ *web.WorkbenchPage) (web.Content, error) {
	return b.Source.History(ctx, b)
}

func (proposalsContent) Build(ctx context.Context, b *Builder, _ *web.WorkbenchPage) (web.Content, error) {
	return b.Source.Proposals(ctx, b)
}

var (
	withDetails = web.Columns{Outline: true, Inspector: true}
	withDiagram = web.Columns{Outline: true, Diagram: true}
)

// Tabs are all tabs, in the order of the bar. Each has a route, see server.go.
var Tabs = []Tab{
	{
		Name: web.TabConcepts, Title: "Concepts", find: "entity, attribute", columns: withDetails,
		listed:  []model.Kind{model.EntityKind, model.RelationshipKind, model.HierarchyKind},
		parts:   []model.Kind{model.AttributeKind, model.ParticipantKind, model.SubtypeKind},
		Diagram: diagram.KindER, boxes: model.EntityKind, content: diagramContent{},
		missing: "No concepts yet: what does the application know about?",
		advice:  "Add the first entity type, its attributes with a key, and then the relationships between them.",
	},
	{
		Name: web.TabQueries, Title: "Queries", find: "query, step", columns: withDetails, badge: (*Builder).queriesBadge,
		listed:  []model.Kind{model.QueryKind, model.UpdateElement, model.StepKind, model.TransitionKind, model.ActorKind},
		parts:   []model.Kind{model.FindKind, model.GivenKind, model.SortKind, model.WriteKind},
		Diagram: diagram.KindWorkflow, boxes: model.StepKind, content: diagramContent{},
		missing: "No steps yet: what does the application do?",
		advice:  "Add its queries, the steps of its workflow, and a transition into each step with the query that the step runs.",
	},
	{Name: web.TabDerive, paneOf: web.TabQueries, Title: "Derive tables"},
	{Name: web.TabRecover, paneOf: web.TabQueries, Title: "Recover queries"},
	{
		Name: web.TabLogical, Title: "Logical", find: "table, column", columns: withDetails,
		listed: []model.Kind{model.TableKind, model.ArrowKind}, parts: []model.Kind{model.ColumnKind},
		Diagram: diagram.KindLogical, boxes: model.TableKind, content: diagramContent{},
		missing: "No tables yet",
		advice:  "Derive the tables of your queries, or add a table here by name.",
	},
	{
		Name: web.TabPhysical, Title: "Physical", find: "table, column", columns: withDetails,
		listed:  []model.Kind{model.KeyspaceKind, model.UserTypeKind, model.RelationElement, model.StatementKind},
		parts:   []model.Kind{model.TypeFieldKind, model.RelationColumnKind, model.IndexKind, model.MeasurementKind},
		Diagram: diagram.KindPhysical, boxes: model.RelationElement, content: diagramContent{},
		missing: "No physical tables yet",
		advice:  "Every logical table gets a physical table here; choose the types of its columns. Or add a keyspace and a table here.",
	},
	{Name: web.TabDesign, paneOf: web.TabPhysical, Title: "Design moves"},
	{Name: web.TabKeys, paneOf: web.TabPhysical, Title: "Keys explained"},
	{
		Name: web.TabSizes, Title: "Sizes", find: "table, quantity", columns: withDetails, badge: (*Builder).sizesBadge,
		listed: []model.Kind{model.RelationElement, model.QuantityKind},
	},
	{Name: web.TabMeasured, paneOf: web.TabSizes, Title: "Measured"},
	{Name: web.TabCluster, paneOf: web.TabSizes, Title: "Cluster"},
	{Name: web.TabLedger, paneOf: web.TabSizes, Title: "Ledger"},
	{Name: web.TabSplit, paneOf: web.TabSizes, Title: "Split partitions"},
	{
		Name: web.TabCQL, Title: "CQL", find: "table, column", columns: withDiagram,
		listed:  []model.Kind{model.KeyspaceKind, model.UserTypeKind, model.RelationElement, model.StatementKind},
		content: scriptContent{},
		missing: "No tables yet",
		advice:  "Type or paste CREATE statements and preview the tables that they create.",
	},
	{
		Name: web.TabStatements, paneOf: web.TabCQL, Title: "Statements", find: "table, column", columns: withDiagram,
		listed: []model.Kind{model.KeyspaceKind, model.UserTypeKind, model.RelationElement}, content: statementsContent{},
		missing: "No tables yet",
		advice:  "Statements are checked against the tables of the model: add a table first.",
	},
	{Name: web.TabProposals, Title: "Proposals", badge: (*Builder).proposalsBadge, content: proposalsContent{}},
	{Name: web.TabHistory, Title: "History", columns: web.Columns{Inspector: true}, content: historyContent{}},
	{Name: web.TabComments, Title: "Comments", tool: true, content: commentsContent{}},
}

// TabNamed returns the tab with that name in the address, or else the first.
func TabNamed(name web.Tab) *Tab {
	for i := range Tabs {
		if Tabs[i].Name == name {
			return &Tabs[i]
		}
	}
	return &Tabs[0]
}

// TabOf reads the name of a tab; an unknown one is the first.
func TabOf(name string) web.Tab { return TabNamed(web.Tab(name)).Name }

// Tab is the one that the page shows.
func (b *Builder) Tab() *Tab { return TabNamed(b.View.Tab) }

// IsPart reports whether elements of a kind are edited in the form of their
// parent.
func IsPart(kind model.Kind) bool {
	return slices.ContainsFunc(Tabs, func(t Tab) bool { return slices.Contains(t.parts, kind) })
}

// TabFor returns the tab where a kind of element is edited: the current one if
// it lists the kind.
func TabFor(kind model.Kind, current web.Tab) web.Tab {
	if slices.Contains(TabNamed(current).listed, kind) {
		return current
	}
	for i := range Tabs {
		if slices.Contains(Tabs[i].listed, kind) || slices.Contains(Tabs[i].parts, kind) {
			return Tabs[i].Name
		}
	}
	return current
}

// kindOf returns the diagram of a tab. For a tab without one it returns the first
// diagram, which then resolves names in the address.
func kindOf(name web.Tab) diagram.Kind {
	if kind := TabNamed(name).Diagram; kind != "" {
		return kind
	}
	return Tabs[0].Diagram
}

// hasDiagram reports whether a tab shows a diagram, and not beside a text.
func hasDiagram(name web.Tab) bool { return TabNamed(name).Diagram != "" }

// tabLinks are the tabs of the bar.
func (b *Builder) tabLinks() []web.TabLink {
	shown := b.Tab()
	var links []web.TabLink
	for _, tab := range Tabs {
		if tab.paneOf != "" || tab.tool {
			continue
		}
		view := web.View{Model: b.View.Model, Tab: tab.Name, Revision: b.View.Revision, Formula: b.View.Formula, Display: b.View.Display, Select: b.counterpart(tab.Name)}
		link := web.TabLink{Tab: tab.Name, Title: tab.Title, Href: b.URL.Tab(view), Current: tab.Name == shown.Name || tab.Name == shown.paneOf}
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
func (b *Builder) counterpart(tab web.Tab) model.ID {
	element, found := b.Selected()
	if found && IsPart(element.Kind) {
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

// sizesBadge counts the tables of the worst level.
func (b *Builder) sizesBadge() web.TabBadge {
	count := map[sizing.Level]int{}
	for _, size := range b.Sizes() {
		count[size.Rating()]++
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
		sizing.Bad: " above a hard limit", sizing.Warn: " with large partitions", sizing.Unknown: " without a size: a number is wrong, or there is no partition key",
	}[level]
}

// proposalsBadge counts the proposals that are open.
func (b *Builder) proposalsBadge() web.TabBadge {
	if b.Proposals == 0 {
		return web.TabBadge{}
	}
	return web.TabBadge{Text: fmt.Sprint(b.Proposals), Title: web.Counted(b.Proposals, "open proposal", "open proposals")}
}
