package walk

import (
	"math"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestDoubleClickAdds double-clicks free space of each diagram: what the tab is
// about is added there, under the name that is typed.
func TestDoubleClickAdds(t *testing.T) {
	v := walk(t)
	v.expect(422)
	model := v.makeHotel()
	for _, test := range []struct{ tab, name, kind string }{
		{"concepts", "Invoice", "Entity type"}, {"queries", "Pay", "Step"}, {"logical", "invoices", "Table"}, {"physical", "receipts", "Table"},
	} {
		v.open(model + "/" + test.tab)
		v.wait(`document.querySelector("#canvas > svg a[tabindex='0']")`)
		x, y := v.freePlace()
		place := v.seenAt(x, y)
		v.doubleClickAt(x, y)
		v.wait(`document.activeElement.matches(".over.anew input")`)

		// An invalid name is reported at the input, which keeps it.
		v.expectUpdate(func() { v.enterKey() })
		v.wait(`document.querySelector(".over.anew .error:not([hidden])")?.textContent.trim()`)
		if got := v.reads(".over.anew .error"); got != "Name must not be empty" {
			t.Errorf("%s without a name is refused with %q", test.tab, got)
		}
		v.expectSave(func() { v.keys(test.name); v.enterKey() })
		v.wait(`!document.querySelector(".over")`)
		if got := v.reads("#inspector .kind") + " " + v.reads("#inspector h2"); got != test.kind+" "+test.name {
			t.Errorf("%s: the details show %q", test.tab, got)
		}
		// The middle of the box is near the place in the drawing, which may have
		// moved: the details that open must not cover the box.
		box := v.seenAt(v.middle("#canvas [data-box].selected, #canvas .selected[data-box]"))
		if far := max(math.Abs(box.x-place.x), math.Abs(box.y-place.y)); far > 200 {
			t.Errorf("%s: the box is %.0f units from the double click", test.tab, far)
		}

		// Esc clears the selection, and so does a click on free space.
		v.expectUpdate(func() { v.press(kb.Escape) })
		v.wait(`!new URL(location.href).searchParams.has("select")`)
	}
	v.open(model + "/concepts?select=hotel")
	v.wait(`document.querySelector("#canvas > svg a[tabindex='0']")`)
	x, y := v.freePlace()
	v.expectUpdate(func() { v.do(chromedp.MouseClickXY(x, y)) })
	if strings.Contains(v.path(), "select=") {
		t.Errorf("after a click on free space the address is %s", v.path())
	}
	revision := v.revision()
	v.doubleClickAt(x, y)
	v.wait(`document.activeElement.matches(".over.anew input")`)
	v.keys("Nothing")
	v.press(kb.Escape)
	v.wait(`!document.querySelector(".over")`)
	if v.revision() != revision {
		t.Error("Escape added something")
	}
}

// TestLinesFromBoxToBox drags from the side of an entity type to another, and of a
// step to another. On free space the line leads to a new one.
func TestLinesFromBoxToBox(t *testing.T) {
	v := walk(t)
	v.reduceMotion()
	model := v.makeHotel()
	v.open(model + "/concepts")
	v.wait(`document.querySelector("#canvas > svg a[tabindex='0']")`)
	v.dragFromSide("hotel", "guest")
	v.wait(`document.activeElement.matches(".over.anew input")`)
	v.expectSave(func() { v.keys("welcomes"); v.enterKey() })
	if got := v.reads("#inspector h2"); got != "welcomes" {
		t.Errorf("the line made %q", got)
	}
	ends := ask[string](v, `[...document.querySelectorAll("#list-participant select[name$='.entity']")].map(list => list.selectedOptions[0].label).join(" ")`)
	if ends != "Hotel Guest" {
		t.Errorf("the relationship type joins %q", ends)
	}
	// From a relationship type to an entity type: one more end.
	v.expectSave(func() { v.dragFromSide("makes", "hotel") })
	v.expectSave(func() { v.dragToFree("guest"); v.keys("Club"); v.enterKey() })
	v.wait(`document.activeElement.placeholder === "Name of the relationship type"`)
	v.expectSave(func() { v.keys("joins"); v.enterKey() })
	ends = ask[string](v, `[...document.querySelectorAll("#list-participant select[name$='.entity']")].map(list => list.selectedOptions[0].label).join(" ")`)
	if got := v.reads("#inspector h2"); got != "joins" || ends != "Guest Club" {
		t.Errorf("a line to free space made %q of %q", got, ends)
	}

	v.open(model + "/queries")
	v.wait(`document.querySelector("#canvas > svg a[tabindex='0']")`)
	steps := ask[[]string](v, `[...document.querySelectorAll("#canvas [data-box]")].map(box => box.dataset.box)`)
	v.expectSave(func() { v.dragFromSide(steps[len(steps)-1], steps[0]) })
	if got := v.reads("#inspector .kind"); got != "Transition" {
		t.Errorf("a line from step to step made a %q", got)
	}
	v.dragToFree(steps[0])
	v.keys("Pay")
	v.enterKey()
	v.wait(`document.querySelector("#inspector .kind")?.textContent.trim() === "Transition" && document.querySelector("#inspector h2").textContent.endsWith("→ Pay")`)
	// The new step is not left outside, though the line is what is selected.
	v.wait(`(canvas => [...document.querySelectorAll("#canvas [data-box]")].some(box => box.textContent.includes("Pay") && box.getBoundingClientRect().right < canvas.right))(document.getElementById("canvas").getBoundingClientRect())`)
}

// TestDoubleTapAdds adds an entity type by touch.
func TestDoubleTapAdds(t *testing.T) {
	v := walk(t)
	v.do(chromedp.EmulateViewport(390, 844))
	command(v, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true, MaxTouchPoints: 5})
	v.openHotel("concepts")
	x, y := v.freePlace()
	for range 2 {
		v.fingers(point{x, y})
		v.fingers()
	}
	v.wait(`document.activeElement.matches(".over.anew input")`)
	v.expectSave(func() { v.keys("Invoice"); v.enterKey() })
	v.wait(`[...document.querySelectorAll("#canvas .entity-text")].some(text => text.textContent === "Invoice")`)
}

