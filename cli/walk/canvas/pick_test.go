package canvas

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
)

// TestPickOnTheDiagram makes a query by clicks and keys on the ER diagram.
func TestPickOnTheDiagram(t *testing.T) {
	v := browser.Walk(t)
	v.ReduceMotion()
	v.OpenHotel("queries")
	v.Add("query", "name", "Rooms of a hotel")
	v.Click(v.Button("Pick on the diagram"))
	v.Wait(`document.querySelector("#canvas[data-pick] > svg a.attribute")`)
	pickByClick(v, "Room.room_number", "SELECT Room.room_number")
	pickByClick(v, "Room.type", "SELECT Room.room_number, Room.type")
	pickByClick(v, "Room.type", "SELECT Room.room_number\nWHERE Room.type = ?")
	pickByClick(v, "Room.type", "SELECT Room.room_number")
	pickByKeys(v)
	pickTwice(v)
	v.ExpectSave(func() { v.Click("#undo-button") })
	wantQuery(v, "SELECT Room.room_number\nWHERE Hotel.hotel_id = ?")
	if got := v.Reads("#pick-path"); got != "Path: Room – has – Hotel" && got != "Path: Hotel – has – Room" {
		t.Errorf("the panel says %q", got)
	}
	v.Picture("pick-1280-light")
	v.Do(chromedp.Focus("#canvas"))
	v.ExpectUpdate(func() { v.Press(kb.Escape) })
	v.Wait(`location.pathname.endsWith("/queries") && !document.getElementById("pick")`)
	wantQuery(v, "SELECT Room.room_number\nWHERE Hotel.hotel_id = ?")
}

// conceptAt returns the middle of an attribute in the window, by its full name.
func conceptAt(v *browser.Walker, name string) []float64 {
	v.T.Helper()
	at := browser.Ask[[]float64](v, `((entity, name) => {
		const titled = (selector, name) => [...document.querySelectorAll("#canvas > svg " + selector)].filter((a) => a.querySelector("title").textContent.split(" · ")[0] === name);
		const owner = titled("a.entity", entity)[0].dataset.box;
		const box = titled("a.attribute", name).find((a) => a.dataset.owner === owner).querySelector(".attribute-shape").getBoundingClientRect();
		return [box.x + box.width / 2, box.y + box.height / 2];
	})(...¿.split("."))`, name)
	return at
}

func pickByClick(v *browser.Walker, name, want string) {
	v.T.Helper()
	at := conceptAt(v, name)
	v.ExpectSave(func() { v.Do(chromedp.MouseClickXY(at[0], at[1])) })
	wantQuery(v, want)
}

// wantQuery compares the text in the form.
func wantQuery(v *browser.Walker, want string) {
	v.T.Helper()
	v.Wait(`document.querySelector("#inspector textarea[data-query-text]")`)
	if got := v.QueryText(); got != want {
		v.Fail("the text is %q, want %q", got, want)
	}
}

// pickByKeys presses Enter on an attribute of the diagram, which keeps the focus.
func pickByKeys(v *browser.Walker) {
	v.T.Helper()
	browser.Ask[bool](v, `(a => { a.focus(); return true; })([...document.querySelectorAll("#canvas > svg a.attribute")].find(a => a.querySelector("title").textContent.startsWith("hotel_id")))`)
	v.ExpectSave(v.EnterKey)
	wantQuery(v, "SELECT Room.room_number, Hotel.hotel_id")
	v.ExpectSave(v.EnterKey)
	wantQuery(v, "SELECT Room.room_number\nWHERE Hotel.hotel_id = ?")
}

// pickTwice clicks twice before the first save is answered.
func pickTwice(v *browser.Walker) {
	v.T.Helper()
	at, before := conceptAt(v, "Hotel.name"), v.Revision()
	v.ExpectUpdate(func() {
		v.Do(chromedp.MouseClickXY(at[0], at[1]), chromedp.MouseClickXY(at[0], at[1]))
		v.Wait(`Number(document.getElementById("saved").dataset.revision) === ¿`, before+2)
	})
	wantQuery(v, "SELECT Room.room_number\nWHERE Hotel.hotel_id = ? AND Hotel.name = ?")
	v.ExpectSave(func() { v.Click("#undo-button") })
	wantQuery(v, "SELECT Room.room_number, Hotel.name\nWHERE Hotel.hotel_id = ?")
}
