package cluster

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
	"widerow/cql/cassandratest"
)

// engineer is a person at a cluster.
type engineer struct {
	*browser.Walker
	keyspace string
}

// TestCluster connects to a Cassandra, reads its schema into a model, finds what has changed there since, and
// runs statements.
func TestCluster(t *testing.T) {
	session := cassandratest.Session(t)
	v := &engineer{browser.Walk(t), cassandratest.Keyspace(t, session)}
	v.Prefer("light")
	v.change("CREATE TABLE %s.rooms (hotel text, number int, name text, note text, price decimal, PRIMARY KEY (hotel, number))")
	v.change("INSERT INTO %s.rooms (hotel, number, name, note) VALUES ('h1', 101, 'Sea; view', '')")
	v.change("INSERT INTO %s.rooms (hotel, number, price) VALUES ('h1', 102, 80.5)")
	connection := v.connect()
	model := v.readSchema()
	v.findDrift(connection, model)
	v.readRows(model)
	v.keepScripts(model)
	v.write(model)
	v.onPhone(connection, model)
}

// change executes a statement behind the back of the pages. %s is the keyspace.
func (v *engineer) change(statement string) {
	v.T.Helper()
	cassandratest.Run(v.T, cassandratest.Session(v.T), strings.ReplaceAll(statement, "%s", v.keyspace))
}

// connect makes a connection, after hosts that the server may not reach or that do not answer, and returns its path.
func (v *engineer) connect() string {
	v.T.Helper()
	v.Open("")
	v.ExpectLoad(func() { v.Click("#connections") })
	v.Fill("#name", "Hotels")
	v.Fill("#keyspaces", v.keyspace)
	for _, test := range []struct{ hosts, at, words string }{
		{"203.0.113.5", "#test-problem", "this server may not connect to 203.0.113.5:9042"},
		{"127.0.0.1:9", "#test-problem", "nothing listens at 127.0.0.1:9"},
		{cassandratest.Address(v.T), "#test-ok", "Apache Cassandra " + cassandratest.Version()},
	} {
		v.Fill("#hosts", test.hosts)
		v.ExpectLoad(func() { v.Click("#test-connection") })
		if got := v.Reads(test.at); !strings.Contains(got, test.words) {
			v.Fail("the test of %s says %q", test.hosts, got)
		}
		v.wantInView(test.at)
		v.Picture("cluster-" + strings.TrimPrefix(test.at, "#"))
	}
	v.Do(chromedp.Focus("#hosts"))
	v.ExpectLoad(v.EnterKey) // saves
	if got := v.Reads("h1"); got != "Hotels" {
		v.Fail("Enter leads to %q", got)
	}
	return strings.TrimSuffix(v.Path(), "?saved=new")
}

// wantInView checks that the window shows the beginning of an element.
func (v *engineer) wantInView(selector string) {
	v.T.Helper()
	v.Wait(`(({ top }) => top >= 0 && top < innerHeight - 20)(document.querySelector(¿).getBoundingClientRect())`, selector)
}

// readSchema makes a model of the schema, and returns its path.
func (v *engineer) readSchema() string {
	v.T.Helper()
	v.ExpectLoad(func() { v.Click("#read-schema") })
	v.ExpectLoad(func() { v.Click("#import-confirm") })
	v.Wait(`[...document.querySelectorAll("#canvas text")].some(text => text.textContent.trim() === "rooms")`)
	return strings.Join(strings.Split(v.Path(), "/")[:2], "/")
}

// findDrift changes the cluster and compares it with the model, in both directions.
func (v *engineer) findDrift(connection, model string) {
	v.T.Helper()
	v.change("ALTER TABLE %s.rooms ADD beds int")
	v.Open(connection + "?into=" + strings.TrimPrefix(model, "m/"))
	v.Picture("cluster-connection")
	v.ExpectLoad(func() { v.Click("#compare-schema") })
	v.wantDrift("+ 1 column " + v.keyspace + ".rooms.beds added")
	v.ExpectLoad(func() { v.Click("#drift-turned") })
	v.wantDrift("− 1 column " + v.keyspace + ".rooms.beds removed breaking")
	v.ExpectUpdate(func() { v.Click("#compare-tab-5") })
	if got := v.Reads(".compare-plan"); !strings.Contains(got, "DROP beds") {
		v.Fail("the plan is %q", got)
	}
	// The model takes over what the cluster has.
	v.Open(connection + "?into=" + strings.TrimPrefix(model, "m/"))
	v.ExpectLoad(func() { v.Click("#read-schema") })
	v.ExpectLoad(func() { v.Click("#import-confirm") })
	v.Open(connection + "/drift/" + strings.TrimPrefix(model, "m/") + "/cluster")
	v.Wait(`document.querySelector("main").innerText.includes("No differences")`)
}

