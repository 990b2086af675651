package walk

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestWalkByKeyboard creates a small model without a mouse. A save keeps the
// focus, the caret and the scroll position.
func TestWalkByKeyboard(t *testing.T) {
	v := walk(t)

	v.open("")
	v.tabTo("new-name")
	v.keys("Bicycles")
	v.expectLoad(func() { v.enterKey() })
	model := filepath.Dir(v.path())

	v.tabTo("new-entity-name")
	v.keys("Bicycle")
	v.expectSave(func() { v.enterKey() })
	for _, attribute := range []string{"bicycle_id", "model", "station"} {
		v.tabTo("new-attribute-name")
		v.keys(attribute)
		v.expectSave(func() { v.enterKey() })
		v.wantFocus("new-attribute-name")
	}
	v.wantRows("bicycle_id model station")

	// Typing selects an option of a list, which is saved at once.
	key := strings.TrimPrefix(v.cell("model", "key"), "#")
	v.tabTo(key)
	v.expectSave(func() { v.press("k") })
	v.wantFocus(key)

	// Alt and an arrow key move the row, and the focus moves with it.
	name := strings.TrimPrefix(v.cell("station", "name"), "#")
	v.tabTo(name)
	v.expectSave(func() { v.press(kb.ArrowUp, chromedp.ModifierAlt) })
	v.wantRows("bicycle_id station model")
	v.wantFocus(name)

	// A pause saves. The caret stays in the middle of the word.
	v.press(kb.Home)
	v.expectSave(func() { v.keys("home_") })
	v.wantFocus(name)
	if caret := ask[int](v, "document.activeElement.selectionStart"); caret != len("home_") {
		t.Errorf("after the save the caret is at %d, want %d", caret, len("home_"))
	}
	v.expectSave(func() { command(v, input.InsertText, input.InsertTextParams{Text: "base_"}) })
	v.wantRows("bicycle_id home_base_station model")

	// Ctrl+Z undoes in the text field as long as the field has something to undo.
	v.press(kb.Tab)
	v.expectSave(func() { v.press("z", chromedp.ModifierCtrl) })
	v.wantRows("bicycle_id home_station model")
	v.expectSave(func() { v.press("z", chromedp.ModifierCtrl|chromedp.ModifierShift) })
	v.wantRows("bicycle_id home_base_station model")

	v.findByKeyboard()
	v.scrollStays(model)
}

// findByKeyboard opens an element with / and Enter.
func (v *walker) findByKeyboard() {
	v.t.Helper()
	v.tabTo("tab-concepts")
	v.expectUpdate(func() { v.enterKey() })
	v.slash()
	v.search("bicy", "Bicycle entity type")
	v.expectUpdate(func() { v.enterKey() })
	if got := v.reads("#inspector h2"); got != "Bicycle" {
		v.t.Errorf("Enter in the palette selected %q", got)
	}
}

// slash presses the key / and waits for the focus in the palette.
func (v *walker) slash() {
	v.t.Helper()
	v.stroke(input.DispatchKeyEventParams{Key: "/", Code: "Slash", Text: "/", WindowsVirtualKeyCode: 191})
	v.wantFocus("palette-input")
}

// scrollStays checks that an edit at the end of a long form does not scroll it.
func (v *walker) scrollStays(model string) {
	v.t.Helper()
	for _, attribute := range strings.Fields("frame brakes gears tyres lights bell basket lock weight colour maker year") {
		v.tabTo("new-attribute-name")
		v.keys(attribute)
		v.expectSave(func() { v.enterKey() })
	}
	row := strings.TrimPrefix(v.cell("year", "name"), "#")
	v.tabTo(row)
	before := ask[float64](v, `document.getElementById("inspector").scrollTop`)
	if before == 0 {
		v.t.Fatal("the form is not long enough to scroll")
	}
	v.expectSave(func() { v.keys("_built") })
	if after := ask[float64](v, `document.getElementById("inspector").scrollTop`); after != before {
		v.t.Errorf("the save scrolled the form from %v to %v", before, after)
	}
	v.wantFocus(row)
}

