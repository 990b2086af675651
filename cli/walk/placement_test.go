package walk

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// TestQueriesJoinTheWorkflow adds new queries to the workflow: one by dragging it
// onto a step, one by the keyboard, the other by the form.
func TestQueriesJoinTheWorkflow(t *testing.T) {
	v := walk(t)
	v.openHotel("queries")
	if ask[bool](v, `Boolean(document.getElementById("tray"))`) {
		t.Error("a tray without queries is shown")
	}
	v.fill("#new-query-text", "Names: SELECT Guest.name WHERE Guest.guest_id = ?\nPhones: SELECT Hotel.phone WHERE Hotel.hotel_id = ?\nEmails: SELECT Guest.emails WHERE Guest.guest_id = ?")
	v.expectSave(func() { v.click("#add-query") })
	v.picture("tray-1280-light")
	if got := v.reads("#tray ul"); got != "Q10 Q11 Q12" {
		t.Errorf("the tray lists %q, want Q10, Q11 and Q12", got)
	}
	x, y := v.middle("#canvas > svg [data-box]")
	v.expectSave(func() { v.dragLink("#tray [data-access]", x, y) })
	if got := v.reads("#tray ul"); got != "Q11 Q12" {
		t.Errorf("after the drop the tray lists %q, want Q11 and Q12", got)
	}
	v.tabTo(ask[string](v, `document.querySelector("#tray li:last-child a").id`))
	v.stroke(input.DispatchKeyEventParams{Key: "ContextMenu", Code: "ContextMenu", WindowsVirtualKeyCode: 93})
	v.wait(`document.getElementById("palette").open`)
	v.keys("view a guest")
	v.expectSave(func() { v.enterKey() })
	if got := v.reads("#tray ul"); got != "Q11" {
		t.Errorf("after the keyboard the tray lists %q, want Q11", got)
	}
	v.pick("Q12 Emails")
	v.wait(`document.querySelector("#inspector h2")?.textContent.includes("Emails")`)
	if got := v.reads("#inspector"); !strings.Contains(got, "asked in View a guest") {
		t.Errorf("the query's form says %q, want asked in View a guest", got)
	}
	v.wait(`document.querySelector(".layer > .flow:not([hidden])")`)
	if got := ask[string](v, coveredByNotes); got != "" {
		t.Errorf("the note of where parameters come from covers %s", got)
	}
	v.pick("Q11 Phones")
	v.expectSave(func() { v.click("#placement-add") })
	v.wait(`!document.getElementById("tray")`)
	v.pick("Phones")
	if got, want := v.reads("#inspector h2"), "Phones"; got != want {
		t.Errorf("the new step is %q, want %q", got, want)
	}
	v.wait(`document.querySelector("#placement .check")`)
	v.do(chromedp.EmulateViewport(390, 844))
	v.picture("placement-390-light")
}

// coveredByNotes is what lies under the notes beside arrows: boxes, labels and lines.
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
func (v *walker) dragLink(selector string, x, y float64) {
	v.t.Helper()
	ask[bool](v, `((link, x, y) => {
		const dataTransfer = new DataTransfer(), target = document.elementFromPoint(x, y);
		const send = (element, type) => element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer, clientX: x, clientY: y }));
		send(link, "dragstart");
		send(target, "dragover");
		send(target, "drop");
		send(link, "dragend");
		return true;
	})(document.querySelector(¿), ¿, ¿)`, selector, x, y)
}
