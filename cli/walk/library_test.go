package walk

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"widerow/cli/clitest"
)

// TestWalk takes a model that is not an example, a public library, from an empty
// folder to CQL, as a user would. It compares the results with files that were
// written by hand.
func TestWalk(t *testing.T) {
	t.Parallel()
	openBrowser(t) // skips the test without a browser
	binary, folder := clitest.Build(t), t.TempDir()
	server := startBuilt(t, binary, folder)
	ada := newWalker(t, server)

	model := ada.startLibrary()
	ada.modelConcepts()
	ada.modelQueries()
	ada.makeTables()
	ada.designTables()
	ada.measure()
	ada.shareWith(newWalker(t, server), model)
	ada.readHistory()
	ada.readScript(server, model)
	checkExports(t, server, model)
	ada.importScript(server, model)

	server.stop()
	next := startBuilt(t, binary, folder)
	ada.returnTo(next, model)
	checkDrawings(t, next, model)
	checkScript(t, next, model)
}

// startLibrary enters the user's name, creates the model and returns its path.
func (v *walker) startLibrary() string {
	v.t.Helper()
	v.open("you")
	v.fill("#name", "Ada")
	v.expectLoad(func() { v.enterKey() })
	v.open("")
	if cards := ask[int](v, `document.querySelectorAll("[id^=example-]").length`); cards != 8 {
		v.t.Errorf("the home page offers %d examples, want 8", cards)
	}
	v.fill("#new-name", "City library")
	v.expectLoad(func() { v.enterKey() })
	model := filepath.Dir(v.path())
	if got := v.reads("#canvas h2"); got != "No concepts yet: what does the application know about?" {
		v.t.Errorf("the empty canvas says %q", got)
	}
	return model
}

// modelConcepts adds the entities and relationships of a library.
func (v *walker) modelConcepts() {
	v.t.Helper()
	v.addEntity("Title", "isbn", "title", "author", "subjects", "pages")
	v.setIn("subjects", "multi_valued", "yes")
	v.addEntity("Copy", "copy_number", "condition", "age")
	v.set("weak", "yes")
	v.setIn("copy_number", "key", "partial key")
	v.setIn("age", "derived", "yes")
	v.addEntity("Branch", "branch_id", "name", "address", "street", "city", "phones")
	v.setIn("phones", "multi_valued", "yes")
	for _, part := range []string{"street", "city"} {
		v.expectUpdate(func() { v.click(v.button("All fields of " + part)) })
		v.set("parent", "address")
		v.pick("Branch")
	}
	v.addEntity("Member", "member_id", "name")
	v.addEntity("Junior", "school")

	v.relate("has", "Title", "1", "Copy", "n")
	v.set("identifying", "yes")
	v.setIn("Copy", "total", "yes")
	v.relate("stands in", "Branch", "1", "Copy", "n")
	v.relate("borrows", "Member", "m", "Copy", "n")
	v.setIn("Member", "role", "borrower")
	v.add("attribute", "name", "borrowed_on")
	v.add("attribute", "name", "due_on")

	v.unselect()
	v.add("hierarchy", "supertype", "Member")
	v.set("disjoint", "yes")
	v.add("subtype", "entity", "Junior")
	v.point("Title")
	if got := v.rows(); got != "isbn title author subjects pages" {
		v.t.Errorf("a click on Title in the diagram shows the attributes %q", got)
	}
}

func (v *walker) addEntity(name string, attributes ...string) {
	v.t.Helper()
	v.unselect()
	v.add("entity", "name", name)
	for _, attribute := range attributes {
		v.add("attribute", "name", attribute)
	}
}

func (v *walker) relate(name, one, cardinality, other, otherCardinality string) {
	v.t.Helper()
	v.unselect()
	v.add("relationship", "name", name)
	v.add("participant", "entity", one, "cardinality", cardinality)
	v.add("participant", "entity", other, "cardinality", otherCardinality)
}

// modelQueries adds the application's queries and the order in which it runs
// them.
func (v *walker) modelQueries() {
	v.t.Helper()
	v.tab("queries")
	v.add("actor", "name", "Reader")
	v.addQuery("Find titles by subject", "Title.title", "Title.isbn", "Title.author")
	v.add("given", "attribute", "Title.subjects", "operator", "= (equals)")
	v.add("sort", "attribute", "Title.title")
	v.addQuery("Show a title", "Title.title", "Title.author", "Title.pages", "Title.subjects")
	v.add("given", "attribute", "Title.isbn", "operator", "= (equals)")
	v.addQuery("Find the copies of a title", "Copy.copy_number", "Copy.condition", "Branch.name")
	v.add("given", "attribute", "Title.isbn", "operator", "= (equals)")
	v.addQuery("Show a branch", "Branch.name", "Branch.address", "Branch.phones")
	v.add("given", "attribute", "Branch.branch_id", "operator", "= (equals)")
	v.addQuery("List the loans of a member since a day", "borrows.due_on", "Copy.copy_number", "Title.isbn", "borrows.borrowed_on")
	v.add("given", "attribute", "Member.member_id", "operator", "= (equals)")
	v.add("given", "attribute", "borrows.borrowed_on", "operator", "range")
	v.add("sort", "attribute", "borrows.borrowed_on")
	v.setIn("borrows.borrowed_on", "descending", "yes")
	v.set("limit", "50")
	v.set("rate", "20")
	v.unselect()
	v.add("update", "name", "Lend a copy")
	v.add("write", "element", "borrows")

	for _, step := range []string{"Browse a subject", "View a title", "View copies", "View a branch", "View my loans"} {
		v.unselect()
		v.add("step", "name", step)
		v.set("actor", "Reader")
	}
	v.follow("none", "Browse a subject", "Q1 Find titles by subject")
	v.follow("Browse a subject", "View a title", "Q2 Show a title")
	v.follow("View a title", "View copies", "Q3 Find the copies of a title")
	v.follow("View copies", "View a branch", "Q4 Show a branch")
	v.follow("none", "View my loans", "Q5 List the loans of a member since a day")
}

