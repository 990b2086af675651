package walk

import (
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// openPalette opens the command palette by Ctrl+K and waits for the elements of
// the model.
func (v *walker) openPalette() {
	v.t.Helper()
	v.stroke(input.DispatchKeyEventParams{Key: "k", Code: "KeyK", Modifiers: int64(chromedp.ModifierCtrl), WindowsVirtualKeyCode: 75})
	v.wait(`document.getElementById("palette").open && document.activeElement.id === "palette-input"`)
}

// search types into the palette and waits until a result comes first.
func (v *walker) search(query, first string) {
	v.t.Helper()
	v.keys(query)
	const shown = `document.querySelector("#palette-list > li[aria-selected=true]")?.innerText.replace(/\s+/g, " ").trim()`
	v.wait(shown+`?.startsWith(¿)`, first)
}

// TestPalette finds elements, tabs and actions by keys and mouse, and gives the
// focus back.
func TestPalette(t *testing.T) {
	v, axe := walk(t), axeCore(t)
	v.openHotel("concepts")
	ask[bool](v, `(document.getElementById("tab-queries").focus(), true)`)
	v.openPalette()
	v.search("h", "Hotel entity type")
	v.look(axe, "palette")
	if got := ask[string](v, `document.getElementById(document.activeElement.getAttribute("aria-activedescendant")).getAttribute("role")`); got != "option" {
		t.Errorf("the active descendant is a %q", got)
	}
	v.keys("zzz")
	v.wait(`!document.getElementById("palette-none").hidden && document.getElementById("palette-status").textContent === "No results"`)
	v.press(kb.Escape)
	v.wait(`!document.getElementById("palette").open`)
	v.wantFocus("tab-queries")

	// Elements of all tabs, by some of their letters or by what they belong to.
	for _, test := range []struct{ query, first, kind, title string }{
		{"rbg", "reservations_by_guest logical table", "Table", "reservations_by_guest"},
		{"last name guests physical", "last_name physical column of guests", "Column", "last_name"},
		{"q4", "Q4 ", "Query", "Q4 Find the rooms that are free in a range of dates"},
		{"rooms_per", "rooms_per_hotel quantity", "Quantity", "rooms_per_hotel"},
	} {
		v.openPalette()
		v.search(test.query, test.first)
		v.expectUpdate(func() { v.enterKey() })
		if kind, title := v.reads("#inspector .kind"), v.reads("#inspector h2"); kind != test.kind || title != test.title {
			t.Errorf("%s leads to %s %q, want %s %q", test.query, kind, title, test.kind, test.title)
		}
	}

	// Tabs and actions: the second one by the mouse.
	v.openPalette()
	v.search("go log", "Go to Logical")
	v.expectUpdate(func() { v.enterKey() })
	v.click("#palette-button")
	v.wait(`document.activeElement.id === "palette-input"`)
	v.search("add entity", "Add an entity type")
	v.expectUpdate(func() { v.click("#palette-list > li") })
	v.wantFocus("new-entity-name")
	v.expectSave(func() { v.keys("Invoice"); v.enterKey() })
	v.openPalette()
	v.search("undo", "Undo: ")
	v.expectSave(func() { v.enterKey() })
	v.openPalette()
	v.search("theme", "Theme: ")
	v.enterKey()
	v.wait(`"theme" in document.documentElement.dataset`)

	// Without a key, the page behind it closes it.
	v.openPalette()
	v.do(chromedp.MouseClickXY(5, 700))
	v.wait(`!document.getElementById("palette").open`)
}
