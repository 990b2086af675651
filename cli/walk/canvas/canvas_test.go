package canvas

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"

	"widerow/cli/walk/browser"
)

// headOf returns a selector for the head of the box with that name.
func headOf(v *browser.Walker, name string) string {
	v.T.Helper()
	id := browser.Ask[string](v, `[...document.querySelectorAll("#canvas [data-box]")].find(box => box.querySelector(".name, .step-text, .entity-text")?.textContent === ¿)?.id ?? ""`, name)
	if id == "" {
		v.Fail("the diagram has no box %q", name)
	}
	return "#" + id + " .bar"
}

// TestRenameInPlace double-clicks a name, which opens an input over it. Enter
// saves, Escape cancels, and an invalid name stays with the reason beside it.
func TestRenameInPlace(t *testing.T) {
	v := browser.Walk(t)
	v.OpenHotel("physical")
	v.Click("#zoom-fit") // guests is on the far right
	v.DoubleClick(headOf(v, "guests"))
	v.Wait(`document.activeElement.matches(".over input") && document.activeElement.value === "guests"`)
	v.ExpectSave(func() { v.Keys("visitors"); v.EnterKey() })
	v.Wait(`!document.querySelector(".over")`)
	headOf(v, "visitors")
	if !browser.Ask[bool](v, `document.activeElement.matches("#canvas a")`) {
		t.Errorf("after the rename the focus is at %s", v.Focus())
	}

	// Escape keeps the name.
	revision := v.Revision()
	v.Press(kb.F2)
	v.Wait(`document.activeElement.matches(".over input")`)
	v.Keys("nobody")
	v.Press(kb.Escape)
	v.Wait(`!document.querySelector(".over")`)
	headOf(v, "visitors")
	if got := v.Revision(); got != revision {
		t.Errorf("Escape made revision %d of %d", got, revision)
	}
}

// TestMoveByDrag drags a box. It stays where it was dropped, nothing else moves,
// and one undo reverts it.
func TestMoveByDrag(t *testing.T) {
	v := browser.Walk(t)
	v.OpenHotel("logical")
	before := places(v)
	x, y := v.Middle(headOf(v, "guests"))
	v.ExpectSave(func() {
		v.DragTo(x, y, x, y+90)
		v.Wait(`document.querySelector("#canvas a.arrow[transform]")`)
		labelsOnTheirLines(v)
		v.Mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseReleased, X: x, Y: y + 90})
	})
	after := places(v)
	for name, place := range before {
		moved := after[name][0] != place[0] || after[name][1] != place[1]
		if moved != (name == "guests") {
			t.Errorf("%s was at %v and is now at %v", name, place, after[name])
		}
	}
	v.ExpectSave(func() { v.Click("#undo-button") })
	if got := places(v); got["guests"] != before["guests"] {
		t.Errorf("after the undo guests is at %v, was at %v", got["guests"], before["guests"])
	}
	orderColumns(v)
	takeOfferToTidy(v)
}

const columnsOf = `[...document.querySelectorAll("#canvas [data-box='" + ¿ + "'] .column .column-name")].map(name => name.textContent).join(" ")`

