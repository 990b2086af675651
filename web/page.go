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

// Tab is the name of a page of a model, as in its address. What a tab is like
// is the handlers' to know: see handlers/tabs.go.
type Tab string

// The tabs that links and forms name.
const (
	TabConcepts Tab = "concepts"
	TabQueries  Tab = "queries"
	TabLogical  Tab = "logical"
	TabPhysical Tab = "physical"
	TabSizes    Tab = "sizes"
	TabCQL      Tab = "cql"
	TabHistory  Tab = "history"

	// TabStatements is the other pane of the CQL tab.
	TabStatements Tab = "statements"
)

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
