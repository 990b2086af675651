package walk

import "testing"

// TestRemovalAsks removes an entity type and an attribute that queries use: the page
// says what goes with them, in view and with the focus on Cancel, and saves nothing
// before the answer.
func TestRemovalAsks(t *testing.T) {
	v := walk(t)
	v.openHotel("concepts")
	v.pick("Hotel")
	saved := v.reads("#saved")
	v.expectUpdate(func() { v.click("#inspector-remove") })
	v.wait(`document.activeElement?.id === "remove-cancel"`)
	inView := `(box => box.top >= 0 && box.bottom < innerHeight + 1)(document.querySelector("#removal").getBoundingClientRect())`
	if !ask[bool](v, inView) {
		t.Error("the question is outside the window")
	}
	if now := v.reads("#saved"); now != saved {
		t.Errorf("the page says %q before the answer, %q before the question", now, saved)
	}
	v.expectUpdate(func() { v.click("#remove-cancel") })
	v.wait(`!document.querySelector("#removal") && document.querySelector("#inspector h2").textContent === "Hotel"`)

	v.expectUpdate(func() { v.click("#remove-hotelphone") })
	v.wait(`document.querySelector("#part-hotelphone #removal")`)
	v.expectSave(func() { v.click("#remove-anyway") })
	v.wait(`!document.querySelector("#part-hotelphone") && !document.querySelector("#removal")`)
}
