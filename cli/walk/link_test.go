package walk

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestLinkToOneColumn opens the URL of one column, which is then selected in the
// diagram, the outline and the form. Back and Forward step through the
// selections.
func TestLinkToOneColumn(t *testing.T) {
	v := walk(t)
	hotel := v.makeHotel()
	v.open(hotel + "/physical")
	v.pick("hotels_by_poi")
	column := strings.TrimPrefix(v.cell("phone", "type"), "#set-")
	column = strings.TrimSuffix(column, "-type")

	v.open(hotel + "/physical?select=" + column)
	v.wantSelected(column, "phone")
	v.expectUpdate(func() { v.click("#tab-logical") })
	v.pick("guests")
	first := v.path()
	v.pick("hotels")
	second := v.path()
	v.traverseHistory(chromedp.NavigateBack(), first, "guests")
	v.traverseHistory(chromedp.NavigateForward(), second, "hotels")
	v.traverseHistory(chromedp.NavigateBack(), first, "guests")
	// The tab had kept the table: the logical one of the same name.
	v.traverseHistory(chromedp.NavigateBack(), hotel+"/logical?select=hotelsbypoi", "hotels_by_poi")
	v.traverseHistory(chromedp.NavigateBack(), hotel+"/physical?select="+column, "phone")
	v.wantSelected(column, "phone")

	// An element that does not exist does not break the page.
	v.open(hotel + "/physical?select=nosuchelement")
	if got := v.reads("#inspector h2"); got != "Hotel" {
		t.Errorf("the form of an unknown element is %q", got)
	}
}

// traverseHistory steps through the history of the window.
func (v *walker) traverseHistory(step chromedp.Action[chromedp.Void], path, title string) {
	v.t.Helper()
	go chromedp.Do(v.ctx, step) // this waits for a page load, which may not happen
	v.wait(`location.href === ¿ && document.querySelector("#inspector h2")?.textContent.trim() === ¿`, v.site+path, title)
}

func (v *walker) wantSelected(id, title string) {
	v.t.Helper()
	for place, code := range map[string]string{
		"the form":    `document.querySelector("#inspector h2").textContent.trim() === ¿`,
		"the outline": `document.querySelector("#outline-list li[aria-current=true] > a[aria-current=true]")?.textContent.trim() === ¿`,
	} {
		if !ask[bool](v, code, title) {
			v.fail("%s does not show %s", place, title)
		}
	}
	seen := ask[bool](v, `(element => {
		if (!element?.matches(".selected, .selected *, [aria-current]")) return false;
		const box = element.getBoundingClientRect(), canvas = document.getElementById("canvas").getBoundingClientRect();
		return box.top >= canvas.top && box.bottom <= canvas.bottom && box.left >= canvas.left && box.right <= canvas.right;
	})(document.getElementById("d-" + ¿))`, id)
	if !seen {
		v.fail("the diagram does not show %s as selected", id)
	}
}