// orderColumns drags a column by its grip, and moves it back by keys.
func orderColumns(v *browser.Walker) {
	v.T.Helper()
	table := boxID(v, "available_rooms_by_hotel_date")
	browser.Want(v, strings.ReplaceAll(columnsOf, "¿", `"`+table+`"`), "hotel_id date room_number is_available")
	date := "#" + browser.Ask[string](v, `[...document.querySelectorAll("#canvas [data-box='" + ¿ + "'] .column")].find(column => column.textContent.includes("date")).id`, table)
	x, y := v.Middle(date)
	hover(v, x, y)
	v.Wait(`document.querySelector(".grip")`)
	gripX, gripY := v.Middle(".grip")
	_, below := v.Middle(date + " + .column")
	// A column of the key stays among those with its role.
	v.DragTo(gripX, gripY, gripX, below+120)
	v.Wait(`document.querySelector(".drag-hint")?.textContent.startsWith("Only among the columns with its role")`)
	v.Mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: gripX, Y: below})
	v.Wait(`document.querySelector(".drag-hint")?.textContent === "Clustering order: room_number, date"`)
	v.ExpectSave(func() { release(v, gripX, below) })
	v.Wait(`document.getElementById("toast").textContent.startsWith("Clustering order: room_number, date")`)
	browser.Want(v, strings.ReplaceAll(columnsOf, "¿", `"`+table+`"`), "hotel_id room_number date is_available")
	v.ExpectSave(func() { v.Click("#undo-button") })
	browser.Want(v, strings.ReplaceAll(columnsOf, "¿", `"`+table+`"`), "hotel_id date room_number is_available")

	browser.Ask[bool](v, `(document.querySelector(¿).focus(), true)`, date)
	v.ExpectSave(func() { v.Press(kb.ArrowDown, chromedp.ModifierAlt) })
	browser.Want(v, strings.ReplaceAll(columnsOf, "¿", `"`+table+`"`), "hotel_id room_number date is_available")
	v.WantFocus(strings.TrimPrefix(date, "#"))
	v.ExpectSave(func() { v.Press(kb.ArrowUp, chromedp.ModifierAlt) })
	v.Press(kb.ArrowUp, chromedp.ModifierAlt)
	wantAnnounced(v, "date is the first with its role")
}

// takeOfferToTidy drags a table far away and presses what then offers to tidy.
func takeOfferToTidy(v *browser.Walker) {
	v.T.Helper()
	x, y := v.Middle(headOf(v, "amenities_by_room"))
	v.ExpectSave(func() {
		v.DragTo(x, y, x, y+500)
		v.Mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseReleased, X: x, Y: y + 500})
	})
	v.ExpectSave(func() { v.Click("#layout-release-all") })
	v.Wait(`document.getElementById("tidy-offered")?.textContent.includes("length of the lines")`)
	crowded := places(v)
	v.ExpectSave(func() { v.Click("#tidy-offered") })
	v.Wait(`document.getElementById("toast").textContent.startsWith("Tidied: ") && document.getElementById("tidy-offer").hidden`)
	if maps.Equal(places(v), crowded) {
		v.T.Error("Tidy moved nothing")
	}
	v.ExpectSave(func() { v.Click("#undo-button") })
	if diff := cmp.Diff(crowded, places(v)); diff != "" {
		v.T.Errorf("one undo of Tidy leaves boxes elsewhere (-before +after):\n%s", diff)
	}
	straightens(v)
}

// straightens drags a table a little out of its row: Tidy puts it back, though it is pinned
// now. Then there is nothing to do, which a message says, and no dialog.
func straightens(v *browser.Walker) {
	v.T.Helper()
	v.ExpectSave(func() { v.Click("#layout-tidy") })
	v.Wait(`document.getElementById("toast").textContent.startsWith("Tidied: ")`)
	v.Click("#zoom-fit")
	x, y := v.Middle(headOf(v, "hotels"))
	v.ExpectSave(func() {
		v.DragTo(x, y, x+3, y+12)
		const alt = 1 // no snapping
		for _, kind := range []input.DispatchMouseEventType{input.DispatchMouseEventTypeMouseMoved, input.DispatchMouseEventTypeMouseReleased} {
			v.Mouse(input.DispatchMouseEventParams{Type: kind, X: x + 3, Y: y + 12, Modifiers: alt})
		}
	})
	v.ExpectSave(func() { v.Click("#layout-tidy") })
	v.Wait(`document.getElementById("toast").textContent.includes("boxes out of line 1 → 0")`)
	if now := places(v); now["hotels"][1] != now["hotels_by_poi"][1] {
		v.T.Errorf("hotels is at %v and not in the row of hotels_by_poi at %v", now["hotels"], now["hotels_by_poi"])
	}
	v.ExpectUpdate(func() { v.Click("#layout-tidy") })
	v.Wait(`document.getElementById("toast").textContent.startsWith("Already tidy")`)
	if browser.Ask[bool](v, `Boolean(document.querySelector("dialog[open], [role=dialog]:not([popover])"))`) {
		v.T.Error("Tidy opens a dialog")
	}
}