func (v *walker) addQuery(name string, find ...string) {
	v.t.Helper()
	v.unselect()
	v.add("query", "name", name)
	for _, attribute := range find {
		v.add("find", "attribute", attribute)
	}
}

func (v *walker) follow(from, to, access string) {
	v.t.Helper()
	v.unselect()
	v.add("transition", "from", from, "to", to, "access", access)
}

// makeTables derives a table from each query and completes it.
func (v *walker) makeTables() {
	v.t.Helper()
	for _, query := range []string{"Q1 Find titles by subject", "Q2 Show a title", "Q3 Find the copies of a title", "Q4 Show a branch", "Q5 List the loans of a member since a day"} {
		v.tab("queries")
		v.pick(query)
		v.expectSave(func() { v.click(v.button("Derive table")) })
	}
	v.set("name", "loans_by_member")
	v.wantRows("member_id borrowed_on title_isbn copy_number due_on")
	v.setIn("title_isbn", "role", "regular")
	v.setIn("title_isbn", "role", "C clustering")
	v.expectSave(func() {
		v.click(v.cell("copy_number", "name"))
		v.press(kb.ArrowDown, chromedp.ModifierAlt)
	})
	v.wantRows("member_id borrowed_on title_isbn copy_number due_on")
	v.do(chromedp.Focus(v.button("Remove copy_number"))) // shows the buttons beside it
	v.expectSave(func() { v.click(v.button("Move copy_number up")) })
	v.wantRows("member_id borrowed_on copy_number title_isbn due_on")
	v.expectSave(func() {
		v.click(v.cell("title_isbn", "name"))
		v.press(kb.ArrowUp, chromedp.ModifierAlt)
	})
	v.wantRows("member_id borrowed_on title_isbn copy_number due_on")
	v.add("column", "name", "member_name", "role", "S static")
	v.wantRows("member_id borrowed_on title_isbn copy_number member_name due_on")

	v.pick("branches")
	v.add("column", "name", "opening_hours", "role", "regular")
	v.setIn("opening_hours", "collection", "map < >")
	v.unselect()
	v.add("table", "name", "views_by_title")
	v.add("column", "name", "isbn", "role", "K partition key")
	v.add("column", "name", "views", "role", "++ counter")
	v.unselect()
	v.add("arrow", "access", "U1 Lend a copy", "from", "none", "to", "loans_by_member")
}

func (v *walker) wantRows(want string) {
	v.t.Helper()
	if got := v.rows(); got != want {
		v.fail("the rows are %q, want %q", got, want)
	}
}

// designTables sets the types of columns and adds the elements that only the
// physical model has.
func (v *walker) designTables() {
	v.t.Helper()
	v.tab("physical")
	v.pick(v.reads("#outline-list h2 a"))
	v.set("name", "library")
	v.set("replication", "class = NetworkTopologyStrategy\ndc1 = 3")
	v.pick("*address*") // derived with the branches
	v.wantRows("street city")

	v.pick("branches")
	v.setType("branch_id", "uuid")
	v.setType("opening_hours", "map<tinyint, frozen<tuple<time, time>>>")
	v.set("comment", "One row a branch.")
	v.pick("titles")
	v.setType("pages", "smallint")
	v.add("relation-column", "name", "cover", "type", "blob", "role", "regular")
	v.pick("copies_by_title")
	v.setType("copy_number", "int")
	v.pick("loans_by_member")
	v.setType("member_id", "uuid")
	v.setType("borrowed_on", "date")
	v.setType("copy_number", "int")
	v.setType("due_on", "date")
	v.set("options", "default_time_to_live = 31536000\ngc_grace_seconds = 86400")
	v.add("index", "column", "due_on", "class", "sai")

	v.pick("library")
	v.add("relation", "name", "titles_by_author")
	v.refused("kind", "materialized view", "A materialized view needs a base table; choose one")
	v.set("base", "titles")
	v.add("relation-column", "name", "author", "type", "text", "role", "K partition key")
	v.add("relation-column", "name", "isbn", "type", "text", "role", "C clustering")
	v.add("relation-column", "name", "title", "type", "text", "role", "regular")
	if refused := ask[int](v, `document.querySelectorAll("#findings .bad").length`); refused != 0 {
		v.t.Errorf("the physical model is complete, and the page says %q", v.reads("#findings"))
	}
	if got, want := v.reads("#findings"), "Disabled by default in Cassandra 5.0: Materialized views are disabled."; !strings.Contains(got, want) {
		v.t.Errorf("the page says %q of the view, want %q", got, want)
	}
}
