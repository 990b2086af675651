package script

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
)

// content evaluates to the text in the editor.
const content = `document.querySelector(".cm-content").cmTile.view.state.doc.toString()`

// TestEditorChecksAndCompletes checks that an error is shown at its place and
// disappears when it is fixed, that a completion can be accepted, that the text
// is formatted, that undo in the editor is its own, and that the keyboard can
// leave the editor.
func TestEditorChecksAndCompletes(t *testing.T) {
	v := browser.Walk(t)
	v.Open(v.MakeHotel() + "/cql")
	v.Wait(`document.querySelector(".cm-content") && document.querySelector(".editor .status").textContent === "1 warning"`)

	v.Editing()
	v.Keys("CREATE KEYSPACE k WITH repl")
	v.Wait(`document.querySelector(".cm-tooltip-autocomplete li[aria-selected]")?.textContent.startsWith("replication")`)
	time.Sleep(200 * time.Millisecond) // CodeMirror ignores keys just after a completion list opens
	v.Press(kb.Tab)
	v.Wait(content + ` === "CREATE KEYSPACE k WITH replication = "`)
	v.Keys("{'class': 'SimpleStrategy', 'replication_factor': 1};")
	v.Wait(`document.querySelector(".editor .status").textContent === "No problems"`)

	v.EnterKey()
	v.Keys("create table k.t (a int, b it, primary key (a)")
	v.Wait(`document.querySelector(".problems .message")?.textContent.includes("Unknown type k.it")`)
	v.Wait(`document.querySelector(".cm-lintRange-error")`)
	v.Press(kb.Home)
	v.Press(kb.F8)
	v.Wait(`document.querySelector(".cm-tooltip-lint .cm-diagnostic")`)
	v.Do(chromedp.Click(".problems .place"))
	v.Wait(`document.activeElement.classList.contains("cm-content")`)

	v.Editing()
	v.Keys("create table k.t(a int primary key")
	v.Press(kb.End)
	v.Keys(";")
	before := browser.Ask[string](v, content)
	v.Click(".editor .bar button")
	v.Wait(content + ` === "CREATE TABLE k.t (\n    a int PRIMARY KEY\n);\n"`)
	v.Do(chromedp.Focus(".cm-content"))
	v.Press("z", chromedp.ModifierCtrl)
	v.Wait(content+` === ¿`, before)
	if state := v.Saved(); !strings.HasSuffix(state, "r1") {
		t.Errorf("undo in the editor was the model's: %s", state)
	}
	v.Press(kb.Escape)
	v.Wait(`document.activeElement.textContent === "Format"`)
}

// TestEditorKeepsWhatWasTyped switches tabs, reloads the page, and lets another
// user change the model. The editor keeps its text and reports the change.
func TestEditorKeepsWhatWasTyped(t *testing.T) {
	v := browser.Walk(t)
	model := v.MakeHotel()
	v.Open(model + "/cql")
	v.Editing()
	v.Keys("-- mine ")
	v.Tab("sizes")
	v.Tab("cql")
	v.Wait(`document.querySelector(".cm-content") && ` + content + ` === "-- mine "`)
	v.Wait(`document.querySelector("#messages .notice")?.textContent.includes("not in the model yet")`)
	v.Open(model + "/cql")
	v.Wait(`document.querySelector(".cm-content") && ` + content + ` === "-- mine "`)

	other := browser.NewWalker(t, v.Server)
	other.Open(model + "/physical")
	other.Add("keyspace", "name", "other")
	v.Open(model + "/cql")
	v.Wait(`document.querySelector("#messages .notice")?.textContent.includes("has changed since")`)
	v.Wait(content + ` === "-- mine "`)
	v.Click("#messages .notice button")
	v.Wait(content + `.includes("CREATE KEYSPACE other")`)
	v.Open(model + "/cql")
	v.Wait(`document.querySelector(".cm-content") && ` + content + `.includes("CREATE KEYSPACE other") && document.querySelector("#messages .notice")?.hidden !== false`)
}

// TestEditorApplies previews and applies a text. The browser then no longer
// keeps it. If another user has changed the model in the meantime, the page says
// so, and the form still has the revision on which the text is based.
func TestEditorApplies(t *testing.T) {
	v := browser.Walk(t)
	model := v.MakeHotel()
	v.Open(model + "/cql")
	v.Wait(`document.querySelector(".cm-content")`)
	v.Do(chromedp.Focus(".cm-content"))
	v.Press(kb.End, chromedp.ModifierCtrl)
	v.Keys("CREATE TABLE hotel.staff (hotel_id text, name text, PRIMARY KEY (hotel_id, nam));")
	v.Wait(`document.querySelector(".problems .bad .message")?.textContent.includes("nam")`)
	for range 3 {
		v.Press(kb.ArrowLeft)
	}
	v.Keys("e")
	v.Wait(`!document.querySelector(".problems .bad")`)
	v.ExpectUpdate(func() { v.Click("#preview-script") })
	v.Wait(`document.querySelector("#preview")?.textContent.includes("hotel.staff")`)
	v.ExpectSave(func() { v.Click("#apply-script") })
	v.Wait(`document.querySelector("#script-diagram svg").textContent.includes("staff")`)
	v.Wait(content + `.includes("-- Revision 2") && document.querySelector("#messages .notice")?.hidden !== false`)
	v.Open(model + "/cql")
	v.Wait(`document.querySelector(".cm-content") && document.querySelector("#messages .notice")?.hidden !== false`)

	v.Editing()
	v.Keys("-- mine")
	other := browser.NewWalker(t, v.Server)
	other.Open(model + "/physical")
	other.Add("keyspace", "name", "other")
	v.Keys(" too")
	v.Wait(`document.querySelector("#messages .notice")?.textContent.includes("has changed since")`)
	v.Open(model + "/cql")
	v.Wait(`document.querySelector("#messages .notice")?.textContent.includes("has changed since") && document.getElementById("script-revision").value === "2"`)
}