// labelsOnTheirLines checks that labels stay on their lines during a move.
func labelsOnTheirLines(v *browser.Walker) {
	v.T.Helper()
	off := browser.Ask[string](v, `[...document.querySelectorAll("#canvas a.arrow[transform]")].filter(label => {
		const {x, y, width, height} = label.getBBox(), {e, f} = label.transform.baseVal[0].matrix;
		const line = document.querySelector("#canvas [data-edge='" + label.dataset.edge + "'] .line");
		const moved = line.closest("[data-edge]").transform.baseVal[0]?.matrix ?? {e: 0, f: 0}; // an arrow from outside moves as a whole
		return !line.isPointInStroke(new DOMPoint(x + width / 2 + e - moved.e, y + height / 2 + f - moved.f));
	}).map(label => label.textContent + " of " + label.dataset.edge).join(", ")`)
	if off != "" {
		v.Picture("labels-off-lines")
		v.T.Errorf("while a box is moved, these labels are off their lines: %s", off)
	}
}

// wantOrder waits until the boxes are drawn in the right order. Later boxes cover earlier ones.
func wantOrder(v *browser.Walker, when string, isRight func(order []string) bool) {
	v.T.Helper()
	var got []string
	if !browser.Soon(func() bool { got = boxOrder(v); return isRight(got) }) {
		v.T.Errorf("%s the boxes are drawn in the order %q", when, got)
	}
}

func boxOrder(v *browser.Walker) []string {
	v.T.Helper()
	return browser.Ask[[]string](v, `[...document.querySelectorAll("#canvas [data-box]")].map(box => box.querySelector("title").textContent.split(" · ")[0])`)
}

// places returns the top left corners of the boxes in the diagram, by name.
func places(v *browser.Walker) map[string][2]float64 {
	v.T.Helper()
	return browser.Ask[map[string][2]float64](v, `Object.fromEntries([...document.querySelectorAll("#canvas [data-box]")].map(box =>
		[box.querySelector("title").textContent.split(" · ")[0], box.dataset.at.split(" ").slice(0, 2).map(Number)]))`)
}

// TestMarksAndTrace marks boxes with Shift, one by one and with a selection
// frame, moves them together, and shows the path to a query on hover.
func TestMarksAndTrace(t *testing.T) {
	v := browser.Walk(t)
	v.OpenHotel("logical")
	for _, name := range []string{"guests", "hotels"} {
		x, y := v.Middle(headOf(v, name))
		v.Do(chromedp.MouseClickXY(x, y, chromedp.ButtonModifiers(chromedp.ModifierShift)))
	}
	wantMarked(v, "hotels guests")
	before, order := places(v), boxOrder(v)
	x, y := v.Middle(headOf(v, "hotels"))
	v.ExpectSave(func() {
		v.DragTo(x, y, x+45, y+130)
		wantOrder(v, "while hotels and guests are dragged", func(got []string) bool { return slices.Equal(got[len(got)-2:], []string{"hotels", "guests"}) })
		v.Mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseReleased, X: x + 45, Y: y + 130})
	})
	isAsBefore := func(got []string) bool { return slices.Equal(got, order) }
	wantOrder(v, "after a drag", isAsBefore)
	after := places(v)
	across, down := after["hotels"][0]-before["hotels"][0], after["hotels"][1]-before["hotels"][1]
	if guests := after["guests"]; across == 0 || down == 0 || guests[0]-before["guests"][0] != across || guests[1]-before["guests"][1] != down {
		t.Errorf("hotels moved by %v, %v and guests from %v to %v", across, down, before["guests"], guests)
	}
	wantMarked(v, "hotels guests")

	// A drag that is cancelled by Escape changes nothing.
	revision := v.Revision()
	x, y = v.Middle(headOf(v, "guests"))
	v.Mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMousePressed, X: x, Y: y})
	v.Mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: x + 80, Y: y + 80})
	v.Wait(`document.querySelector("#canvas [data-box][transform]")`)
	v.Wait(`getComputedStyle(document.elementFromPoint(¿, ¿)).cursor === "move"`, x+80, y+80)
	v.Press(kb.Escape)
	v.Mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseReleased, X: x + 80, Y: y + 80})
	if got := v.Revision(); got != revision || browser.Ask[bool](v, `Boolean(document.querySelector("#canvas [transform], #canvas .guide"))`) {
		t.Errorf("a cancelled drag made revision %d of %d", got, revision)
	}
	wantOrder(v, "after a cancelled drag", isAsBefore)
	v.Press(kb.Escape)
	wantMarked(v, "")
	band(v)
	v.Press(kb.Escape)
	traces(v)
}

