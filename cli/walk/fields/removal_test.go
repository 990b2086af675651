package fields

import (
	"testing"

	"widerow/cli/walk/browser"
)

// TestRemovalAsks removes an entity type and an attribute that queries use: the page
// lists the parts that go with them, in view and with the focus on Cancel, and saves
// nothing before the answer.
func TestRemovalAsks(t *testing.T) {
	v := browser.Walk(t)
	v.OpenHotel("concepts")
	v.Pick("Hotel")
	saved := v.Reads("#saved")
	v.ExpectUpdate(func() { v.Click("#inspector-remove") })
	v.Wait(`document.activeElement?.id === "remove-cancel"`)
	inView := `(box => box.top >= 0 && box.bottom < innerHeight + 1)(document.querySelector("#removal").getBoundingClientRect())`
	if !browser.Ask[bool](v, inView) {
		t.Error("the question is outside the window")
	}
	if now := v.Reads("#saved"); now != saved {
		t.Errorf("the page says %q before the answer, %q before the question", now, saved)
	}
	v.ExpectUpdate(func() { v.Click("#remove-cancel") })
	v.Wait(`!document.querySelector("#removal") && document.querySelector("#inspector h2").textContent === "Hotel"`)

	v.ExpectUpdate(func() { v.Click("#remove-hotelphone") })
	v.Wait(`document.querySelector("#part-hotelphone #removal")`)
	v.ExpectSave(func() { v.Click("#remove-anyway") })
	v.Wait(`!document.querySelector("#part-hotelphone") && !document.querySelector("#removal")`)
}
