package script

import (
	"strings"
	"testing"

	"widerow/cli/walk/browser"
)

// TestRecover takes an old schema to concepts, a workflow and served queries, and
// the statements of its application to more of them.
func TestRecover(t *testing.T) {
	v := browser.Walk(t)
	v.Open("import")
	v.Fill("#import-text", browser.OldSchema)
	v.ExpectLoad(func() { v.Click(".import-form button") })
	v.ExpectLoad(func() { v.Click("#import-confirm") })

	v.Tab("queries")
	v.ExpectUpdate(func() { v.Click("#recover-here") })
	v.ExpectUpdate(func() { v.Click("#recover-relationship-User-Video") })
	v.Wait(`document.getElementById("recover-apply").textContent === "Add 5 of 6"`)
	v.Picture("recover")
	v.ExpectSave(func() { v.Click("#recover-apply") })
	if got := browser.Ask[string](v, `document.querySelector("#tab-queries .count")?.textContent`); got != "3/3" {
		t.Errorf("the badge of the queries is %q, want 3/3", got)
	}

	v.Open(strings.TrimSuffix(v.Path(), "queries") + "statements")
	v.Editing()
	v.Keys("SELECT title FROM videos.videos WHERE user_id = ?;")
	v.Wait(`document.getElementById("recover-statements")`)
	v.ExpectUpdate(func() { v.Click("#recover-statements") })
	v.Wait(`document.querySelector("#recover-text").value.includes("SELECT title") && document.querySelector(".recovered-row b").textContent === "Find videos by user id"`)
	v.Picture("recover-statements")
	v.ExpectSave(func() { v.Click("#recover-apply") })
	if got := browser.Ask[string](v, `document.querySelector("#tab-queries .count")?.textContent`); got != "3/4" {
		t.Errorf("the badge of the queries is %q, want 3/4: no table serves the new one", got)
	}
}
