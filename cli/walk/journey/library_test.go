package journey

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"widerow/cli/clitest"
	"widerow/cli/walk/browser"
)

// TestWalk takes a model that is not an example, a public library, from an empty
// folder to CQL, as a user would. It compares the results with files that were
// written by hand.
func TestWalk(t *testing.T) {
	t.Parallel()
	browser.OpenBrowser(t) // skips the test without a browser
	binary, folder := clitest.Build(t), t.TempDir()
	server := browser.StartBuilt(t, binary, folder)
	ada, bea := browser.NewWalker(t, server), browser.NewWalker(t, server)

	model := startLibrary(ada)
	modelConcepts(ada)
	modelQueries(ada)
	makeTables(ada)
	designTables(ada)
	measure(ada)
	shareWith(ada, bea, model)
	readHistory(ada)
	readScript(ada, server, model)
	checkExports(t, server, model)
	importScript(ada, server, model)

	for _, v := range []*browser.Walker{ada, bea} {
		v.Do(chromedp.Navigate("about:blank")) // a page asks for more at its leisure
	}
	server.Stop()
	next := browser.StartBuilt(t, binary, folder)
	returnTo(ada, next, model)
	checkDrawings(t, next, model)
	checkScript(t, next, model)
}

// startLibrary enters the user's name, creates the model and returns its path.
func startLibrary(v *browser.Walker) string {
	v.T.Helper()
	v.Open("you")
	v.Fill("#name", "Ada")
	v.ExpectLoad(func() { v.EnterKey() })
	v.Open("")
	if cards := browser.Ask[int](v, `document.querySelectorAll("[id^=example-]").length`); cards != 9 {
		v.T.Errorf("the home page offers %d examples, want 9", cards)
	}
	v.Fill("#new-name", "City library")
	v.ExpectLoad(func() { v.EnterKey() })
	model := filepath.Dir(v.Path())
	if got := v.Reads("#canvas h2"); got != "No concepts yet: what does the application know about?" {
		v.T.Errorf("the empty canvas says %q", got)
	}
	return model
}

// modelConcepts adds the entities and relationships of a library.
func modelConcepts(v *browser.Walker) {
	v.T.Helper()
	addEntity(v, "Title", "isbn", "title", "author", "subjects", "pages")
	v.SetIn("subjects", "multi_valued", "yes")
	addEntity(v, "Copy", "copy_number", "condition", "age")
	v.Set("weak", "yes")
	v.SetIn("copy_number", "key", "partial key")
	v.SetIn("age", "derived", "yes")
	addEntity(v, "Branch", "branch_id", "name", "address", "street", "city", "phones")
	v.SetIn("phones", "multi_valued", "yes")
	for _, part := range []string{"street", "city"} {
		v.ExpectUpdate(func() { v.Click(v.Button("All fields of " + part)) })
		v.Set("parent", "address")
		v.Pick("Branch")
	}
	addEntity(v, "Member", "member_id", "name")
	addEntity(v, "Junior", "school")

	relate(v, "has", "Title", "1", "Copy", "n")
	v.Set("identifying", "yes")
	v.SetIn("Copy", "total", "yes")
	relate(v, "stands in", "Branch", "1", "Copy", "n")
	relate(v, "borrows", "Member", "m", "Copy", "n")
	v.SetIn("Member", "role", "borrower")
	v.Add("attribute", "name", "borrowed_on")
	v.Add("attribute", "name", "due_on")

	v.Unselect()
	v.Add("hierarchy", "supertype", "Member")
	v.Set("disjoint", "yes")
	v.Add("subtype", "entity", "Junior")
	v.Point("Title")
	if got := v.Rows(); got != "isbn title author subjects pages" {
		v.T.Errorf("a click on Title in the diagram shows the attributes %q", got)
	}
}

func addEntity(v *browser.Walker, name string, attributes ...string) {
	v.T.Helper()
	v.Unselect()
	v.Add("entity", "name", name)
	for _, attribute := range attributes {
		v.Add("attribute", "name", attribute)
	}
}

func relate(v *browser.Walker, name, one, cardinality, other, otherCardinality string) {
	v.T.Helper()
	v.Unselect()
	v.Add("relationship", "name", name)
	v.Add("participant", "entity", one, "cardinality", cardinality)
	v.Add("participant", "entity", other, "cardinality", otherCardinality)
}

// modelQueries adds the application's queries and the order in which it runs
// them.
func modelQueries(v *browser.Walker) {
	v.T.Helper()
	v.Tab("queries")
	v.Add("actor", "name", "Reader")
	addQuery(v, "Find titles by subject", "Title.title", "Title.isbn", "Title.author")
	v.Add("given", "attribute", "Title.subjects", "operator", "= (equals)")
	v.Add("sort", "attribute", "Title.title")
	addQuery(v, "Show a title", "Title.title", "Title.author", "Title.pages", "Title.subjects")
	v.Add("given", "attribute", "Title.isbn", "operator", "= (equals)")
	addQuery(v, "Find the copies of a title", "Copy.copy_number", "Copy.condition", "Branch.name")
	v.Add("given", "attribute", "Title.isbn", "operator", "= (equals)")
	addQuery(v, "Show a branch", "Branch.name", "Branch.address", "Branch.phones")
	v.Add("given", "attribute", "Branch.branch_id", "operator", "= (equals)")
	addQuery(v, "List the loans of a member since a day", "borrows.due_on", "Copy.copy_number", "Title.isbn", "borrows.borrowed_on")
	v.Add("given", "attribute", "Member.member_id", "operator", "= (equals)")
	v.Add("given", "attribute", "borrows.borrowed_on", "operator", "range")
	v.Add("sort", "attribute", "borrows.borrowed_on")
	v.SetIn("borrows.borrowed_on", "descending", "yes")
	v.Set("limit", "50")
	v.Set("rate", "20")
	v.Unselect()
	v.Add("update", "name", "Lend a copy")
	v.Add("write", "element", "borrows")

	for _, step := range []string{"Browse a subject", "View a title", "View copies", "View a branch", "View my loans"} {
		v.Unselect()
		v.Add("step", "name", step)
		v.Set("actor", "Reader")
	}
	follow(v, "none", "Browse a subject", "Q1 Find titles by subject")
	follow(v, "Browse a subject", "View a title", "Q2 Show a title")
	follow(v, "View a title", "View copies", "Q3 Find the copies of a title")
	follow(v, "View copies", "View a branch", "Q4 Show a branch")
	follow(v, "none", "View my loans", "Q5 List the loans of a member since a day")
}

