package walk

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// editedHotel makes a hotel model with changes in two diagrams and returns its
// path.
func (v *walker) editedHotel() string {
	v.t.Helper()
	hotel := v.makeHotel()
	for _, change := range []url.Values{
		{"was.pguestsbyid.name": {"guests"}, "set.pguestsbyid.name": {"people"}},
		{"do": {"remove-anyway:pq9title"}},
		{"was.pq4roomnumber.type": {"smallint"}, "set.pq4roomnumber.type": {"int"}},
		{"was.near.name": {"is near"}, "set.near.name": {"is close to"}},
	} {
		v.server.post(hotel+"/edit", change)
	}
	return hotel
}

// TestCompare walks through the changes of a model by keys, by the list and by
// the picture.
func TestCompare(t *testing.T) {
	v := walk(t)
	hotel := v.editedHotel()
	v.open(hotel + "/history")
	v.click("#tick-1")
	v.click("#tick-5")
	v.expectLoad(func() { v.click(v.button("Compare ticked")) })
	v.wait(`document.querySelector("#canvas > svg") && document.querySelectorAll("#compare-rows > li").length === 4`)
	v.opensAtChanges()
	v.walkChanges()
	v.toggleViews()
	v.filterChanges()
	v.chooseInPicture()
	v.readStatements()
	v.takePlan()
	v.onPhone(hotel)
}

// opensAtChanges holds that all changes of a picture are seen at first, or else the first.
func (v *walker) opensAtChanges() {
	v.t.Helper()
	v.wait(`(canvas => [...document.querySelectorAll("#canvas .table[class*=diff-]")].some(element => {
		const box = element.getBoundingClientRect();
		return box.top >= canvas.top && box.bottom <= canvas.bottom && box.left >= canvas.left && box.right <= canvas.right;
	}))(document.getElementById("canvas").getBoundingClientRect())`)
}

// readStatements goes to the statement of a change.
func (v *walker) readStatements() {
	v.t.Helper()
	v.expectUpdate(func() { v.click("#compare-tab-4") })
	v.wait(`document.querySelector(".statement.selected")?.id === "d-pavailablerooms"`)
	v.press("j")
	v.wait(`document.querySelector(".statement.selected")?.id === "d-pguestsbyid"`)
	v.expectUpdate(func() { v.press("2") })
	v.wait(`document.querySelector(".compare-script.unified .statement.selected")`)
	v.picture("compare-cql")
}

// takePlan goes from what follows from the chosen change to its steps, and reads the
// script of the plan.
func (v *walker) takePlan() {
	v.t.Helper()
	const follows = `[...document.querySelectorAll(".change-follows")].filter(list => list.checkVisibility())`
	v.wait(follows + `.length === 1`)
	v.expectLoad(func() { ask[bool](v, follows+`.some(list => list.querySelector("a").click() ?? true)`) })
	v.wait(`document.querySelector(".compare-plan li:target")?.textContent.includes("reservation.people")`)
	v.wait(`document.querySelector("#plan-up")`)
	address := ask[string](v, `document.querySelector("#plan-up").getAttribute("href")`)
	if _, script := v.server.get(strings.TrimPrefix(address, "/")); !strings.Contains(script, "CREATE TABLE reservation.people") {
		v.fail("the plan at %s is %q", address, script)
	}
}

// wantChosen waits until words are those of the chosen change in the address, the
// list and the picture.
func (v *walker) wantChosen(words string) {
	v.t.Helper()
	v.wait(`(link => link && link.textContent.includes(¿) && new URL(location.href).searchParams.get("change") === link.dataset.change)(document.querySelector("#compare-rows a[aria-current]"))`, words)
	v.wait(`(element => {
		if (!element?.matches(".selected")) return false;
		const box = element.getBoundingClientRect(), canvas = document.getElementById("canvas").getBoundingClientRect();
		return box.top >= canvas.top && box.bottom <= canvas.bottom && box.left >= canvas.left && box.right <= canvas.right;
	})(document.getElementById(document.querySelector("#compare-rows a[aria-current]").dataset.at))`)
}

