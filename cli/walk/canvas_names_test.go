package walk

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestRenameEveryKindInPlace renames an element of each kind in the four
// diagrams.
func TestRenameEveryKindInPlace(t *testing.T) {
	v := walk(t)
	v.openHotel("concepts")
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
		if !strings.HasSuffix(v.path(), test.tab) {
			v.tab(test.tab)
			v.click("#zoom-fit") // the tab keeps the table, not the view
		}
		x, y := v.textAt(test.selector, test.drawn)
		v.do(chromedp.MouseClickXY(x, y), chromedp.MouseClickXY(x, y, chromedp.ClickCount(2)))
		v.wait(`document.activeElement.matches(".over input")`)
		v.expectSave(func() { v.keys(test.name); v.enterKey() })
		v.wait(`!document.querySelector(".over")`)
		v.wait(`[...document.querySelectorAll("#canvas " + ¿)].some(text => text.textContent.includes(¿))`, test.selector, test.name)
	}
}

// TestRenameAtItsOwnArrow checks that the name of an update with several arrows
// is edited at the label that has the focus.
func TestRenameAtItsOwnArrow(t *testing.T) {
	v := walk(t)
	v.openHotel("logical")
	arrows := ask[[]string](v, `[...document.querySelectorAll("#canvas .arrow")].filter(arrow => arrow.querySelector(".label-text")?.textContent === "U1").map(arrow => arrow.id)`)
	if len(arrows) < 2 {
		t.Fatalf("U1 has the arrows %v", arrows)
	}
	for _, arrow := range arrows {
		ask[bool](v, `(document.getElementById(¿).focus(), true)`, arrow)
		v.press(kb.F2)
		v.wait(`document.activeElement.matches(".over input")`)
		if away := ask[float64](v, `((input, label) => Math.abs(input.top + input.bottom - label.top - label.bottom) / 2)(
			document.activeElement.getBoundingClientRect(), document.getElementById(¿).querySelector(".label-text").getBoundingClientRect())`, arrow); away > 20 {
			t.Errorf("%s is renamed %.0f px away from it", arrow, away)
		}
		v.press(kb.Escape)
		v.wait(`!document.querySelector(".over")`)
		if got := ask[string](v, `document.activeElement.id`); got != arrow {
			t.Errorf("the focus was at %s, and is at %s", arrow, got)
		}
	}
}

// textAt returns the centre of a text in the diagram.
func (v *walker) textAt(selector, text string) (x, y float64) {
	v.t.Helper()
	at := ask[[]float64](v, `(box => box ? [box.x + box.width / 2, box.y + box.height / 2] : [])
		([...document.querySelectorAll("#canvas svg " + ¿)].find(e => e.textContent === ¿)?.getBoundingClientRect())`, selector, text)
	if len(at) == 0 {
		v.fail("the diagram has no %s %q", selector, text)
	}
	return at[0], at[1]
}

// TestConcurrentRenames renames one table in two windows. The second one shows
// the current name, keeps the text typed, and can save it.
func TestConcurrentRenames(t *testing.T) {
	ada := walk(t)
	bob := newWalker(t, ada.server)
	bob.expect(409)
	ada.openHotel("logical")
	bob.open(ada.path())
	bob.wait(`document.querySelector("#canvas > svg a[tabindex='0']")`)
	bob.doubleClick(bob.headOf("guests"))
	bob.wait(`document.activeElement.matches(".over input")`)
	ada.doubleClick(ada.headOf("guests"))
	ada.wait(`document.activeElement.matches(".over input")`)
	ada.expectSave(func() { ada.keys("people"); ada.enterKey() })

	bob.expectUpdate(func() { bob.keys("visitors"); bob.enterKey() })
	bob.wait(`document.querySelector(".over .error")?.textContent.includes("people") && document.activeElement.value === "visitors"`)
	bob.expectSave(func() { bob.enterKey() })
	bob.wait(`!document.querySelector(".over")`)
	bob.headOf("visitors")
}

// TestAddColumnWithItsType adds a column on the physical diagram, with a type.
func TestAddColumnWithItsType(t *testing.T) {
	v := walk(t)
	v.openHotel("physical")
	v.pick("hotels")
	v.click("#canvas-plus")
	v.wait(`document.activeElement.matches(".over input")`)
	v.keys("stars")
	v.press(kb.Tab)
	v.expect(422)
	v.press("a", chromedp.ModifierCtrl)
	v.expectUpdate(func() { v.keys("sterne"); v.enterKey() })
	v.wait(`document.querySelector(".over .error")?.textContent.includes("sterne") && document.activeElement.matches(".over [aria-label^=Type][aria-invalid=true]")`)
	v.press("a", chromedp.ModifierCtrl)
	v.expectSave(func() { v.keys("smallint"); v.enterKey() })
	v.wait(`[...document.querySelectorAll("#canvas .column")].some(column => column.textContent.includes("stars") && column.textContent.includes("smallint"))`)
	v.press(kb.Escape)
}

// TestAttributesMoveWithTheirEntity drags an entity on the ER diagram.
func TestAttributesMoveWithTheirEntity(t *testing.T) {
	v := walk(t)
	v.openHotel("concepts")
	fx, fy := v.textAt(".attribute-text", "emails")
	x, y := v.textAt(".entity-text", "Guest")
	before := v.places()
	v.expectSave(func() {
		v.drag(x, y, x+30, y+20)
		time.Sleep(50 * time.Millisecond)
	})
	if v.places()["Guest"] == before["Guest"] {
		t.Error("the entity did not move")
	}
	if nowX, nowY := v.textAt(".attribute-text", "emails"); nowX == fx && nowY == fy {
		t.Error("its attribute stayed where it was")
	}
}
