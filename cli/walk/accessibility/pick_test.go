package accessibility

import (
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
)

// stateOfQuery shows the diagram while attributes are picked, queries that are not
// in the workflow, an error in the text of a query, its columns to tick, and the
// list of completions.
func stateOfQuery(v *browser.Walker, axe string) {
	v.T.Helper()
	hotel := v.MakeHotel()
	v.Open(hotel + "/concepts?pick=q4")
	v.Wait(`document.querySelector("#canvas[data-pick] > svg")`)
	v.Look(axe, "query-picked")
	v.Open(hotel + "/queries")
	v.Expect(422)
	v.Fill("#new-query-text", "Types: SELECT Room.type WHERE Hotel.hotel_id = ?; A name")
	v.ExpectSave(func() { v.Click("#add-query") })
	v.Look(axe, "query-not-placed")
	v.Pick("Q10 Types")
	text := "#" + browser.Ask[string](v, `document.querySelector("#inspector textarea[data-query-text]").id`)
	v.Click("#columns summary")
	v.Fill(text, "SELECT Room.typ, Rom.type")
	v.Press(kb.Escape)
	v.ExpectUpdate(v.EnterKey)
	// axe-core 4.14.1 fails at a legend whose fieldset is in a scrolled box.
	browser.Ask[bool](v, `(document.getElementById("inspector").scrollTop = 0, true)`)
	v.Look(axe, "query-refused")
	v.Click(text)
	v.Press(kb.End, chromedp.ModifierCtrl)
	v.Keys(", na")
	v.Wait(`document.querySelector("#inspector [role=option]")`)
	v.Inspect(axe, "query-completion")
}
