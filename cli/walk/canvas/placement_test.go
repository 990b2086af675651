package canvas

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"widerow/cli/walk/browser"
)

// TestQueriesJoinTheWorkflow adds new queries to the workflow: one by dragging it
// onto a step, one by the keyboard, the other by the form.
func TestQueriesJoinTheWorkflow(t *testing.T) {
	v := browser.Walk(t)
	v.OpenHotel("queries")
	if browser.Ask[bool](v, `Boolean(document.getElementById("tray"))`) {
		t.Error("a tray without queries is shown")
	}
	v.Fill("#new-query-text", "Names: SELECT Guest.name WHERE Guest.guest_id = ?\nPhones: SELECT Hotel.phone WHERE Hotel.hotel_id = ?\nEmails: SELECT Guest.emails WHERE Guest.guest_id = ?")
	v.ExpectSave(func() { v.Click("#add-query") })
	v.Picture("tray-1280-light")
	if got := v.Reads("#tray ul"); got != "Q10 Q11 Q12" {
		t.Errorf("the tray lists %q, want Q10, Q11 and Q12", got)
	}
	x, y := v.Middle("#canvas > svg [data-box]")
	v.ExpectSave(func() { dragLink(v, "#tray [data-access]", x, y) })
	if got := v.Reads("#tray ul"); got != "Q11 Q12" {
		t.Errorf("after the drop the tray lists %q, want Q11 and Q12", got)
	}
	v.TabTo(browser.Ask[string](v, `document.querySelector("#tray li:last-child a").id`))
	v.Stroke(input.DispatchKeyEventParams{Key: "ContextMenu", Code: "ContextMenu", WindowsVirtualKeyCode: 93})
	v.Wait(`document.getElementById("palette").open`)
	v.Keys("view a guest")
	v.ExpectSave(func() { v.EnterKey() })
	if got := v.Reads("#tray ul"); got != "Q11" {
		t.Errorf("after the keyboard the tray lists %q, want Q11", got)
	}
	v.Pick("Q12 Emails")
	v.Wait(`document.querySelector("#inspector h2")?.textContent.includes("Emails")`)
	if got := v.Reads("#inspector"); !strings.Contains(got, "asked in View a guest") {
		t.Errorf("the query's form says %q, want asked in View a guest", got)
	}
	v.Wait(`document.querySelector(".layer > .flow:not([hidden])")`)
	if got := browser.Ask[string](v, coveredByNotes); got != "" {
		t.Errorf("the note of where parameters come from covers %s", got)
	}
	v.Pick("Q11 Phones")
	v.ExpectSave(func() { v.Click("#placement-add") })
	v.Wait(`!document.getElementById("tray")`)
	v.Pick("Phones")
	if got, want := v.Reads("#inspector h2"), "Phones"; got != want {
		t.Errorf("the new step is %q, want %q", got, want)
	}
	v.Wait(`document.querySelector("#placement .check")`)
	v.Do(chromedp.EmulateViewport(390, 844))
	v.Picture("placement-390-light")
}

// coveredByNotes finds the boxes, labels and lines that lie under the notes beside arrows.
const coveredByNotes = `(() => {
	const inside = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
	const svg = document.querySelector("#canvas > svg");
	const points = [...svg.querySelectorAll(".edge > .line")].flatMap((line) => Array.from({ length: Math.floor(line.getTotalLength() / 4) }, (_, i) => {
		const { x, y } = line.getPointAtLength(4 * i).matrixTransform(svg.getScreenCTM());
		return { what: "a line", left: x, right: x, top: y, bottom: y };
	}));
	const parts = [...svg.querySelectorAll("[data-box] > rect, a.arrow .label")].map((part) => {
		const { left, right, top, bottom } = part.getBoundingClientRect();
		return { what: part.closest("[id]").querySelector("title").textContent, left, right, top, bottom };
	});
	return [...document.querySelectorAll(".layer > .flow:not([hidden])")].flatMap((note) => [...points, ...parts].filter((part) => inside(part, note.getBoundingClientRect()))).map(({ what }) => what).join("; ");
})()`

// dragLink drags a link and drops it at a point of the window. Input events cannot
// do that in a headless browser.
func dragLink(v *browser.Walker, selector string, x, y float64) {
	v.T.Helper()
	browser.Ask[bool](v, `((link, x, y) => {
		const dataTransfer = new DataTransfer(), target = document.elementFromPoint(x, y);
		const send = (element, type) => element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer, clientX: x, clientY: y }));
		send(link, "dragstart");
		send(target, "dragover");
		send(target, "drop");
		send(link, "dragend");
		return true;
	})(document.querySelector(¿), ¿, ¿)`, selector, x, y)
}
