package walk

import (
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// openMenu presses the right button on the middle of an element of the canvas.
func (v *walker) openMenu(selector string) {
	v.t.Helper()
	x, y := v.middle(selector)
	v.openMenuAt(x, y)
}

func (v *walker) openMenuAt(x, y float64) {
	v.t.Helper()
	for _, kind := range []input.DispatchMouseEventType{input.DispatchMouseEventTypeMousePressed, input.DispatchMouseEventTypeMouseReleased} {
		command(v, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: input.MouseButtonRight, ClickCount: 1})
	}
	v.wait(`document.querySelector("#canvas-menu button:focus")`)
}

// chooseAction takes an action of the open menu.
func (v *walker) chooseAction(words string) {
	v.t.Helper()
	v.click("#canvas-menu button:nth-child(" + ask[string](v, `String([...document.querySelectorAll("#canvas-menu button")].findIndex(item => item.innerText.startsWith(¿)) + 1)`, words) + ")")
	v.wait(`!document.getElementById("canvas-menu")`)
}

// TestMenuOfCanvas acts on entity types by the menu: with the mouse, and with keys
// only.
func TestMenuOfCanvas(t *testing.T) {
	v, axe := walk(t), axeCore(t)
	v.openHotel("concepts")
	v.openMenu("#d-guest")
	v.inspect(axe, "menu-entity")
	v.press(kb.ArrowDown)
	v.wait(`document.activeElement.innerText.startsWith("Rename Guest")`)
	v.press(kb.End)
	v.wait(`document.activeElement.innerText.startsWith("Remove Guest")`)
	v.press(kb.Escape)
	v.wait(`!document.getElementById("canvas-menu")`)

	// A free place.
	x, y := v.freePlace()
	v.openMenuAt(x, y)
	v.chooseAction("Add an entity type here")
	v.keys("Garage")
	v.expectSave(v.enterKey)

	// By keys: the menu of the box that has the focus, and a choice by name.
	ask[bool](v, `(document.getElementById("d-guest").focus(), true)`)
	v.stroke(input.DispatchKeyEventParams{Key: "ContextMenu", Code: "ContextMenu", WindowsVirtualKeyCode: 93})
	v.wait(`document.querySelector("#canvas-menu button:focus")`)
	v.press(kb.ArrowDown)
	v.press(kb.ArrowDown)
	v.wait(`document.activeElement.innerText.startsWith("Connect Guest to")`)
	v.enterKey()
	v.wait(`document.getElementById("palette").open`)
	v.search("garage", "Garage")
	v.enterKey()
	v.wait(`document.activeElement.matches(".over.anew input")`)
	v.keys("parks in")
	v.expectSave(v.enterKey)
	if got := v.reads("#inspector h2"); got != "parks in" {
		t.Errorf("the menu made %q", got)
	}

	// On the canvas itself, the menu key is about the selection, or else about the place.
	menuKey := func() {
		ask[bool](v, `(document.getElementById("canvas").focus(), true)`)
		v.stroke(input.DispatchKeyEventParams{Key: "ContextMenu", Code: "ContextMenu", WindowsVirtualKeyCode: 93})
	}
	menuKey()
	v.wait(`document.activeElement.innerText.startsWith("Open parks in")`)
	v.press(kb.Escape)
	v.wait(`!document.getElementById("canvas-menu")`)
	v.expectUpdate(func() { v.press(kb.Escape) })
	menuKey()
	v.wait(`document.activeElement.innerText.startsWith("Add an entity type here")`)
}

// TestRemoveSeveral marks boxes and removes them, after a question where others use
// them.
func TestRemoveSeveral(t *testing.T) {
	v, axe := walk(t), axeCore(t)
	v.openHotel("concepts")
	revision := v.revision()
	for _, id := range []string{"hotel", "room"} {
		ask[bool](v, `(document.getElementById(¿).focus(), true)`, "d-"+id)
		v.press(" ")
	}
	v.wantAnnounced("Room marked, 2 in all")
	v.press(kb.Delete)
	v.wait(`document.querySelector("#messages .removal")`)
	v.inspect(axe, "remove-several")
	v.wait(`document.querySelector("#messages .removal strong").textContent === "Remove 2 elements?" && document.activeElement.textContent === "Remove"`)
	v.press(kb.Escape)
	v.wait(`!document.querySelector("#messages .removal")`)
	if v.revision() != revision {
		t.Error("the question saved something")
	}
	v.press(kb.Delete)
	v.wait(`document.querySelector("#messages .removal")`)
	v.expectSave(v.enterKey)
	v.wait(`!document.getElementById("d-hotel") && !document.getElementById("d-room") && document.getElementById("d-guest")`)
	v.expectSave(func() { v.press("z", chromedp.ModifierCtrl) })
	v.wait(`document.getElementById("d-hotel") && document.getElementById("d-room")`)
}

// TestTagSeveral tags the marked tables and removes a view with its base table.
func TestTagSeveral(t *testing.T) {
	v := walk(t)
	v.reduceMotion()
	v.openHotel("physical")
	v.openMenu("#d-photelsbypoi .bar")
	v.expectUpdate(func() { v.chooseAction("Open hotels_by_poi") })
	for _, id := range []string{"preservationsbyhoteldate", "preservationsbyconfirmation"} {
		ask[bool](v, `(document.querySelector(¿).focus(), true)`, "#d-"+id+" a")
		v.press(" ")
	}
	v.press("2")
	v.openMenu("#d-preservationsbyhoteldate .bar")
	v.chooseAction("Tag 2 boxes")
	v.keys("billing, hot path")
	v.expectSave(v.enterKey)
	v.openMenu("#d-preservationsbyhoteldate .bar")
	v.expectSave(func() { v.chooseAction("Remove 2 boxes") })
	v.wait(`!document.getElementById("d-preservationsbyhoteldate") && !document.getElementById("d-preservationsbyconfirmation")`)
}
