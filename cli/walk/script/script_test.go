package script

import (
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"widerow/cli/walk/browser"
)

// changeHotel fixes a broken script, previews, applies and undoes it, and checks
// the diagram and the sizes along the way. It calls note at each stage.
func changeHotel(v *browser.Walker, note func(stage string)) {
	v.T.Helper()
	v.Tab("cql")
	before := v.ScriptText()
	sizes := sizesOf(v, "guests")
	v.Tab("cql")
	const end = "CREATE TABLE hotel.ratings (hotel_id text, day date, stars tinyint, PRIMARY KEY (hotel_id, day);\n"
	broken := strings.Replace(before, "    phone_numbers list<text>,\n", "    phone_numbers list<text>,\n    photo blob,\n", 1)
	if broken == before {
		v.Fail("the script has no phone numbers:\n%s", before)
	}

	v.Expect(422)
	v.Script(broken + end)
	v.ExpectUpdate(func() { v.Click("#preview-script") })
	at := strconv.Itoa(strings.Count(broken, "\n")+1) + ":" + strconv.Itoa(strings.Index(end, ";")+1)
	if got := v.Reads("#script-findings .bad"); !strings.HasPrefix(got, at) || !strings.Contains(got, "expected") {
		v.T.Errorf("the finding is %q, want one at %s", got, at)
	}
	if browser.Ask[bool](v, `Boolean(document.getElementById("apply-script"))`) {
		v.T.Error("a broken script can be applied")
	}
	if got := v.ScriptText(); got != broken+end {
		v.T.Error("the text typed is lost")
	}
	note("refused")

	mended := broken + strings.Replace(end, "day);", "day));", 1)
	v.Script(mended)
	v.ExpectUpdate(func() { v.Click("#preview-script") })
	if got := v.Reads("#preview-title"); got != "1 table added, 1 changed" {
		v.T.Errorf("the preview says %q; problems: %s", got, v.Problems())
	}
	note("preview")
	v.ExpectSave(func() { v.Click("#apply-script") })
	for _, name := range []string{"ratings", "photo"} {
		if !drawn(v, name) {
			v.T.Errorf("the diagram does not have %s", name)
		}
	}
	if got := v.ScriptText(); !strings.Contains(got, "CREATE TABLE hotel.ratings (\n") || !strings.Contains(got, "-- Revision 2\n") {
		v.T.Errorf("the text is not the script of the model:\n%s", got)
	}
	note("applied")
	if got := sizesOf(v, "guests"); got == sizes {
		v.T.Errorf("the size of guests is still %q", got)
	}
	v.Tab("cql")
	v.ExpectSave(func() { v.Click("#undo-button") })
	if drawn(v, "ratings") {
		v.T.Error("after the undo the diagram still has the table")
	}
	if got, want := sizesOf(v, "guests"), sizes; got != want {
		v.T.Errorf("after the undo the size of guests is %q, want %q", got, want)
	}
}

// drawn reports whether the diagram beside the script contains a text.
func drawn(v *browser.Walker, text string) bool {
	v.T.Helper()
	return browser.Ask[bool](v, `[...document.querySelectorAll("#script-diagram text")].some(t => t.textContent.trim() === ¿)`, text)
}

// sizesOf returns the row of a table on the Sizes tab.
func sizesOf(v *browser.Walker, table string) string {
	v.T.Helper()
	v.Tab("sizes")
	return browser.Ask[string](v, `[...document.querySelectorAll("#canvas tr")].map(row => row.innerText.replace(/\s+/g, " ")).find(row => row.includes(¿)) ?? ""`, table)
}

// TestScriptInTheBrowser fixes a broken script, previews, applies and undoes it
// in the editor, and runs axe-core at each stage.
func TestScriptInTheBrowser(t *testing.T) {
	v, axe := browser.Walk(t, "--base-path=/x/y"), browser.AxeCore(t)
	v.MakeHotel()
	changeHotel(v, func(stage string) { v.Look(axe, "script-"+stage) })
}

// TestScriptWithoutScripts does the same without JavaScript.
func TestScriptWithoutScripts(t *testing.T) {
	v := browser.Walk(t, "--base-path=/x/y").WithoutScripts()
	v.MakeHotel()
	changeHotel(v, func(stage string) {
		for _, width := range []int64{1280, 390} {
			v.Do(chromedp.EmulateViewport(width, 900))
			v.Picture("plain-script-" + stage + "-" + strconv.Itoa(int(width)))
			if wide := browser.Ask[float64](v, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
				t.Errorf("%s: the page is %v px wider than the window of %d px", stage, wide, width)
			}
		}
		v.Do(chromedp.EmulateViewport(1280, 900))
	})
	for _, link := range browser.Ask[[]string](v, `[...document.querySelectorAll("a[href], form[action]")].map(e => new URL(e.getAttribute("href") ?? e.getAttribute("action"), location).pathname)`) {
		if !strings.HasPrefix(link, "/x/y/") {
			t.Errorf("a link leaves the base path: %s", link)
		}
	}
}

// TestDiagramsOverTabs checks that every tab with a diagram draws it.
func TestDiagramsOverTabs(t *testing.T) {
	v := browser.Walk(t)
	v.MakeHotel()
	for _, tab := range []string{"cql", "physical", "cql", "sizes", "cql", "logical"} {
		v.Tab(tab)
		drawn := browser.Ask[bool](v, `(svg => svg instanceof SVGSVGElement && svg.querySelector("text").getBoundingClientRect().width > 0)(document.querySelector(".canvas > svg"))`)
		if tab != "sizes" && !drawn {
			t.Errorf("on %s there is no diagram", tab)
		}
	}
}
