package view

import (
	"math"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"widerow/cli/walk/browser"
)

// boxPlace is the place in the window of a table of the diagram.
type boxPlace struct{ X, Y float64 }

func placeOf(v *browser.Walker, id string) boxPlace {
	v.T.Helper()
	v.Wait(`(place => place === (window.placeBefore ?? "") || ((window.placeBefore = place), false))(document.querySelector("#canvas > svg").style.cssText)`)
	at := browser.Ask[[]float64](v, `(box => [box.left, box.top])(document.querySelector(¿).getBoundingClientRect())`, "#canvas [data-box="+id+"]")
	return boxPlace{at[0], at[1]}
}

// wantPlace waits until a table is back at a place, within a pixel. The window changes its width a
// frame before the diagram follows.
func wantPlace(v *browser.Walker, what, id string, before boxPlace) {
	v.T.Helper()
	drift, now := math.Inf(1), boxPlace{}
	for end := time.Now().Add(browser.Patience); drift > 1 && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		now = placeOf(v, id)
		drift = math.Hypot(now.X-before.X, now.Y-before.Y)
	}
	if drift > 1 {
		v.Picture("drift")
		v.T.Errorf("%s: the diagram has moved by %.0f px, from %v to %v", what, drift, before, now)
	}
}

// TestDiagramStaysInPlace checks that nothing but the user moves a diagram whose
// selection is in view: not the details beside it, nor a tab, nor a link.
func TestDiagramStaysInPlace(t *testing.T) {
	v := browser.Walk(t)
	v.Do(chromedp.EmulateViewport(1280, 800))
	v.Prefer("light")
	model := v.MakeHotel()
	v.Open(model + "/physical")
	if shown := browser.Ask[bool](v, `document.getElementById("inspector").checkVisibility()`); shown {
		t.Error("the details are shown though nothing is selected")
	}
	start := placeOf(v, "photelsbyid")

	v.Pick("hotels")
	if shown := browser.Ask[bool](v, `document.getElementById("inspector").checkVisibility()`); !shown {
		t.Error("the details of a table are hidden")
	}
	wantPlace(v, "a table is selected", "photelsbyid", start)
	v.Pick("hotel_id")
	wantPlace(v, "a column is selected", "photelsbyid", start)
	v.ExpectUpdate(func() { v.Click("#tab-physical") })
	wantPlace(v, "the tab is chosen again", "photelsbyid", start)
	v.Click("#model-name")
	v.Wait(`document.activeElement.closest("#inspector")`)
	wantPlace(v, "the settings of the model are shown", "photelsbyid", start)
	v.Click("#model-name")
	v.Wait(`!document.getElementById("inspector").checkVisibility()`)
	wantPlace(v, "the settings of the model are hidden", "photelsbyid", start)

	// The table stays in place among the tabs that show it.
	v.Pick("guests")
	guests := placeOf(v, "pguestsbyid")
	v.ExpectUpdate(func() { v.Click("#tab-sizes") })
	v.ExpectUpdate(func() { v.Click("#tab-physical") })
	wantPlace(v, "after Sizes", "pguestsbyid", guests)

	// Back and forward return to the view and the selection of each step.
	v.Click("#zoom-in")
	v.Click("#zoom-in")
	v.Wait(`history.state?.view?.scale > 1`)
	zoomed := placeOf(v, "pguestsbyid")
	v.ExpectUpdate(func() { v.Click("#tab-concepts") })
	browser.Ask[bool](v, `(history.back(), true)`)
	v.Wait(`document.querySelector("#canvas [data-box=pguestsbyid].selected")`)
	wantPlace(v, "back", "pguestsbyid", zoomed)

	// A table of the logical diagram and the one that realises it lie at like
	// places, if neither diagram is shown as a whole: the count of findings may
	// push one down a little.
	v.Do(chromedp.EmulateViewport(1000, 640))
	browser.Ask[bool](v, `(sessionStorage.clear(), true)`)
	v.Open(model + "/logical")
	v.Pick("hotels_by_poi")
	logical := placeOf(v, "hotelsbypoi")
	v.ExpectUpdate(func() { v.Click("#tab-physical") })
	if physical := placeOf(v, "photelsbypoi"); math.Hypot(physical.X-logical.X, physical.Y-logical.Y) > 20 {
		t.Errorf("hotels_by_poi lies at %v in the logical and at %v in the physical diagram", logical, physical)
	}
}
