package walk

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"
)

// makeHotel creates a model from the example, opens it and returns its path,
// "m/ID". It does without the home page, which draws every example: that takes
// longer than most walks. clickHotel is what a user does.
func (v *walker) makeHotel() string {
	v.t.Helper()
	v.open(v.server.copyExample("hotel"))
	return filepath.Dir(v.path())
}

// clickHotel is makeHotel from the home page.
func (v *walker) clickHotel() string {
	v.t.Helper()
	v.open("")
	v.expectLoad(func() { v.click("#example-hotel button") })
	return filepath.Dir(v.path())
}

// openHotel creates a model from the example and opens one of its tabs.
func (v *walker) openHotel(tab string) {
	v.t.Helper()
	v.open(v.makeHotel() + "/" + tab)
	v.wait(`document.querySelector("#canvas > svg a[tabindex='0']")`)
}

// middle returns the centre of an element of the diagram, in the window.
func (v *walker) middle(selector string) (x, y float64) {
	v.t.Helper()
	at := ask[[]float64](v, `(element => {
		const box = element?.getBoundingClientRect();
		return box ? [box.x + box.width / 2, box.y + box.height / 2] : [];
	})(document.querySelector(¿))`, selector)
	if len(at) == 0 {
		v.fail("the diagram has no %s", selector)
	}
	return at[0], at[1]
}

// headOf returns a selector for the head of the box with that name.
func (v *walker) headOf(name string) string {
	v.t.Helper()
	id := ask[string](v, `[...document.querySelectorAll("#canvas [data-box]")].find(box => box.querySelector(".name, .step-text, .entity-text")?.textContent === ¿)?.id ?? ""`, name)
	if id == "" {
		v.fail("the diagram has no box %q", name)
	}
	return "#" + id + " .bar"
}

// TestRenameInPlace double-clicks a name, which opens an input over it. Enter
// saves, Escape cancels, and an invalid name stays with the reason beside it.
func TestRenameInPlace(t *testing.T) {
	v := walk(t)
	v.openHotel("physical")
	v.doubleClick(v.headOf("guests"))
	v.wait(`document.activeElement.matches(".over input") && document.activeElement.value === "guests"`)
	v.expectSave(func() { v.keys("visitors"); v.enterKey() })
	v.wait(`!document.querySelector(".over")`)
	v.headOf("visitors")
	if !ask[bool](v, `document.activeElement.matches("#canvas a")`) {
		t.Errorf("after the rename the focus is at %s", v.focus())
	}

	// Escape keeps the name.
	revision := v.revision()
	v.press(kb.F2)
	v.wait(`document.activeElement.matches(".over input")`)
	v.keys("nobody")
	v.press(kb.Escape)
	v.wait(`!document.querySelector(".over")`)
	v.headOf("visitors")
	if got := v.revision(); got != revision {
		t.Errorf("Escape made revision %d of %d", got, revision)
	}
}

func (v *walker) doubleClick(selector string) {
	v.t.Helper()
	x, y := v.middle(selector)
	v.do(chromedp.MouseClickXY(x, y), chromedp.MouseClickXY(x, y, chromedp.ClickCount(2)))
}

// TestMoveByDrag drags a box. It stays where it was dropped, nothing else moves,
// and one undo reverts it.
func TestMoveByDrag(t *testing.T) {
	v := walk(t)
	v.openHotel("logical")
	before := v.places()
	x, y := v.middle(v.headOf("guests"))
	v.expectSave(func() {
		v.dragTo(x, y, x, y+90)
		v.wait(`document.querySelector("#canvas a.arrow[transform]")`)
		v.labelsOnTheirLines()
		v.mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseReleased, X: x, Y: y + 90})
	})
	after := v.places()
	for name, place := range before {
		moved := after[name][0] != place[0] || after[name][1] != place[1]
		if moved != (name == "guests") {
			t.Errorf("%s was at %v and is now at %v", name, place, after[name])
		}
	}
	v.expectSave(func() { v.click("#undo-button") })
	if got := v.places(); got["guests"] != before["guests"] {
		t.Errorf("after the undo guests is at %v, was at %v", got["guests"], before["guests"])
	}
	v.takeOfferToTidy()
}

