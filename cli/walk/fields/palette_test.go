package fields

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
)

// TestPalette finds elements, tabs and actions by keys and mouse, and gives the
// focus back.
func TestPalette(t *testing.T) {
	v, axe := browser.Walk(t), browser.AxeCore(t)
	v.OpenHotel("concepts")
	browser.Ask[bool](v, `(document.getElementById("tab-queries").focus(), true)`)
	v.OpenPalette()
	v.Search("h", "Hotel entity type")
	v.Look(axe, "palette")
	if got := browser.Ask[string](v, `document.getElementById(document.activeElement.getAttribute("aria-activedescendant")).getAttribute("role")`); got != "option" {
		t.Errorf("the active descendant is a %q", got)
	}
	v.Keys("zzz")
	v.Wait(`!document.getElementById("palette-none").hidden && document.getElementById("palette-status").textContent === "No results"`)
	v.Press(kb.Escape)
	v.Wait(`!document.getElementById("palette").open`)
	v.WantFocus("tab-queries")

	// Elements of all tabs, by some of their letters or by what they belong to.
	for _, test := range []struct{ query, first, kind, title string }{
		{"rbg", "reservations_by_guest logical table", "Table", "reservations_by_guest"},
		{"last name guests physical", "last_name physical column of guests", "Column", "last_name"},
		{"q4", "Q4 ", "Query", "Q4 Find the rooms that are free in a range of dates"},
		{"rooms_per", "rooms_per_hotel quantity", "Quantity", "rooms_per_hotel"},
	} {
		v.OpenPalette()
		v.Search(test.query, test.first)
		v.ExpectUpdate(func() { v.EnterKey() })
		if kind, title := v.Reads("#inspector .kind"), v.Reads("#inspector h2"); kind != test.kind || title != test.title {
			t.Errorf("%s leads to %s %q, want %s %q", test.query, kind, title, test.kind, test.title)
		}
	}

	// Tabs and actions: the second one by the mouse.
	v.OpenPalette()
	v.Search("go log", "Go to Logical")
	v.ExpectUpdate(func() { v.EnterKey() })
	v.Click("#palette-button")
	v.Wait(`document.activeElement.id === "palette-input"`)
	v.Search("add entity", "Add an entity type")
	v.ExpectUpdate(func() { v.Click("#palette-list > li") })
	v.WantFocus("new-entity-name")
	v.ExpectSave(func() { v.Keys("Invoice"); v.EnterKey() })
	v.OpenPalette()
	v.Search("undo", "Undo: ")
	v.ExpectSave(func() { v.EnterKey() })
	v.OpenPalette()
	v.Search("theme", "Theme: ")
	v.EnterKey()
	v.Wait(`"theme" in document.documentElement.dataset`)

	// Without a key, the page behind it closes it.
	v.OpenPalette()
	v.Do(chromedp.MouseClickXY(5, 700))
	v.Wait(`!document.getElementById("palette").open`)
}
