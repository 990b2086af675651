package walk

import (
	"math"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// boxPlace is where a table of the diagram lies in the window.
type boxPlace struct{ X, Y float64 }

func (v *walker) placeOf(id string) boxPlace {
	v.t.Helper()
	v.wait(`(place => place === (window.placeBefore ?? "") || ((window.placeBefore = place), false))(document.querySelector("#canvas > svg").getAttribute("viewBox"))`)
	at := ask[[]float64](v, `(box => [box.left, box.top])(document.querySelector(¿).getBoundingClientRect())`, "#canvas [data-box="+id+"]")
	return boxPlace{at[0], at[1]}
}

// wantPlace waits until a table is where it was, within a pixel. The window is wider or
// narrower a frame before the diagram follows.
func (v *walker) wantPlace(what, id string, before boxPlace) {
	v.t.Helper()
	drift, now := math.Inf(1), boxPlace{}
	for end := time.Now().Add(patience); drift > 1 && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		now = v.placeOf(id)
		drift = math.Hypot(now.X-before.X, now.Y-before.Y)
	}
	if drift > 1 {
		v.picture("drift")
		v.t.Errorf("%s: the diagram has moved by %.0f px, from %v to %v", what, drift, before, now)
	}
}

// TestDiagramStaysInPlace checks that nothing but the user moves a diagram whose
// selection is in view: not the details beside it, nor a tab, nor a link.
func TestDiagramStaysInPlace(t *testing.T) {
	v := walk(t)
	v.do(chromedp.EmulateViewport(1280, 800))
	v.prefer("light")
	model := v.makeHotel()
	v.open(model + "/physical")
	if shown := ask[bool](v, `document.getElementById("inspector").checkVisibility()`); shown {
		t.Error("the details are shown though nothing is selected")
	}
	start := v.placeOf("photelsbyid")

	v.pick("hotels")
	if shown := ask[bool](v, `document.getElementById("inspector").checkVisibility()`); !shown {
		t.Error("the details of a table are hidden")
	}
	v.wantPlace("a table is selected", "photelsbyid", start)
	v.pick("hotel_id")
	v.wantPlace("a column is selected", "photelsbyid", start)
	v.expectUpdate(func() { v.click("#tab-physical") })
	v.wantPlace("the tab is chosen again", "photelsbyid", start)
	v.click("#model-name")
	v.wait(`document.activeElement.closest("#inspector")`)
	v.wantPlace("the settings of the model are shown", "photelsbyid", start)
	v.click("#model-name")
	v.wait(`!document.getElementById("inspector").checkVisibility()`)
	v.wantPlace("the settings of the model are hidden", "photelsbyid", start)

	// The table stays in place among the tabs that show it.
	v.pick("guests")
	guests := v.placeOf("pguestsbyid")
	v.expectUpdate(func() { v.click("#tab-sizes") })
	v.expectUpdate(func() { v.click("#tab-physical") })
	v.wantPlace("after Sizes", "pguestsbyid", guests)

	// Back and forward return to the view and the selection of each step.
	v.click("#zoom-in")
	v.click("#zoom-in")
	v.wait(`history.state?.view?.scale > 1`)
	zoomed := v.placeOf("pguestsbyid")
	v.expectUpdate(func() { v.click("#tab-concepts") })
	ask[bool](v, `(history.back(), true)`)
	v.wait(`document.querySelector("#canvas [data-box=pguestsbyid].selected")`)
	v.wantPlace("back", "pguestsbyid", zoomed)

	// A table of the logical diagram and the one that realises it lie at like
	// places, if neither diagram is shown as a whole: the count of findings may
	// push one down a little.
	v.do(chromedp.EmulateViewport(1000, 640))
	ask[bool](v, `(sessionStorage.clear(), true)`)
	v.open(model + "/logical")
	v.pick("hotels_by_poi")
	logical := v.placeOf("hotelsbypoi")
	v.expectUpdate(func() { v.click("#tab-physical") })
	if physical := v.placeOf("photelsbypoi"); math.Hypot(physical.X-logical.X, physical.Y-logical.Y) > 20 {
		t.Errorf("hotels_by_poi lies at %v in the logical and at %v in the physical diagram", logical, physical)
	}
}