// wantDrift waits until the page shows these changes and a picture.
func (v *engineer) wantDrift(changes string) {
	v.T.Helper()
	v.Wait(`document.querySelector("#canvas > svg")`)
	if got := v.Reads("#compare-rows"); got != changes {
		v.Fail("the drift is %q, want %q", got, changes)
	}
	v.Picture("cluster-drift")
}

// controlEnter runs what the console chooses.
func (v *engineer) controlEnter() {
	v.T.Helper()
	v.Stroke(input.DispatchKeyEventParams{Key: "Enter", Code: "Enter", Modifiers: int64(chromedp.ModifierCtrl), WindowsVirtualKeyCode: 13})
}

// types puts a text into the editor of the console.
func (v *engineer) types(text string) {
	v.T.Helper()
	v.Editing()
	browser.Command(v.Walker, input.InsertText, input.InsertTextParams{Text: text})
}

// readRows runs statements by the cursor and by the selection, and takes rows as CSV.
func (v *engineer) readRows(model string) {
	v.T.Helper()
	v.Open(model + "/cql")
	v.ExpectLoad(func() { v.Click("#pane-console") })
	first := "SELECT name FROM " + v.keyspace + ".rooms WHERE hotel = 'a;b'"
	second := "SELECT hotel, number, name, note, price FROM " + v.keyspace + ".rooms WHERE hotel = 'h1'"
	third := "SELECT note FROM " + v.keyspace + ".rooms WHERE hotel = 'ü'"
	script := first + "; -- not; an end\n" + second + ";\n" + third
	v.types(script)
	v.Press(kb.ArrowUp)
	v.wantLit("rooms")
	v.ExpectLoad(func() { v.Click("#console-run") })
	v.wantRan(second, script)
	const rows = `[...document.querySelectorAll("#console-rows tr")].map(row => [...row.cells].map(cell =>
		(cell.querySelector("em") ? "*" : "") + cell.innerText.trim().replace(/\s+/g, " ")).join(" | ")).join("\n")`
	if got, want := browser.Ask[string](v.Walker, rows), "hotel text | number int | name text | note text | price decimal\n"+
		"h1 | 101 | Sea; view | *empty | *null\nh1 | 102 | *null | *null | 80.5"; got != want {
		v.Fail("the rows are\n%s\nwant\n%s", got, want)
	}
	v.Picture("cluster-result")
	got := v.Evaluated(`(button => fetch(button.form.action, { method: "POST", body: new URLSearchParams(new FormData(button.form, button)) }))(
		document.querySelector("#console-answer button[value=csv]")).then(answer => answer.text())`)
	if want := "hotel,number,name,note,price\nh1,101,Sea; view,\"\",\nh1,102,,,80.5\n"; got != want {
		v.Fail("as CSV %q, want %q", got, want)
	}
	// The cursor is where it was.
	v.Press(kb.Home)
	v.ExpectLoad(v.controlEnter)
	v.wantRan(second, script)
	v.Press(kb.Home, chromedp.ModifierCtrl)
	v.ExpectLoad(v.controlEnter)
	v.wantRan(first, script)
	v.Press(kb.End, chromedp.ModifierCtrl)
	v.Press(kb.Home, chromedp.ModifierShift)
	v.ExpectLoad(v.controlEnter)
	v.wantRan(third, script)
	if got := browser.Ask[string](v.Walker, "getSelection().toString()"); got != third {
		v.Fail("selected is %q", got)
	}
}

// wantRan checks which statement ran, and that all are still there.
func (v *engineer) wantRan(statement, script string) {
	v.T.Helper()
	if got, want := v.Reads("#console-answer code"), statement+" LIMIT 1000"; got != want {
		v.Fail("%q ran, want %q; problems: %s", got, want, v.Problems())
	}
	browser.Want(v.Walker, `document.getElementById("console-text").value`, script)
}

