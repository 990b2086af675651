package fields

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
)

// TestQueriesAsText adds queries and an update as text, with completion, and corrects an
// error at its word.
func TestQueriesAsText(t *testing.T) {
	v := browser.Walk(t)
	v.OpenHotel("queries")
	completeQuery(v)
	pasteQueries(v)
	typeUpdate(v)
	correctQuery(v)
	queryWithoutScripts(v)
}

// completeQuery types a query with few letters.
func completeQuery(v *browser.Walker) {
	v.T.Helper()
	v.Click("#new-query-text")
	v.Keys("Prices: sel")
	acceptFirst(v, "SELECT")
	v.Keys("room_n")
	acceptFirst(v, "Room.room_number")
	v.Keys(" wh")
	acceptFirst(v, "WHERE")
	v.Keys("hotel_i")
	v.Wait(`document.querySelectorAll("#inspector [role=option]").length > 0`)
	v.Press(kb.Escape)
	v.Wait(`!document.querySelector("#inspector [role=option]")`)
	v.Keys("d = ? AND typ")
	acceptOf(v, "Room.type")
	acceptFirst(v, "= ?") // the operator of a condition is offered at once
	v.ExpectSave(v.EnterKey)
	v.Wait(`document.getElementById("new-query-text").value === ""`)
	if notice := v.Reads("#notices"); !strings.Contains(notice, "Added Q10") {
		v.Fail("the notice is %q", notice)
	}
	v.Pick("Q10 Prices")
	if got, want := v.QueryText(), "SELECT Room.room_number\nWHERE Hotel.hotel_id = ? AND Room.type = ?"; got != want {
		v.Fail("the text is %q, want %q", got, want)
	}
}

// acceptOf waits for a completion and takes it with Tab.
func acceptOf(v *browser.Walker, label string) {
	v.T.Helper()
	v.Wait(`document.querySelector("#inspector [role=option][aria-selected=true] code")?.textContent === ¿`, label)
	v.Press(kb.Tab)
}

// acceptFirst is acceptOf for one that no other list follows.
func acceptFirst(v *browser.Walker, label string) {
	v.T.Helper()
	acceptOf(v, label)
	v.Wait(`!document.querySelector("#inspector [role=option][aria-selected=true]")`)
}

// pasteQueries adds three queries in one revision and undoes it.
func pasteQueries(v *browser.Walker) {
	v.T.Helper()
	v.Unselect()
	before := v.Revision()
	v.Fill("#new-query-text", "Guests: SELECT Guest\nSELECT Room.type WHERE Hotel.hotel_id = ?; Rates of a room")
	v.ExpectSave(func() { v.Click("#add-query") })
	if v.Revision() != before+1 {
		v.Fail("%d revisions, want 1", v.Revision()-before)
	}
	for _, name := range []string{"Q11 Guests", "Q12 Room by hotel_id", "Q13 Rates of a room"} {
		v.Pick(name)
	}
	v.ExpectSave(func() { v.Click("#undo-button") })
	v.Wait(`!document.querySelector("#outline-list").textContent.includes("Q11")`)
}

// correctQuery makes an error, whose word is selected then, and corrects it with
// the button beside the message.
func correctQuery(v *browser.Walker) {
	v.T.Helper()
	v.Expect(422)
	v.Pick("Q10 Prices")
	text := browser.Ask[string](v, `"#" + document.querySelector("#inspector textarea[data-query-text]").id`)
	v.Fill(text, "SELECT Room.typ WHERE Hotel.hotel_id = ? LIMIT 20")
	v.Press(kb.Escape)
	v.ExpectUpdate(v.EnterKey)
	v.Wait(`(t => t.value?.slice(t.selectionStart, t.selectionEnd))(document.activeElement) === "typ"`)
	if got := v.Reads("#inspector .text-marks mark"); got != "typ" {
		v.Fail("%q is marked, want typ", got)
	}
	v.ExpectSave(func() { v.Click("#inspector [data-suggestion]") })
	v.Press(kb.Tab) // the text in its usual form comes when it is left
	if got, want := v.QueryText(), "SELECT Room.type\nWHERE Hotel.hotel_id = ?\nLIMIT 20"; got != want {
		v.Fail("the text is %q, want %q", got, want)
	}
	v.Set("limit", "30")
	v.Wait(`document.querySelector("#inspector textarea[data-query-text]").value.endsWith("LIMIT 30")`)
	v.Click("#columns summary")
	v.ExpectSave(func() { v.Click(column(v, "Room", "room_number")) })
	v.ExpectSave(func() { v.Click(column(v, "Hotel", "address.city")) })
	v.Wait(`document.querySelector("#inspector textarea[data-query-text]").value.startsWith("SELECT Room.type, Room.room_number, Hotel.address.city\n")`)
	v.SetIn("Hotel.hotel_id", "source", "the user")
	v.Wait(`document.querySelector("#inspector textarea[data-query-text]").value.includes("Hotel.hotel_id = :hotel_id")`)
}

// typeUpdate types an update among the queries, with completion, answers what its deletion
// takes with it, and sees that in its text.
func typeUpdate(v *browser.Walker) {
	v.T.Helper()
	v.Unselect()
	v.Click("#new-query-text")
	v.Keys("Forget a guest: del")
	acceptFirst(v, "DELETE")
	v.Keys("gue")
	acceptFirst(v, "Guest")
	v.Keys(" wh")
	acceptFirst(v, "WHERE")
	v.Keys("guest_i")
	acceptOf(v, "Guest.guest_id")
	acceptFirst(v, "= ?")
	v.ExpectSave(v.EnterKey)
	v.Pick("U2 Forget a guest")
	v.ExpectSave(func() { v.Click(v.ButtonIn("#plan-verdict", "Delete them, too")) })
	v.Wait(`document.querySelector("#inspector textarea[data-query-text]").value === "DELETE Guest\nWHERE Guest.guest_id = ?\nCASCADE"`)
}

// column returns a selector for the box of a column.
func column(v *browser.Walker, kind, name string) string {
	v.T.Helper()
	id := browser.Ask[string](v, `((kind, name) => [...[...document.querySelectorAll("#columns fieldset")].find(f => f.querySelector("legend").firstChild.textContent.trim() === kind)
		.querySelectorAll("label")].find(l => l.textContent.trim() === name).querySelector("input").id)(¿, ¿)`, kind, name)
	return `[id="` + id + `"]`
}

// queryWithoutScripts saves a text in a browser without scripts.
func queryWithoutScripts(v *browser.Walker) {
	v.T.Helper()
	plain := v.WithoutScripts()
	plain.Open(v.Path())
	text := "#" + browser.Ask[string](plain, `document.querySelector("#inspector textarea[data-query-text]").id`)
	plain.ExpectLoad(func() {
		plain.Fill(text, "SELECT Room.* LIMIT 3")
		plain.Click("#inspector-save")
	})
	if got := plain.QueryText(); got != "SELECT Room.*\nLIMIT 3" {
		v.Fail("without scripts the text is %q", got)
	}
}
