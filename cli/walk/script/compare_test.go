package script

import (
	"math"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
)

// editedHotel makes a hotel model with changes in two diagrams and returns its
// path.
func editedHotel(v *browser.Walker) string {
	v.T.Helper()
	hotel := v.MakeHotel()
	for _, change := range []url.Values{
		{"was.pguestsbyid.name": {"guests"}, "set.pguestsbyid.name": {"people"}},
		{"do": {"remove-anyway:pq9title"}},
		{"was.pq4roomnumber.type": {"smallint"}, "set.pq4roomnumber.type": {"int"}},
		{"was.near.name": {"is near"}, "set.near.name": {"is close to"}},
	} {
		v.Server.Post(hotel+"/edit", change)
	}
	return hotel
}

// TestCompare walks through the changes of a model by keys, by the list and by
// the picture.
func TestCompare(t *testing.T) {
	v := browser.Walk(t)
	hotel := editedHotel(v)
	v.Open(hotel + "/history")
	v.Click("#tick-1")
	v.Click("#tick-5")
	v.ExpectLoad(func() { v.Click(v.Button("Compare selected")) })
	v.Wait(`document.querySelector("#canvas > svg") && document.querySelectorAll("#compare-rows > li").length === 4`)
	opensAtChanges(v)
	walkChanges(v)
	toggleViews(v)
	filterChanges(v)
	chooseInPicture(v)
	readStatements(v)
	takePlan(v)
	onPhone(v, hotel)
}

// opensAtChanges holds that all changes of a picture are seen at first, or else the first.
func opensAtChanges(v *browser.Walker) {
	v.T.Helper()
	v.Wait(`(canvas => [...document.querySelectorAll("#canvas .table[class*=diff-]")].some(element => {
		const box = element.getBoundingClientRect();
		return box.top >= canvas.top && box.bottom <= canvas.bottom && box.left >= canvas.left && box.right <= canvas.right;
	}))(document.getElementById("canvas").getBoundingClientRect())`)
}

// readStatements goes to the statement of a change.
func readStatements(v *browser.Walker) {
	v.T.Helper()
	v.ExpectUpdate(func() { v.Click("#compare-tab-4") })
	v.Wait(`document.querySelector(".statement.selected")?.id === "d-pavailablerooms"`)
	v.Press("j")
	v.Wait(`document.querySelector(".statement.selected")?.id === "d-pguestsbyid"`)
	v.ExpectUpdate(func() { v.Press("2") })
	v.Wait(`document.querySelector(".compare-script.unified .statement.selected")`)
	v.Picture("compare-cql")
}

// takePlan goes from what follows from the chosen change to its steps, and reads the
// script of the plan.
func takePlan(v *browser.Walker) {
	v.T.Helper()
	const follows = `[...document.querySelectorAll(".change-follows")].filter(list => list.checkVisibility())`
	v.Wait(follows + `.length === 1`)
	v.ExpectLoad(func() { browser.Ask[bool](v, follows+`.some(list => list.querySelector("a").click() ?? true)`) })
	v.Wait(`document.querySelector(".compare-plan li:target")?.textContent.includes("reservation.people")`)
	v.Wait(`document.querySelector("#plan-up")`)
	address := browser.Ask[string](v, `document.querySelector("#plan-up").getAttribute("href")`)
	if _, script := v.Server.Get(strings.TrimPrefix(address, "/")); !strings.Contains(script, "CREATE TABLE reservation.people") {
		v.Fail("the plan at %s is %q", address, script)
	}
}

// wantChosen waits until the address, the list and the picture all choose the change
// with these words.
func wantChosen(v *browser.Walker, words string) {
	v.T.Helper()
	v.Wait(`(link => link && link.textContent.includes(¿) && new URL(location.href).searchParams.get("change") === link.dataset.change)(document.querySelector("#compare-rows a[aria-current]"))`, words)
	v.Wait(`(element => {
		if (!element?.matches(".selected")) return false;
		const box = element.getBoundingClientRect(), canvas = document.getElementById("canvas").getBoundingClientRect();
		return box.top >= canvas.top && box.bottom <= canvas.bottom && box.left >= canvas.left && box.right <= canvas.right;
	})(document.getElementById(document.querySelector("#compare-rows a[aria-current]").dataset.at))`)
}