// keepScripts saves the text under a name, while its result stays, opens it in another visit, renames and deletes it.
func (v *engineer) keepScripts(model string) {
	v.T.Helper()
	axe := browser.AxeCore(v.T)
	v.Click("#console-scripts > summary")
	v.Fill("#console-name", "Rooms of ü")
	v.ExpectUpdate(func() { v.Click("#console-save-new") })
	v.Wait(`document.getElementById("console-saved")`)
	if got := v.Reads("#console-saved"); got != "Saved the script Rooms of ü." {
		v.Fail("saving says %q", got)
	}
	browser.Want(v.Walker, `document.getElementById("console-sum") !== null`, true)
	v.Look(axe, "console-scripts")
	v.types("SELECT 1")
	v.Fill("#console-name", "rooms OF ü")
	v.Expect(422)
	v.ExpectUpdate(func() { v.Click("#console-save-new") })
	v.Wait(`document.getElementById("console-save-problem")?.textContent.startsWith("There is a script rooms OF ü already")`)
	v.Click(".console-script a") // the text in the editor is not saved
	v.Wait(`document.activeElement.matches("#console-unsaved a")`)
	v.ExpectLoad(v.EnterKey)
	v.wantLit("rooms")
	browser.Want(v.Walker, `document.querySelector(".cm-line").textContent.startsWith("SELECT name FROM")`, true)
	v.Click("#console-scripts > summary")
	v.Click(".console-change > summary")
	v.Fill(".console-change input[name=name]", "Rooms")
	v.ExpectUpdate(func() { v.Click(".console-change button[value=rename]") })
	v.Wait(`document.querySelector(".console-script a").textContent === "Rooms" && document.querySelector(".console-open bdi").textContent === "Rooms"`)
	v.Reveal(".console-change button[value=delete]") // which a morph leaves open
	v.ExpectUpdate(func() { v.Click(".console-change button[value=delete]") })
	v.Wait(`document.querySelectorAll(".console-script").length === 0`)
	v.Open(model + "/console")
}

// wantLit waits until the diagram marks a table as the one that the statement at the cursor is about,
// and shows its texts at 10 px or more.
func (v *engineer) wantLit(table string) {
	v.T.Helper()
	v.Wait(`[...document.querySelectorAll("#script-diagram svg .subject")].some(box => box.textContent.includes(¿))`, table)
	v.Wait(`[...document.querySelectorAll("#script-diagram svg .subject text")].every(text => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a >= 10)`)
}

// write deletes a row: first through a connection that only reads, then through one that allows it.
func (v *engineer) write(model string) {
	v.T.Helper()
	script := "SELECT * FROM " + v.keyspace + ".rooms;\nDELETE FROM " + v.keyspace + ".rooms WHERE hotel = 'h1' AND number = 102;"
	v.types(script)
	v.Expect(422)
	v.ExpectLoad(v.controlEnter)
	if got := v.Reads("#console-problem"); !strings.HasPrefix(got, "Hotels only reads") {
		v.Fail("the refusal is %q", got)
	}
	v.Picture("cluster-refusal")
	v.ExpectLoad(func() { v.Click("#console-problem a") })
	v.Reveal("#connection-form [name=writes]")
	v.Fill("#connection-form [name=writes]", "yes")
	v.ExpectLoad(func() { v.Click("#save-connection") })
	v.Open(model + "/console")
	browser.Want(v.Walker, `document.getElementById("console-text").value`, script)
	v.ExpectLoad(func() { v.Click("#console-run") })
	v.Picture("cluster-question")
	v.confirm("yes")
	if got := v.Reads("#console-wrong"); got != "This is not rooms." || v.rooms() != 2 {
		v.Fail("after another word: %q, and %d rooms", got, v.rooms())
	}
	v.confirm("rooms")
	if got := v.Reads("#console-sum"); !strings.HasPrefix(got, "Done in ") || v.rooms() != 1 {
		v.Fail("after the word: %q, and %d rooms", got, v.rooms())
	}
	browser.Want(v.Walker, `document.getElementById("console-text").value`, script)
}

// confirm types a word where the page waits for one.
func (v *engineer) confirm(word string) {
	v.T.Helper()
	v.Wait(`document.activeElement.id === "console-confirm"`)
	v.Keys(word)
	v.ExpectLoad(v.EnterKey)
}

// rooms counts the rows behind the back of the pages.
func (v *engineer) rooms() (count int) {
	v.T.Helper()
	if err := cassandratest.Session(v.T).Query("SELECT count(*) FROM " + v.keyspace + ".rooms").Scan(&count); err != nil {
		v.T.Fatal(err)
	}
	return count
}

// onPhone looks at the pages in a narrow window.
func (v *engineer) onPhone(connection, model string) {
	v.T.Helper()
	axe := browser.AxeCore(v.T)
	v.Do(chromedp.EmulateViewport(390, 844))
	v.Prefer("dark")
	v.Open("connections")
	v.Inspect(axe, "connections")
	v.Open(connection)
	v.ExpectLoad(func() { v.Click("#ask-cluster") })
	v.wantInView("#test-ok")
	v.Inspect(axe, "connection")
	v.Open(model + "/console")
	v.types("SELECT hotel, number, name, note, price, toTimestamp(now()), now(), token(hotel) FROM " + v.keyspace + ".rooms WHERE hotel = 'h1'")
	v.Fill("#console-form [name=trace]", "yes")
	v.ExpectLoad(v.controlEnter)
	v.wantInView("#console-sum")
	v.Inspect(axe, "console-result")
	v.types("TRUNCATE " + v.keyspace + ".rooms")
	v.ExpectLoad(func() { v.Click("#console-run") })
	v.wantInView("#console-confirm")
	v.Inspect(axe, "console-question")
}
