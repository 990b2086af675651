package canvas

import (
	"math"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"widerow/cli/walk/browser"
)

// TestCanvasByTouch uses a phone: one finger pans, two fingers pinch, a tap
// selects, and after a long press a box follows the finger.
func TestCanvasByTouch(t *testing.T) {
	v := browser.Walk(t)
	v.ReduceMotion()
	v.Do(chromedp.EmulateViewport(390, 844))
	browser.Command(v, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true, MaxTouchPoints: 5})
	v.OpenHotel("logical")

	// The point between two fingers stays in place as they move apart.
	before := seenAt(v, 195, 500)
	v.Fingers(browser.At(175, 500), browser.At(215, 500))
	v.Fingers(browser.At(115, 500), browser.At(275, 500))
	v.Fingers()
	after := seenAt(v, 195, 500)
	if math.Abs(after.scale/before.scale-4) > 0.05 || math.Hypot(after.x-before.x, after.y-before.y) > 2 {
		t.Errorf("a pinch by 4 led from %+v to %+v", before, after)
	}
	// One finger pans, even if it starts on a box.
	tap(v, "#zoom-fit")
	v.Wait(`document.getElementById("zoom-level").textContent !== "240 %"`)
	tap(v, "#zoom-out") // at this scale names take the room of the columns
	v.Wait(`document.querySelector("#canvas[data-level=names], #canvas [data-level=names]")`)
	places := places(v)
	x, y := v.Middle(headOf(v, "hotels"))
	v.Fingers(browser.At(x, y))
	v.Fingers(browser.At(x+30, y+20))
	v.Fingers(browser.At(x+60, y+40))
	v.Fingers()
	if nowX, nowY := v.Middle(headOf(v, "hotels")); math.Abs(nowX-x-60) > 1 || math.Abs(nowY-y-40) > 1 {
		t.Errorf("the finger moved by 60, 40 and the diagram by %v, %v", nowX-x, nowY-y)
	}
	dragByFinger(v, "guests", places)
	holdFinger(v)

	for _, small := range browser.Ask[[]string](v, `[...document.querySelectorAll("#canvas :is(button, input, a.button)")].filter(e => e.checkVisibility())
		.map(e => [e.id, e.getBoundingClientRect()]).filter(([, box]) => box.width < 24 || box.height < 24).map(([id]) => id)`) {
		t.Errorf("#%s is smaller than 24 px", small)
	}
	v.ExpectUpdate(func() { tap(v, headOf(v, "hotels")) })
	if got := v.Reads("#inspector h2"); got != "hotels" {
		t.Errorf("a tap selected %q", got)
	}
	// The page opens with the details in front; the diagram is shown later.
	v.Open(v.Path())
	tap(v, "#pane-canvas")
	v.Wait(`document.getElementById("canvas-plus").getBoundingClientRect().top > 0`)
	tap(v, "#pane-outline")
	v.Pick("amenities_by_room")
	tap(v, "#pane-canvas")
	v.Wait(`(table => table.width > 0 && table.left >= 0 && table.right <= innerWidth)(document.querySelector("#canvas .table.selected").getBoundingClientRect())`)
}

// dragByFinger long-presses a box and moves it.
func dragByFinger(v *browser.Walker, name string, before map[string][2]float64) {
	v.T.Helper()
	x, y := v.Middle(headOf(v, name))
	v.Fingers(browser.At(x, y))
	v.Wait(`document.querySelector("#canvas .marked")`)
	v.Fingers(browser.At(x, y+30))
	v.Fingers(browser.At(x, y+60))
	v.Wait(`document.querySelector("#canvas .overview [data-owner][transform]")`) // the name in the overview
	v.ExpectSave(func() { v.Fingers() })
	after := places(v)
	for box, place := range before {
		if moved := after[box] != place; moved != (box == name) {
			v.T.Errorf("%s was at %v and is at %v", box, place, after[box])
		}
	}
	if nowX, nowY := v.Middle(headOf(v, name)); math.Abs(nowX-x) > 12 || math.Abs(nowY-y-60) > 12 {
		v.T.Errorf("the finger moved by 0, 60 and %s by %v, %v", name, nowX-x, nowY-y)
	}
}

// holdFinger opens the menu of a box and that of a free place by a long press, and
// closes them by a tap elsewhere.
func holdFinger(v *browser.Walker) {
	v.T.Helper()
	freeX, freeY := freePlace(v)
	v.Fingers(browser.At(freeX, freeY)) // nothing is marked any more
	v.Fingers()
	x, y := v.Middle(headOf(v, "hotels"))
	for _, test := range []struct {
		at   browser.Point
		menu string
	}{{browser.At(x, y), "Open hotels"}, {browser.At(freeX, freeY), "Add a table here"}} {
		holdAt(v, test.at)
		v.Wait(`[...document.querySelectorAll("#canvas-menu button")].some(button => button.innerText.startsWith(¿))`, test.menu)
		v.Fingers(browser.At(freeX-8, freeY-8)) // beside the corner of the menu
		v.Fingers()
		v.Wait(`!document.getElementById("canvas-menu")`)
	}
	holdAt(v, browser.At(freeX, freeY))
	comment := `[...document.querySelectorAll("#canvas-menu button")].find((item) => item.innerText === "Comment here…")`
	v.Wait(comment)
	browser.Ask[bool](v, "("+comment+`.click(), true)`)
	v.Wait(`document.activeElement.matches(".over.anew input")`)
	v.Keys("Room for more")
	v.ExpectUpdate(v.EnterKey)
	v.Wait(`document.activeElement.matches(".layer > .pin[data-spot]")`)
}

// holdAt presses until the canvas takes the press for a long one.
func holdAt(v *browser.Walker, at browser.Point) {
	v.T.Helper()
	v.Fingers(at)
	v.Wait(`Array.from({ length: 200 }, (_, id) => id).some((id) => document.getElementById("canvas").hasPointerCapture(id))`)
	v.Fingers()
}

// tap touches briefly enough not to be a long press, even on a busy machine.
func tap(v *browser.Walker, selector string) {
	v.T.Helper()
	x, y := v.Middle(selector)
	v.Touch(browser.At(x, y))
	v.Fingers()
}

// seen is the point of the diagram at a point of the window, and the scale.
type seen struct{ x, y, scale float64 }

func seenAt(v *browser.Walker, x, y float64) seen {
	v.T.Helper()
	at := browser.Ask[[]float64](v, `(matrix => {
		const point = new DOMPoint(¿, ¿).matrixTransform(matrix.inverse());
		return [point.x, point.y, matrix.a];
	})(document.querySelector("#canvas > svg").getScreenCTM())`, x, y)
	return seen{at[0], at[1], at[2]}
}