// takeOfferToTidy drags a table far away and presses what then offers to tidy.
func (v *walker) takeOfferToTidy() {
	v.t.Helper()
	x, y := v.middle(v.headOf("amenities_by_room"))
	v.expectSave(func() {
		v.dragTo(x, y, x, y+500)
		v.mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseReleased, X: x, Y: y + 500})
	})
	v.expectSave(func() { v.click("#layout-release-all") })
	v.wait(`document.getElementById("tidy-offered")?.textContent.includes("length of the lines")`)
	crowded := v.places()
	v.expectUpdate(func() { v.click("#tidy-offered") })
	v.wait(`document.getElementById("tidy").contains(document.activeElement)`)
	v.wait(`(([now, then]) => now?.naturalWidth > 0 && then?.naturalWidth > 0 && now.src !== then.src)(document.querySelectorAll("#tidy img"))`)
	for range 4 {
		v.press(kb.Tab)
		if !ask[bool](v, `document.activeElement === document.body || document.getElementById("tidy").contains(document.activeElement)`) {
			v.t.Error("Tab leaves the pictures of Tidy for ", ask[string](v, `document.activeElement.outerHTML`))
		}
	}
	v.expectUpdate(func() { v.press(kb.Escape) })
	v.wait(`!document.getElementById("tidy") && document.getElementById("tidy-offer").hidden`)
	v.wait(`document.activeElement.id === "layout-tidy" && !document.querySelector("[inert]")`)
	v.expectUpdate(func() { v.click("#layout-tidy") })
	v.expectSave(func() { v.click("#tidy-apply") })
	if maps.Equal(v.places(), crowded) {
		v.t.Error("Apply moved nothing")
	}
	v.expectSave(func() { v.click("#undo-button") })
	if diff := cmp.Diff(crowded, v.places()); diff != "" {
		v.t.Errorf("one undo of Tidy leaves boxes elsewhere (-before +after):\n%s", diff)
	}
}

// labelsOnTheirLines checks that labels stay on their lines during a move.
func (v *walker) labelsOnTheirLines() {
	v.t.Helper()
	off := ask[string](v, `[...document.querySelectorAll("#canvas a.arrow[transform]")].filter(label => {
		const {x, y, width, height} = label.getBBox(), {e, f} = label.transform.baseVal[0].matrix;
		const line = document.querySelector("#canvas [data-edge='" + label.dataset.edge + "'] .line");
		const moved = line.closest("[data-edge]").transform.baseVal[0]?.matrix ?? {e: 0, f: 0}; // an arrow from outside moves as a whole
		return !line.isPointInStroke(new DOMPoint(x + width / 2 + e - moved.e, y + height / 2 + f - moved.f));
	}).map(label => label.textContent + " of " + label.dataset.edge).join(", ")`)
	if off != "" {
		v.picture("labels-off-lines")
		v.t.Errorf("while a box is moved, these labels are off their lines: %s", off)
	}
}

// boxOrder returns the boxes in drawing order: later ones cover earlier ones.
func (v *walker) boxOrder() []string {
	v.t.Helper()
	return ask[[]string](v, `[...document.querySelectorAll("#canvas [data-box]")].map(box => box.querySelector("title").textContent.split(" · ")[0])`)
}

// places returns the top left corners of the boxes in the diagram, by name.
func (v *walker) places() map[string][2]float64 {
	v.t.Helper()
	return ask[map[string][2]float64](v, `Object.fromEntries([...document.querySelectorAll("#canvas [data-box]")].map(box =>
		[box.querySelector("title").textContent.split(" · ")[0], box.dataset.at.split(" ").slice(0, 2).map(Number)]))`)
}

// drag presses the mouse button, moves the mouse and releases the button.
func (v *walker) drag(x, y, toX, toY float64) {
	v.t.Helper()
	v.dragTo(x, y, toX, toY)
	v.mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseReleased, X: toX, Y: toY})
}

// dragTo presses the mouse button and moves the mouse in steps.
func (v *walker) dragTo(x, y, toX, toY float64) {
	v.t.Helper()
	const steps = 8
	v.mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMousePressed, X: x, Y: y})
	for i := 1.0; i <= steps; i++ {
		v.mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: x + (toX-x)*i/steps, Y: y + (toY-y)*i/steps})
	}
}

func (v *walker) mouse(event input.DispatchMouseEventParams) {
	v.t.Helper()
	event.Button, event.ClickCount = input.MouseButtonLeft, 1
	command(v, input.DispatchMouseEvent, event)
}