func walkChanges(v *browser.Walker) {
	v.T.Helper()
	v.Press("j")
	wantChosen(v, "room_number: type changed from smallint to int")
	v.Press("j")
	wantChosen(v, "reservation.guests renamed to people")
	v.Press("j")
	wantChosen(v, "title removed")
	v.Press("k")
	wantChosen(v, "reservation.guests renamed to people")
	if got := v.Reads("#compare-at"); !strings.HasPrefix(got, "2 of ") {
		v.Fail("the count is %q", got)
	}
	// The list goes on by its arrow keys, into another diagram.
	v.Do(chromedp.Focus("#compare-rows a[aria-current]"))
	v.Press(kb.ArrowDown)
	wantChosen(v, "title removed")
	v.ExpectUpdate(func() { v.Press(kb.ArrowDown) })
	v.Wait(`document.querySelector("#tabs [aria-current]").textContent === "Concepts"`)
	wantChosen(v, "relationship is near renamed to is close to")
	// A change has an address.
	address := v.Path()
	v.Open("")
	v.Open(address)
	wantChosen(v, "relationship is near renamed to is close to")
	v.ExpectUpdate(func() { v.Click("#compare-previous") })
	wantChosen(v, "title removed")
}

// toggleViews holds that a box that has not changed stays where it is.
func toggleViews(v *browser.Walker) {
	v.T.Helper()
	const place = `(box => [box.left, box.top])(document.getElementById("d-preservationsbyguest").getBoundingClientRect())`
	v.Press("k")
	wantChosen(v, "reservation.guests renamed to people")
	at := browser.Ask[[]float64](v, place)
	for key, view := range map[string]string{"2": "Before", "3": "After"} {
		v.ExpectUpdate(func() { v.Press(key) })
		v.Wait(`document.querySelector("[data-key][aria-current]").textContent === ¿`, view)
		wantChosen(v, "reservation.guests renamed to people")
		// A place on half a pixel is rounded either way.
		if got := browser.Ask[[]float64](v, place); math.Hypot(got[0]-at[0], got[1]-at[1]) > 1.5 {
			v.Fail("%s: the box is at %v instead of %v", view, got, at)
		}
	}
	v.ExpectUpdate(func() { v.Press("1") })
	v.Wait(`document.querySelector("[data-key][aria-current]").textContent === "Changes"`)
}

func filterChanges(v *browser.Walker) {
	v.T.Helper()
	const shown = `[...document.querySelectorAll("#compare-rows > li")].filter(row => row.checkVisibility()).length`
	all := browser.Ask[int](v, shown)
	v.Click("#compare-changed")
	v.Wait(shown + ` === 1 && document.querySelector("#c3").checkVisibility()`)
	v.Press("j")
	wantChosen(v, "title removed")
	v.Click("#compare-changed")
	v.Fill("#compare-find", "renamed close")
	v.Wait(shown + " === 1")
	v.Fill("#compare-find", "nothing like this")
	v.Wait(`document.getElementById("compare-none").checkVisibility()`)
	v.Fill("#compare-find", "")
	v.Wait(shown+" === ¿", all)
}

func chooseInPicture(v *browser.Walker) {
	v.T.Helper()
	v.Press(kb.Tab) // leaves the field
	v.Click("#zoom-fit")
	x, y := v.Middle("#d-pq4roomnumber")
	v.Do(chromedp.MouseClickXY(x, y))
	wantChosen(v, "room_number: type changed")
	v.Picture("compare-1280")
}

func onPhone(v *browser.Walker, hotel string) {
	v.T.Helper()
	v.Do(chromedp.EmulateViewport(390, 844))
	v.Open(hotel + "/compare?from=1&to=5&change=1")
	wantChosen(v, "room_number: type changed")
	opensAtChanges(v)
	v.Click("#compare-next")
	wantChosen(v, "reservation.guests renamed to people")
	v.Picture("compare-390")
	if wide := browser.Ask[int](v, "document.documentElement.scrollWidth"); wide > 390 {
		v.Fail("the page is %d px wide", wide)
	}
}
