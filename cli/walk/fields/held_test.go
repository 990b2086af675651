package fields

import (
	"net/url"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
)

const (
	tableName = `[name="set.photelsbyid.name"]`
	tableNote = `[name="set.photelsbyid.note"]`
)

// heldTable opens a table of the hotel for Ada, who sees at once what others do, and returns
// a function by which Ben changes a field of that table.
func heldTable(t *testing.T) (ada *browser.Walker, change func(field, value string)) {
	t.Helper()
	browser.OpenBrowser(t)
	server := browser.StartProgram(t)
	ada = browser.NewLiveWalker(t, server)
	hotel := server.CopyExample("hotel")
	ben := browser.NewLiveWalker(t, server)
	ben.Open("you")
	ben.Fill("input[name=name]", "Ben")
	ben.ExpectLoad(func() { ben.Click("main button") })
	ben.Open(hotel + "/physical?select=photelsbyid")
	ada.Open(hotel + "/physical?select=photelsbyid")
	ada.Wait(`document.getElementById("live").dataset.liveUrl`)
	return ada, func(field, value string) {
		t.Helper()
		ben.Wait(`document.getElementById("saved").dataset.revision === ¿`, browser.Ask[string](ada, `document.getElementById("saved").dataset.revision`))
		ben.Set(field, value)
	}
}

// TestWalkHeldName is the case of the issue: a name is typed with a pause while a
// colleague renames the table.
func TestWalkHeldName(t *testing.T) {
	t.Parallel()
	ada, change := heldTable(t)
	ada.Expect(409)
	ada.Fill(tableName, "guests_of_")
	change("name", "visitors")
	ada.Wait(`document.querySelector(".theirs")?.textContent === "Changed by Ben: visitors"`)
	ada.Keys("hotel")
	ada.Wait(`document.activeElement.matches(¿) && document.activeElement.value === "guests_of_hotel"`, tableName)
	if got := ada.Revision(); got != 2 {
		t.Errorf("the page is at revision %d, want that of the colleague, 2: nothing is saved while somebody types", got)
	}
	ada.ExpectUpdate(func() { ada.Press(kb.Tab) })
	ada.Wait(`document.querySelector(".conflict-values")?.innerText.replace(/\s+/g, " ") === "Now visitors Yours guests_of_hotel"`)
	ada.ExpectSave(func() {
		ada.Click(browser.Ask[string](ada, `"#" + document.querySelector(¿).id + "-mine"`, tableName))
	})
	ada.Wait(`document.querySelector(¿).value === "guests_of_hotel" && !document.querySelector(".theirs, .conflict-values")`, tableName)

	// A field that only has the focus keeps its text and selection, and follows when it is left.
	ada.Click(tableName)
	ada.Press("a", chromedp.ModifierCtrl)
	change("name", "guests")
	ada.Wait(`document.querySelector(".theirs")?.textContent === "Changed by Ben: guests"`)
	ada.Wait(`(e => e.value === "guests_of_hotel" && e.selectionStart === 0 && e.selectionEnd === e.value.length)(document.activeElement)`)
	ada.Press(kb.Tab)
	ada.Wait(`document.querySelector(¿).value === "guests" && !document.querySelector(".theirs")`, tableName)
	if got := ada.Saved(); got != "Saved · r4" {
		t.Errorf("after a field was only visited the page says %q", got)
	}
}

// TestWalkHeldBesideOwnSave types in a field while the answer to the save of another one
// arrives, with what a colleague has changed meanwhile.
func TestWalkHeldBesideOwnSave(t *testing.T) {
	v := browser.Walk(t)
	hotel := v.Server.CopyExample("hotel")
	v.Open(hotel + "/physical?select=photelsbyid")
	v.Reveal(tableNote)
	change(v.Server, hotel, "photelsbyid.note", "", "hers")
	slow(v, 400)
	v.Fill(tableName, "houses")
	v.Press(kb.Tab)
	v.Wait(`!document.activeElement.matches(¿)`, tableName)
	v.Click(tableNote)
	v.Keys("mi")
	v.Press(kb.ArrowLeft)
	v.Wait(`document.getElementById("saved").dataset.revision === "3"`)
	v.Wait(`document.querySelector(".theirs")?.textContent === "Changed by Somebody: hers"`)
	v.Wait(`(e => e.matches(¿) && e.value === "mi" && e.selectionStart === 1)(document.activeElement)`, tableNote)
	v.Press(kb.End)
	v.Keys("ne")
	v.Expect(409)
	v.ExpectUpdate(func() { v.Press(kb.Tab) })
	v.Wait(`document.querySelector(".conflict-values")?.innerText.replace(/\s+/g, " ") === "Now hers Yours mine"`)

	// A name that is edited over the drawing is held in the same way.
	v.Open(hotel + "/logical?select=hotelsbyid")
}

// change changes a field as a colleague does.
func change(server *browser.Program, model, field, from, to string) {
	server.Post(model+"/edit", url.Values{"tab": {"physical"}, "do": {"save"}, "was." + field: {from}, "set." + field: {to}})
}
