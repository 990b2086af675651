package walk

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// content evaluates to the text in the editor.
const content = `document.querySelector(".cm-content").cmTile.view.state.doc.toString()`

// editing focuses the editor of the page and deletes its text.
func (v *walker) editing() {
	v.t.Helper()
	v.wait(`document.querySelector(".cm-content")`)
	v.do(chromedp.Focus(".cm-content"))
	v.press("a", chromedp.ModifierCtrl)
	v.press(kb.Delete)
}

// TestEditorChecksAndCompletes checks that an error is shown at its place and
// disappears when it is fixed, that a completion can be accepted, that the text
// is formatted, that undo in the editor is its own, and that the keyboard can
// leave the editor.
func TestEditorChecksAndCompletes(t *testing.T) {
	v := walk(t)
	v.open(v.makeHotel() + "/cql")
	v.wait(`document.querySelector(".cm-content") && document.querySelector(".editor .status").textContent === "1 warning"`)

	v.editing()
	v.keys("CREATE KEYSPACE k WITH repl")
	v.wait(`document.querySelector(".cm-tooltip-autocomplete li[aria-selected]")?.textContent.startsWith("replication")`)
	time.Sleep(200 * time.Millisecond) // CodeMirror ignores keys just after a completion list opens
	v.press(kb.Tab)
	v.wait(content + ` === "CREATE KEYSPACE k WITH replication = "`)
	v.keys("{'class': 'SimpleStrategy', 'replication_factor': 1};")
	v.wait(`document.querySelector(".editor .status").textContent === "No problems"`)

	v.enterKey()
	v.keys("create table k.t (a int, b it, primary key (a)")
	v.wait(`document.querySelector(".problems .message")?.textContent.includes("Unknown type k.it")`)
	v.wait(`document.querySelector(".cm-lintRange-error")`)
	v.press(kb.Home)
	v.press(kb.F8)
	v.wait(`document.querySelector(".cm-tooltip-lint .cm-diagnostic")`)
	v.do(chromedp.Click(".problems .place"))
	v.wait(`document.activeElement.classList.contains("cm-content")`)

	v.editing()
	v.keys("create table k.t(a int primary key")
	v.press(kb.End)
	v.keys(";")
	before := ask[string](v, content)
	v.click(".editor .bar button")
	v.wait(content + ` === "CREATE TABLE k.t (\n    a int PRIMARY KEY\n);\n"`)
	v.do(chromedp.Focus(".cm-content"))
	v.press("z", chromedp.ModifierCtrl)
	v.wait(content+` === ¿`, before)
	if state := v.saved(); !strings.HasSuffix(state, "r1") {
		t.Errorf("undo in the editor was the model's: %s", state)
	}
	v.press(kb.Escape)
	v.wait(`document.activeElement.textContent === "Format"`)
}

// TestEditorKeepsWhatWasTyped switches tabs, reloads the page, and lets another
// user change the model. The editor keeps its text and reports the change.
func TestEditorKeepsWhatWasTyped(t *testing.T) {
	v := walk(t)
	model := v.makeHotel()
	v.open(model + "/cql")
	v.editing()
	v.keys("-- mine ")
	v.tab("sizes")
	v.tab("cql")
	v.wait(`document.querySelector(".cm-content") && ` + content + ` === "-- mine "`)
	v.wait(`document.querySelector("#messages .notice")?.textContent.includes("kept in this browser")`)
	v.open(model + "/cql")
	v.wait(`document.querySelector(".cm-content") && ` + content + ` === "-- mine "`)

	other := newWalker(t, v.server)
	other.open(model + "/physical")
	other.add("keyspace", "name", "other")
	v.open(model + "/cql")
	v.wait(`document.querySelector("#messages .notice")?.textContent.includes("has changed since")`)
	v.wait(content + ` === "-- mine "`)
	v.click("#messages .notice button")
	v.wait(content + `.includes("CREATE KEYSPACE other")`)
	v.open(model + "/cql")
	v.wait(`document.querySelector(".cm-content") && ` + content + `.includes("CREATE KEYSPACE other") && document.querySelector("#messages .notice")?.hidden !== false`)
}

