package canvas

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
)

// TestCanvasByKeyboard navigates a diagram, and marks, moves, renames and adds
// elements without a mouse.
func TestCanvasByKeyboard(t *testing.T) {
	v := browser.Walk(t)
	v.OpenHotel("logical")
	tabIntoDiagram(v)
	wantStop(v, "hotels_by_poi")
	for _, step := range []struct{ key, at string }{
		{kb.ArrowRight, "Q1"}, {kb.ArrowRight, "hotels"}, {kb.ArrowDown, "hotel_id"}, {kb.ArrowDown, "name"}, {kb.ArrowUp, "hotel_id"},
		{kb.ArrowLeft, "hotels"}, {kb.ArrowLeft, "Q1"}, {kb.End, "Q9"}, {kb.Home, "hotels_by_poi"},
	} {
		v.Press(step.key)
		wantStop(v, step.at)
		v.WantFocusSeen()
	}
	// Tab leaves the diagram and Shift+Tab returns to the same element.
	v.Press(kb.ArrowRight)
	v.Press(kb.Tab)
	if browser.Ask[bool](v, `Boolean(document.activeElement.closest("#canvas > svg"))`) {
		t.Error("Tab stays in the diagram")
	}
	v.Press(kb.Tab, chromedp.ModifierShift)
	wantStop(v, "Q1")
	moveByKeys(v)

	v.ExpectUpdate(func() { v.EnterKey() })
	if got := v.Reads("#inspector h2"); got != "hotels_by_poi" {
		t.Errorf("Enter opened %q", got)
	}
	wantStop(v, "hotels_by_poi")
	addByKeys(v)
}

// tabIntoDiagram presses Tab until an element of the diagram has the focus.
func tabIntoDiagram(v *browser.Walker) {
	v.T.Helper()
	for range 100 {
		if v.Press(kb.Tab); browser.Ask[bool](v, `Boolean(document.activeElement.closest("#canvas > svg"))`) {
			return
		}
	}
	v.Fail("Tab never comes into the diagram")
}

// wantStop checks that the element of the diagram with that name has the focus.
func wantStop(v *browser.Walker, name string) {
	v.T.Helper()
	got := browser.Ask[string](v, `document.activeElement.closest("#canvas > svg") ? document.activeElement.querySelector("title").textContent : ""`)
	if called, _, _ := strings.Cut(got, " · "); called != name {
		v.Fail("the focus is at %q, want %q", got, name)
	}
}

func wantAnnounced(v *browser.Walker, text string) {
	v.T.Helper()
	v.Wait(`document.querySelector("[data-status]").textContent === ¿`, text)
}

// moveByKeys marks a box with Space and moves it. A pause saves all steps as one
// revision; before that, Escape or undo reverts them.
func moveByKeys(v *browser.Walker) {
	v.T.Helper()
	v.Press("z", chromedp.ModifierCtrl) // nothing to undo yet, and no error
	v.Press("2")
	wantAnnounced(v, "Nothing is selected")
	v.Press(kb.Home)
	v.Press(" ")
	wantAnnounced(v, "hotels_by_poi selected, 1 in all")
	before, revision := places(v), v.Revision()
	v.ExpectSave(func() {
		v.Press(kb.ArrowRight)
		v.Press(kb.ArrowRight, chromedp.ModifierShift)
		v.Press(kb.ArrowDown)
	})
	after := places(v)
	if want := ([2]float64{before["hotels_by_poi"][0] + 60, before["hotels_by_poi"][1] + 10}); after["hotels_by_poi"] != want {
		v.T.Errorf("hotels_by_poi is at %v, want %v", after["hotels_by_poi"], want)
	}
	if got := v.Revision(); got != revision+1 {
		v.T.Errorf("the move made revisions %d to %d", revision+1, got)
	}
	wantStop(v, "hotels_by_poi")

	for _, leave := range []func(){func() { v.Press("z", chromedp.ModifierCtrl) }, func() { v.Press(kb.Escape) }} {
		v.Press(kb.ArrowLeft)
		v.Wait(`document.querySelector("#canvas [data-box].marked").hasAttribute("transform")`)
		leave()
		v.Wait(`!document.querySelector("#canvas [transform]")`)
	}
	if got := places(v); got["hotels_by_poi"] != after["hotels_by_poi"] || v.Revision() != revision+1 {
		v.T.Errorf("hotels_by_poi is at %v in revision %d, want %v in %d", got["hotels_by_poi"], v.Revision(), after["hotels_by_poi"], revision+1)
	}
	v.Press(kb.Escape)
	wantAnnounced(v, "Nothing selected")
	v.Press("a", chromedp.ModifierCtrl)
	wantAnnounced(v, "All 9 selected")
	v.ExpectSave(func() { v.Press(kb.ArrowUp) })
	for name, place := range places(v) {
		if want := ([2]float64{after[name][0], after[name][1] - 10}); place != want {
			v.T.Errorf("%s is at %v, want %v", name, place, want)
		}
	}
	v.ExpectSave(func() { v.Press("z", chromedp.ModifierCtrl) })
	if got := places(v); got["guests"] != after["guests"] {
		v.T.Errorf("after the undo guests is at %v, want %v", got["guests"], after["guests"])
	}
	v.Press(kb.Escape)
}

// addByKeys adds two columns to the table that is selected.
func addByKeys(v *browser.Walker) {
	v.T.Helper()
	// The box is larger than the canvas, but the place of the input is visible.
	v.Do(chromedp.EmulateViewport(1280, 420))
	v.Press("2")
	const inSight = `(canvas => {
		const box = document.activeElement.getBoundingClientRect();
		return document.activeElement.matches(".layer *") && box.top >= canvas.top && box.bottom <= document.getElementById("zoom").getBoundingClientRect().top;
	})(document.getElementById("canvas").getBoundingClientRect())`
	v.Press(kb.Tab)
	v.WantFocus("canvas-plus")
	v.Wait(inSight)
	v.EnterKey()
	v.Wait(`document.activeElement.matches(".over input")`)
	for _, name := range []string{"stars", "rating"} {
		v.Wait(inSight)
		v.ExpectSave(func() { v.Keys(name); v.EnterKey() })
		v.Wait(`document.activeElement.matches(".over input") && document.activeElement.value === ""`)
	}
	v.Wait(inSight)
	v.Expect(422)
	v.ExpectUpdate(func() { v.Keys("stars"); v.EnterKey() })
	v.Wait(`document.querySelector(".over .error").textContent.includes("stars") && document.activeElement.value === "stars"`)
	v.Press(kb.Escape)
	v.Wait(`!document.querySelector(".over")`)
	v.WantRows("poi_name hotel_id name phone address stars rating")
}