func (v *walker) walkChanges() {
	v.t.Helper()
	v.press("j")
	v.wantChosen("room_number: type changed from smallint to int")
	v.press("j")
	v.wantChosen("reservation.guests renamed to people")
	v.press("j")
	v.wantChosen("title removed")
	v.press("k")
	v.wantChosen("reservation.guests renamed to people")
	if got := v.reads("#compare-at"); !strings.HasPrefix(got, "2 of ") {
		v.fail("the count is %q", got)
	}
	// The list goes on by its arrow keys, into another diagram.
	v.do(chromedp.Focus("#compare-rows a[aria-current]"))
	v.press(kb.ArrowDown)
	v.wantChosen("title removed")
	v.expectUpdate(func() { v.press(kb.ArrowDown) })
	v.wait(`document.querySelector("#tabs [aria-current]").textContent === "Concepts"`)
	v.wantChosen("relationship is near renamed to is close to")
	// A change has an address.
	address := v.path()
	v.open("")
	v.open(address)
	v.wantChosen("relationship is near renamed to is close to")
	v.expectUpdate(func() { v.click("#compare-previous") })
	v.wantChosen("title removed")
}

// toggleViews holds that a box that has not changed stays where it is.
func (v *walker) toggleViews() {
	v.t.Helper()
	const place = `(box => [box.left, box.top].map(Math.round).join())(document.getElementById("d-preservationsbyguest").getBoundingClientRect())`
	v.press("k")
	v.wantChosen("reservation.guests renamed to people")
	at := ask[string](v, place)
	for key, view := range map[string]string{"2": "Before", "3": "After"} {
		v.expectUpdate(func() { v.press(key) })
		v.wait(`document.querySelector("[data-key][aria-current]").textContent === ¿`, view)
		v.wantChosen("reservation.guests renamed to people")
		if got := ask[string](v, place); got != at {
			v.fail("%s: the box is at %s instead of %s", view, got, at)
		}
	}
	v.expectUpdate(func() { v.press("1") })
	v.wait(`document.querySelector("[data-key][aria-current]").textContent === "Changes"`)
}

func (v *walker) filterChanges() {
	v.t.Helper()
	const shown = `[...document.querySelectorAll("#compare-rows > li")].filter(row => row.checkVisibility()).length`
	all := ask[int](v, shown)
	v.click("#compare-changed")
	v.wait(shown + ` === 1 && document.querySelector("#c3").checkVisibility()`)
	v.press("j")
	v.wantChosen("title removed")
	v.click("#compare-changed")
	v.fill("#compare-find", "renamed close")
	v.wait(shown + " === 1")
	v.fill("#compare-find", "nothing like this")
	v.wait(`document.getElementById("compare-none").checkVisibility()`)
	v.fill("#compare-find", "")
	v.wait(shown+" === ¿", all)
}

func (v *walker) chooseInPicture() {
	v.t.Helper()
	v.press(kb.Tab) // leaves the field
	v.click("#zoom-fit")
	x, y := v.middle("#d-pq4roomnumber")
	v.do(chromedp.MouseClickXY(x, y))
	v.wantChosen("room_number: type changed")
	v.picture("compare-1280")
}

func (v *walker) onPhone(hotel string) {
	v.t.Helper()
	v.do(chromedp.EmulateViewport(390, 844))
	v.open(hotel + "/compare?from=1&to=5&change=1")
	v.wantChosen("room_number: type changed")
	v.opensAtChanges()
	v.click("#compare-next")
	v.wantChosen("reservation.guests renamed to people")
	v.picture("compare-390")
	if wide := ask[int](v, "document.documentElement.scrollWidth"); wide > 390 {
		v.fail("the page is %d px wide", wide)
	}
}