// TestMarksAndTrace marks boxes with Shift, one by one and with a selection
// frame, moves them together, and shows the path to a query on hover.
func TestMarksAndTrace(t *testing.T) {
	v := walk(t)
	v.openHotel("logical")
	for _, name := range []string{"guests", "hotels"} {
		x, y := v.middle(v.headOf(name))
		v.do(chromedp.MouseClickXY(x, y, chromedp.ButtonModifiers(chromedp.ModifierShift)))
	}
	v.wantMarked("hotels guests")
	before, order := v.places(), v.boxOrder()
	x, y := v.middle(v.headOf("hotels"))
	v.expectSave(func() {
		v.dragTo(x, y, x+45, y+130)
		if got := v.boxOrder(); !slices.Equal(got[len(got)-2:], []string{"hotels", "guests"}) {
			t.Errorf("while hotels and guests are dragged the boxes are drawn in the order %q", got)
		}
		v.mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseReleased, X: x + 45, Y: y + 130})
	})
	if got := v.boxOrder(); !slices.Equal(got, order) {
		t.Errorf("after a drag the boxes are drawn in the order %q, were in %q", got, order)
	}
	after := v.places()
	across, down := after["hotels"][0]-before["hotels"][0], after["hotels"][1]-before["hotels"][1]
	if guests := after["guests"]; across == 0 || down == 0 || guests[0]-before["guests"][0] != across || guests[1]-before["guests"][1] != down {
		t.Errorf("hotels moved by %v, %v and guests from %v to %v", across, down, before["guests"], guests)
	}
	v.wantMarked("hotels guests")

	// A drag that is cancelled by Escape changes nothing.
	revision := v.revision()
	x, y = v.middle(v.headOf("guests"))
	v.mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMousePressed, X: x, Y: y})
	v.mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: x + 80, Y: y + 80})
	v.wait(`document.querySelector("#canvas [data-box][transform]")`)
	v.wait(`getComputedStyle(document.elementFromPoint(¿, ¿)).cursor === "move"`, x+80, y+80)
	v.press(kb.Escape)
	v.mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseReleased, X: x + 80, Y: y + 80})
	if got := v.revision(); got != revision || ask[bool](v, `Boolean(document.querySelector("#canvas [transform], #canvas .guide"))`) {
		t.Errorf("a cancelled drag made revision %d of %d", got, revision)
	}
	if got := v.boxOrder(); !slices.Equal(got, order) {
		t.Errorf("after a cancelled drag the boxes are drawn in the order %q, were in %q", got, order)
	}
	v.press(kb.Escape)
	v.wantMarked("")
	v.band()
	v.press(kb.Escape)
	v.traces()
}

func (v *walker) wantMarked(names string) {
	v.t.Helper()
	got := ask[string](v, `[...document.querySelectorAll("#canvas [data-box].marked")].map(box => box.querySelector("title").textContent.split(" · ")[0]).join(" ")`)
	if got != names {
		v.fail("%q are marked, want %q", got, names)
	}
}

// band draws a selection frame around the first column of tables.
func (v *walker) band() {
	v.t.Helper()
	box := ask[[]float64](v, `(box => [box.left, box.top, box.right, box.bottom])(document.querySelector("#canvas [data-box]").getBoundingClientRect())`)
	shift := input.DispatchMouseEventParams{Modifiers: 8, Button: input.MouseButtonLeft, ClickCount: 1} // 8: Shift
	for i, at := range [][2]float64{{box[0] - 12, box[1] - 12}, {box[0] + 10, box[1] + 10}, {box[2] - 20, box[1] + 30}, {box[2] - 20, box[1] + 30}} {
		shift.Type, shift.X, shift.Y = input.DispatchMouseEventTypeMouseMoved, at[0], at[1]
		switch i {
		case 0:
			shift.Type = input.DispatchMouseEventTypeMousePressed
		case 3:
			shift.Type = input.DispatchMouseEventTypeMouseReleased
		}
		command(v, input.DispatchMouseEvent, shift)
	}
	v.wantMarked("hotels_by_poi")
	v.wantAnnounced("1 marked")
}

// traces checks the path to Q5. From the example's logical model, by hand: it
// begins at Q1 and continues with Q2 and Q4.
func (v *walker) traces() {
	v.t.Helper()
	x, y := v.middle(`#canvas .arrow[data-edge$=">` + v.boxID("amenities_by_room") + `"]`)
	v.hover(x, y)
	v.wantTraced("hotels_by_poi hotels available_rooms_by_hotel_date amenities_by_room", "Q1 Q2 Q4 Q5")
	v.hover(300, 880)
	v.wait(`!("traced" in document.querySelector("#canvas > svg").dataset)`)
	x, y = v.middle(v.headOf("pois_by_hotel"))
	v.hover(x, y)
	v.wantTraced("hotels_by_poi hotels pois_by_hotel", "Q1 Q2 Q3")
}

