package cli_test

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

// content is what an editor holds.
const content = `document.querySelector(".cm-content").cmTile.view.state.doc.toString()`

// editing goes to the editor of the page and takes the whole text away.
func (v *walker) editing() {
	v.t.Helper()
	v.wait(`document.querySelector(".cm-content")`)
	v.do(chromedp.Focus(".cm-content"))
	v.press("a", chromedp.ModifierCtrl)
	v.press(kb.Delete)
}

// TestEditorChecksAndCompletes: an error is shown at its place and taken away
// when it is mended; a completion is accepted; the text is formatted, and
// undone by itself; the keyboard finds the way out.
func TestEditorChecksAndCompletes(t *testing.T) {
	v := walk(t)
	v.open(v.makeHotel() + "/cql")
	v.wait(`document.querySelector(".cm-content") && document.querySelector(".editor .status").textContent === "1 warning"`)

	v.editing()
	v.keys("CREATE KEYSPACE k WITH repl")
	v.wait(`document.querySelector(".cm-tooltip-autocomplete li[aria-selected]")?.textContent.startsWith("replication")`)
	time.Sleep(200 * time.Millisecond) // CodeMirror overhears a key right after a list came up
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

// TestEditorKeepsWhatWasTyped: over another tab, a reload, and another's
// change of the model, of which it tells.
func TestEditorKeepsWhatWasTyped(t *testing.T) {
	v := walk(t)
	model := v.makeHotel()
	v.open(model + "/cql")
	v.editing()
	v.keys("-- mine ")
	v.tab("sizes")
	v.tab("cql")
	v.wait(`document.querySelector(".cm-content") && ` + content + ` === "-- mine "`)
	v.wait(`document.querySelector("#told .notice")?.textContent.includes("kept in this browser")`)
	v.open(model + "/cql")
	v.wait(`document.querySelector(".cm-content") && ` + content + ` === "-- mine "`)

	other := newWalker(t, v.server)
	other.open(model + "/physical")
	other.add("keyspace", "name", "other")
	v.open(model + "/cql")
	v.wait(`document.querySelector("#told .notice")?.textContent.includes("has changed since")`)
	v.wait(content + ` === "-- mine "`)
	v.click("#told .notice button")
	v.wait(content + `.includes("CREATE KEYSPACE other")`)
	v.open(model + "/cql")
	v.wait(`document.querySelector(".cm-content") && ` + content + `.includes("CREATE KEYSPACE other") && document.querySelector("#told .notice")?.hidden !== false`)
}

// TestEditorApplies: a text is previewed and applied; then it is the model's,
// and nothing is kept. What another one changed meanwhile is told of, and the
// form still says which revision the text began from.
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
	v.settling(func() { v.click("#preview-script") })
	v.wait(`document.querySelector("#preview")?.textContent.includes("hotel.staff")`)
	v.saving(func() { v.click("#apply-script") })
	v.wait(`document.querySelector("#script-diagram svg").textContent.includes("staff")`)
	v.wait(content + `.includes("-- Revision 2") && document.querySelector("#told .notice")?.hidden !== false`)
	v.open(model + "/cql")
	v.wait(`document.querySelector(".cm-content") && document.querySelector("#told .notice")?.hidden !== false`)

	v.editing()
	v.keys("-- mine")
	other := newWalker(t, v.server)
	other.open(model + "/physical")
	other.add("keyspace", "name", "other")
	v.keys(" too")
	v.wait(`document.querySelector("#told .notice")?.textContent.includes("has changed since")`)
	v.open(model + "/cql")
	v.wait(`document.querySelector("#told .notice")?.textContent.includes("has changed since") && document.getElementById("script-revision").value === "2"`)
}

// TestDiagramFollowsTheCursor: the table of the statement with the cursor is
// framed in the diagram and seen at a size that can be read; the diagram can
// be put away.
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

// wantSubject waits until one box is framed, inside of the canvas.
func (v *walker) wantSubject(name string) {
	v.t.Helper()
	v.wait(`((boxes, canvas) => boxes.length === 1 && boxes[0].querySelector("title").textContent.startsWith(¿ + " ·")
		&& boxes[0].getBoundingClientRect().left >= canvas.left && boxes[0].getBoundingClientRect().right <= canvas.right)(
		document.querySelectorAll("#script-diagram .subject"), document.getElementById("script-diagram").getBoundingClientRect())`, name)
}

// TestStatementsAreJudgedLive: verdicts follow what is typed, and lead to
// their place; the pane has an address of its own.
func TestStatementsAreJudgedLive(t *testing.T) {
	v := walk(t)
	model := v.makeHotel()
	v.open(model + "/cql")
	v.settling(func() { v.click("#pane-statements") })
	if got := v.path(); got != model+"/statements" {
		t.Errorf("the pane is at %s", got)
	}
	v.wait(`document.querySelector(".cm-content")`)
	v.do(chromedp.Focus(".cm-content"))
	v.keys("SELECT name FROM hot")
	v.wait(`document.querySelector(".cm-tooltip-autocomplete li[aria-selected]")?.textContent.startsWith("hotels")`)
	time.Sleep(200 * time.Millisecond) // CodeMirror overhears a key right after a list came up
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
	plain.leaving(func() { plain.click("#judge-statements") })
	if got := plain.reads("#verdicts .badge"); got != "scan" {
		t.Errorf("without scripts the verdict is %q", got)
	}
}

// stateOfEditor: what comes up over the text, in both themes and widths.
func (v *walker) stateOfEditor(axe string) {
	v.t.Helper()
	model := v.makeHotel()
	for _, theme := range themes {
		v.prefer(theme)
		for _, width := range []int64{1280, 390} {
			v.do(chromedp.EmulateViewport(width, 844))
			v.open(model + "/cql")
			name := func(state string) string { return fmt.Sprintf("editor-%s-%d-%s", state, width, theme) }
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
			if width > 1000 { // a mouse
				v.hoverOver("PRIMARY")
				v.inspect(axe, name("hover"))
			}
		}
	}
	v.editing()
	v.do(chromedp.EmulateViewport(1280, 900))
}

// hoverOver rests the mouse on a word of the editor.
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
