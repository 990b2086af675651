package canvas

import (
	"math"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
)

// TestDoubleClickAdds double-clicks free space of each diagram: what the tab is
// about is added there, under the name that is typed.
func TestDoubleClickAdds(t *testing.T) {
	v := browser.Walk(t)
	v.Expect(422)
	model := v.MakeHotel()
	for _, test := range []struct{ tab, name, kind string }{
		{"concepts", "Invoice", "Entity type"}, {"queries", "Pay", "Step"}, {"logical", "invoices", "Table"}, {"physical", "receipts", "Table"},
	} {
		v.Open(model + "/" + test.tab)
		v.Wait(`document.querySelector("#canvas > svg a[tabindex='0']")`)
		x, y := freePlace(v)
		place := seenAt(v, x, y)
		doubleClickAt(v, x, y)
		v.Wait(`document.activeElement.matches(".over.anew input")`)

		// An invalid name is reported at the input, which keeps it.
		v.ExpectUpdate(func() { v.EnterKey() })
		v.Wait(`document.querySelector(".over.anew .error:not([hidden])")?.textContent.trim()`)
		if got := v.Reads(".over.anew .error"); got != "Name must not be empty" {
			t.Errorf("%s without a name is refused with %q", test.tab, got)
		}
		v.ExpectSave(func() { v.Keys(test.name); v.EnterKey() })
		v.Wait(`!document.querySelector(".over")`)
		if got := v.Reads("#inspector .kind") + " " + v.Reads("#inspector h2"); got != test.kind+" "+test.name {
			t.Errorf("%s: the details show %q", test.tab, got)
		}
		// The middle of the box is near the place in the drawing, which may have
		// moved: the details that open must not cover the box.
		x, y = v.Middle("#canvas [data-box].selected, #canvas .selected[data-box]")
		box := seenAt(v, x, y)
		if far := max(math.Abs(box.x-place.x), math.Abs(box.y-place.y)); far > 200 {
			t.Errorf("%s: the box is %.0f units from the double click", test.tab, far)
		}

		// Esc clears the selection, and so does a click on free space.
		v.ExpectUpdate(func() { v.Press(kb.Escape) })
		v.Wait(`!new URL(location.href).searchParams.has("select")`)
	}
	v.Open(model + "/concepts?select=hotel")
	v.Wait(`document.querySelector("#canvas > svg a[tabindex='0']")`)
	x, y := freePlace(v)
	v.ExpectUpdate(func() { v.Do(chromedp.MouseClickXY(x, y)) })
	if strings.Contains(v.Path(), "select=") {
		t.Errorf("after a click on free space the address is %s", v.Path())
	}
	revision := v.Revision()
	doubleClickAt(v, x, y)
	v.Wait(`document.activeElement.matches(".over.anew input")`)
	v.Keys("Nothing")
	v.Press(kb.Escape)
	v.Wait(`!document.querySelector(".over")`)
	if v.Revision() != revision {
		t.Error("Escape added something")
	}
}

