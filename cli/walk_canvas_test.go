package cli_test

import (
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// openHotel makes a model of the example and opens one of its tabs.
func (v *walker) openHotel(tab string) {
	v.t.Helper()
	v.open("")
	v.leaving(func() { v.click("#example-hotel button") })
	v.open(filepath.Dir(v.path()) + "/" + tab)
	v.wait(`document.querySelector("#canvas > svg a[tabindex='0']")`)
}

// middle is the point of the window where something of the diagram is seen.
func (v *walker) middle(selector string) (x, y float64) {
	v.t.Helper()
	at := ask[[]float64](v, `(element => {
		const box = element?.getBoundingClientRect();
		return box ? [box.x + box.width / 2, box.y + box.height / 2] : [];
	})(document.querySelector(¿))`, selector)
	if len(at) == 0 {
		v.fail("the diagram has no %s", selector)
	}
	return at[0], at[1]
}

// headOf is the head of a box in the diagram, found by its name.
func (v *walker) headOf(name string) string {
	v.t.Helper()
	id := ask[string](v, `[...document.querySelectorAll("#canvas [data-box]")].find(box => box.querySelector(".name, .step-text, .entity-text")?.textContent === ¿)?.id ?? ""`, name)
	if id == "" {
		v.fail("the diagram has no box %q", name)
	}
	return "#" + id + " .name"
}

// TestRenameInPlace: a double click lays an input over a name; Enter saves,
// Escape leaves, and what is refused stays with the reason beside it.
func TestRenameInPlace(t *testing.T) {
	window := openBrowser(t)
	server := startProgram(t)
	v := newWalker(t, window, server.url)
	v.openHotel("physical")
	v.doubleClick(v.headOf("guests"))
	v.wait(`document.activeElement.matches(".over input") && document.activeElement.value === "guests"`)
	v.saving(func() { v.keys("visitors"); v.enterKey() })
	v.wait(`!document.querySelector(".over")`)
	v.headOf("visitors")
	if !ask[bool](v, `document.activeElement.matches("#canvas a")`) {
		t.Errorf("after the rename the focus is at %s", v.focus())
	}

	// Escape leaves the name as it was.
	revision := v.revision()
	v.press(kb.F2)
	v.wait(`document.activeElement.matches(".over input")`)
	v.keys("nobody")
	v.press(kb.Escape)
	v.wait(`!document.querySelector(".over")`)
	v.headOf("visitors")
	if got := v.revision(); got != revision {
		t.Errorf("Escape made revision %d of %d", got, revision)
	}
}

func (v *walker) doubleClick(selector string) {
	v.t.Helper()
	x, y := v.middle(selector)
	v.do(chromedp.MouseClickXY(x, y), chromedp.MouseClickXY(x, y, chromedp.ClickCount(2)))
}

// TestMoveByDrag: a box that is dragged stands where it was dropped, nothing
// else moves, and it is one step to undo.
func TestMoveByDrag(t *testing.T) {
	window := openBrowser(t)
	server := startProgram(t)
	v := newWalker(t, window, server.url)
	v.openHotel("logical")
	before := v.places()
	x, y := v.middle(v.headOf("guests"))
	v.saving(func() { v.drag(x, y, x+60, y+90) })
	after := v.places()
	for name, place := range before {
		moved := after[name][0] != place[0] || after[name][1] != place[1]
		if moved != (name == "guests") {
			t.Errorf("%s stood at %v and is now at %v", name, place, after[name])
		}
	}
	v.saving(func() { v.click("#undo-button") })
	if got := v.places(); got["guests"] != before["guests"] {
		t.Errorf("after the undo guests is at %v, was at %v", got["guests"], before["guests"])
	}
}

// places are the top left corners of the boxes of the diagram, by their names.
func (v *walker) places() map[string][2]float64 {
	v.t.Helper()
	return ask[map[string][2]float64](v, `Object.fromEntries([...document.querySelectorAll("#canvas [data-box]")].map(box =>
		[box.querySelector("title").textContent.split(" · ")[0], box.dataset.at.split(" ").slice(0, 2).map(Number)]))`)
}

// drag moves the mouse with its button down, in steps.
func (v *walker) drag(x, y, toX, toY float64) {
	v.t.Helper()
	const steps = 8
	v.mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMousePressed, X: x, Y: y})
	for i := 1.0; i <= steps; i++ {
		v.mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: x + (toX-x)*i/steps, Y: y + (toY-y)*i/steps})
	}
	v.mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseReleased, X: toX, Y: toY})
}

func (v *walker) mouse(event input.DispatchMouseEventParams) {
	v.t.Helper()
	event.Button, event.ClickCount = input.MouseButtonLeft, 1
	command(v, input.DispatchMouseEvent, event)
}
