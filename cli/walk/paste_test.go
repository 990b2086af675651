package walk

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// clipboard presses Ctrl with a key that copies or pastes.
func (v *walker) clipboard(key, does string) {
	v.t.Helper()
	v.stroke(input.DispatchKeyEventParams{Key: key, Code: "Key" + strings.ToUpper(key), Modifiers: 2, WindowsVirtualKeyCode: int64(strings.ToUpper(key)[0]), Commands: []string{does}})
}

const tablesDrawn = `[...document.querySelectorAll("#canvas .table .name")].map(name => name.textContent).sort().join() === ¿`

// TestCopyBetweenModels copies entity types of the hotel into a new model by keys,
// and a table into a model of its own by the menu.
func TestCopyBetweenModels(t *testing.T) {
	v := walk(t)
	v.reduceMotion()
	v.openHotel("concepts")
	hotel := filepath.Dir(v.path())
	for _, id := range []string{"hotel", "room"} {
		ask[bool](v, `(document.getElementById(¿).focus(), true)`, "d-"+id)
		v.press(" ")
	}
	v.clipboard("c", "copy")
	v.wait(`document.getElementById("toast").textContent === "2 boxes copied"`)

	// Into an empty model.
	v.open("")
	v.fill("#new-name", "Other")
	v.expectLoad(func() { v.click(v.buttonIn(".new-model", "New model")) })
	v.open(filepath.Dir(v.path()) + "/concepts")
	other := filepath.Dir(v.path())
	ask[bool](v, `(document.activeElement.blur(), true)`)
	v.expectSave(func() { v.clipboard("v", "paste") })
	v.wait(`[...document.querySelectorAll("#canvas :is(.entity, .relationship) title")].map(title => title.textContent.split(" · ")[0]).sort().join() === "Hotel,Room,has"`)
	if got := v.reads("#inspector h2"); got != "Hotel" {
		t.Errorf("the details show %q", got)
	}

	v.wait(`document.querySelectorAll("#canvas .marked[data-box]").length === 3`) // to be moved together

	// A table, with its type: copied by the menu, pasted by the palette and by the menu.
	v.open(hotel + "/physical")
	v.openMenu("#d-photelsbypoi .bar")
	v.chooseAction("Copy hotels_by_poi")
	v.wait(`document.getElementById("toast").textContent === "hotels_by_poi copied"`)
	v.open(other + "/physical")
	v.openPalette()
	v.search("paste", "Paste hotels_by_poi")
	v.expectSave(v.enterKey)
	v.wait(tablesDrawn, "hotels_by_poi")
	x, y := v.freePlace()
	v.openMenuAt(x, y)
	v.expectSave(func() { v.chooseAction("Paste hotels_by_poi") })
	v.wait(tablesDrawn, "hotels_by_poi,hotels_by_poi_2")
	v.wait(`document.querySelectorAll("#canvas .type-box").length === 1`)
	v.expectSave(func() { v.press("z", chromedp.ModifierCtrl) })
	v.wait(`document.querySelectorAll("#canvas .table").length === 1`)

	// What is gone says so.
	v.expect(422)
	ask[bool](v, `(localStorage.setItem("copied", localStorage.getItem("copied").replace(/\/m\/[^/]+/, "/m/abcdefghijklmnop")), true)`)
	x, y = v.freePlace()
	v.openMenuAt(x, y)
	v.chooseAction("Paste hotels_by_poi")
	v.wait(`document.getElementById("messages").textContent.includes("Nothing was pasted: the model that it was copied from is not here any more")`)
}