// TestLinesFromBoxToBox drags from the handle of an entity type to another, of a
// step to another, and of a table to another. On free space the line leads to a new one.
func TestLinesFromBoxToBox(t *testing.T) {
	v := browser.Walk(t)
	v.ReduceMotion()
	model := v.MakeHotel()
	v.Open(model + "/concepts")
	v.Wait(`document.querySelector("#canvas > svg a[tabindex='0']")`)
	dragFromSide(v, "hotel", "guest")
	v.Wait(`document.activeElement.matches(".over.anew input")`)
	v.ExpectSave(func() { v.Keys("welcomes"); v.EnterKey() })
	if got := v.Reads("#inspector h2"); got != "welcomes" {
		t.Errorf("the line made %q", got)
	}
	ends := browser.Ask[string](v, `[...document.querySelectorAll("#list-participant select[name$='.entity']")].map(list => list.selectedOptions[0].label).join(" ")`)
	if ends != "Hotel Guest" {
		t.Errorf("the relationship type joins %q", ends)
	}
	// From a relationship type to an entity type: one more end.
	v.ExpectSave(func() { dragFromSide(v, "makes", "hotel") })
	v.ExpectSave(func() { dragToFree(v, "guest"); v.Keys("Club"); v.EnterKey() })
	v.Wait(`document.activeElement.placeholder === "Name of the relationship type"`)
	v.ExpectSave(func() { v.Keys("joins"); v.EnterKey() })
	ends = browser.Ask[string](v, `[...document.querySelectorAll("#list-participant select[name$='.entity']")].map(list => list.selectedOptions[0].label).join(" ")`)
	if got := v.Reads("#inspector h2"); got != "joins" || ends != "Guest Club" {
		t.Errorf("a line to free space made %q of %q", got, ends)
	}

	v.Open(model + "/queries")
	v.Wait(`document.querySelector("#canvas > svg a[tabindex='0']")`)
	steps := browser.Ask[[]string](v, `[...document.querySelectorAll("#canvas [data-box]")].map(box => box.dataset.box)`)
	v.ExpectSave(func() { dragFromSide(v, steps[len(steps)-1], steps[0]) })
	if got := v.Reads("#inspector .kind"); got != "Transition" {
		t.Errorf("a line from step to step made a %q", got)
	}
	dragToFree(v, steps[0])
	v.Keys("Pay")
	v.EnterKey()
	v.Wait(`document.querySelector("#inspector .kind")?.textContent.trim() === "Transition" && document.querySelector("#inspector h2").textContent.endsWith("→ Pay")`)
	connectTables(v, model)
	v.Open(model + "/queries")
	v.Wait(`document.querySelector("#canvas > svg a[tabindex='0']")`)
	dragToFree(v, steps[0])
	v.Keys("Refund")
	v.EnterKey()
	v.Wait(`document.querySelector("#inspector .kind")?.textContent.trim() === "Transition" && document.querySelector("#inspector h2").textContent.endsWith("→ Refund")`)
	// The new step is not left outside, though only the line is selected.
	v.Wait(`(canvas => [...document.querySelectorAll("#canvas [data-box]")].some(box => box.textContent.includes("Refund") && box.getBoundingClientRect().right < canvas.right))(document.getElementById("canvas").getBoundingClientRect())`)
}

// connectTables draws query arrows: in Logical by a handle, in Physical by a key. An arrow
// that is there already is refused, and the page of an old revision has no handles.
func connectTables(v *browser.Walker, model string) {
	v.T.Helper()
	v.Open(model + "/logical")
	v.Wait(`document.querySelector("#canvas > svg a[tabindex='0']")`)
	dragFromSide(v, boxID(v, "guests"), boxID(v, "hotels"))
	v.Wait(`document.getElementById("palette").open && document.getElementById("palette-input").placeholder === "Query from guests to hotels"`)
	v.Keys("Q3")
	v.ExpectSave(func() { v.EnterKey() })
	if got := v.Reads("#inspector .kind") + " " + v.Reads("#inspector h2"); got != "Query arrow Q3 → hotels" {
		v.T.Errorf("a line from table to table made %q", got)
	}
	v.ExpectSave(func() { v.Press("z", chromedp.ModifierCtrl) })

	v.Open(model + "/physical")
	v.Wait(`document.querySelector("#canvas > svg a[tabindex='0']")`)
	v.Expect(422)
	for _, test := range []struct{ to, query, says string }{{"pois_by_hotel", "Q3", "Q3 already leads from hotels to pois_by_hotel"}, {"pois_by_hotel", "Q5", ""}} {
		browser.Ask[bool](v, `(document.querySelector(¿).focus(), true)`, headOf(v, "hotels")+"-link, #d-"+boxID(v, "hotels")+" .bar-link")
		v.Stroke(input.DispatchKeyEventParams{Key: "c", Code: "KeyC", WindowsVirtualKeyCode: 67})
		v.Wait(`document.getElementById("palette").open`)
		v.Keys(test.to)
		v.EnterKey()
		v.Wait(`document.getElementById("palette-input").placeholder === "Query from hotels to pois_by_hotel"`)
		v.Keys(test.query)
		if test.says == "" {
			v.ExpectSave(func() { v.EnterKey() })
			continue
		}
		v.EnterKey()
		v.Wait(`document.getElementById("messages").textContent.includes(¿)`, test.says)
		v.Click("#messages button")
	}

	v.Open(model + "/logical?rev=1")
	v.Wait(`document.querySelector("#canvas > svg a[tabindex='0']")`)
	x, y := v.Middle(headOf(v, "guests"))
	hover(v, x, y)
	v.Wait(`document.querySelector("#canvas > svg[data-traced]")`)
	if browser.Ask[bool](v, `Boolean(document.querySelector(".handle, .grip"))`) {
		v.T.Error("what cannot be edited has handles")
	}
}

// TestDoubleTapAdds adds an entity type by touch.
func TestDoubleTapAdds(t *testing.T) {
	v := browser.Walk(t)
	v.Do(chromedp.EmulateViewport(390, 844))
	browser.Command(v, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true, MaxTouchPoints: 5})
	v.OpenHotel("concepts")
	x, y := freePlace(v)
	for range 2 {
		v.Fingers(browser.At(x, y))
		v.Fingers()
	}
	v.Wait(`document.activeElement.matches(".over.anew input")`)
	v.ExpectSave(func() { v.Keys("Invoice"); v.EnterKey() })
	v.Wait(`[...document.querySelectorAll("#canvas .entity-text")].some(text => text.textContent === "Invoice")`)
}

