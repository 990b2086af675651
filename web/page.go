// Package web draws the pages: templ components and the structs that they
// show. A component takes a struct of plain values, never a request and
// never the store.
//
// Read url.go (every address), page.go and layout.templ (what all pages
// share), workbench.templ (a model's page: top bar, outline, canvas,
// inspector), then one file a page.
package web

//go:generate go tool templ generate -include-version=false

// Page is what all pages share.
type Page struct {
	Title   string
	URL     URL
	Visitor string // the visitor's name, empty until it is given
	Path    string // of this page, to come back to
	// Operation makes a form of this page harmless when it is sent twice.
	Operation string
	Version   string
	// Letters are what the page's pictures have that its own fonts have not:
	// a style sheet for each text.
	Letters []string
}

// Tab is a page of a model.
type Tab string

// The tabs, in the order of the process.
const (
	TabConcepts Tab = "concepts"
	TabQueries  Tab = "queries"
	TabLogical  Tab = "logical"
	TabPhysical Tab = "physical"
	TabSizes    Tab = "sizes"
	TabCQL      Tab = "cql"
	TabHistory  Tab = "history"
)

// TabStatements is the other pane of the CQL tab.
const TabStatements Tab = "statements"

// Tabs lists the tabs in their order.
var Tabs = []Tab{TabConcepts, TabQueries, TabLogical, TabPhysical, TabSizes, TabCQL, TabHistory}

// Title is the tab's name on the page.
func (t Tab) Title() string {
	switch t {
	case TabQueries:
		return "Queries"
	case TabLogical:
		return "Logical"
	case TabPhysical:
		return "Physical"
	case TabSizes:
		return "Sizes"
	case TabCQL:
		return "CQL"
	case TabStatements:
		return "Statements"
	case TabHistory:
		return "History"
	}
	return "Concepts"
}

// HasDiagram reports whether the tab shows a diagram.
func (t Tab) HasDiagram() bool {
	return t == TabConcepts || t == TabQueries || t == TabLogical || t == TabPhysical
}

// withDetails is the tab, or the one beside it that has details to edit.
func (t Tab) withDetails() Tab {
	if t == TabCQL || t == TabStatements {
		return TabPhysical
	}
	return t
}

// ErrorPage says what went wrong and what to do.
type ErrorPage struct {
	Page
	Status  int
	Advice  string
	Request string // the number that the log has
}

// VisitorPage asks for the visitor's name.
type VisitorPage struct {
	Page
	Name, Problem string
	Next          string // where to go afterwards
}