// tabTo presses Tab until an element has the focus, and checks that the focus
// is visible.
func (v *walker) tabTo(id string) {
	v.t.Helper()
	for presses := range 400 {
		if v.focus() == id {
			if presses > 0 {
				v.wantFocusSeen()
			}
			return
		}
		v.press(kb.Tab)
	}
	v.fail("Tab never comes to %s", id)
}

func (v *walker) focus() string {
	v.t.Helper()
	return ask[string](v, "document.activeElement?.id ?? ''")
}

func (v *walker) wantFocus(id string) {
	v.t.Helper()
	if got := v.focus(); got != id {
		v.fail("the focus is at %q, want %q", got, id)
	}
}

// wantFocusSeen checks that the element with the focus has an outline, a border
// in the accent colour or a shadow, and is inside the window.
func (v *walker) wantFocusSeen() {
	v.t.Helper()
	if !ask[bool](v, `(focused => {
		const element = focused.matches("[data-letters]") ? focused.previousElementSibling : focused; // a list that shows only a letter
		const style = getComputedStyle(element), box = element.getBoundingClientRect();
		const marked = (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1) || style.boxShadow !== "none";
		return marked && box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
	})(document.activeElement)`) {
		v.fail("the focus at %s is not seen", v.focus())
	}
}

// keys presses one key after another.
func (v *walker) keys(text string) {
	v.t.Helper()
	for _, key := range text {
		v.press(string(key))
	}
}

// TestTabStopsOfARow checks that a part of a query has at most four tab stops: its
// subject, its choices (of a condition, the operator and the source of its value),
// and its tools, between which the arrow keys move.
func TestTabStopsOfARow(t *testing.T) {
	v := walk(t)
	v.openHotel("queries")
	v.pick("Q1 Find hotels near a point of interest")
	most := ask[int](v, `Math.max(...[...document.querySelectorAll("#inspector .part-row[data-row]")].map(row =>
		[...row.querySelectorAll("a[href], button, input:not([type=hidden]), select")].filter(e => e.tabIndex >= 0 && !e.disabled).length))`)
	if most != 4 {
		t.Errorf("a row has %d stops, want 4", most)
	}
	ask[bool](v, `(document.querySelector("#inspector .part-row[data-row]:nth-child(2) [data-toolbar] [tabindex='0']").focus(), true)`)
	for _, want := range []string{"Move Hotel.name up", "Move Hotel.name down", "Remove Hotel.name", "All fields of Hotel.name", "Move Hotel.name up"} {
		if got := ask[string](v, `document.activeElement.getAttribute("aria-label")`); got != want {
			t.Fatalf("the focus is on %q, want %q", got, want)
		}
		v.press(kb.ArrowRight)
	}
	v.expectSave(func() { v.enterKey() })
	if got := v.focus(); !strings.Contains(got, "Hotel.name down") && !strings.Contains(got, "down-") {
		t.Errorf("after the move the focus is on %s", got)
	}
}

// TestFindByKeyboard checks that Enter prefers an element with exactly that name
// to one whose name contains it, and that the focus moves to it.
func TestFindByKeyboard(t *testing.T) {
	v := walk(t)
	v.open(v.makeHotel() + "/physical")
	v.slash()
	v.search("address", "address user-defined type")
	v.expectUpdate(func() { v.enterKey() })
	if got := v.reads("#inspector .kind"); got != "User-defined type" {
		t.Errorf("Enter opened a %q, want the type of that name", got)
	}
	v.wantFocus("link-hoteladdresstype")
	v.slash()
	v.search("is_avail", "is_available physical column")
	v.expectUpdate(func() { v.enterKey() })
	if got := v.reads("#inspector h2"); got != "is_available" {
		t.Errorf("Enter opened %q, want the column", got)
	}
}
