package canvas

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
)

// TestRenameEveryKindInPlace renames an element of each kind in the four
// diagrams.
func TestRenameEveryKindInPlace(t *testing.T) {
	v := browser.Walk(t)
	v.OpenHotel("concepts")
	for _, test := range []struct{ tab, drawn, selector, name string }{
		{"concepts", "Guest", ".entity-text", "Visitor"},
		{"concepts", "makes", ".relationship-text", "books"},
		{"concepts", "emails", ".attribute-text", "mails"},
		{"queries", "Q2", ".label-text", "Q20"},
		{"logical", "end_date", ".column-name", "last_date"},
		{"physical", "hotel keyspace", ".caption", "inns"},
		{"physical", "*address*", ".name", "place"},
		{"physical", "room_number", ".column-name", "room"},
	} {
		if !strings.HasSuffix(v.Path(), test.tab) {
			v.Tab(test.tab)
			v.Click("#zoom-fit") // the tab keeps the table, not the view
		}
		x, y := textAt(v, test.selector, test.drawn)
		v.Do(chromedp.MouseClickXY(x, y), chromedp.MouseClickXY(x, y, chromedp.ClickCount(2)))
		v.Wait(`document.activeElement.matches(".over input")`)
		v.ExpectSave(func() { v.Keys(test.name); v.EnterKey() })
		v.Wait(`!document.querySelector(".over")`)
		v.Wait(`[...document.querySelectorAll("#canvas " + ¿)].some(text => text.textContent.includes(¿))`, test.selector, test.name)
	}
}

// TestRenameAtItsOwnArrow checks that the name of an update with several arrows
// is edited at the label that has the focus.
func TestRenameAtItsOwnArrow(t *testing.T) {
	v := browser.Walk(t)
	v.OpenHotel("logical")
	arrows := browser.Ask[[]string](v, `[...document.querySelectorAll("#canvas .arrow")].filter(arrow => arrow.querySelector(".label-text")?.textContent === "U1").map(arrow => arrow.id)`)
	if len(arrows) < 2 {
		t.Fatalf("U1 has the arrows %v", arrows)
	}
	for _, arrow := range arrows {
		browser.Ask[bool](v, `(document.getElementById(¿).focus(), true)`, arrow)
		v.Press(kb.F2)
		v.Wait(`document.activeElement.matches(".over input")`)
		if away := browser.Ask[float64](v, `((input, label) => Math.abs(input.top + input.bottom - label.top - label.bottom) / 2)(
			document.activeElement.getBoundingClientRect(), document.getElementById(¿).querySelector(".label-text").getBoundingClientRect())`, arrow); away > 20 {
			t.Errorf("%s is renamed %.0f px away from it", arrow, away)
		}
		v.Press(kb.Escape)
		v.Wait(`!document.querySelector(".over")`)
		if got := browser.Ask[string](v, `document.activeElement.id`); got != arrow {
			t.Errorf("the focus was at %s, and is at %s", arrow, got)
		}
	}
}

// textAt returns the centre of a text in the diagram.
func textAt(v *browser.Walker, selector, text string) (x, y float64) {
	v.T.Helper()
	at := browser.Ask[[]float64](v, `(box => box ? [box.x + box.width / 2, box.y + box.height / 2] : [])
		([...document.querySelectorAll("#canvas svg " + ¿)].find(e => e.textContent === ¿)?.getBoundingClientRect())`, selector, text)
	if len(at) == 0 {
		v.Fail("the diagram has no %s %q", selector, text)
	}
	return at[0], at[1]
}

// TestConcurrentRenames renames one table in two windows. The second one shows
// the current name, keeps the text typed, and can save it.
func TestConcurrentRenames(t *testing.T) {
	ada := browser.Walk(t)
	bob := browser.NewWalker(t, ada.Server)
	bob.Expect(409)
	ada.OpenHotel("logical")
	bob.Open(ada.Path())
	bob.Wait(`document.querySelector("#canvas > svg a[tabindex='0']")`)
	bob.DoubleClick(headOf(bob, "guests"))
	bob.Wait(`document.activeElement.matches(".over input")`)
	ada.DoubleClick(headOf(ada, "guests"))
	ada.Wait(`document.activeElement.matches(".over input")`)
	ada.ExpectSave(func() { ada.Keys("people"); ada.EnterKey() })

	bob.ExpectUpdate(func() { bob.Keys("visitors"); bob.EnterKey() })
	bob.Wait(`document.querySelector(".over .error")?.textContent.includes("people") && document.activeElement.value === "visitors"`)
	bob.ExpectSave(func() { bob.EnterKey() })
	bob.Wait(`!document.querySelector(".over")`)
	headOf(bob, "visitors")
}

// TestAddColumnWithItsType adds a column on the physical diagram, with a type.
func TestAddColumnWithItsType(t *testing.T) {
	v := browser.Walk(t)
	v.OpenHotel("physical")
	v.Pick("hotels")
	v.Click("#canvas-plus")
	v.Wait(`document.activeElement.matches(".over input")`)
	v.Keys("stars")
	v.Press(kb.Tab)
	v.Expect(422)
	v.Press("a", chromedp.ModifierCtrl)
	v.ExpectUpdate(func() { v.Keys("sterne"); v.EnterKey() })
	v.Wait(`document.querySelector(".over .error")?.textContent.includes("sterne") && document.activeElement.matches(".over [aria-label^=Type][aria-invalid=true]")`)
	v.Press("a", chromedp.ModifierCtrl)
	v.ExpectSave(func() { v.Keys("smallint"); v.EnterKey() })
	v.Wait(`[...document.querySelectorAll("#canvas .column")].some(column => column.textContent.includes("stars") && column.textContent.includes("smallint"))`)
	v.Press(kb.Escape)
}

// TestAttributesMoveWithTheirEntity drags an entity on the ER diagram.
func TestAttributesMoveWithTheirEntity(t *testing.T) {
	v := browser.Walk(t)
	v.OpenHotel("concepts")
	fx, fy := textAt(v, ".attribute-text", "emails")
	x, y := textAt(v, ".entity-text", "Guest")
	before := places(v)
	v.ExpectSave(func() {
		v.Drag(x, y, x+30, y+20)
		time.Sleep(50 * time.Millisecond)
	})
	if places(v)["Guest"] == before["Guest"] {
		t.Error("the entity did not move")
	}
	if nowX, nowY := textAt(v, ".attribute-text", "emails"); nowX == fx && nowY == fy {
		t.Error("its attribute stayed where it was")
	}
}