func wantMarked(v *browser.Walker, names string) {
	v.T.Helper()
	browser.Want(v, `[...document.querySelectorAll("#canvas [data-box].marked")].map(box => box.querySelector("title").textContent.split(" · ")[0]).join(" ")`, names)
}

// band draws a selection frame around the first column of tables.
func band(v *browser.Walker) {
	v.T.Helper()
	box := browser.Ask[[]float64](v, `(box => [box.left, box.top, box.right, box.bottom])(document.querySelector("#canvas [data-box]").getBoundingClientRect())`)
	shift := input.DispatchMouseEventParams{Modifiers: 8, Button: input.MouseButtonLeft, ClickCount: 1} // 8: Shift
	for i, at := range [][2]float64{{box[0] - 12, box[1] - 12}, {box[0] + 10, box[1] + 10}, {box[2] - 20, box[1] + 30}, {box[2] - 20, box[1] + 30}} {
		shift.Type, shift.X, shift.Y = input.DispatchMouseEventTypeMouseMoved, at[0], at[1]
		switch i {
		case 0:
			shift.Type = input.DispatchMouseEventTypeMousePressed
		case 3:
			shift.Type = input.DispatchMouseEventTypeMouseReleased
		}
		browser.Command(v, input.DispatchMouseEvent, shift)
	}
	wantMarked(v, "hotels_by_poi")
	wantAnnounced(v, "1 selected")
}

// traces checks the path to Q5. From the example's logical model, by hand: it
// begins at Q1 and continues with Q2 and Q4.
func traces(v *browser.Walker) {
	v.T.Helper()
	x, y := v.Middle(`#canvas .arrow[data-edge$=">` + boxID(v, "amenities_by_room") + `"]`)
	hover(v, x, y)
	wantTraced(v, "hotels_by_poi hotels available_rooms_by_hotel_date amenities_by_room", "Q1 Q2 Q4 Q5")
	hover(v, 300, 880)
	v.Wait(`!("traced" in document.querySelector("#canvas > svg").dataset)`)
	x, y = v.Middle(headOf(v, "pois_by_hotel"))
	hover(v, x, y)
	wantTraced(v, "hotels_by_poi hotels pois_by_hotel", "Q1 Q2 Q3")
}

// TestTraceType traces a type to the columns that use it, and drags a table out of the
// frame of its keyspace.
func TestTraceType(t *testing.T) {
	v := browser.Walk(t)
	v.OpenHotel("physical")
	x, y := v.Middle("#canvas .type-box .name")
	hover(v, x, y)
	wantTraced(v, "hotels_by_poi hotels *address*", "")
	v.Wait(`[...document.querySelectorAll("#canvas .column.using .column-name")].map(name => name.textContent).join(" ") === "*address* *address*"`)

	// The frame of a keyspace follows its table during a drag, and is round it afterwards.
	const around = `(([frame, table]) => frame.left < table.left && frame.top < table.top && frame.right > table.right && frame.bottom > table.bottom)(
		["#d-reservationks > .container", "#d-preservationsbyhoteldate > .box"].map(part => document.querySelector(part).getBoundingClientRect()))`
	x, y = v.Middle(headOf(v, "reservations_by_hotel_date"))
	v.ExpectSave(func() {
		v.DragTo(x, y, x+40, y+140)
		v.Wait(`document.querySelector("#canvas [data-box][transform]")`)
		v.Wait(around)
		release(v, x+40, y+140)
		v.Wait(`!document.querySelector("#canvas [data-box][transform]")`)
		v.Wait(around)
	})
}