// TestEditorApplies previews and applies a text. The browser then no longer
// keeps it. If another user has changed the model in the meantime, the page says
// so, and the form still has the revision on which the text is based.
func TestEditorApplies(t *testing.T) {
	v := walk(t)
	model := v.makeHotel()
	v.open(model + "/cql")
	v.wait(`document.querySelector(".cm-content")`)
	v.do(chromedp.Focus(".cm-content"))
	v.press(kb.End, chromedp.ModifierCtrl)
	v.keys("CREATE TABLE hotel.staff (hotel_id text, name text, PRIMARY KEY (hotel_id, nam));")
	v.wait(`document.querySelector(".problems .bad .message")?.textContent.includes("nam")`)
	for range 3 {
		v.press(kb.ArrowLeft)
	}
	v.keys("e")
	v.wait(`!document.querySelector(".problems .bad")`)
	v.expectUpdate(func() { v.click("#preview-script") })
	v.wait(`document.querySelector("#preview")?.textContent.includes("hotel.staff")`)
	v.expectSave(func() { v.click("#apply-script") })
	v.wait(`document.querySelector("#script-diagram svg").textContent.includes("staff")`)
	v.wait(content + `.includes("-- Revision 2") && document.querySelector("#messages .notice")?.hidden !== false`)
	v.open(model + "/cql")
	v.wait(`document.querySelector(".cm-content") && document.querySelector("#messages .notice")?.hidden !== false`)

	v.editing()
	v.keys("-- mine")
	other := newWalker(t, v.server)
	other.open(model + "/physical")
	other.add("keyspace", "name", "other")
	v.keys(" too")
	v.wait(`document.querySelector("#messages .notice")?.textContent.includes("has changed since")`)
	v.open(model + "/cql")
	v.wait(`document.querySelector("#messages .notice")?.textContent.includes("has changed since") && document.getElementById("script-revision").value === "2"`)
}

// TestDiagramFollowsTheCursor checks that the diagram frames the table of the
// statement at the cursor, at a readable scale, and that it can be hidden.
func TestDiagramFollowsTheCursor(t *testing.T) {
	v := walk(t)
	model := v.makeHotel()
	v.open(model + "/cql")
	v.wait(`parseInt(document.querySelector("[data-zoom-level]").textContent) >= 50`)
	for _, pane := range []string{"cql", "statements"} {
		v.open(model + "/" + pane)
		v.wait(`document.querySelector(".cm-content")`)
		v.click("#zoom-fit")
		v.do(chromedp.Focus(".cm-content"))
		if pane == "cql" {
			v.press(kb.Home, chromedp.ModifierCtrl)
			for range 17 {
				v.press(kb.ArrowDown)
			}
		} else {
			v.keys("SELECT * FROM reservation.guests WHERE guest_id = ?;")
			v.wantSubject("guests")
			v.keys(" SELECT * FROM hotel.hotels_by_poi;")
		}
		v.wantSubject("hotels_by_poi")
		v.wait(`parseInt(document.querySelector("[data-zoom-level]").textContent) >= 50`)
	}
	v.click("#fold-script-diagram")
	v.wait(`document.getElementById("script-diagram").clientWidth === 0 && document.querySelector(".frame").clientWidth > 900`)
	v.open(model + "/cql")
	v.wait(`document.getElementById("script-diagram").clientWidth === 0`)
	v.click("#fold-script-diagram")
	v.wait(`document.querySelector("#script-diagram > svg").getBoundingClientRect().width > 300`)
}

// wantSubject waits until only that box is framed, inside the canvas.
func (v *walker) wantSubject(name string) {
	v.t.Helper()
	v.wait(`((boxes, canvas) => boxes.length === 1 && boxes[0].querySelector("title").textContent.startsWith(¿ + " ·")
		&& boxes[0].getBoundingClientRect().left >= canvas.left && boxes[0].getBoundingClientRect().right <= canvas.right)(
		document.querySelectorAll("#script-diagram .subject"), document.getElementById("script-diagram").getBoundingClientRect())`, name)
}

