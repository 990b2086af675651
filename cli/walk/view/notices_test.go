package view

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
)

// TestNoticesHaveOnePlace checks that notices have their own area, above the
// content that they are about, and cover nothing.
func TestNoticesHaveOnePlace(t *testing.T) {
	v := browser.Walk(t)
	model := v.MakeHotel()
	v.Open(model + "/cql")
	v.Editing()
	v.Keys("CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};")
	v.Open(model + "/cql")
	v.Wait(`document.querySelector("#messages .notice")?.textContent.includes("not in the model yet")`)
	v.ExpectUpdate(func() { v.Click("#preview-script") })
	v.Wait(`document.querySelector("#messages .notice").getBoundingClientRect().bottom <= document.getElementById("preview").getBoundingClientRect().top`)

	// Text typed on an earlier visit without the editor is taken over by it.
	plain := browser.NewWalker(t, v.Server)
	plain.Open(model + "/cql")
	plain.Wait(`document.querySelector(".cm-content")`)
	browser.Ask[bool](plain, `((draft) => (localStorage.setItem("draft:" + draft.scope + " " + draft.field + " " + draft.visit, JSON.stringify(draft)), true))({
		scope: document.querySelector("[data-live-model]").dataset.liveModel, field: "script-form text", visit: "earlier", text: "-- typed early", at: Date.now()})`)
	plain.Open(model + "/cql")
	plain.Wait(`document.querySelector(".cm-content")?.textContent === "-- typed early" && document.querySelectorAll("#messages .notice").length === 1`)

	loseServer(v, model)
}

// loseServer stops the server during a change and starts it again.
func loseServer(v *browser.Walker, model string) {
	v.T.Helper()
	v.Open(model + "/physical?select=photels")
	v.Pick("hotels")
	v.Expect(404)
	other := browser.NewWalker(v.T, v.Server)
	other.Open(model + "/delete")
	other.Expect(404)
	other.ExpectLoad(func() { other.Click("form[method=post] button.danger") })
	v.ExpectUpdate(func() {
		v.Fill(v.Field("name"), "inns")
		v.Press(kb.Tab)
	})
	v.Wait(`document.querySelector("#failed .notice")?.textContent.includes("deleted")`)
	for _, width := range []int64{1280, 390} {
		v.Do(chromedp.EmulateViewport(width, 844))
		if width < 900 {
			v.Click("#pane-inspector")
		}
		if covered := browser.Ask[string](v, `((notice) => ["canvas", "inspector"].map((id) => document.getElementById(id)).filter((pane) => pane.checkVisibility() &&
			notice.top < pane.getBoundingClientRect().bottom && notice.bottom > pane.getBoundingClientRect().top + 1 &&
			notice.left < pane.getBoundingClientRect().right && notice.right > pane.getBoundingClientRect().left + 1).map(({ id }) => id).join())(
			document.querySelector("#failed .notice").getBoundingClientRect())`); covered != "" {
			v.T.Errorf("at %d px the notice covers %s", width, covered)
		}
		v.Picture("notice-failed-" + strconv.FormatInt(width, 10))
	}
	v.Click("#dismiss-failed")
	v.Wait(`!document.querySelector("#failed .notice")`)
}

// TestPagesKeepToTheWindow checks that a model's page is as high as the window,
// and that menus over its diagram do not cover the count of findings.
func TestPagesKeepToTheWindow(t *testing.T) {
	v := browser.Walk(t)
	model := v.MakeHotel()
	for _, width := range []int64{1280, 390} {
		v.Do(chromedp.EmulateViewport(width, 844))
		for _, tab := range []string{"concepts", "queries", "logical", "physical", "sizes", "cql", "statements", "history"} {
			v.Open(model + "/" + tab)
			if high := browser.Ask[float64](v, `document.documentElement.scrollHeight - innerHeight`); high > 0 {
				t.Errorf("%s is %v px higher than the window of %d px width", tab, high, width)
			}
		}
		v.Open(model + "/physical")
		for _, menu := range []string{"display", "picture"} {
			v.Click("#" + menu + "-button")
			wantPopover(v, menu, true)
			if over := browser.Ask[float64](v, `document.getElementById("findings-button").getBoundingClientRect().bottom - document.getElementById(¿).getBoundingClientRect().top`, menu); over > 0 {
				t.Errorf("at %d px the menu %s covers %v px of the count of findings", width, menu, over)
			}
			v.Click("#" + menu + "-button")
		}
	}
}

// TestFindingsAreListed opens the list behind the count of findings: it has all
// of them, in the window.
func TestFindingsAreListed(t *testing.T) {
	v := browser.Walk(t)
	logical := v.MakeHotel() + "/logical"
	v.Open(logical + "?select=hotelsbypoi")
	for column := range 4 {
		v.Add("column", "name", fmt.Sprintf("unknown_%d", column))
	}
	for _, width := range []int64{1280, 390} {
		v.Do(chromedp.EmulateViewport(width, 844))
		v.Open(logical)
		counted := v.Reads("#findings-button")
		v.Click("#findings-button")
		wantPopover(v, "findings", true)
		if listed := browser.Ask[int](v, `document.querySelectorAll("#findings li").length`); listed != 5 || counted != "5 findings" {
			t.Errorf("%q are counted, %d listed", counted, listed)
		}
		v.Picture(fmt.Sprintf("findings-%d", width))
		if out := browser.Ask[bool](v, `(list => list.left < 0 || list.top < 0 || list.right > innerWidth || list.bottom > innerHeight)(document.getElementById("findings").getBoundingClientRect())`); out {
			t.Errorf("at %d px the list leaves the window", width)
		}
	}
}

// TestConflictsAreLegible checks that the table of conflicting changes does not
// break words, even on a phone.
func TestConflictsAreLegible(t *testing.T) {
	v := browser.Walk(t)
	model := v.MakeHotel()
	v.Open(model + "/cql")
	v.Script(strings.Replace(v.ScriptText(), "    phone text,", "    phone int,", 1))
	other := browser.NewWalker(t, v.Server)
	other.Open(model + "/physical?select=photelsbypoi")
	other.SetIn("phone", "type", "bigint")
	v.Expect(409)
	v.ExpectUpdate(func() { v.Click("#preview-script") })
	for _, theme := range browser.Themes {
		v.Prefer(theme)
		for _, width := range []int64{1280, 390} {
			v.Do(chromedp.EmulateViewport(width, 844))
			browser.Ask[bool](v, `(document.getElementById("preview").scrollIntoView(), true)`)
			v.Picture(fmt.Sprintf("script-conflict-%s-%d", theme, width))
			for _, cell := range browser.Ask[[]string](v, brokenCells) {
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
