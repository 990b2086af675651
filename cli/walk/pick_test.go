package walk

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestPickOnTheDiagram makes a query by clicks and keys on the ER diagram.
func TestPickOnTheDiagram(t *testing.T) {
	v := walk(t)
	v.reduceMotion()
	v.openHotel("queries")
	v.add("query", "name", "Rooms of a hotel")
	v.click(v.button("Pick on the diagram"))
	v.wait(`document.querySelector("#canvas[data-pick] > svg a.attribute")`)
	v.pickByClick("Room.room_number", "SELECT Room.room_number")
	v.pickByClick("Room.type", "SELECT Room.room_number, Room.type")
	v.pickByClick("Room.type", "SELECT Room.room_number\nWHERE Room.type = ?")
	v.pickByClick("Room.type", "SELECT Room.room_number")
	v.pickByKeys()
	v.pickTwice()
	v.expectSave(func() { v.click("#undo-button") })
	v.wantQuery("SELECT Room.room_number\nWHERE Hotel.hotel_id = ?")
	if got := v.reads("#pick-path"); got != "Path: Room – has – Hotel" && got != "Path: Hotel – has – Room" {
		t.Errorf("the panel says %q", got)
	}
	v.picture("pick-1280-light")
	v.do(chromedp.Focus("#canvas"))
	v.expectUpdate(func() { v.press(kb.Escape) })
	v.wait(`location.pathname.endsWith("/queries") && !document.getElementById("pick")`)
	v.wantQuery("SELECT Room.room_number\nWHERE Hotel.hotel_id = ?")
}

// conceptAt returns the middle of an attribute in the window, by its full name.
func (v *walker) conceptAt(name string) []float64 {
	v.t.Helper()
	at := ask[[]float64](v, `((entity, name) => {
		const titled = (selector, name) => [...document.querySelectorAll("#canvas > svg " + selector)].filter((a) => a.querySelector("title").textContent.split(" · ")[0] === name);
		const owner = titled("a.entity", entity)[0].dataset.box;
		const box = titled("a.attribute", name).find((a) => a.dataset.owner === owner).querySelector(".attribute-shape").getBoundingClientRect();
		return [box.x + box.width / 2, box.y + box.height / 2];
	})(...¿.split("."))`, name)
	return at
}

func (v *walker) pickByClick(name, want string) {
	v.t.Helper()
	at := v.conceptAt(name)
	v.expectSave(func() { v.do(chromedp.MouseClickXY(at[0], at[1])) })
	v.wantQuery(want)
}

// wantQuery compares the text in the form.
func (v *walker) wantQuery(want string) {
	v.t.Helper()
	v.wait(`document.querySelector("#inspector textarea[data-query-text]")`)
	if got := v.queryText(); got != want {
		v.fail("the text is %q, want %q", got, want)
	}
}

// pickByKeys presses Enter on an attribute of the diagram, which keeps the focus.
func (v *walker) pickByKeys() {
	v.t.Helper()
	ask[bool](v, `(a => { a.focus(); return true; })([...document.querySelectorAll("#canvas > svg a.attribute")].find(a => a.querySelector("title").textContent.startsWith("hotel_id")))`)
	v.expectSave(v.enterKey)
	v.wantQuery("SELECT Room.room_number, Hotel.hotel_id")
	v.expectSave(v.enterKey)
	v.wantQuery("SELECT Room.room_number\nWHERE Hotel.hotel_id = ?")
}

// pickTwice clicks twice before the first save is answered.
func (v *walker) pickTwice() {
	v.t.Helper()
	at, before := v.conceptAt("Hotel.name"), v.revision()
	v.expectUpdate(func() {
		v.do(chromedp.MouseClickXY(at[0], at[1]), chromedp.MouseClickXY(at[0], at[1]))
		v.wait(`Number(document.getElementById("saved").dataset.revision) === ¿`, before+2)
	})
	v.wantQuery("SELECT Room.room_number\nWHERE Hotel.hotel_id = ? AND Hotel.name = ?")
	v.expectSave(func() { v.click("#undo-button") })
	v.wantQuery("SELECT Room.room_number, Hotel.name\nWHERE Hotel.hotel_id = ?")
}

// stateOfQuery shows the diagram while attributes are picked, queries that are not
// in the workflow, an error in the text of a query, its columns to tick, and the
// list of completions.
func (v *walker) stateOfQuery(axe string) {
	v.t.Helper()
	hotel := v.makeHotel()
	v.open(hotel + "/concepts?pick=q4")
	v.wait(`document.querySelector("#canvas[data-pick] > svg")`)
	v.look(axe, "query-picked")
	v.open(hotel + "/queries")
	v.expect(422)
	v.fill("#new-query-text", "Types: SELECT Room.type WHERE Hotel.hotel_id = ?; A name")
	v.expectSave(func() { v.click("#add-query") })
	v.look(axe, "query-not-placed")
	v.pick("Q10 Types")
	text := "#" + ask[string](v, `document.querySelector("#inspector textarea[data-query-text]").id`)
	v.click("#columns summary")
	v.fill(text, "SELECT Room.typ, Rom.type")
	v.press(kb.Escape)
	v.expectUpdate(v.enterKey)
	// axe-core 4.14.1 fails at a legend whose fieldset is in a scrolled box.
	ask[bool](v, `(document.getElementById("inspector").scrollTop = 0, true)`)
	v.look(axe, "query-refused")
	v.click(text)
	v.press(kb.End, chromedp.ModifierCtrl)
	v.keys(", na")
	v.wait(`document.querySelector("#inspector [role=option]")`)
	v.inspect(axe, "query-completion")
}