// TestDiagramFollowsTheCursor checks that the diagram frames the table of the
// statement at the cursor, at a readable scale, and that it can be hidden.
func TestDiagramFollowsTheCursor(t *testing.T) {
	v := browser.Walk(t)
	model := v.MakeHotel()
	v.Open(model + "/cql")
	v.Wait(`parseInt(document.querySelector("[data-zoom-level]").textContent) >= 50`)
	for _, pane := range []string{"cql", "statements"} {
		v.Open(model + "/" + pane)
		v.Wait(`document.querySelector(".cm-content")`)
		v.Click("#zoom-fit")
		v.Do(chromedp.Focus(".cm-content"))
		if pane == "cql" {
			v.Press(kb.Home, chromedp.ModifierCtrl)
			for range 17 {
				v.Press(kb.ArrowDown)
			}
		} else {
			v.Keys("SELECT * FROM reservation.guests WHERE guest_id = ?;")
			wantSubject(v, "guests")
			v.Keys(" SELECT * FROM hotel.hotels_by_poi;")
		}
		wantSubject(v, "hotels_by_poi")
		v.Wait(`parseInt(document.querySelector("[data-zoom-level]").textContent) >= 50`)
	}
	v.Click("#fold-script-diagram")
	v.Wait(`document.getElementById("script-diagram").clientWidth === 0 && document.querySelector(".frame").clientWidth > 900`)
	v.Open(model + "/cql")
	v.Wait(`document.getElementById("script-diagram").clientWidth === 0`)
	v.Click("#fold-script-diagram")
	v.Wait(`document.querySelector("#script-diagram > svg").getBoundingClientRect().width > 300`)
}

// wantSubject waits until only that box is framed, inside the canvas.
func wantSubject(v *browser.Walker, name string) {
	v.T.Helper()
	v.Wait(`((boxes, canvas) => boxes.length === 1 && boxes[0].querySelector("title").textContent.startsWith(¿ + " ·")
		&& boxes[0].getBoundingClientRect().left >= canvas.left && boxes[0].getBoundingClientRect().right <= canvas.right)(
		document.querySelectorAll("#script-diagram .subject"), document.getElementById("script-diagram").getBoundingClientRect())`, name)
}

// TestStatementsAreJudgedLive checks that verdicts follow the text as it is
// typed and link to their place, and that the pane has its own URL.
func TestStatementsAreJudgedLive(t *testing.T) {
	v := browser.Walk(t)
	model := v.MakeHotel()
	v.Open(model + "/cql")
	v.ExpectUpdate(func() { v.Click("#pane-statements") })
	if got := v.Path(); got != model+"/statements" {
		t.Errorf("the pane is at %s", got)
	}
	v.Wait(`document.querySelector(".cm-content")`)
	v.Do(chromedp.Focus(".cm-content"))
	v.Keys("SELECT name FROM hot")
	v.Wait(`document.querySelector(".cm-tooltip-autocomplete li[aria-selected]")?.textContent.startsWith("hotels")`)
	time.Sleep(200 * time.Millisecond) // CodeMirror ignores keys just after a completion list opens
	v.Press(kb.Tab)
	v.Keys(" WHERE hotel_id = ?;")
	v.Wait(`document.querySelector("#verdicts li.ok .badge")?.textContent === "one partition"`)
	v.Wait(content + `.startsWith("SELECT name FROM hotels")`)
	v.EnterKey()
	v.Keys("SELECT * FROM hotels WHERE nam = 'x';")
	v.Wait(`document.querySelector("#verdicts li.bad .message")?.textContent === "Undefined column name nam in table hotel.hotels"`)
	v.Wait(`document.querySelector(".cm-lintRange-error")?.textContent === "nam"`)
	for _, theme := range []string{"light", "dark"} {
		browser.Command(v, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}})
		v.Picture("statements-judged-" + theme)
	}
	v.Click("#verdicts li.bad .place")
	v.Wait(`document.activeElement.classList.contains("cm-content")`)
	if state := v.Saved(); state != "Saved · r1" {
		t.Errorf("the page says %q after statements were judged", state)
	}
	v.Open(model + "/statements")
	v.Wait(`document.querySelector(".cm-content") && ` + content + `.includes("nam = 'x'")`)

	plain := browser.NewWalker(t, v.Server).WithoutScripts()
	plain.Open(model + "/statements")
	plain.Fill("#statements-text", "SELECT * FROM hotels;")
	plain.ExpectLoad(func() { plain.Click("#judge-statements") })
	if got := plain.Reads("#verdicts .badge"); got != "scan" {
		t.Errorf("without scripts the verdict is %q", got)
	}
}
