package fields

import (
	"net/url"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
)

const (
	kept      = `Object.keys(localStorage).filter((key) => key.startsWith("draft:")).map((key) => JSON.parse(localStorage[key]).text).sort().join("|")`
	mark      = `(document.querySelector(".draft-mark")?.innerText ?? "").replace(/\s+/g, " ").replace(/from [^:]*:\d\d( [AP]M)?/, "from 10:42").trim()`
	listed    = `[...document.querySelectorAll(".drafts > li")].map((row) => row.innerText.replace(/\s+/g, " ").replace(/\d+:\d\d( [AP]M)?/, "10:42").trim()).join("|")`
	tablePage = "physical?select=photelsbyid"
)

// TestWalkDrafts leaves texts by a tab, by a table and by a reload: each is kept, listed
// and back where it was typed, until it is saved.
func TestWalkDrafts(t *testing.T) {
	v := browser.Walk(t)
	hotel := v.Server.CopyExample("hotel")
	v.Open(hotel + "/concepts")
	concepts := `[name="new.entity.text"]`
	v.Reveal(concepts)
	v.Fill(concepts, "Spa: spa_id, name")
	v.Tab("queries")
	v.Wait(listed + ` === "Several as text 10:42 “Spa: spa_id, name” Discard"`)
	v.ExpectUpdate(func() { v.Click(".drafts a") })
	v.Wait(`document.querySelector(¿).value === "Spa: spa_id, name" && document.querySelector(¿).checkVisibility()`, concepts, concepts)
	v.Wait(mark + ` === "Draft from 10:42 Discard"`)
	v.Open(hotel + "/concepts")
	v.Wait(`document.querySelector(¿).value === "Spa: spa_id, name" && !document.querySelector(".drafts")`, concepts)
	v.Click(concepts)
	v.ExpectUpdate(func() { v.EnterKey() })
	v.Wait(kept + ` === ""`)

	// A comment, left by another table and by the Back button.
	comment := "#comment-photelsbyid-text"
	v.Open(hotel + "/" + tablePage)
	v.Fill(comment, "Is this right?")
	v.Pick("guests")
	v.Wait(listed + ` === "Comment on hotels 10:42 “Is this right?” Discard"`)
	v.ExpectUpdate(func() { browser.Ask[bool](v, `(history.back(), true)`) })
	v.Wait(`document.querySelector(¿)?.value === "Is this right?"`, comment)
	v.Wait(mark + ` === "Draft from 10:42 Discard"`)
	v.ExpectUpdate(func() { v.Click("#comment-photelsbyid-send") })
	v.Wait(kept + ` === "" && !document.querySelector(".draft-mark, .drafts")`)

	// What is typed into a field that has a value is offered, also when the value has changed
	// since: then saving asks.
	text := `[name="set.q1.text"]`
	v.Open(hotel + "/queries?select=q1")
	before := browser.Ask[string](v, `document.querySelector(¿).value`, text)
	v.Expect(422)
	v.Expect(409)
	v.Fill(text, "SELECT Hotel.phonne")
	v.Press(kb.Escape)
	v.ExpectUpdate(func() { v.EnterKey() })
	v.Wait(`document.querySelector(".text-marks")`)
	change(v.Server, hotel, "q1.text", before, `SELECT Hotel.name WHERE "Point of interest".name = ?`)
	v.Open(hotel + "/queries?select=q1")
	v.Wait(mark + ` === "Draft from 10:42, before the field was changed: SELECT Hotel.phonne Restore Discard"`)
	browser.Ask[bool](v, `(document.querySelector(".draft-mark button").focus(), true)`)
	v.EnterKey()
	v.Wait(`document.activeElement.matches(¿) && document.activeElement.value === "SELECT Hotel.phonne"`, text)
	v.Fill(text, "SELECT Hotel.phone")
	v.Press(kb.Escape)
	v.ExpectUpdate(func() { v.EnterKey() })
	v.Wait(`document.querySelector(".conflict-values")?.textContent.includes("Hotel.name")`)
	v.TakeFaults() // the browser asks before it leaves the field
}

// TestWalkDraftsOfTwoWindows has a draft that another window still types in left to it, and
// a draft of a table that was removed is there to copy.
func TestWalkDraftsOfTwoWindows(t *testing.T) {
	t.Parallel()
	browser.OpenBrowser(t)
	server := browser.StartProgram(t)
	v := browser.NewWalker(t, server)
	hotel := server.CopyExample("hotel")
	comment := "#comment-photelsbyid-text"
	v.Open(hotel + "/" + tablePage)
	v.Fill(comment, "Mine")
	second := browser.OpenWindow(t, v.Ctx, server, browser.CountRequests)
	second.Open(hotel + "/" + tablePage)
	second.Fill(comment, "Other")
	second.Wait(kept + ` === "Mine|Other"`)
	second.Wait(`document.querySelector(¿).value === "Other" && !document.querySelector(".draft-mark, .drafts")`, comment)

	// The first window ends; the second one is offered its draft once its own is sent.
	v.Open("help")
	second.ExpectUpdate(func() { second.Click("#comment-photelsbyid-send") })
	second.Wait(kept + ` === "Mine"`)
	second.Wait(`document.querySelector(¿).value === "Mine"`, comment)

	server.Post(hotel+"/edit", url.Values{"tab": {"physical"}, "do": {"remove:photelsbyid"}, "sure": {"true"}})
	second.Open(hotel + "/concepts")
	second.Wait(listed + ` === "Comment on hotels 10:42 “Mine” Discard"`)
	second.ExpectUpdate(func() { second.Click(".drafts a") })
	second.Wait(listed + ` === "Comment on hotels, which is not here any more 10:42 “Mine” Copy Discard"`)
	second.Click(".drafts button:last-child")
	second.Wait(kept + ` === "" && !document.querySelector(".drafts")`)
}

// TestWalkDraftOfImport keeps a pasted schema until it is imported.
func TestWalkDraftOfImport(t *testing.T) {
	v := browser.Walk(t)
	script := "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};"
	v.Open("import")
	v.Fill("#import-text", script)
	v.Open("help")
	v.Open("import")
	v.Wait(`document.querySelector("#import-text").value === ¿`, script)
	v.Wait(mark + ` === "Draft from 10:42 Discard"`)
	v.ExpectLoad(func() { v.Click(`#import-form button[type=submit]`) })
	v.ExpectLoad(func() { v.Click("#import-confirm") })
	v.Wait(kept + ` === ""`)
}
