package cli_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestNoticesHaveOnePlace: what the page has to tell stands in its own room
// above what it is about, and covers nothing.
func TestNoticesHaveOnePlace(t *testing.T) {
	v := walk(t)
	model := v.makeHotel()
	v.open(model + "/cql")
	v.editing()
	v.keys("CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};")
	v.open(model + "/cql")
	v.wait(`document.querySelector("#told .notice")?.textContent.includes("kept in this browser")`)
	v.settling(func() { v.click("#preview-script") })
	v.wait(`document.querySelector("#told .notice").getBoundingClientRect().bottom <= document.getElementById("preview").getBoundingClientRect().top`)

	// What was typed on an earlier visit, before the editor came, is offered
	// once, and then the editor's to keep.
	plain := newWalker(t, v.server)
	plain.open(model + "/cql")
	plain.wait(`document.querySelector(".cm-content")`)
	ask[bool](plain, `(localStorage.setItem("draft:" + location.pathname + ":script-form", '[["text","-- typed early"]]'), true)`)
	plain.open(model + "/cql")
	plain.wait(`document.querySelector(".cm-content") && document.querySelector("#told .notice button")`)
	plain.click("#told .notice button")
	plain.wait(`document.querySelector(".cm-content").textContent === "-- typed early" && !localStorage.getItem("draft:" + location.pathname + ":script-form")`)
	plain.open(model + "/cql")
	plain.wait(`document.querySelector(".cm-content")?.textContent === "-- typed early" && document.querySelectorAll("#told .notice").length === 1`)

	v.tells(model)
}

// tells loses the server in the middle of a change, and comes back.
func (v *walker) tells(model string) {
	v.t.Helper()
	v.open(model + "/physical?select=photels")
	v.pick("hotels")
	v.expect(404)
	other := newWalker(v.t, v.server)
	other.open(model + "/delete")
	other.expect(404)
	other.leaving(func() { other.click("form[method=post] button.danger") })
	v.settling(func() {
		v.fill(v.field("name"), "inns")
		v.press(kb.Tab)
	})
	v.wait(`document.querySelector("#failed .notice")?.textContent.includes("deleted")`)
	for _, width := range []int64{1280, 390} {
		v.do(chromedp.EmulateViewport(width, 844))
		if width < 900 {
			v.click("#pane-inspector")
		}
		if covered := ask[string](v, `((notice) => ["canvas", "inspector"].map((id) => document.getElementById(id)).filter((pane) => pane.checkVisibility() &&
			notice.top < pane.getBoundingClientRect().bottom && notice.bottom > pane.getBoundingClientRect().top + 1 &&
			notice.left < pane.getBoundingClientRect().right && notice.right > pane.getBoundingClientRect().left + 1).map(({ id }) => id).join())(
			document.querySelector("#failed .notice").getBoundingClientRect())`); covered != "" {
			v.t.Errorf("at %d px the notice covers %s", width, covered)
		}
		v.picture("notice-failed-" + strconv.FormatInt(width, 10))
	}
	v.click("#dismiss-failed")
	v.wait(`!document.querySelector("#failed .notice")`)
}

// TestPagesKeepToTheWindow: a model's page is as high as the window, and
// what opens over its diagram leaves the notices in sight.
func TestPagesKeepToTheWindow(t *testing.T) {
	v := walk(t)
	model := v.makeHotel()
	for _, width := range []int64{1280, 390} {
		v.do(chromedp.EmulateViewport(width, 844))
		for _, tab := range []string{"concepts", "queries", "logical", "physical", "sizes", "cql", "statements", "history"} {
			v.open(model + "/" + tab)
			if high := ask[float64](v, `document.documentElement.scrollHeight - innerHeight`); high > 0 {
				t.Errorf("%s is %v px higher than the window of %d px width", tab, high, width)
			}
		}
		v.open(model + "/physical")
		for _, menu := range []string{"display", "picture"} {
			v.click("#" + menu + "-button")
			v.wantPopover(menu, true)
			if over := ask[float64](v, `document.querySelector("#notices .notice").getBoundingClientRect().bottom - document.getElementById(¿).getBoundingClientRect().top`, menu); over > 0 {
				t.Errorf("at %d px the menu %s covers %v px of a notice", width, menu, over)
			}
			v.click("#" + menu + "-button")
		}
	}
}

// TestConflictsAreLegible: what two people changed is told in whole words on a
// telephone, too.
func TestConflictsAreLegible(t *testing.T) {
	v := walk(t)
	model := v.makeHotel()
	v.open(model + "/cql")
	v.script(strings.Replace(v.scriptText(), "    phone text,", "    phone int,", 1))
	other := newWalker(t, v.server)
	other.open(model + "/physical?select=photelsbypoi")
	other.setIn("phone", "type", "bigint")
	v.expect(409)
	v.settling(func() { v.click("#preview-script") })
	for _, theme := range themes {
		v.prefer(theme)
		for _, width := range []int64{1280, 390} {
			v.do(chromedp.EmulateViewport(width, 844))
			ask[bool](v, `(document.getElementById("preview").scrollIntoView(), true)`)
			v.picture(fmt.Sprintf("script-conflict-%s-%d", theme, width))
			for _, cell := range ask[[]string](v, brokenCells) {
				t.Errorf("at %d px %q is broken", width, cell)
			}
		}
	}
}

// brokenCells are those of the conflicts whose one word takes several lines.
const brokenCells = `[...document.querySelectorAll(".conflicts :is(thead th, td)")].filter((cell) => {
	const range = document.createRange();
	range.selectNodeContents(cell);
	return !cell.textContent.trim().includes(" ") && new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
}).map((cell) => cell.textContent)`
