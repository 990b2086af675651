package canvas

import (
	"math"
	"testing"

	"github.com/chromedp/cdproto/input"

	"widerow/cli/walk/browser"
)

// onScreen returns the places in the window of the diagram's boxes, by ID: left, top, width and
// height in px, and at "" the scale.
func onScreen(v *browser.Walker) map[string][4]float64 {
	v.T.Helper()
	return browser.Ask[map[string][4]float64](v, `Object.fromEntries([["", [document.querySelector("#canvas > svg").getScreenCTM().a, 0, 0, 0]],
		...[...document.querySelectorAll("#canvas [data-box]")].map(box => {
			const shape = box.querySelector(".box, .step, .entity-shape, .relationship-shape, .isa-shape") ?? box, {x, y, width, height} = shape.getBoundingClientRect();
			return [box.dataset.box, [x, y, width, height]];
		})])`)
}

// wantStill checks that the browser draws all that was there before where it was, but
// for the boxes that were moved.
func wantStill(v *browser.Walker, what string, before map[string][4]float64, moved ...string) {
	v.T.Helper()
	after := onScreen(v)
	for id, was := range before {
		is, there := after[id]
		off := 0.0
		for side := range was {
			if len(moved) == 0 || moved[0] != id {
				off = max(off, math.Abs(is[side]-was[side]))
			}
		}
		if !there || off > 0.51 {
			v.T.Errorf("%s: %q was drawn at %.1f and is at %.1f", what, id, was, is)
		}
	}
}

// wheel turns the wheel over a point, with Ctrl.
func wheel(v *browser.Walker, x, y, delta float64) {
	v.T.Helper()
	v.Wait(`document.elementFromPoint(¿, ¿).dispatchEvent(new WheelEvent("wheel", {deltaY: ¿, ctrlKey: true, bubbles: true, cancelable: true, clientX: ¿, clientY: ¿})) === false`, x, y, delta, x, y)
}

// TestWheelZooms zooms by 1.1 for a notch, about the pointer, and smoothly for the small
// steps of a trackpad. At rest the drawing lies on whole pixels.
func TestWheelZooms(t *testing.T) {
	v := browser.Walk(t)
	v.OpenHotel("physical")
	x, y := v.Middle(headOf(v, "hotels"))
	for _, test := range []struct{ delta, factor float64 }{{-100, 1.1}, {-120, 1.1}, {100, 1 / 1.1}, {-200, 1.21}, {-3, 1.0305}, {3, 1 / 1.0305}} {
		before := seenAt(v, x, y)
		wheel(v, x, y, test.delta)
		v.Wait(`Math.abs(document.querySelector("#canvas > svg").getScreenCTM().a / ¿ - ¿) < 0.001`, before.scale, test.factor)
		if after := seenAt(v, x, y); math.Abs(after.x-before.x)+math.Abs(after.y-before.y) > 1.5 {
			t.Errorf("a turn of %g moves the point under the pointer from %+v to %+v", test.delta, before, after)
		}
	}
}

// TestMiddleButtonPans drags with the middle button on a table: the drawing moves, no
// table does, and no link opens.
func TestMiddleButtonPans(t *testing.T) {
	v := browser.Walk(t)
	v.OpenHotel("physical")
	before, path, revision := onScreen(v), v.Path(), v.Revision()
	x, y := v.Middle(headOf(v, "hotels"))
	for i, kind := range []input.DispatchMouseEventType{input.DispatchMouseEventTypeMousePressed, input.DispatchMouseEventTypeMouseMoved, input.DispatchMouseEventTypeMouseMoved, input.DispatchMouseEventTypeMouseReleased} {
		browser.Command(v, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: x + 20*float64(min(i, 2)), Y: y + 15*float64(min(i, 2)), Button: input.MouseButtonMiddle, Buttons: 4, ClickCount: 1})
	}
	for id, place := range before {
		if id != "" {
			before[id] = [4]float64{place[0] + 40, place[1] + 30, place[2], place[3]}
		}
	}
	wantStill(v, "middle drag", before)
	if v.Path() != path || v.Revision() != revision {
		t.Errorf("a drag with the middle button leads to %s", v.Path())
	}
}

// TestHoverFadesNothing: what is not related to the box under the pointer stays as it is.
func TestHoverFadesNothing(t *testing.T) {
	v := browser.Walk(t)
	v.OpenHotel("concepts")
	at := browser.Ask[[]float64](v, `[...document.querySelectorAll("#canvas .entity")].map(entity => [entity, entity.getBoundingClientRect()])
		.map(([entity, box]) => [entity, box.x + box.width / 2, box.y + box.height / 2]).find(([entity, x, y]) => entity.contains(document.elementFromPoint(x, y))).slice(1)`)
	hover(v, at[0]-300, at[1])
	hover(v, at[0], at[1])
	v.Wait(`"traced" in document.querySelector("#canvas > svg").dataset`)
	if faded := browser.Ask[int](v, `[...document.querySelectorAll("#canvas svg :is([data-box], [data-owner], [data-edge])")].filter(part => getComputedStyle(part).opacity !== "1").length`); faded > 0 {
		t.Errorf("under the pointer %d parts fade", faded)
	}
}

// TestDoubleClickMovesNothing: the input opens at the pointer, and the new box appears
// there; what was drawn before stays on the screen where it was.
func TestDoubleClickMovesNothing(t *testing.T) {
	v := browser.Walk(t)
	model := v.MakeHotel()
	for _, tab := range []string{"concepts", "queries", "logical", "physical"} {
		v.Open(model + "/" + tab)
		v.Wait(`document.querySelector("#canvas > svg a[tabindex='0']")`)
		v.Click("#zoom-out") // room for a box beside the others
		before := onScreen(v)
		x, y := freePlace(v)
		doubleClickAt(v, x, y)
		v.Wait(`document.activeElement.matches(".over.anew input")`)
		v.Wait(`(box => box.left <= ¿ && box.right >= ¿ && box.top <= ¿ && box.bottom >= ¿)(document.activeElement.getBoundingClientRect())`, x, x, y, y)
		wantStill(v, tab+", while the name is typed", before)
		v.ExpectSave(func() { v.Keys("added_to_" + tab); v.EnterKey() })
		v.Wait(`!document.querySelector(".over")`)
		wantStill(v, tab+", with the new box", before)
		for id, at := range onScreen(v) {
			if _, old := before[id]; !old && (math.Abs(at[0]+60-x) > 40 || math.Abs(at[1]+20-y) > 40) {
				t.Errorf("%s: the new box is at %.0f, want it at the pointer, %.0f %.0f", tab, at, x, y)
			}
		}
	}
}
