package canvas

import (
	"math"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"widerow/cli/walk/browser"
)

const frameOfBox = `document.querySelector("#canvas [data-box='" + ¿ + "']").dataset.at.split(" ").map(Number)`

// memos adds a note and an area by keys, moves and resizes them, and cancels a gesture of each kind by Escape.
func memos(v *browser.Walker, hotel string) {
	v.Open(hotel + "/logical")
	v.Wait(`document.querySelector("#canvas > svg a[tabindex='0']")`)
	v.Click("#zoom-out")
	browser.Ask[bool](v, `(document.activeElement.blur(), true)`)
	x, y := freePlace(v)
	hover(v, x, y)
	v.Stroke(input.DispatchKeyEventParams{Key: "n", Code: "KeyN", WindowsVirtualKeyCode: 78})
	v.Wait(`document.activeElement.matches(".over > input")`)
	v.Do(chromedp.KeyEvent("**Ask** [x](javascript:alert(1)) <b>"))
	v.ExpectSave(v.EnterKey)
	v.Wait(`document.querySelector("#canvas .memo")?.textContent.includes("[x](javascript:alert(1)) <b>")`)
	v.Wait(`document.querySelector("#canvas .memo text[font-weight]").textContent === "Ask" && !document.querySelector("#canvas .memo b")`)
	note := browser.Ask[string](v, `document.querySelector("#canvas .memo").dataset.box`)

	noteMoves(v, note)
	areaCarries(v)
	v.Click("#canvas [data-box='" + note + "']")
	v.Wait(`document.querySelector("#inspector textarea")?.value.startsWith("**Ask**")`)
	browser.Ask[bool](v, `(document.getElementById("d-" + ¿).focus(), true)`, note)
	v.ExpectSave(func() { v.Press("\u007f") })
	v.Wait(`!document.querySelector("#canvas .memo")`)
}

// noteMoves drags a note and its corner.
func noteMoves(v *browser.Walker, note string) {
	at := browser.Ask[[]float64](v, frameOfBox, note)
	x, y := v.Middle("#canvas [data-box='" + note + "']")
	v.DragTo(x, y, x+80, y+50)
	v.Press("\u001b")
	release(v, x+80, y+50)
	if got := browser.Ask[[]float64](v, frameOfBox, note); got[0] != at[0] || got[1] != at[1] {
		v.T.Errorf("after Escape the note is at %v, before at %v", got, at)
	}
	v.ExpectSave(func() { v.Drag(x, y, x+80, y+50) })
	v.Wait(`((at) => at[0] > ¿ && at[1] > ¿)(`+frameOfBox+`)`, at[0]+20, at[1]+20, note)
	v.Click("#canvas [data-box='" + note + "']")
	v.Wait(`document.querySelector("#canvas .corner")?.checkVisibility() && document.querySelector("#inspector textarea")`)
	x, y = grabCorner(v)
	v.Press("\u001b")
	v.Wait(`!document.querySelector("#canvas .band")`)
	release(v, x+60, y)
	x, y = grabCorner(v)
	v.ExpectSave(func() { release(v, x+60, y) })
	v.Wait(`((at) => at[2] > ¿)(`+frameOfBox+`)`, at[2]+20, note)
}

// grabCorner drags the corner of the selected note to the right, and returns where it was. While the details of the note
// open the corner may not be there to take yet: then it is taken again.
func grabCorner(v *browser.Walker) (x, y float64) {
	for end := time.Now().Add(browser.Patience); time.Now().Before(end); {
		v.Wait(`walk.done === walk.asked`)
		x, y = v.Middle("#canvas .corner")
		v.DragTo(x, y, x+60, y)
		if browser.Ask[bool](v, `Boolean(document.querySelector("#canvas .band"))`) {
			return x, y
		}
		release(v, x+60, y)
	}
	v.Fail("the corner of the note cannot be taken")
	return x, y
}

// areaCarries draws an area round two tables and moves both by its title.
func areaCarries(v *browser.Walker) {
	boxes := []string{"guestsbyid", "reservationsbyguest"}
	browser.Ask[bool](v, `(document.querySelector("#canvas .memo").focus(), true)`)
	v.Press("\u001b") // the note that was moved is marked
	v.Wait(`!document.querySelector("#canvas .marked")`)
	for _, id := range boxes {
		browser.Ask[bool](v, `(document.querySelector("#canvas [data-box='" + ¿ + "'] a, a#d-" + ¿).focus(), true)`, id, id)
		v.Press(" ")
	}
	v.Wait(`document.querySelectorAll("#canvas .marked[data-box]").length === 2`)
	v.Stroke(input.DispatchKeyEventParams{Key: "N", Code: "KeyN", Modifiers: 8, WindowsVirtualKeyCode: 78})
	v.Wait(`document.activeElement.matches(".over > input")`)
	v.Do(chromedp.KeyEvent("Front desk"))
	v.ExpectSave(v.EnterKey)
	v.Wait(`document.querySelector("#canvas .area")?.textContent.includes("Front desk")`)
	area := browser.Ask[string](v, `document.querySelector("#canvas .area").dataset.box`)
	before := map[string][]float64{}
	for _, id := range append(boxes, area) {
		before[id] = browser.Ask[[]float64](v, frameOfBox, id)
	}
	v.Wait(`document.querySelector("h2[data-landing]")?.textContent === "Front desk"`)
	x, y := v.Middle("#canvas .area .area-text")
	v.DragTo(x, y, x, y+90)
	v.Wait(`document.querySelector("#canvas .area[transform]")`)
	v.ExpectSave(func() { release(v, x, y+90) })
	v.Wait(`((at) => at[1] > ¿)(`+frameOfBox+`)`, before[area][1]+20, area)
	moved := browser.Ask[[]float64](v, frameOfBox, area)[1] - before[area][1]
	for _, id := range boxes {
		if got := browser.Ask[[]float64](v, frameOfBox, id); math.Abs(got[1]-before[id][1]-moved) > 1 {
			v.T.Errorf("the area moved by %g, %s from %v to %v", moved, id, before[id], got)
		}
	}
	v.ExpectSave(func() { v.Press("z", chromedp.ModifierCtrl) })
	v.Wait(`((at) => at[1] === ¿)(`+frameOfBox+`)`, before[area][1], area)
}

// TestMemos draws beside the model of the hotel.
func TestMemos(t *testing.T) {
	v := browser.Walk(t)
	v.ReduceMotion()
	memos(v, v.MakeHotel())
}