// A type is traced to the columns that use it.
func TestTraceType(t *testing.T) {
	v := walk(t)
	v.openHotel("physical")
	x, y := v.middle("#canvas .type-box .name")
	v.hover(x, y)
	v.wantTraced("hotels_by_poi hotels *address*", "")
	v.wait(`[...document.querySelectorAll("#canvas .column.using .column-name")].map(name => name.textContent).join(" ") === "*address* *address*"`)
}

func (v *walker) boxID(name string) string {
	return ask[string](v, `[...document.querySelectorAll("#canvas [data-box]")].find(box => box.querySelector(".name")?.textContent === ¿)?.dataset.box`, name)
}

func (v *walker) hover(x, y float64) {
	v.t.Helper()
	command(v, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: x, Y: y})
}

func (v *walker) wantTraced(tables, labels string) {
	v.t.Helper()
	v.wait(`"traced" in document.querySelector("#canvas > svg").dataset`)
	got := ask[[]string](v, `(text => [text("[data-box].traced .name").join(" "), [...new Set(text("[data-edge].traced .label-text").filter(t => /\w/.test(t)))].sort().join(" ")])
		(selector => [...document.querySelectorAll("#canvas " + selector)].map(e => e.textContent))`)
	if got[0] != tables || got[1] != labels {
		v.fail("traced are %q by %q, want %q by %q", got[0], got[1], tables, labels)
	}
}

// TestAddTableForAQuery checks that the workflow shows the path to a step, with
// its updates. The "+" at the label of a query compares its table with others, or
// derives it if there is none.
func TestAddTableForAQuery(t *testing.T) {
	v := walk(t)
	v.openHotel("queries")
	last := ask[string](v, `[...document.querySelectorAll("#canvas [data-box]")].find(step => step.textContent.startsWith("View the reservation by its")).id`)
	x, y := v.middle("#" + last)
	v.hover(x, y)
	v.wantTraced("", "Q1 Q2 Q4 Q5 Q6 U1")

	v.selectArrow()
	covered := ask[string](v, `(plus => [...document.querySelectorAll("#canvas [data-box], #canvas .arrow .tip, #canvas .arrow rect")].filter(part => {
		const box = part.getBoundingClientRect();
		return box.left < plus.right && box.right > plus.left && box.top < plus.bottom && box.bottom > plus.top;
	}).map(part => part.outerHTML).join(" "))(document.getElementById("canvas-plus").getBoundingClientRect())`)
	if covered != "" {
		t.Errorf("the \"+\" lies on %s", covered)
	}
	v.expectUpdate(func() { v.click("#canvas-plus") })
	v.wait(`location.pathname.endsWith("/derive")`)

	v.tab("logical")
	v.pick("hotels_by_poi")
	v.expectSave(func() { v.click("#inspector-remove") })
	v.tab("queries")
	v.selectArrow()
	v.expectSave(func() { v.click("#canvas-plus") })
	if got := v.reads("#inspector .kind"); got != "Table" || len(v.places()) != 9 {
		t.Errorf("the \"+\" led to a %q, and the diagram has %d boxes", got, len(v.places()))
	}
}

// selectArrow selects the first arrow of the workflow, and waits for its "+".
func (v *walker) selectArrow() {
	v.t.Helper()
	x, y := v.middle("#canvas .arrow")
	v.expectUpdate(func() { v.do(chromedp.MouseClickXY(x, y)) })
	v.wait(`document.getElementById("canvas-plus")?.title.startsWith("Derive a table for Q")`)
}

// TestMoveThatIsNotSaved drags a box while the server is down. The box returns
// to its place and the page shows an error.
func TestMoveThatIsNotSaved(t *testing.T) {
	v := walk(t)
	v.openHotel("logical")
	v.server.stop()
	x, y := v.middle(v.headOf("guests"))
	v.drag(x, y, x+60, y+60)
	v.wantAnnounced("Not moved: it could not be saved")
	if ask[bool](v, `Boolean(document.querySelector("#canvas [transform]"))`) {
		t.Error("the box stays where it was dropped")
	}
	if got := v.saved(); !strings.HasPrefix(got, "Not saved") {
		t.Errorf("the page says %q", got)
	}
	v.takeFaults()
}