func addQuery(v *browser.Walker, name string, find ...string) {
	v.T.Helper()
	v.Unselect()
	v.Add("query", "name", name)
	for _, attribute := range find {
		v.Add("find", "attribute", attribute)
	}
}

func follow(v *browser.Walker, from, to, access string) {
	v.T.Helper()
	v.Unselect()
	v.Add("transition", "from", from, "to", to, "access", access)
}

// makeTables derives a table from each query and completes it.
func makeTables(v *browser.Walker) {
	v.T.Helper()
	for _, query := range []string{"Q1 Find titles by subject", "Q2 Show a title", "Q3 Find the copies of a title", "Q4 Show a branch", "Q5 List the loans of a member since a day"} {
		v.Tab("queries")
		v.Pick(query)
		v.ExpectSave(func() { v.Click(v.Button("Derive table")) })
	}
	v.Set("name", "loans_by_member")
	v.WantRows("member_id borrowed_on title_isbn copy_number due_on")
	v.SetIn("title_isbn", "role", "regular")
	v.SetIn("title_isbn", "role", "C clustering")
	v.ExpectSave(func() {
		v.Click(v.Cell("copy_number", "name"))
		v.Press(kb.ArrowDown, chromedp.ModifierAlt)
	})
	v.WantRows("member_id borrowed_on title_isbn copy_number due_on")
	v.Do(chromedp.Focus(v.Button("Remove copy_number"))) // shows the buttons beside it
	v.ExpectSave(func() { v.Click(v.Button("Move copy_number up")) })
	v.WantRows("member_id borrowed_on copy_number title_isbn due_on")
	v.ExpectSave(func() {
		v.Click(v.Cell("title_isbn", "name"))
		v.Press(kb.ArrowUp, chromedp.ModifierAlt)
	})
	v.WantRows("member_id borrowed_on title_isbn copy_number due_on")
	v.Add("column", "name", "member_name", "role", "S static")
	v.WantRows("member_id borrowed_on title_isbn copy_number member_name due_on")

	v.Pick("branches")
	v.Add("column", "name", "opening_hours", "role", "regular")
	v.SetIn("opening_hours", "collection", "map < >")
	v.Unselect()
	v.Add("table", "name", "views_by_title")
	v.Add("column", "name", "isbn", "role", "K partition key")
	v.Add("column", "name", "views", "role", "++ counter")
	v.Unselect()
	v.Add("arrow", "access", "U1 Lend a copy", "from", "none", "to", "loans_by_member")
}

// designTables sets the types of columns and adds the elements that only the
// physical model has.
func designTables(v *browser.Walker) {
	v.T.Helper()
	v.Tab("physical")
	v.Pick(v.Reads("#outline-list h2 a"))
	v.Set("name", "library")
	v.Set("replication", "class = NetworkTopologyStrategy\ndc1 = 3")
	v.Pick("*address*") // derived with the branches
	v.WantRows("street city")

	v.Pick("branches")
	v.SetType("branch_id", "uuid")
	v.SetType("opening_hours", "map<tinyint, frozen<tuple<time, time>>>")
	v.Set("comment", "One row a branch.")
	v.Pick("titles")
	v.SetType("pages", "smallint")
	v.Add("relation-column", "name", "cover", "type", "blob", "role", "regular")
	v.Pick("copies_by_title")
	v.SetType("copy_number", "int")
	v.Pick("loans_by_member")
	v.SetType("member_id", "uuid")
	v.SetType("borrowed_on", "date")
	v.SetType("copy_number", "int")
	v.SetType("due_on", "date")
	v.Set("options", "default_time_to_live = 31536000\ngc_grace_seconds = 86400")
	v.Add("index", "column", "due_on", "class", "sai")

	v.Pick("library")
	v.Add("relation", "name", "titles_by_author")
	v.Refused("kind", "materialized view", "titles_by_author has no partition key | A materialized view needs a base table; choose one")
	v.Set("base", "titles")
	v.Add("relation-column", "name", "author", "type", "text", "role", "K partition key")
	v.Add("relation-column", "name", "isbn", "type", "text", "role", "C clustering")
	v.Add("relation-column", "name", "title", "type", "text", "role", "regular")
	if refused := browser.Ask[int](v, `document.querySelectorAll("#findings .bad").length`); refused != 0 {
		v.T.Errorf("the physical model is complete, and the page says %q", v.Reads("#findings"))
	}
	if got, want := v.Reads("#findings"), "Disabled by default in Cassandra 5.0: Materialized views are disabled."; !strings.Contains(got, want) {
		v.T.Errorf("the page says %q of the view, want %q", got, want)
	}
}
