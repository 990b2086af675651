package canvas

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"widerow/cli/walk/browser"
)

// TestWalkLetters uses names in scripts that the page's own font lacks. Their
// fonts are loaded only when a name needs them, and the texts then have the
// width that the server measured.
func TestWalkLetters(t *testing.T) {
	v := browser.Walk(t)
	v.OpenHotel("logical")
	if got := lettersLoaded(v); got != "" {
		t.Errorf("a page in Latin letters loads %s", got)
	}
	for _, test := range []struct{ selector, old, name, loads string }{
		{".name", "guests", "酒店_客房", "style.css cjk-bold.woff"},
		{".name", "hotels_by_poi", "客房_新_㐀", "style.css style.css cjk-bold.woff rare.woff"},
		{".column-name", "poi_name", "होटल_👩\u200d💻_新", "NotoSansDevanagari-Bold.ttf cjk-bold.woff emoji.woff"},
	} {
		x, y := textAt(v, test.selector, test.old)
		v.Do(chromedp.MouseClickXY(x, y), chromedp.MouseClickXY(x, y, chromedp.ClickCount(2)))
		v.Wait(`document.activeElement.matches(".over input")`)
		v.ExpectSave(func() { browser.Command(v, input.InsertText, input.InsertTextParams{Text: test.name}); v.EnterKey() })
		v.Wait(`[...document.querySelectorAll("#canvas text")].some(text => text.textContent === ¿)`, test.name)
		for _, file := range strings.Fields(test.loads) {
			v.Wait(`performance.getEntriesByType("resource").some(e => e.name.includes(¿))`, file)
		}
		wantTextsAsMeasured(v, test.name)
	}
	v.Open(v.Path())
	wantTextsAsMeasured(v, "होटल_👩\u200d💻_新")
	if got := browser.Ask[int](v, `document.head.querySelectorAll("link[href*='/letters/']").length`); got != 1 {
		t.Errorf("the reloaded page has %d style sheets for its scripts, want 1", got)
	}
	v.Picture("letters")
}

// lettersLoaded returns the font files of other scripts that the page loaded.
func lettersLoaded(v *browser.Walker) string {
	v.T.Helper()
	return browser.Ask[string](v, `performance.getEntriesByType("resource").map(e => new URL(e.name).pathname).filter(path => path.includes("/letters/")).join(" ")`)
}

// wantTextsAsMeasured removes the attribute textLength from the texts of the
// drawing and checks that their widths do not change. One of these texts must be
// least.
func wantTextsAsMeasured(v *browser.Walker, least string) {
	v.T.Helper()
	v.Wait(`document.fonts.status === "loaded" && [...document.querySelectorAll("#canvas text")].some(e => e.textContent === ¿)`, least)
	v.Wait(`(() => {
		const held = [...document.querySelectorAll("#canvas > svg text[textLength]")]
		if (!held.some(e => e.textContent === ¿)) return false
		return held.every(e => {
			const free = e.cloneNode(true)
			free.removeAttribute("textLength")
			free.removeAttribute("lengthAdjust")
			e.after(free)
			const apart = Math.abs(free.getComputedTextLength() - e.getAttribute("textLength"))
			free.remove()
			return apart < 0.05
		})
	})()`, least)
}