// TestPlusOfTheOutline adds by the "+" of each heading: the details show its form,
// with the focus in its first field.
func TestPlusOfTheOutline(t *testing.T) {
	v := walk(t)
	model := v.makeHotel()
	for _, test := range []struct{ tab, label, field string }{
		{"concepts", "Add an entity type", "new-entity-name"}, {"concepts", "Add an IsA hierarchy", "new-hierarchy-supertype"},
		{"queries", "Add a query", "new-query-name"}, {"queries", "Add a transition", "new-transition-from"},
		{"logical", "Add a table", "new-table-name"}, {"physical", "Add a table to hotel", "new-relation-name"},
	} {
		v.open(model + "/" + test.tab + "?select=hotel")
		v.expectUpdate(func() { v.click(".add-here[aria-label='" + test.label + "']") })
		v.wantFocus(test.field)
	}
	v.expectSave(func() { v.keys("receipts"); v.enterKey() })
	if got := v.reads("#inspector h2"); got != "receipts" {
		t.Errorf("the + of a keyspace added %q", got)
	}
	// A quantity is added in its list, and the first keyspace of a model like any other element.
	v.open(model + "/sizes")
	v.expectUpdate(func() { v.click(".add-here[aria-label='Add a quantity']") })
	v.wantFocus("new-quantity-name")
	v.open("")
	v.fill("form.new-model input[name=name]", "Plant")
	v.expectLoad(func() { v.enterKey() })
	v.expectUpdate(func() { v.click("#tab-physical") })
	v.expectUpdate(func() { v.click(".add-here[aria-label='Add a keyspace']") })
	v.wantFocus("new-keyspace-name")
}

// freePlace returns a point of the canvas, in the window, with nothing drawn
// around it.
func (v *walker) freePlace() (x, y float64) {
	v.t.Helper()
	at := ask[[]float64](v, `(() => {
		const canvas = document.getElementById("canvas"), frame = canvas.getBoundingClientRect(), svg = canvas.querySelector(":scope > svg");
		const free = (x, y) => { const part = document.elementFromPoint(x, y); return part === svg || Boolean(part?.matches(".container")); };
		for (let y = frame.top + 60; y < frame.bottom - 120; y += 10) for (let x = frame.left + 60; x < frame.right - 120; x += 10) {
			if ([-40, -20, 0, 20, 40].every(dx => [-20, 0, 20].every(dy => free(x + dx, y + dy)))) return [x, y];
		}
		return [];
	})()`)
	if len(at) == 0 {
		v.fail("the canvas has no free place")
	}
	return at[0], at[1]
}

func (v *walker) doubleClickAt(x, y float64) {
	v.t.Helper()
	v.do(chromedp.MouseClickXY(x, y), chromedp.MouseClickXY(x, y, chromedp.ClickCount(2)))
}

// dragFromSide drags from the left side of a box to the middle of another.
func (v *walker) dragFromSide(from, to string) {
	v.t.Helper()
	x, y := v.middle("#canvas [data-box='" + to + "']")
	v.dragFromSideTo(from, x, y)
}

// dragToFree drags from the left side of a box to a free place, and waits for the
// input there.
func (v *walker) dragToFree(from string) {
	v.t.Helper()
	x, y := v.freePlace()
	v.dragFromSideTo(from, x, y)
	v.wait(`document.activeElement.matches(".over.anew input")`)
}

func (v *walker) dragFromSideTo(from string, x, y float64) {
	v.t.Helper()
	at := ask[[]float64](v, `(id => {
		const view = document.querySelector("#canvas [data-box='" + id + "']"), svg = view.ownerSVGElement, [x, y, , height] = view.dataset.at.split(" ").map(Number);
		const point = new DOMPoint(x, y + height / 2).matrixTransform(svg.getScreenCTM());
		return [point.x, point.y];
	})(¿)`, from)
	v.dragTo(at[0]+2, at[1], x, y)
	v.mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseReleased, X: x, Y: y})
}

// reduceMotion makes the page move the view at once, so that no box moves under
// the pointer of a test.
func (v *walker) reduceMotion() {
	v.t.Helper()
	command(v, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}})
}
