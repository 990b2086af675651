package canvas

import (
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
)

// openMenu presses the right button on the middle of an element of the canvas.
func openMenu(v *browser.Walker, selector string) {
	v.T.Helper()
	x, y := v.Middle(selector)
	openMenuAt(v, x, y)
}

func openMenuAt(v *browser.Walker, x, y float64) {
	v.T.Helper()
	for _, kind := range []input.DispatchMouseEventType{input.DispatchMouseEventTypeMousePressed, input.DispatchMouseEventTypeMouseReleased} {
		browser.Command(v, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: input.MouseButtonRight, ClickCount: 1})
	}
	v.Wait(`document.querySelector("#canvas-menu button:focus")`)
}

// chooseAction takes an action of the open menu.
func chooseAction(v *browser.Walker, words string) {
	v.T.Helper()
	v.Click("#canvas-menu button:nth-child(" + browser.Ask[string](v, `String([...document.querySelectorAll("#canvas-menu button")].findIndex(item => item.innerText.startsWith(¿)) + 1)`, words) + ")")
	v.Wait(`!document.getElementById("canvas-menu")`)
}

// TestMenuOfCanvas acts on entity types by the menu: with the mouse, and with keys
// only.
func TestMenuOfCanvas(t *testing.T) {
	v, axe := browser.Walk(t), browser.AxeCore(t)
	v.OpenHotel("concepts")
	openMenu(v, "#d-guest")
	v.Inspect(axe, "menu-entity")
	v.Press(kb.ArrowDown)
	v.Wait(`document.activeElement.innerText.startsWith("Rename Guest")`)
	v.Press(kb.End)
	v.Wait(`document.activeElement.innerText.startsWith("Remove Guest")`)
	v.Press(kb.Escape)
	v.Wait(`!document.getElementById("canvas-menu")`)

	// A free place.
	x, y := freePlace(v)
	openMenuAt(v, x, y)
	chooseAction(v, "Add an entity type here")
	v.Keys("Garage")
	v.ExpectSave(v.EnterKey)

	// By keys: the menu of the box that has the focus, and a choice by name.
	browser.Ask[bool](v, `(document.getElementById("d-guest").focus(), true)`)
	v.Stroke(input.DispatchKeyEventParams{Key: "ContextMenu", Code: "ContextMenu", WindowsVirtualKeyCode: 93})
	v.Wait(`document.querySelector("#canvas-menu button:focus")`)
	v.Press(kb.ArrowDown)
	v.Press(kb.ArrowDown)
	v.Wait(`document.activeElement.innerText.startsWith("Connect Guest to")`)
	v.EnterKey()
	v.Wait(`document.getElementById("palette").open`)
	v.Search("garage", "Garage")
	v.EnterKey()
	v.Wait(`document.activeElement.matches(".over.anew input")`)
	v.Keys("parks in")
	v.ExpectSave(v.EnterKey)
	if got := v.Reads("#inspector h2"); got != "parks in" {
		t.Errorf("the menu made %q", got)
	}

	// On the canvas itself, the menu key is about the selection, or else about the place.
	menuKey := func() {
		browser.Ask[bool](v, `(document.getElementById("canvas").focus(), true)`)
		v.Stroke(input.DispatchKeyEventParams{Key: "ContextMenu", Code: "ContextMenu", WindowsVirtualKeyCode: 93})
	}
	menuKey()
	v.Wait(`document.activeElement.innerText.startsWith("Open parks in")`)
	v.Press(kb.Escape)
	v.Wait(`!document.getElementById("canvas-menu")`)
	v.ExpectUpdate(func() { v.Press(kb.Escape) })
	menuKey()
	v.Wait(`document.activeElement.innerText.startsWith("Add an entity type here")`)
}

// TestRemoveSeveral marks boxes and removes them, after a question where others use
// them.
func TestRemoveSeveral(t *testing.T) {
	v, axe := browser.Walk(t), browser.AxeCore(t)
	v.OpenHotel("concepts")
	revision := v.Revision()
	for _, id := range []string{"hotel", "room"} {
		browser.Ask[bool](v, `(document.getElementById(¿).focus(), true)`, "d-"+id)
		v.Press(" ")
	}
	wantAnnounced(v, "Room selected, 2 in all")
	v.Press(kb.Delete)
	v.Wait(`document.querySelector("#messages .removal")`)
	v.Inspect(axe, "remove-several")
	v.Wait(`document.querySelector("#messages .removal strong").textContent === "Remove 2 elements?" && document.activeElement.textContent === "Remove"`)
	v.Press(kb.Escape)
	v.Wait(`!document.querySelector("#messages .removal")`)
	if v.Revision() != revision {
		t.Error("the question saved something")
	}
	v.Press(kb.Delete)
	v.Wait(`document.querySelector("#messages .removal")`)
	v.ExpectSave(v.EnterKey)
	v.Wait(`!document.getElementById("d-hotel") && !document.getElementById("d-room") && document.getElementById("d-guest")`)
	v.ExpectSave(func() { v.Press("z", chromedp.ModifierCtrl) })
	v.Wait(`document.getElementById("d-hotel") && document.getElementById("d-room")`)
}

// TestTagSeveral tags the marked tables and removes a view with its base table.
func TestTagSeveral(t *testing.T) {
	v := browser.Walk(t)
	v.ReduceMotion()
	v.OpenHotel("physical")
	openMenu(v, "#d-photelsbypoi .bar")
	v.ExpectUpdate(func() { chooseAction(v, "Open hotels_by_poi") })
	for _, id := range []string{"preservationsbyhoteldate", "preservationsbyconfirmation"} {
		browser.Ask[bool](v, `(document.querySelector(¿).focus(), true)`, "#d-"+id+" a")
		v.Press(" ")
	}
	v.Press("2")
	openMenu(v, "#d-preservationsbyhoteldate .bar")
	chooseAction(v, "Tag 2 boxes")
	v.Keys("billing, hot path")
	v.ExpectSave(v.EnterKey)
	openMenu(v, "#d-preservationsbyhoteldate .bar")
	v.ExpectSave(func() { chooseAction(v, "Remove 2 boxes") })
	v.Wait(`!document.getElementById("d-preservationsbyhoteldate") && !document.getElementById("d-preservationsbyconfirmation")`)
}
