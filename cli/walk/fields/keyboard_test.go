package fields

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
)

// TestWalkByKeyboard creates a small model without a mouse. A save keeps the
// focus, the caret and the scroll position.
func TestWalkByKeyboard(t *testing.T) {
	v := browser.Walk(t)

	v.Open("")
	v.TabTo("new-name")
	v.Keys("Bicycles")
	v.ExpectLoad(func() { v.EnterKey() })
	model := filepath.Dir(v.Path())

	v.TabTo("new-entity-text")
	v.Keys("Bicycle")
	v.ExpectSave(func() { v.EnterKey() })
	for _, attribute := range []string{"bicycle_id", "model", "station"} {
		v.TabTo("new-attribute-name")
		v.Keys(attribute)
		v.ExpectSave(func() { v.EnterKey() })
		v.WantFocus("new-attribute-name")
	}
	v.WantRows("bicycle_id model station")

	// Typing selects an option of a list, which is saved at once.
	key := strings.TrimPrefix(v.Cell("model", "key"), "#")
	v.TabTo(key)
	v.ExpectSave(func() { v.Press("k") })
	v.WantFocus(key)

	// Alt and an arrow key move the row, and the focus moves with it.
	name := strings.TrimPrefix(v.Cell("station", "name"), "#")
	v.TabTo(name)
	v.ExpectSave(func() { v.Press(kb.ArrowUp, chromedp.ModifierAlt) })
	v.WantRows("bicycle_id station model")
	v.WantFocus(name)

	// Leaving the field saves it.
	v.Press(kb.Home)
	v.Keys("home_")
	browser.Command(v, input.InsertText, input.InsertTextParams{Text: "base_"})
	v.ExpectSave(func() { v.Press(kb.Tab) })
	v.WantRows("bicycle_id home_base_station model")

	// Ctrl+Z undoes in the text field as long as the field has something to undo.
	v.ExpectSave(func() { v.Press("z", chromedp.ModifierCtrl) })
	v.WantRows("bicycle_id station model")
	v.ExpectSave(func() { v.Press("z", chromedp.ModifierCtrl|chromedp.ModifierShift) })
	v.WantRows("bicycle_id home_base_station model")

	findByKeyboard(v)
	scrollStays(v, model)
}

// findByKeyboard opens an element with / and Enter.
func findByKeyboard(v *browser.Walker) {
	v.T.Helper()
	v.TabTo("tab-concepts")
	v.ExpectUpdate(func() { v.EnterKey() })
	slash(v)
	v.Search("bicy", "Bicycle entity type")
	v.ExpectUpdate(func() { v.EnterKey() })
	if got := v.Reads("#inspector h2"); got != "Bicycle" {
		v.T.Errorf("Enter in the palette selected %q", got)
	}
}

// slash presses the key / and waits for the focus in the palette.
func slash(v *browser.Walker) {
	v.T.Helper()
	v.Stroke(input.DispatchKeyEventParams{Key: "/", Code: "Slash", Text: "/", WindowsVirtualKeyCode: 191})
	v.WantFocus("palette-input")
}

// scrollStays checks that an edit at the end of a long form does not scroll it.
func scrollStays(v *browser.Walker, model string) {
	v.T.Helper()
	for _, attribute := range strings.Fields("frame brakes gears tyres lights bell basket lock weight colour maker year") {
		v.TabTo("new-attribute-name")
		v.Keys(attribute)
		v.ExpectSave(func() { v.EnterKey() })
	}
	row := strings.TrimPrefix(v.Cell("year", "name"), "#")
	v.TabTo(row)
	before := browser.Ask[float64](v, `document.getElementById("inspector").scrollTop`)
	if before == 0 {
		v.T.Fatal("the form is not long enough to scroll")
	}
	v.Keys("_built")
	v.ExpectSave(func() { v.Press(kb.Tab) })
	if after := browser.Ask[float64](v, `document.getElementById("inspector").scrollTop`); after != before {
		v.T.Errorf("the save scrolled the form from %v to %v", before, after)
	}
	v.WantFocus(strings.TrimPrefix(v.Cell("_built", "type"), "#"))
}

// TestTabStopsOfARow checks that a part of a query has at most four tab stops: its
// subject, its choices (of a condition, the operator and the source of its value),
// and its tools, between which the arrow keys move.
func TestTabStopsOfARow(t *testing.T) {
	v := browser.Walk(t)
	v.OpenHotel("queries")
	v.Pick("Q1 Find hotels near a point of interest")
	most := browser.Ask[int](v, `Math.max(...[...document.querySelectorAll("#inspector .part-row[data-row]")].map(row =>
		[...row.querySelectorAll("a[href], button, input:not([type=hidden]), select")].filter(e => e.tabIndex >= 0 && !e.disabled).length))`)
	if most != 4 {
		t.Errorf("a row has %d stops, want 4", most)
	}
	browser.Ask[bool](v, `(document.querySelector("#inspector .part-row[data-row]:nth-child(2) [data-toolbar] [tabindex='0']").focus(), true)`)
	for _, want := range []string{"Move Hotel.name up", "Move Hotel.name down", "Remove Hotel.name", "All fields of Hotel.name", "Move Hotel.name up"} {
		if got := browser.Ask[string](v, `document.activeElement.getAttribute("aria-label")`); got != want {
			t.Fatalf("the focus is on %q, want %q", got, want)
		}
		v.Press(kb.ArrowRight)
	}
	v.ExpectSave(func() { v.EnterKey() })
	if got := v.Focus(); !strings.Contains(got, "Hotel.name down") && !strings.Contains(got, "down-") {
		t.Errorf("after the move the focus is on %s", got)
	}
}

// TestFindByKeyboard checks that Enter prefers an element with exactly that name
// to one whose name contains it, and that the focus moves to it.
func TestFindByKeyboard(t *testing.T) {
	v := browser.Walk(t)
	v.Open(v.MakeHotel() + "/physical")
	slash(v)
	v.Search("address", "address user-defined type")
	v.ExpectUpdate(func() { v.EnterKey() })
	if got := v.Reads("#inspector .kind"); got != "User-defined type" {
		t.Errorf("Enter opened a %q, want the type of that name", got)
	}
	v.WantFocus("link-hoteladdresstype")
	slash(v)
	v.Search("is_avail", "is_available physical column")
	v.ExpectUpdate(func() { v.EnterKey() })
	if got := v.Reads("#inspector h2"); got != "is_available" {
		t.Errorf("Enter opened %q, want the column", got)
	}
}
