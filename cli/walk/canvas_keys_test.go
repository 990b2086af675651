package walk

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestCanvasByKeyboard navigates a diagram, and marks, moves, renames and adds
// elements without a mouse.
func TestCanvasByKeyboard(t *testing.T) {
	v := walk(t)
	v.openHotel("logical")
	v.tabIntoDiagram()
	v.wantStop("hotels_by_poi")
	for _, step := range []struct{ key, at string }{
		{kb.ArrowRight, "Q1"}, {kb.ArrowRight, "hotels"}, {kb.ArrowDown, "hotel_id"}, {kb.ArrowDown, "name"}, {kb.ArrowUp, "hotel_id"},
		{kb.ArrowLeft, "hotels"}, {kb.ArrowLeft, "Q1"}, {kb.End, "U1"}, {kb.Home, "hotels_by_poi"},
	} {
		v.press(step.key)
		v.wantStop(step.at)
		v.wantFocusSeen()
	}
	// Tab leaves the diagram and Shift+Tab returns to the same element.
	v.press(kb.ArrowRight)
	v.press(kb.Tab)
	if ask[bool](v, `Boolean(document.activeElement.closest("#canvas > svg"))`) {
		t.Error("Tab stays in the diagram")
	}
	v.press(kb.Tab, chromedp.ModifierShift)
	v.wantStop("Q1")
	v.moveByKeys()

	v.expectUpdate(func() { v.enterKey() })
	if got := v.reads("#inspector h2"); got != "hotels_by_poi" {
		t.Errorf("Enter opened %q", got)
	}
	v.wantStop("hotels_by_poi")
	v.addByKeys()
}

// tabIntoDiagram presses Tab until an element of the diagram has the focus.
func (v *walker) tabIntoDiagram() {
	v.t.Helper()
	for range 100 {
		if v.press(kb.Tab); ask[bool](v, `Boolean(document.activeElement.closest("#canvas > svg"))`) {
			return
		}
	}
	v.fail("Tab never comes into the diagram")
}

// wantStop checks that the element of the diagram with that name has the focus.
func (v *walker) wantStop(name string) {
	v.t.Helper()
	got := ask[string](v, `document.activeElement.closest("#canvas > svg") ? document.activeElement.querySelector("title").textContent : ""`)
	if called, _, _ := strings.Cut(got, " · "); called != name {
		v.fail("the focus is at %q, want %q", got, name)
	}
}

func (v *walker) wantAnnounced(text string) {
	v.t.Helper()
	v.wait(`document.querySelector("[data-status]").textContent === ¿`, text)
}

// moveByKeys marks a box with Space and moves it. A pause saves all steps as one
// revision; before that, Escape or undo reverts them.
func (v *walker) moveByKeys() {
	v.t.Helper()
	v.press("z", chromedp.ModifierCtrl) // nothing to undo yet, and no error
	v.press("2")
	v.wantAnnounced("Nothing is selected")
	v.press(kb.Home)
	v.press(" ")
	v.wantAnnounced("hotels_by_poi marked, 1 in all")
	before, revision := v.places(), v.revision()
	v.expectSave(func() {
		v.press(kb.ArrowRight)
		v.press(kb.ArrowRight)
		v.press(kb.ArrowDown, chromedp.ModifierShift)
	})
	after := v.places()
	if want := ([2]float64{before["hotels_by_poi"][0] + 20, before["hotels_by_poi"][1] + 50}); after["hotels_by_poi"] != want {
		v.t.Errorf("hotels_by_poi is at %v, want %v", after["hotels_by_poi"], want)
	}
	if got := v.revision(); got != revision+1 {
		v.t.Errorf("the move made revisions %d to %d", revision+1, got)
	}
	v.wantStop("hotels_by_poi")

	for _, leave := range []func(){func() { v.press("z", chromedp.ModifierCtrl) }, func() { v.press(kb.Escape) }} {
		v.press(kb.ArrowLeft)
		v.wait(`document.querySelector("#canvas [data-box].marked").hasAttribute("transform")`)
		leave()
		v.wait(`!document.querySelector("#canvas [transform]")`)
	}
	if got := v.places(); got["hotels_by_poi"] != after["hotels_by_poi"] || v.revision() != revision+1 {
		v.t.Errorf("hotels_by_poi is at %v in revision %d, want %v in %d", got["hotels_by_poi"], v.revision(), after["hotels_by_poi"], revision+1)
	}
	v.press(kb.Escape)
	v.wantAnnounced("Nothing marked")
	v.press("a", chromedp.ModifierCtrl)
	v.wantAnnounced("All 9 marked")
	v.expectSave(func() { v.press(kb.ArrowUp) })
	for name, place := range v.places() {
		if want := ([2]float64{after[name][0], after[name][1] - 10}); place != want {
			v.t.Errorf("%s is at %v, want %v", name, place, want)
		}
	}
	v.expectSave(func() { v.press("z", chromedp.ModifierCtrl) })
	if got := v.places(); got["guests"] != after["guests"] {
		v.t.Errorf("after the undo guests is at %v, want %v", got["guests"], after["guests"])
	}
	v.press(kb.Escape)
}

// addByKeys adds two columns to the table that is selected.
func (v *walker) addByKeys() {
	v.t.Helper()
	// The box is larger than the canvas, but the place of the input is visible.
	v.do(chromedp.EmulateViewport(1280, 420))
	v.press("2")
	const inSight = `(canvas => {
		const box = document.activeElement.getBoundingClientRect();
		return document.activeElement.matches(".layer *") && box.top >= canvas.top && box.bottom <= document.getElementById("zoom").getBoundingClientRect().top;
	})(document.getElementById("canvas").getBoundingClientRect())`
	v.press(kb.Tab)
	v.wantFocus("canvas-plus")
	v.wait(inSight)
	v.enterKey()
	v.wait(`document.activeElement.matches(".over input")`)
	for _, name := range []string{"stars", "rating"} {
		v.wait(inSight)
		v.expectSave(func() { v.keys(name); v.enterKey() })
		v.wait(`document.activeElement.matches(".over input") && document.activeElement.value === ""`)
	}
	v.wait(inSight)
	v.expect(422)
	v.expectUpdate(func() { v.keys("stars"); v.enterKey() })
	v.wait(`document.querySelector(".over .error").textContent.includes("stars") && document.activeElement.value === "stars"`)
	v.press(kb.Escape)
	v.wait(`!document.querySelector(".over")`)
	v.wantRows("poi_name hotel_id name phone address stars rating")
}
