package walk

import (
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// script enters a text on the CQL tab, in the editor or the plain text area.
func (v *walker) script(text string) {
	v.t.Helper()
	if v.scripts {
		v.wait(`document.querySelector(".cm-content")`)
	}
	ask[bool](v, `(area => {
		area.value = ¿;
		area.dispatchEvent(new Event("input", {bubbles: true}));
		return true;
	})(document.getElementById("script-text"))`, text)
}

func (v *walker) scriptText() string {
	v.t.Helper()
	return ask[string](v, `document.getElementById("script-text").value`)
}

// changeHotel fixes a broken script, previews, applies and undoes it, and checks
// the diagram and the sizes along the way. It calls note at each stage.
func (v *walker) changeHotel(note func(stage string)) {
	v.t.Helper()
	v.tab("cql")
	before := v.scriptText()
	sizes := v.sizesOf("guests")
	v.tab("cql")
	const end = "CREATE TABLE hotel.ratings (hotel_id text, day date, stars tinyint, PRIMARY KEY (hotel_id, day);\n"
	broken := strings.Replace(before, "    phone_numbers list<text>,\n", "    phone_numbers list<text>,\n    photo blob,\n", 1)
	if broken == before {
		v.fail("the script has no phone numbers:\n%s", before)
	}

	v.expect(422)
	v.script(broken + end)
	v.expectUpdate(func() { v.click("#preview-script") })
	at := strconv.Itoa(strings.Count(broken, "\n")+1) + ":" + strconv.Itoa(strings.Index(end, ";")+1)
	if got := v.reads("#script-findings .bad"); !strings.HasPrefix(got, at) || !strings.Contains(got, "expected") {
		v.t.Errorf("the finding is %q, want one at %s", got, at)
	}
	if ask[bool](v, `Boolean(document.getElementById("apply-script"))`) {
		v.t.Error("a broken script can be applied")
	}
	if got := v.scriptText(); got != broken+end {
		v.t.Error("the text typed is lost")
	}
	note("refused")

	mended := broken + strings.Replace(end, "day);", "day));", 1)
	v.script(mended)
	v.expectUpdate(func() { v.click("#preview-script") })
	if got := v.reads("#preview-title"); got != "1 table added, 1 changed" {
		v.t.Errorf("the preview says %q; problems: %s", got, v.problems())
	}
	note("preview")
	v.expectSave(func() { v.click("#apply-script") })
	for _, name := range []string{"ratings", "photo"} {
		if !v.drawn(name) {
			v.t.Errorf("the diagram does not have %s", name)
		}
	}
	if got := v.scriptText(); !strings.Contains(got, "CREATE TABLE hotel.ratings (\n") || !strings.Contains(got, "-- Revision 2\n") {
		v.t.Errorf("the text is not the script of the model:\n%s", got)
	}
	note("applied")
	if got := v.sizesOf("guests"); got == sizes {
		v.t.Errorf("the size of guests is still %q", got)
	}
	v.tab("cql")
	v.expectSave(func() { v.click("#undo-button") })
	if v.drawn("ratings") {
		v.t.Error("after the undo the diagram still has the table")
	}
	if got, want := v.sizesOf("guests"), sizes; got != want {
		v.t.Errorf("after the undo the size of guests is %q, want %q", got, want)
	}
}

// drawn reports whether the diagram beside the script contains a text.
func (v *walker) drawn(text string) bool {
	v.t.Helper()
	return ask[bool](v, `[...document.querySelectorAll("#script-diagram text")].some(t => t.textContent.trim() === ¿)`, text)
}

// sizesOf returns the row of a table on the Sizes tab.
func (v *walker) sizesOf(table string) string {
	v.t.Helper()
	v.tab("sizes")
	return ask[string](v, `[...document.querySelectorAll("#canvas tr")].map(row => row.innerText.replace(/\s+/g, " ")).find(row => row.includes(¿)) ?? ""`, table)
}

// TestScriptInTheBrowser fixes a broken script, previews, applies and undoes it
// in the editor, and runs axe-core at each stage.
func TestScriptInTheBrowser(t *testing.T) {
	v, axe := walk(t, "--base-path=/x/y"), axeCore(t)
	v.makeHotel()
	v.changeHotel(func(stage string) { v.look(axe, "script-"+stage) })
}

// TestScriptWithoutScripts does the same without JavaScript.
func TestScriptWithoutScripts(t *testing.T) {
	v := walk(t, "--base-path=/x/y").withoutScripts()
	v.makeHotel()
	v.changeHotel(func(stage string) {
		for _, width := range []int64{1280, 390} {
			v.do(chromedp.EmulateViewport(width, 900))
			v.picture("plain-script-" + stage + "-" + strconv.Itoa(int(width)))
			if wide := ask[float64](v, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
				t.Errorf("%s: the page is %v px wider than the window of %d px", stage, wide, width)
			}
		}
		v.do(chromedp.EmulateViewport(1280, 900))
	})
	for _, link := range ask[[]string](v, `[...document.querySelectorAll("a[href], form[action]")].map(e => new URL(e.getAttribute("href") ?? e.getAttribute("action"), location).pathname)`) {
		if !strings.HasPrefix(link, "/x/y/") {
			t.Errorf("a link leaves the base path: %s", link)
		}
	}
}

// TestDiagramsOverTabs checks that every tab with a diagram draws it.
func TestDiagramsOverTabs(t *testing.T) {
	v := walk(t)
	v.makeHotel()
	for _, tab := range []string{"cql", "physical", "cql", "sizes", "cql", "logical"} {
		v.tab(tab)
		drawn := ask[bool](v, `(svg => svg instanceof SVGSVGElement && svg.querySelector("text").getBoundingClientRect().width > 0)(document.querySelector(".canvas > svg"))`)
		if tab != "sizes" && !drawn {
			t.Errorf("on %s there is no diagram", tab)
		}
	}
}
