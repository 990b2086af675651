package walk

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// TestWalkLetters uses names in scripts that the page's own font lacks. Their
// fonts are loaded only when a name needs them, and the texts then have the
// width that the server measured.
func TestWalkLetters(t *testing.T) {
	v := walk(t)
	v.openHotel("logical")
	if got := v.lettersLoaded(); got != "" {
		t.Errorf("a page in Latin letters loads %s", got)
	}
	for _, test := range []struct{ selector, old, name, loads string }{
		{".name", "guests", "酒店_客房", "style.css cjk-bold.woff"},
		{".name", "hotels_by_poi", "客房_新_㐀", "style.css style.css cjk-bold.woff rare.woff"},
		{".column-name", "poi_name", "होटल_👩\u200d💻_新", "NotoSansDevanagari-Bold.ttf cjk-bold.woff emoji.woff"},
	} {
		x, y := v.textAt(test.selector, test.old)
		v.do(chromedp.MouseClickXY(x, y), chromedp.MouseClickXY(x, y, chromedp.ClickCount(2)))
		v.wait(`document.activeElement.matches(".over input")`)
		v.expectSave(func() { command(v, input.InsertText, input.InsertTextParams{Text: test.name}); v.enterKey() })
		v.wait(`[...document.querySelectorAll("#canvas text")].some(text => text.textContent === ¿)`, test.name)
		for _, file := range strings.Fields(test.loads) {
			v.wait(`performance.getEntriesByType("resource").some(e => e.name.includes(¿))`, file)
		}
		v.wantTextsAsMeasured(test.name)
	}
	v.open(v.path())
	v.wantTextsAsMeasured("होटल_👩\u200d💻_新")
	if got := ask[int](v, `document.head.querySelectorAll("link[href*='/letters/']").length`); got != 1 {
		t.Errorf("the reloaded page has %d style sheets for its scripts, want 1", got)
	}
	v.picture("letters")
}

// lettersLoaded returns the font files of other scripts that the page loaded.
func (v *walker) lettersLoaded() string {
	v.t.Helper()
	return ask[string](v, `performance.getEntriesByType("resource").map(e => new URL(e.name).pathname).filter(path => path.includes("/letters/")).join(" ")`)
}

// wantTextsAsMeasured removes the attribute textLength from the texts of the
// drawing and checks that their widths do not change. One of these texts must be
// least.
func (v *walker) wantTextsAsMeasured(least string) {
	v.t.Helper()
	v.wait(`document.fonts.status === "loaded" && [...document.querySelectorAll("#canvas text")].some(e => e.textContent === ¿)`, least)
	v.wait(`(() => {
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
