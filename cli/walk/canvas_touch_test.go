package walk

import (
	"math"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// TestCanvasByTouch uses a phone: one finger pans, two fingers pinch, a tap
// selects, and after a long press a box follows the finger.
func TestCanvasByTouch(t *testing.T) {
	v := walk(t)
	v.reduceMotion()
	v.do(chromedp.EmulateViewport(390, 844))
	command(v, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true, MaxTouchPoints: 5})
	v.openHotel("logical")

	// The point between two fingers stays in place as they move apart.
	before := v.seenAt(195, 500)
	v.fingers(point{175, 500}, point{215, 500})
	v.fingers(point{115, 500}, point{275, 500})
	v.fingers()
	after := v.seenAt(195, 500)
	if math.Abs(after.scale/before.scale-4) > 0.05 || math.Hypot(after.x-before.x, after.y-before.y) > 2 {
		t.Errorf("a pinch by 4 led from %+v to %+v", before, after)
	}
	// One finger pans, even if it starts on a box.
	v.tap("#zoom-fit")
	v.wait(`document.getElementById("zoom-level").textContent !== "240 %"`)
	places := v.places()
	x, y := v.middle(v.headOf("hotels"))
	v.fingers(point{x, y})
	v.fingers(point{x + 30, y + 20})
	v.fingers(point{x + 60, y + 40})
	v.fingers()
	if nowX, nowY := v.middle(v.headOf("hotels")); math.Abs(nowX-x-60) > 1 || math.Abs(nowY-y-40) > 1 {
		t.Errorf("the finger moved by 60, 40 and the diagram by %v, %v", nowX-x, nowY-y)
	}
	v.dragByFinger("guests", places)
	v.holdFinger()

	for _, small := range ask[[]string](v, `[...document.querySelectorAll("#canvas :is(button, input, a.button)")].filter(e => e.checkVisibility())
		.map(e => [e.id, e.getBoundingClientRect()]).filter(([, box]) => box.width < 24 || box.height < 24).map(([id]) => id)`) {
		t.Errorf("#%s is smaller than 24 px", small)
	}
	v.expectUpdate(func() { v.tap(v.headOf("hotels")) })
	if got := v.reads("#inspector h2"); got != "hotels" {
		t.Errorf("a tap selected %q", got)
	}
	// The page opens with the details in front; the diagram is shown later.
	v.open(v.path())
	v.tap("#pane-canvas")
	v.wait(`document.getElementById("canvas-plus").getBoundingClientRect().top > 0`)
	v.tap("#pane-outline")
	v.pick("amenities_by_room")
	v.tap("#pane-canvas")
	v.wait(`(table => table.width > 0 && table.left >= 0 && table.right <= innerWidth)(document.querySelector("#canvas .table.selected").getBoundingClientRect())`)
}

// dragByFinger long-presses a box and moves it.
func (v *walker) dragByFinger(name string, before map[string][2]float64) {
	v.t.Helper()
	x, y := v.middle(v.headOf(name))
	v.fingers(point{x, y})
	v.wait(`document.querySelector("#canvas .marked")`)
	v.fingers(point{x, y + 30})
	v.fingers(point{x, y + 60})
	v.wait(`document.querySelector("#canvas .overview [data-owner][transform]")`) // the name in the overview
	v.expectSave(func() { v.fingers() })
	after := v.places()
	for box, place := range before {
		if moved := after[box] != place; moved != (box == name) {
			v.t.Errorf("%s was at %v and is at %v", box, place, after[box])
		}
	}
	if nowX, nowY := v.middle(v.headOf(name)); math.Abs(nowX-x) > 12 || math.Abs(nowY-y-60) > 12 {
		v.t.Errorf("the finger moved by 0, 60 and %s by %v, %v", name, nowX-x, nowY-y)
	}
}

// holdFinger opens the menu of a box and that of a free place by a long press, and
// closes them by a tap elsewhere.
func (v *walker) holdFinger() {
	v.t.Helper()
	freeX, freeY := v.freePlace()
	v.fingers(point{freeX, freeY}) // nothing is marked any more
	v.fingers()
	x, y := v.middle(v.headOf("hotels"))
	for _, test := range []struct {
		at   point
		menu string
	}{{point{x, y}, "Open hotels"}, {point{freeX, freeY}, "Add a table here"}} {
		v.holdAt(test.at)
		v.wait(`[...document.querySelectorAll("#canvas-menu button")].some(button => button.innerText.startsWith(¿))`, test.menu)
		v.fingers(point{freeX, freeY})
		v.fingers()
		v.wait(`!document.getElementById("canvas-menu")`)
	}
	v.holdAt(point{freeX, freeY})
	comment := `[...document.querySelectorAll("#canvas-menu button")].find((item) => item.innerText === "Comment here…")`
	v.wait(comment)
	ask[bool](v, "("+comment+`.click(), true)`)
	v.wait(`document.activeElement.matches(".over.anew input")`)
	v.keys("Room for more")
	v.expectUpdate(v.enterKey)
	v.wait(`document.activeElement.matches(".layer > .pin[data-spot]")`)
}

// holdAt presses until the canvas takes the press for a long one.
func (v *walker) holdAt(at point) {
	v.t.Helper()
	v.fingers(at)
	v.wait(`Array.from({ length: 200 }, (_, id) => id).some((id) => document.getElementById("canvas").hasPointerCapture(id))`)
	v.fingers()
}

// tap touches briefly enough not to be a long press, even on a busy machine.
func (v *walker) tap(selector string) {
	v.t.Helper()
	x, y := v.middle(selector)
	v.touch(point{x, y})
	v.fingers()
}

type point struct{ x, y float64 }

// fingers sets the touch points and waits for a frame or two.
func (v *walker) fingers(at ...point) {
	v.t.Helper()
	v.touch(at...)
	time.Sleep(30 * time.Millisecond)
}

func (v *walker) touch(at ...point) {
	v.t.Helper()
	event := input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchMove, TouchPoints: []*input.TouchPoint{}}
	for i, finger := range at {
		id := float64(i)
		event.TouchPoints = append(event.TouchPoints, &input.TouchPoint{X: finger.x, Y: finger.y, ID: &id})
	}
	switch {
	case len(at) == 0:
		event.Type, v.touched = input.DispatchTouchEventTypeTouchEnd, false
	case !v.touched:
		event.Type, v.touched = input.DispatchTouchEventTypeTouchStart, true
	}
	command(v, input.DispatchTouchEvent, event)
}

// seen is the point of the diagram at a point of the window, and the scale.
type seen struct{ x, y, scale float64 }

func (v *walker) seenAt(x, y float64) seen {
	v.t.Helper()
	at := ask[[]float64](v, `(matrix => {
		const point = new DOMPoint(¿, ¿).matrixTransform(matrix.inverse());
		return [point.x, point.y, matrix.a];
	})(document.querySelector("#canvas > svg").getScreenCTM())`, x, y)
	return seen{at[0], at[1], at[2]}
}
