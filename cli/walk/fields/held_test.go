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
	v.TakeFaults() // the browser asks before it leaves the field
}

// change changes a field as a colleague does.
func change(server *browser.Program, model, field, from, to string) {
	server.Post(model+"/edit", url.Values{"tab": {"physical"}, "do": {"save"}, "was." + field: {from}, "set." + field: {to}})
}

// TestWalkHeldElsewhere is about the fields that are not plain texts of the details: a list,
// a name over the diagram, a quantity and the CQL editor.
func TestWalkHeldElsewhere(t *testing.T) {
	t.Parallel()
	browser.OpenBrowser(t)
	server := browser.StartProgram(t)
	v := browser.NewLiveWalker(t, server)
	v.Expect(409)
	hotel := server.CopyExample("hotel")

	// A list whose choices are stepped through by keys is saved when it is left, and keeps
	// its choice until then.
	v.Open(hotel + "/physical?select=photelsbyid")
	v.Wait(`document.getElementById("live").dataset.liveUrl`)
	kind := `[name="set.photelsbyid.keyspace"]`
	v.Reveal(kind)
	browser.Ask[bool](v, `(document.querySelector(¿).focus(), true)`, kind)
	v.Press(kb.ArrowDown)
	chosen := browser.Ask[string](v, `document.querySelector(¿).value`, kind)
	change(server, hotel, "photelsbyid.note", "", "hers")
	v.Wait(`document.querySelector(¿).value === "hers"`, tableNote)
	v.Wait(`document.activeElement.matches(¿) && document.activeElement.value === ¿ && document.getElementById("saved").dataset.revision === "2"`, kind, chosen)
	v.ExpectSave(func() { v.Press(kb.Tab) })
	v.Wait(`document.querySelector(¿).value === ¿`, kind, chosen)

	// A name over the diagram is compared with the one that was shown when it was opened.
	v.Open(hotel + "/logical?select=hotelsbyid")
	v.Wait(`document.getElementById("live").dataset.liveUrl`)
	name := `[name="set.hotelsbyid.name"]`
	before := browser.Ask[string](v, `document.querySelector(¿).value`, name)
	v.Press(kb.F2)
	v.Wait(`document.activeElement.matches(".over input")`)
	change(server, hotel, "hotelsbyid.name", before, "visitors")
	v.Keys("people")
	v.ExpectUpdate(v.EnterKey)
	v.Wait(`document.querySelector(".over .error")?.textContent.includes("visitors") && document.activeElement.value === "people"`)
	v.Press(kb.Escape)
	v.Wait(`!document.querySelector(".over")`)

	// The CQL editor keeps its text while it has the focus, and follows when it is left.
	v.Open(hotel + "/cql")
	v.Wait(`document.querySelector(".cm-content")`)
	v.Do(chromedp.Focus(".cm-content"))
	v.Wait(`document.getElementById("live").dataset.liveUrl`)
	shown := browser.Ask[string](v, `document.querySelector(".cm-content").textContent`)
	change(server, hotel, "photelsbyid.name", "visitors", "houses") // it follows its logical table
	v.Wait(`document.querySelector("#messages .notice:not([hidden])")?.textContent.includes("has changed")`)
	v.Wait(`document.activeElement.matches(".cm-content") && document.activeElement.textContent === ¿`, shown)
	v.Press(kb.Escape)
	v.Wait(`document.querySelector("#script-text").value.includes(".houses (") && document.querySelector(".cm-content").textContent !== ¿ && document.querySelector("#messages .notice")?.hidden !== false`, shown)
}
