package fields

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"widerow/cli/walk/browser"
)

// TestLinkToOneColumn opens the URL of one column, which is then selected in the
// diagram, the outline and the form. Back and Forward step through the
// selections.
func TestLinkToOneColumn(t *testing.T) {
	v := browser.Walk(t)
	hotel := v.MakeHotel()
	v.Open(hotel + "/physical")
	v.Pick("hotels_by_poi")
	column := strings.TrimPrefix(v.Cell("phone", "type"), "#set-")
	column = strings.TrimSuffix(column, "-type")

	v.Open(hotel + "/physical?select=" + column)
	wantSelected(v, column, "phone")
	v.ExpectUpdate(func() { v.Click("#tab-logical") })
	v.Pick("guests")
	first := v.Path()
	v.Pick("hotels")
	second := v.Path()
	traverseHistory(v, chromedp.NavigateBack(), first, "guests")
	traverseHistory(v, chromedp.NavigateForward(), second, "hotels")
	traverseHistory(v, chromedp.NavigateBack(), first, "guests")
	// The tab had kept the table: the logical one of the same name.
	traverseHistory(v, chromedp.NavigateBack(), hotel+"/logical?select=hotelsbypoi", "hotels_by_poi")
	traverseHistory(v, chromedp.NavigateBack(), hotel+"/physical?select="+column, "phone")
	wantSelected(v, column, "phone")

	// An element that does not exist does not break the page.
	v.Open(hotel + "/physical?select=nosuchelement")
	if got := v.Reads("#inspector h2"); got != "Hotel" {
		t.Errorf("the form of an unknown element is %q", got)
	}
}

// traverseHistory steps through the history of the window.
func traverseHistory(v *browser.Walker, step chromedp.Action[chromedp.Void], path, title string) {
	v.T.Helper()
	go chromedp.Do(v.Ctx, step) // this waits for a page load, which may not happen
	v.Wait(`location.href === ¿ && document.querySelector("#inspector h2")?.textContent.trim() === ¿`, v.Site+path, title)
}

func wantSelected(v *browser.Walker, id, title string) {
	v.T.Helper()
	for place, code := range map[string]string{
		"the form":    `document.querySelector("#inspector h2").textContent.trim() === ¿`,
		"the outline": `document.querySelector("#outline-list li[aria-current=true] > a[aria-current=true]")?.textContent.trim() === ¿`,
	} {
		if !browser.Ask[bool](v, code, title) {
			v.Fail("%s does not show %s", place, title)
		}
	}
	seen := browser.Ask[bool](v, `(element => {
		if (!element?.matches(".selected, .selected *, [aria-current]")) return false;
		const box = element.getBoundingClientRect(), canvas = document.getElementById("canvas").getBoundingClientRect();
		return box.top >= canvas.top && box.bottom <= canvas.bottom && box.left >= canvas.left && box.right <= canvas.right;
	})(document.getElementById("d-" + ¿))`, id)
	if !seen {
		v.Fail("the diagram does not show %s as selected", id)
	}
}