// TestStatementsAreJudgedLive checks that verdicts follow the text as it is
// typed and link to their place, and that the pane has its own URL.
func TestStatementsAreJudgedLive(t *testing.T) {
	v := walk(t)
	model := v.makeHotel()
	v.open(model + "/cql")
	v.expectUpdate(func() { v.click("#pane-statements") })
	if got := v.path(); got != model+"/statements" {
		t.Errorf("the pane is at %s", got)
	}
	v.wait(`document.querySelector(".cm-content")`)
	v.do(chromedp.Focus(".cm-content"))
	v.keys("SELECT name FROM hot")
	v.wait(`document.querySelector(".cm-tooltip-autocomplete li[aria-selected]")?.textContent.startsWith("hotels")`)
	time.Sleep(200 * time.Millisecond) // CodeMirror ignores keys just after a completion list opens
	v.press(kb.Tab)
	v.keys(" WHERE hotel_id = ?;")
	v.wait(`document.querySelector("#verdicts li.ok .badge")?.textContent === "one partition"`)
	v.wait(content + `.startsWith("SELECT name FROM hotels")`)
	v.enterKey()
	v.keys("SELECT * FROM hotels WHERE nam = 'x';")
	v.wait(`document.querySelector("#verdicts li.bad .message")?.textContent === "Undefined column name nam in table hotel.hotels"`)
	v.wait(`document.querySelector(".cm-lintRange-error")?.textContent === "nam"`)
	for _, theme := range []string{"light", "dark"} {
		command(v, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}})
		v.picture("statements-judged-" + theme)
	}
	v.click("#verdicts li.bad .place")
	v.wait(`document.activeElement.classList.contains("cm-content")`)
	if state := v.saved(); state != "Saved · r1" {
		t.Errorf("the page says %q after statements were judged", state)
	}
	v.open(model + "/statements")
	v.wait(`document.querySelector(".cm-content") && ` + content + `.includes("nam = 'x'")`)

	plain := newWalker(t, v.server).withoutScripts()
	plain.open(model + "/statements")
	plain.fill("#statements-text", "SELECT * FROM hotels;")
	plain.expectLoad(func() { plain.click("#judge-statements") })
	if got := plain.reads("#verdicts .badge"); got != "scan" {
		t.Errorf("without scripts the verdict is %q", got)
	}
}

// stateOfEditor shows the popups over the text, in both widths.
func (v *walker) stateOfEditor(axe string) {
	v.t.Helper()
	model := v.makeHotel()
	for _, width := range []int64{1280, 390} {
		v.do(chromedp.EmulateViewport(width, 844))
		v.open(model + "/cql")
		name := func(state string) string { return fmt.Sprintf("editor-%s-%d", state, width) }
		v.editing()
		v.keys("CREATE TABLE hotel.x (a tx, b int, PRIMARY KEY (a)) WITH g")
		v.wait(`document.querySelector(".cm-tooltip-autocomplete li[aria-selected]") && document.querySelector(".cm-completionInfo")`)
		v.inspect(axe, name("completion"))
		v.keys("c_grace_seconds = 1;")
		v.wait(`document.querySelector(".cm-lintRange-error")`)
		v.press(kb.F8)
		v.wait(`document.querySelector(".cm-tooltip-lint")`)
		v.inspect(axe, name("problem"))
		v.press("f", chromedp.ModifierCtrl)
		v.wait(`document.querySelector(".cm-search")`)
		v.inspect(axe, name("find"))
		v.press(kb.Escape)
		if width > 1000 { // the wide window has a mouse
			v.hoverOver("PRIMARY")
			v.inspect(axe, name("hover"))
		}
	}
	v.editing()
	v.do(chromedp.EmulateViewport(1280, 900))
}

// hoverOver moves the mouse over a word of the editor.
func (v *walker) hoverOver(word string) {
	v.t.Helper()
	box := ask[[]float64](v, `(word => {
		const box = [...document.querySelectorAll(".cm-line span")].find((span) => span.textContent === word).getBoundingClientRect();
		return [box.left + box.width / 2, box.top + box.height / 2];
	})(¿)`, word)
	for _, offset := range []float64{3, 0} {
		command(v, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: box[0] + offset, Y: box[1]})
	}
	v.wait(`document.querySelector(".cm-hover")`)
}
