// Package web is the kit of the pages: templ components and the structs that they
// show, as far as several features need them. A component takes a struct of plain
// values, never a request and never the store.
//
// Read url.go (every address), page.go and layout.templ (what all pages
// share), workbench.templ (a model's page: top bar and columns), then the folder of a
// feature, with one file a page.
package web

import (
	"slices"
	"strings"

	"github.com/a-h/templ"
)

//go:generate go tool templ generate -include-version=false

// Page is the part that all pages share.
type Page struct {
	Title   string
	URL     URL
	Visitor string // the user's name, or empty
	// Account is the name with which the user has signed in, or empty; Admin: of the server.
	Account string
	Admin   bool
	// Outside: people sign in here, and nobody has.
	Outside bool
	// Role is the person's role in the model of the page: viewer, commenter, editor or owner; empty
	// for all rights.
	Role string
	// OnlyBranch reports that the person may change this branch as its author, but not the model.
	OnlyBranch bool

	Path string // of this page, to come back to
	// Operation identifies a form of this page: sent twice, it is applied once.
	Operation string
	Version   string
	Inbox     InboxSummary
	// Letters are the letters of the page's diagrams that its own fonts lack:
	// each text has a style sheet of its own.
	Letters []string
	// Connects reports that the server may connect to clusters.
	Connects bool
	// Refresh is the number of seconds after which a browser without scripts looks again, 0 for
	// never.
	Refresh int
}

// roles are the roles from the least to the most.
var roles = []string{"viewer", "commenter", "editor", "owner"}

// May reports whether the person has the rights of a role. Lacks explains a missing right.
func (p Page) May(role string) bool {
	return p.Role == "" || slices.Index(roles, p.Role) >= slices.Index(roles, role)
}

// Lacks explains why the person does not have the rights of a role, "" if the person has them.
func (p Page) Lacks(role string) string {
	if p.May(role) {
		return ""
	}
	return "Your role in this model is " + p.Role + "; this needs at least " + role + ". Ask an owner."
}

// Tab is the name of a tab of a model's page, as in its address. The table of
// tabs is in handlers/tabs.go.
type Tab string

// The tabs that links and forms refer to.
const (
	TabConcepts Tab = "concepts"
	TabQueries  Tab = "queries"
	TabLogical  Tab = "logical"
	TabPhysical Tab = "physical"
	TabSizes    Tab = "sizes"
	TabCQL      Tab = "cql"
	TabHistory  Tab = "history"
	TabComments Tab = "comments"
	// TabAdvice lists known mistakes of the field that the model has.
	TabAdvice Tab = "advice"
	// TabProposals lists the proposals to change a model.
	TabProposals Tab = "proposals"

	// TabStatements is the other pane of the CQL tab.
	TabStatements Tab = "statements"
	// TabStatementLists is a pane of the CQL tab, too: the statements that are kept with the model.
	TabStatementLists Tab = "statement-lists"
	// TabConsole is a pane of the CQL tab: it runs statements on a cluster.
	TabConsole Tab = "console"
	// TabDerive is a page of the Queries tab.
	TabDerive Tab = "derive"
	// TabRecover is another one.
	TabRecover Tab = "recover"
	// TabMeasured, TabLedger, TabCluster and TabSplit are pages of the Sizes tab.
	TabMeasured Tab = "measured"
	TabLedger   Tab = "ledger"
	TabCluster  Tab = "cluster"
	TabSplit    Tab = "split"
	// TabDesign is a page of the Physical tab.
	TabDesign Tab = "design"
	// TabKeys is another one.
	TabKeys Tab = "keys"
)

// ErrorPage describes a failure and what to do about it.
type ErrorPage struct {
	Page
	Status  int
	Advice  string
	Request string // its id in the log
	Back    templ.SafeURL
	BackTo  string // what Back leads to, or empty
}

// letters returns the addresses of the fonts that the page needs, for
// letters.js.
func (p Page) LetterFonts() string {
	addresses := make([]string, len(p.Letters))
	for i, letters := range p.Letters {
		addresses[i] = p.URL.Letters(letters)
	}
	return strings.Join(addresses, " ")
}

// InboxSummary is the part of the user's inbox that the top bar shows.
type InboxSummary struct {
	Waiting int    // how many things wait for the user
	New     int    // how many of them they have not seen
	Mark    string // differs when the inbox does
	Key     string // differs for each user; empty for one who has no inbox
}

// Policy is the content security policy of the pages: a page loads only files of
// the app itself, and no inline scripts or styles. Browsers draw some form
// controls with data: images.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
