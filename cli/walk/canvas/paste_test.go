package canvas

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"widerow/cli/walk/browser"
)

// clipboard presses Ctrl with a key that copies or pastes.
func clipboard(v *browser.Walker, key, does string) {
	v.T.Helper()
	v.Stroke(input.DispatchKeyEventParams{Key: key, Code: "Key" + strings.ToUpper(key), Modifiers: 2, WindowsVirtualKeyCode: int64(strings.ToUpper(key)[0]), Commands: []string{does}})
}

const tablesDrawn = `[...document.querySelectorAll("#canvas .table .name")].map(name => name.textContent).sort().join() === ¿`

// TestCopyBetweenModels copies entity types of the hotel into a new model by keys,
// and a table into a model of its own by the menu.
func TestCopyBetweenModels(t *testing.T) {
	v := browser.Walk(t)
	v.ReduceMotion()
	v.OpenHotel("concepts")
	hotel := filepath.Dir(v.Path())
	for _, id := range []string{"hotel", "room"} {
		browser.Ask[bool](v, `(document.getElementById(¿).focus(), true)`, "d-"+id)
		v.Press(" ")
	}
	clipboard(v, "c", "copy")
	v.Wait(`document.getElementById("toast").textContent === "2 boxes copied"`)

	// Into an empty model.
	v.Open("")
	v.Fill("#new-name", "Other")
	v.ExpectLoad(func() { v.Click(v.ButtonIn(".new-model", "New model")) })
	v.Open(filepath.Dir(v.Path()) + "/concepts")
	other := filepath.Dir(v.Path())
	browser.Ask[bool](v, `(document.activeElement.blur(), true)`)
	v.ExpectSave(func() { clipboard(v, "v", "paste") })
	v.Wait(`[...document.querySelectorAll("#canvas :is(.entity, .relationship) title")].map(title => title.textContent.split(" · ")[0]).sort().join() === "Hotel,Room,has"`)
	if got := v.Reads("#inspector h2"); got != "Hotel" {
		t.Errorf("the details show %q", got)
	}

	v.Wait(`document.querySelectorAll("#canvas .marked[data-box]").length === 3`) // to be moved together

	// A table, with its type: copied by the menu, pasted by the palette and by the menu.
	v.Open(hotel + "/physical")
	openMenu(v, "#d-photelsbypoi .bar")
	chooseAction(v, "Copy hotels_by_poi")
	v.Wait(`document.getElementById("toast").textContent === "hotels_by_poi copied"`)
	v.Open(other + "/physical")
	v.OpenPalette()
	v.Search("paste", "Paste hotels_by_poi")
	v.ExpectSave(v.EnterKey)
	v.Wait(tablesDrawn, "hotels_by_poi")
	x, y := freePlace(v)
	openMenuAt(v, x, y)
	v.ExpectSave(func() { chooseAction(v, "Paste hotels_by_poi") })
	v.Wait(tablesDrawn, "hotels_by_poi,hotels_by_poi_2")
	v.Wait(`document.querySelectorAll("#canvas .type-box").length === 1`)
	v.ExpectSave(func() { v.Press("z", chromedp.ModifierCtrl) })
	v.Wait(`document.querySelectorAll("#canvas .table").length === 1`)

	// What is gone says so.
	v.Expect(422)
	browser.Ask[bool](v, `(localStorage.setItem("copied", localStorage.getItem("copied").replace(/\/m\/[^/]+/, "/m/abcdefghijklmnop")), true)`)
	x, y = freePlace(v)
	openMenuAt(v, x, y)
	chooseAction(v, "Paste hotels_by_poi")
	v.Wait(`document.getElementById("messages").textContent.includes("Nothing was pasted: the model that it was copied from is not here any more")`)
	duplicates(v, hotel)
}

// duplicates copies boxes of each diagram by Ctrl+D and by Ctrl+V at the pointer. Nothing else
// moves on the screen.
func duplicates(v *browser.Walker, hotel string) {
	v.T.Helper()
	for _, test := range []struct{ tab, box string }{{"concepts", "amenity"}, {"queries", "oneguest"}, {"logical", "guestsbyid"}, {"physical", "pamenitiesbyroom"}} {
		v.Open(hotel + "/" + test.tab)
		v.Wait(`document.querySelector("#canvas > svg a[tabindex='0']")`)
		v.Click("#zoom-out") // room for more boxes
		browser.Ask[bool](v, `((box) => ((box.matches("a") ? box : box.querySelector("a")).focus({preventScroll: true}), true))(document.querySelector("#canvas [data-box='" + ¿ + "']"))`, test.box)
		before := onScreen(v)
		v.ExpectSave(func() {
			v.Stroke(input.DispatchKeyEventParams{Key: "d", Code: "KeyD", Modifiers: 2, WindowsVirtualKeyCode: 68})
		})
		wantStill(v, test.tab+": a duplicate", before)
		if got := len(onScreen(v)); got != len(before)+1 {
			v.T.Errorf("%s: %d boxes after Ctrl+D, %d before", test.tab, got, len(before))
		}
		clipboard(v, "c", "copy")
		v.Wait(`document.getElementById("toast").textContent.endsWith("copied")`)
		x, y := freePlace(v)
		hover(v, x, y)
		before = onScreen(v)
		v.ExpectSave(func() { clipboard(v, "v", "paste") })
		wantStill(v, test.tab+": a paste", before)
		v.ExpectSave(func() { v.Press("z", chromedp.ModifierCtrl) })
	}
}