// TestPlusOfTheOutline adds by the "+" of each heading: the details show its form,
// with the focus in its first field.
func TestPlusOfTheOutline(t *testing.T) {
	v := browser.Walk(t)
	model := v.MakeHotel()
	for _, test := range []struct{ tab, label, field string }{
		{"concepts", "Add an entity type", "new-entity-name"}, {"concepts", "Add an IsA hierarchy", "new-hierarchy-supertype"},
		{"queries", "Add a query", "new-query-name"}, {"queries", "Add a transition", "new-transition-from"},
		{"logical", "Add a table", "new-table-name"}, {"physical", "Add a table to hotel", "new-relation-name"},
	} {
		v.Open(model + "/" + test.tab + "?select=hotel")
		v.ExpectUpdate(func() { v.Click(".add-here[aria-label='" + test.label + "']") })
		v.WantFocus(test.field)
	}
	v.ExpectSave(func() { v.Keys("receipts"); v.EnterKey() })
	if got := v.Reads("#inspector h2"); got != "receipts" {
		t.Errorf("the + of a keyspace added %q", got)
	}
	// A quantity is added in its list, and the first keyspace of a model like any other element.
	v.Open(model + "/sizes")
	v.ExpectUpdate(func() { v.Click(".add-here[aria-label='Add a quantity']") })
	v.WantFocus("new-quantity-name")
	v.Open("")
	v.Fill("form.new-model input[name=name]", "Plant")
	v.ExpectLoad(func() { v.EnterKey() })
	v.ExpectUpdate(func() { v.Click("#tab-physical") })
	v.ExpectUpdate(func() { v.Click(".add-here[aria-label='Add a keyspace']") })
	v.WantFocus("new-keyspace-name")
}

// freePlace returns a point of the canvas, in the window, with nothing drawn
// around it.
func freePlace(v *browser.Walker) (x, y float64) {
	v.T.Helper()
	at := browser.Ask[[]float64](v, `(() => {
		const canvas = document.getElementById("canvas"), frame = canvas.getBoundingClientRect(), svg = canvas.querySelector(":scope > svg");
		const free = (x, y) => { const part = document.elementFromPoint(x, y); return part === svg || Boolean(part?.matches(".container")); };
		for (let y = frame.top + 60; y < frame.bottom - 120; y += 10) for (let x = frame.left + 120; x < frame.right - 120; x += 10) {
			if ([-40, -20, 0, 20, 40].every(dx => [-20, 0, 20].every(dy => free(x + dx, y + dy)))) return [x, y];
		}
		return [];
	})()`)
	if len(at) == 0 {
		v.Fail("the canvas has no free place")
	}
	return at[0], at[1]
}

func doubleClickAt(v *browser.Walker, x, y float64) {
	v.T.Helper()
	v.Do(chromedp.MouseClickXY(x, y), chromedp.MouseClickXY(x, y, chromedp.ClickCount(2)))
}

// dragFromSide drags from the handle at the left of a box to the middle of another.
func dragFromSide(v *browser.Walker, from, to string) {
	v.T.Helper()
	x, y := v.Middle("#canvas [data-box='" + to + "']")
	dragFromSideTo(v, from, x, y)
}

// dragToFree drags from the left side of a box to a free place, and waits for the
// input there.
func dragToFree(v *browser.Walker, from string) {
	v.T.Helper()
	x, y := freePlace(v)
	dragFromSideTo(v, from, x, y)
	v.Wait(`document.activeElement.matches(".over.anew input")`)
}

func dragFromSideTo(v *browser.Walker, from string, x, y float64) {
	v.T.Helper()
	hover(v, 300, 880)
	hoverX, hoverY := v.Middle("#canvas [data-box='" + from + "']")
	hover(v, hoverX, hoverY)
	v.Wait(`document.querySelector(".handle[data-side=left]:not([hidden])")?.dataset.of === ¿`, from)
	handleX, handleY := v.Middle(".handle[data-side=left]")
	v.DragTo(handleX, handleY, x, y)
	if begins := browser.Ask[string](v, `document.querySelector("#canvas .linking").getAttribute("d").match(/^M-?[\d.]+ /)[0]`); begins == "" {
		v.Fail("no line is drawn")
	}
	release(v, x, y)
}
