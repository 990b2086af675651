package feature

import (
	"slices"

	"widerow/diagram"
	"widerow/model"
	"widerow/web"
)

// Tab is a page of a model.
type Tab struct {
	Name  web.Tab // in the address
	Title string
	// paneOf is set for a second pane of another tab: the bar shows it as that
	// tab.
	PaneOf web.Tab
	// tool marks a page with a button in the bar, beside the tabs.
	Tool bool
	// listed are the kinds in the outline, and parts the kinds that are edited
	// in the forms of listed ones. Links lead to the first tab with a kind,
	// unless the current one lists it.
	Listed, parts []model.Kind
	// find names the things that the search box of the outline finds.
	Find    string
	Columns web.Columns // beside the content
	// Diagram is the diagram of the tab, "" for a tab without one, and Boxes the main kind of its
	// boxes.
	Diagram diagram.Kind
	Boxes   model.Kind
	// missing and advice are shown while there is nothing to draw.
	Missing, Advice string
}

var (
	withDetails = web.Columns{Outline: true, Inspector: true}
	withDiagram = web.Columns{Outline: true, Diagram: true}
)

// Tabs are all tabs, in the order of the bar. Each has a route, see server.go.
var Tabs = []Tab{
	{
		Name: web.TabConcepts, Title: "Concepts", Find: "entity, attribute", Columns: withDetails,
		Listed:  []model.Kind{model.EntityKind, model.RelationshipKind, model.HierarchyKind, model.NoteKind, model.AreaKind},
		parts:   []model.Kind{model.AttributeKind, model.ParticipantKind, model.SubtypeKind},
		Diagram: diagram.KindER, Boxes: model.EntityKind,
		Missing: "No concepts yet: what does the application know about?",
		Advice:  "Add the first entity type, its attributes with a key, and then the relationships between them.",
	},
	{
		Name: web.TabQueries, Title: "Queries", Find: "query, step", Columns: withDetails,
		Listed:  []model.Kind{model.QueryKind, model.UpdateElement, model.StepKind, model.TransitionKind, model.ActorKind, model.NoteKind, model.AreaKind},
		parts:   []model.Kind{model.FindKind, model.GivenKind, model.SortKind, model.WriteKind},
		Diagram: diagram.KindWorkflow, Boxes: model.StepKind,
		Missing: "No steps yet: what does the application do?",
		Advice:  "Add its queries, the steps of its workflow, and a transition into each step with the query that the step runs.",
	},
	{Name: web.TabDerive, PaneOf: web.TabQueries, Title: "Derive tables"},
	{Name: web.TabRecover, PaneOf: web.TabQueries, Title: "Recover queries"},
	{
		Name: web.TabLogical, Title: "Logical", Find: "table, column", Columns: withDetails,
		Listed: []model.Kind{model.TableKind, model.ArrowKind, model.NoteKind, model.AreaKind}, parts: []model.Kind{model.ColumnKind},
		Diagram: diagram.KindLogical, Boxes: model.TableKind,
		Missing: "No tables yet",
		Advice:  "Derive the tables of your queries, or add a table here by name.",
	},
	{
		Name: web.TabPhysical, Title: "Physical", Find: "table, column", Columns: withDetails,
		Listed: []model.Kind{model.KeyspaceKind, model.UserTypeKind, model.RelationElement, model.StatementKind,
			model.NoteKind, model.AreaKind},
		parts:   []model.Kind{model.TypeFieldKind, model.RelationColumnKind, model.IndexKind, model.MeasurementKind},
		Diagram: diagram.KindPhysical, Boxes: model.RelationElement,
		Missing: "No physical tables yet",
		Advice:  "Every logical table gets a physical table here; choose the types of its columns. Or add a keyspace and a table here.",
	},
	{Name: web.TabDesign, PaneOf: web.TabPhysical, Title: "Design moves"},
	{Name: web.TabKeys, PaneOf: web.TabPhysical, Title: "Keys explained"},
	{
		Name: web.TabSizes, Title: "Sizes", Find: "table, quantity", Columns: withDetails,
		Listed: []model.Kind{model.RelationElement, model.QuantityKind},
	},
	{Name: web.TabMeasured, PaneOf: web.TabSizes, Title: "Measured"},
	{Name: web.TabCluster, PaneOf: web.TabSizes, Title: "Cluster"},
	{Name: web.TabLedger, PaneOf: web.TabSizes, Title: "Ledger"},
	{Name: web.TabSplit, PaneOf: web.TabSizes, Title: "Split partitions"},
	{
		Name: web.TabCQL, Title: "CQL", Find: "table, column", Columns: withDiagram,
		Listed:  []model.Kind{model.KeyspaceKind, model.UserTypeKind, model.RelationElement, model.StatementKind},
		Missing: "No tables yet",
		Advice:  "Type or paste CREATE statements and preview the tables that they create.",
	},
	{
		Name: web.TabStatements, PaneOf: web.TabCQL, Title: "Statements", Find: "table, column", Columns: withDiagram,
		Listed:  []model.Kind{model.KeyspaceKind, model.UserTypeKind, model.RelationElement},
		Missing: "No tables yet",
		Advice:  "Statements are checked against the tables of the model: add a table first.",
	},
	{Name: web.TabStatementLists, PaneOf: web.TabCQL, Title: "Statement lists"},
	{Name: web.TabAdvice, Title: "Advice"},
	{Name: web.TabProposals, Title: "Proposals"},
	{Name: web.TabHistory, Title: "History", Columns: web.Columns{Inspector: true}},
	{Name: web.TabComments, Title: "Comments", Tool: true},
}

