package walk

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestNoticesHaveOnePlace checks that notices have their own area, above the
// content that they are about, and cover nothing.
func TestNoticesHaveOnePlace(t *testing.T) {
	v := walk(t)
	model := v.makeHotel()
	v.open(model + "/cql")
	v.editing()
	v.keys("CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};")
	v.open(model + "/cql")
	v.wait(`document.querySelector("#messages .notice")?.textContent.includes("kept in this browser")`)
	v.expectUpdate(func() { v.click("#preview-script") })
	v.wait(`document.querySelector("#messages .notice").getBoundingClientRect().bottom <= document.getElementById("preview").getBoundingClientRect().top`)

	// Text typed on an earlier visit without the editor is offered once; from
	// then on the editor keeps it.
	plain := newWalker(t, v.server)
	plain.open(model + "/cql")
	plain.wait(`document.querySelector(".cm-content")`)
	ask[bool](plain, `(localStorage.setItem("draft:" + location.pathname + ":script-form", '[["text","-- typed early"]]'), true)`)
	plain.open(model + "/cql")
	plain.wait(`document.querySelector(".cm-content") && document.querySelector("#messages .notice button")`)
	plain.click("#messages .notice button")
	plain.wait(`document.querySelector(".cm-content").textContent === "-- typed early" && !localStorage.getItem("draft:" + location.pathname + ":script-form")`)
	plain.open(model + "/cql")
	plain.wait(`document.querySelector(".cm-content")?.textContent === "-- typed early" && document.querySelectorAll("#messages .notice").length === 1`)

	v.loseServer(model)
}

// loseServer stops the server during a change and starts it again.
func (v *walker) loseServer(model string) {
	v.t.Helper()
	v.open(model + "/physical?select=photels")
	v.pick("hotels")
	v.expect(404)
	other := newWalker(v.t, v.server)
	other.open(model + "/delete")
	other.expect(404)
	other.expectLoad(func() { other.click("form[method=post] button.danger") })
	v.expectUpdate(func() {
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

// TestPagesKeepToTheWindow checks that a model's page is as high as the window,
// and that menus over its diagram do not cover the count of findings.
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
			if over := ask[float64](v, `document.getElementById("findings-button").getBoundingClientRect().bottom - document.getElementById(¿).getBoundingClientRect().top`, menu); over > 0 {
				t.Errorf("at %d px the menu %s covers %v px of the count of findings", width, menu, over)
			}
			v.click("#" + menu + "-button")
		}
	}
}

// TestFindingsAreListed opens the list behind the count of findings: it has all
// of them, in the window.
func TestFindingsAreListed(t *testing.T) {
	v := walk(t)
	logical := v.makeHotel() + "/logical"
	v.open(logical + "?select=hotelsbypoi")
	for column := range 4 {
		v.add("column", "name", fmt.Sprintf("unknown_%d", column))
	}
	for _, width := range []int64{1280, 390} {
		v.do(chromedp.EmulateViewport(width, 844))
		v.open(logical)
		counted := v.reads("#findings-button")
		v.click("#findings-button")
		v.wantPopover("findings", true)
		if listed := ask[int](v, `document.querySelectorAll("#findings li").length`); listed != 4 || counted != "4 findings" {
			t.Errorf("%q are counted, %d listed", counted, listed)
		}
		v.picture(fmt.Sprintf("findings-%d", width))
		if out := ask[bool](v, `(list => list.left < 0 || list.top < 0 || list.right > innerWidth || list.bottom > innerHeight)(document.getElementById("findings").getBoundingClientRect())`); out {
			t.Errorf("at %d px the list leaves the window", width)
		}
	}
}

// TestConflictsAreLegible checks that the table of conflicting changes does not
// break words, even on a phone.
func TestConflictsAreLegible(t *testing.T) {
	v := walk(t)
	model := v.makeHotel()
	v.open(model + "/cql")
	v.script(strings.Replace(v.scriptText(), "    phone text,", "    phone int,", 1))
	other := newWalker(t, v.server)
	other.open(model + "/physical?select=photelsbypoi")
	other.setIn("phone", "type", "bigint")
	v.expect(409)
	v.expectUpdate(func() { v.click("#preview-script") })
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

// brokenCells finds the cells of the conflicts in which one word is broken over
// several lines.
const brokenCells = `[...document.querySelectorAll(".conflicts :is(thead th, td)")].filter((cell) => {
	const range = document.createRange();
	range.selectNodeContents(cell);
	return !cell.textContent.trim().includes(" ") && new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
}).map((cell) => cell.textContent)`
