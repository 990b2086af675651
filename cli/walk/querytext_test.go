package walk

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestQueriesAsText adds queries as text, with completion, and corrects an error
// at its word.
func TestQueriesAsText(t *testing.T) {
	v := walk(t)
	v.openHotel("queries")
	v.completeQuery()
	v.pasteQueries()
	v.correctQuery()
	v.queryWithoutScripts()
}

// completeQuery types a query with few letters.
func (v *walker) completeQuery() {
	v.t.Helper()
	v.click("#new-query-text")
	v.keys("Prices: sel")
	v.acceptFirst("SELECT")
	v.keys("room_n")
	v.acceptFirst("Room.room_number")
	v.keys(" wh")
	v.acceptFirst("WHERE")
	v.keys("hotel_i")
	v.wait(`document.querySelectorAll("#inspector [role=option]").length > 0`)
	v.press(kb.Escape)
	v.wait(`!document.querySelector("#inspector [role=option]")`)
	v.keys("d = ? AND typ")
	v.acceptOf("Room.type")
	v.acceptFirst("= ?") // the operator of a condition is offered at once
	v.expectSave(v.enterKey)
	v.wait(`document.getElementById("new-query-text").value === ""`)
	if notice := v.reads("#notices"); !strings.Contains(notice, "Added Q10") {
		v.fail("the notice is %q", notice)
	}
	v.pick("Q10 Prices")
	if got, want := v.queryText(), "SELECT Room.room_number\nWHERE Hotel.hotel_id = ? AND Room.type = ?"; got != want {
		v.fail("the text is %q, want %q", got, want)
	}
}

// acceptOf waits for a completion and takes it with Tab.
func (v *walker) acceptOf(label string) {
	v.t.Helper()
	v.wait(`document.querySelector("#inspector [role=option][aria-selected=true] code")?.textContent === ¿`, label)
	v.press(kb.Tab)
}

// acceptFirst is acceptOf for one that no other list follows.
func (v *walker) acceptFirst(label string) {
	v.t.Helper()
	v.acceptOf(label)
	v.wait(`!document.querySelector("#inspector [role=option][aria-selected=true]")`)
}

func (v *walker) queryText() string {
	v.t.Helper()
	return ask[string](v, `document.querySelector("#inspector textarea[data-query-text]").value`)
}

// pasteQueries adds three queries in one revision and undoes it.
func (v *walker) pasteQueries() {
	v.t.Helper()
	v.unselect()
	before := v.revision()
	v.fill("#new-query-text", "Guests: SELECT Guest\nSELECT Room.type WHERE Hotel.hotel_id = ?; Rates of a room")
	v.expectSave(func() { v.click("#add-query") })
	if v.revision() != before+1 {
		v.fail("%d revisions, want 1", v.revision()-before)
	}
	for _, name := range []string{"Q11 Guests", "Q12 Room by hotel_id", "Q13 Rates of a room"} {
		v.pick(name)
	}
	v.expectSave(func() { v.click("#undo-button") })
	v.wait(`!document.querySelector("#outline-list").textContent.includes("Q11")`)
}

// correctQuery makes an error, whose word is selected then, and corrects it with
// the button beside the message.
func (v *walker) correctQuery() {
	v.t.Helper()
	v.expect(422)
	v.pick("Q10 Prices")
	text := ask[string](v, `"#" + document.querySelector("#inspector textarea[data-query-text]").id`)
	v.fill(text, "SELECT Room.typ WHERE Hotel.hotel_id = ? LIMIT 20")
	v.press(kb.Escape)
	v.expectUpdate(v.enterKey)
	v.wait(`(t => t.value?.slice(t.selectionStart, t.selectionEnd))(document.activeElement) === "typ"`)
	if got := v.reads("#inspector .text-marks mark"); got != "typ" {
		v.fail("%q is marked, want typ", got)
	}
	v.expectSave(func() { v.click("#inspector [data-suggestion]") })
	if got, want := v.queryText(), "SELECT Room.type\nWHERE Hotel.hotel_id = ?\nLIMIT 20"; got != want {
		v.fail("the text is %q, want %q", got, want)
	}
	v.set("limit", "30")
	v.wait(`document.querySelector("#inspector textarea[data-query-text]").value.endsWith("LIMIT 30")`)
	v.click("#columns summary")
	v.expectSave(func() { v.click(v.column("Room", "room_number")) })
	v.expectSave(func() { v.click(v.column("Hotel", "address.city")) })
	v.wait(`document.querySelector("#inspector textarea[data-query-text]").value.startsWith("SELECT Room.type, Room.room_number, Hotel.address.city\n")`)
	v.setIn("Hotel.hotel_id", "source", "the user")
	v.wait(`document.querySelector("#inspector textarea[data-query-text]").value.includes("Hotel.hotel_id = :hotel_id")`)
}

// column returns a selector for the box of a column.
func (v *walker) column(kind, name string) string {
	v.t.Helper()
	id := ask[string](v, `((kind, name) => [...[...document.querySelectorAll("#columns fieldset")].find(f => f.querySelector("legend").firstChild.textContent.trim() === kind)
		.querySelectorAll("label")].find(l => l.textContent.trim() === name).querySelector("input").id)(¿, ¿)`, kind, name)
	return `[id="` + id + `"]`
}

// queryWithoutScripts saves a text in a browser without scripts.
func (v *walker) queryWithoutScripts() {
	v.t.Helper()
	plain := v.withoutScripts()
	plain.open(v.path())
	text := "#" + ask[string](plain, `document.querySelector("#inspector textarea[data-query-text]").id`)
	plain.expectLoad(func() {
		plain.fill(text, "SELECT Room.* LIMIT 3")
		plain.click("#inspector-save")
	})
	if got := plain.queryText(); got != "SELECT Room.*\nLIMIT 3" {
		v.fail("without scripts the text is %q", got)
	}
}