// consoleTab is none of Tabs: package console has its route, its permissions depend on the operator, and
// it is in no share link and not in the API.
var consoleTab = Tab{
	Name: web.TabConsole, PaneOf: web.TabCQL, Title: "Console", Find: "table, column", Columns: withDiagram,
	Listed:  []model.Kind{model.KeyspaceKind, model.UserTypeKind, model.RelationElement},
	Missing: "No tables yet",
	Advice:  "The tables of the model are drawn here. Those of the cluster become a model on the page of the connection.",
}

// TabNamed returns the tab with that name in the address, or else the first.
func TabNamed(name web.Tab) *Tab {
	if name == web.TabConsole {
		return &consoleTab
	}
	for i := range Tabs {
		if Tabs[i].Name == name {
			return &Tabs[i]
		}
	}
	return &Tabs[0]
}

// TabOf reads the name of a tab; an unknown one is the first.
func TabOf(name string) web.Tab { return TabNamed(web.Tab(name)).Name }

// IsPart reports whether elements of a kind are edited in the form of their
// parent.
func IsPart(kind model.Kind) bool {
	return slices.ContainsFunc(Tabs, func(t Tab) bool { return slices.Contains(t.parts, kind) })
}

// TabFor returns the tab where a kind of element is edited: the current one if
// it lists the kind.
func TabFor(kind model.Kind, current web.Tab) web.Tab {
	if slices.Contains(TabNamed(current).Listed, kind) {
		return current
	}
	for i := range Tabs {
		if slices.Contains(Tabs[i].Listed, kind) || slices.Contains(Tabs[i].parts, kind) {
			return Tabs[i].Name
		}
	}
	return current
}

// TabWith returns the tab that shows a diagram.
func TabWith(kind diagram.Kind) web.Tab {
	for i := range Tabs {
		if Tabs[i].Diagram == kind {
			return Tabs[i].Name
		}
	}
	return Tabs[0].Name
}

// DiagramOf returns the diagram of a tab. For a tab without one it returns the first
// diagram, which then resolves names in the address.
func DiagramOf(name web.Tab) diagram.Kind {
	if kind := TabNamed(name).Diagram; kind != "" {
		return kind
	}
	return Tabs[0].Diagram
}

// HasDiagram reports whether a tab shows a diagram, and not beside a text.
func HasDiagram(name web.Tab) bool { return TabNamed(name).Diagram != "" }