func boxID(v *browser.Walker, name string) string {
	return browser.Ask[string](v, `[...document.querySelectorAll("#canvas [data-box]")].find(box => box.querySelector(".name")?.textContent === ¿)?.dataset.box`, name)
}

func hover(v *browser.Walker, x, y float64) {
	v.T.Helper()
	browser.Command(v, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: x, Y: y})
}

func wantTraced(v *browser.Walker, tables, labels string) {
	v.T.Helper()
	browser.Want(v, `(text => text("[data-box].traced .name").join(" ") + " by " + [...new Set(text("[data-edge].traced .label-text").filter(t => /\w/.test(t)))].sort().join(" "))
		(selector => [...document.querySelectorAll("#canvas > svg[data-traced] " + selector)].map(e => e.textContent))`, tables+" by "+labels)
}

// TestAddTableForAQuery checks that the workflow shows the path to a step, with
// its updates. The "+" at the label of a query compares its table with others, or
// derives it if there is none.
func TestAddTableForAQuery(t *testing.T) {
	v := browser.Walk(t)
	v.OpenHotel("queries")
	last := browser.Ask[string](v, `[...document.querySelectorAll("#canvas [data-box]")].find(step => step.textContent.startsWith("View the reservation by its")).id`)
	x, y := v.Middle("#" + last)
	hover(v, x, y)
	wantTraced(v, "", "Q1 Q2 Q4 Q5 Q6 U1")

	selectArrow(v)
	covered := browser.Ask[string](v, `(plus => [...document.querySelectorAll("#canvas [data-box], #canvas .arrow .tip, #canvas .arrow rect")].filter(part => {
		const box = part.getBoundingClientRect();
		return box.left < plus.right && box.right > plus.left && box.top < plus.bottom && box.bottom > plus.top;
	}).map(part => part.outerHTML).join(" "))(document.getElementById("canvas-plus").getBoundingClientRect())`)
	if covered != "" {
		t.Errorf("the \"+\" lies on %s", covered)
	}
	v.ExpectUpdate(func() { v.Click("#canvas-plus") })
	v.Wait(`location.pathname.endsWith("/derive")`)

	v.Tab("logical")
	v.Pick("hotels_by_poi")
	v.ExpectSave(func() { v.Click("#inspector-remove") })
	v.Tab("queries")
	selectArrow(v)
	v.ExpectSave(func() { v.Click("#canvas-plus") })
	if got := v.Reads("#inspector .kind"); got != "Table" || len(places(v)) != 9 {
		t.Errorf("the \"+\" led to a %q, and the diagram has %d boxes", got, len(places(v)))
	}
}

// selectArrow selects the first arrow of the workflow, and waits for its "+".
func selectArrow(v *browser.Walker) {
	v.T.Helper()
	x, y := v.Middle("#canvas .arrow")
	v.ExpectUpdate(func() { v.Do(chromedp.MouseClickXY(x, y)) })
	v.Wait(`document.getElementById("canvas-plus")?.title.startsWith("Derive a table for Q")`)
}

// TestMoveThatIsNotSaved drags a box while the server is down. The box returns
// to its place and the page shows an error.
func TestMoveThatIsNotSaved(t *testing.T) {
	v := browser.Walk(t)
	v.OpenHotel("logical")
	v.Server.Stop()
	x, y := v.Middle(headOf(v, "guests"))
	v.Drag(x, y, x+60, y+60)
	wantAnnounced(v, "Not moved: it could not be saved")
	if browser.Ask[bool](v, `Boolean(document.querySelector("#canvas [transform]"))`) {
		t.Error("the box stays where it was dropped")
	}
	if got := v.Saved(); !strings.HasPrefix(got, "Not saved") {
		t.Errorf("the page says %q", got)
	}
	v.TakeFaults()
}
