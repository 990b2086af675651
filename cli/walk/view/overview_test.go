package view

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"widerow/cli/walk/browser"
)

// TestWalkOverview zooms out on a schema of 200 tables, finds a table, and
// navigates with the minimap.
func TestWalkOverview(t *testing.T) {
	v := browser.Walk(t)
	v.Open("import")
	v.Fill("#import-text", browser.ScriptOfTables(200))
	v.ExpectLoad(func() { v.Click(".import-form button.primary") })
	v.ExpectLoad(func() { v.Click(v.ButtonIn(".import-preview", "Create model")) })
	big := filepath.Dir(v.Path())
	v.Open(big + "/physical")
	v.WantLevel("near")
	if browser.Ask[bool](v, `document.getElementById("minimap").hidden`) {
		t.Error("there is no map of a drawing that is seen in part")
	}
	if browser.Ask[bool](v, mapCovers) {
		t.Error("the map covers a part of the drawing beside the outline")
	}
	if drawn, all := browser.Ask[int](v, columnsDrawn), browser.Ask[int](v, `document.querySelectorAll("#canvas .column").length`); drawn == 0 || drawn > all/2 || all != 800 {
		t.Errorf("%d of %d columns are drawn, want only the visible ones", drawn, all)
	}

	// When zoomed out, names are large and columns are hidden.
	v.Click("#zoom-fit")
	for range 5 {
		v.Click("#zoom-out")
	}
	v.WantLevel("far")
	if names := browser.Ask[string](v, `[...document.querySelectorAll("#canvas .of-container")].filter(text => text.checkVisibility()).map(text => text.textContent).join(" ")`); names != "ks_0 ks_1" {
		t.Errorf("the keyspaces read %q", names)
	}
	if drawn := browser.Ask[int](v, columnsDrawn); drawn != 0 {
		t.Errorf("%d columns are drawn when zoomed out", drawn)
	}
	v.Picture("overview-far")
	for browser.Ask[string](v, `document.getElementById("canvas").dataset.level`) == "far" {
		v.Click("#zoom-in")
	}
	v.WantLevel("names")
	wantReadable(v)
	v.Picture("overview-names")

	// Choosing in the palette zooms to the element, at a readable scale.
	v.Click("#zoom-fit")
	v.OpenPalette()
	v.Search("table_157", "table_157 physical table")
	v.ExpectUpdate(func() { v.EnterKey() })
	v.Wait(`document.getElementById("canvas").dataset.level === "near"`)
	v.Wait(`(box => {
		const canvas = document.getElementById("canvas").getBoundingClientRect();
		return box && box.left >= canvas.left && box.right <= canvas.right && box.top >= canvas.top && box.bottom <= canvas.bottom && box.width > 100;
	})(document.querySelector("#canvas .table.selected")?.getBoundingClientRect())`)
	if title := v.Reads("#inspector h2"); title != "table_157" {
		t.Errorf("found %q", title)
	}

	// A click on the map moves the view to the other end.
	before := browser.Ask[string](v, `document.querySelector("#canvas > svg").style.cssText`)
	place := browser.Ask[[]float64](v, `(box => [box.left + 4, box.top + 4])(document.querySelector("#minimap svg").getBoundingClientRect())`)
	v.Do(chromedp.MouseClickXY(place[0], place[1]))
	v.Wait(`document.querySelector("#canvas > svg").style.cssText !== ¿`, before)
	v.Wait(`(box => box.left < innerWidth && box.top < innerHeight && box.right > 0 && box.bottom > 0)(document.querySelector("#canvas .table").getBoundingClientRect())`)

	// The whole diagram also fits a small screen, and cannot be zoomed out further.
	v.Do(chromedp.EmulateViewport(360, 280))
	v.Click("#pane-canvas")
	browser.Ask[bool](v, `(document.getElementById("canvas").focus(), true)`) // the screen is too small for its buttons
	v.Press("f")
	v.Wait(`(canvas => [...document.querySelectorAll("#canvas .container")].map(group => group.getBoundingClientRect())
		.every(group => group.left >= canvas.left && group.right <= canvas.right && group.top >= canvas.top && group.bottom <= canvas.bottom))(document.getElementById("canvas").getBoundingClientRect())`)
	fitted := percent(v)
	v.Press("-")
	if got := percent(v); got != fitted {
		t.Errorf("zooming out of the full view at %d %% leads to %d %%", fitted, got)
	}

	// Zooming to an entity also shows its attributes.
	hotel := v.MakeHotel()
	v.Do(chromedp.EmulateViewport(390, 844))
	v.Open(hotel + "/concepts")
	v.Wait(`(canvas => [...document.querySelectorAll("#canvas [data-owner]")].every(part => part.getBoundingClientRect().left >= canvas.left))(document.getElementById("canvas").getBoundingClientRect())`)

	// On a phone the map leaves the drawing when the view is at rest.
	v.Open(hotel + "/physical")
	browser.Ask[bool](v, `(document.getElementById("canvas").focus(), true)`) // the tools have no button for it here
	v.Press("1")
	v.Wait(`!document.getElementById("minimap").hidden && !(` + mapCovers + `)`)

	// A drawing that is seen as a whole has no map.
	v.Do(chromedp.EmulateViewport(1280, 900))
	v.Open(hotel + "/physical")
	v.Click("#zoom-fit")
	if !browser.Ask[bool](v, `document.getElementById("minimap").hidden`) {
		t.Error("the whole hotel has a map")
	}
}

// mapCovers reports whether the map is seen over the canvas.
const mapCovers = `(map => map.checkVisibility({visibilityProperty: true}) &&
	map.getBoundingClientRect().right > document.getElementById("canvas").getBoundingClientRect().left)(document.getElementById("minimap"))`

const columnsDrawn = `[...document.querySelectorAll("#canvas .column")].filter(column => column.checkVisibility()).length`

// wantReadable checks that the names in the overview fit in their boxes and are
// larger than those of the drawing would be.
func wantReadable(v *browser.Walker) {
	v.T.Helper()
	faults := browser.Ask[[]string](v, `(() => {
		const faults = [], names = [...document.querySelectorAll("#canvas .of-box")];
		const boxes = [...document.querySelectorAll("#canvas .table .box")].map(box => box.getBoundingClientRect());
		for (const name of names) {
			const rect = name.getBoundingClientRect();
			if (!boxes.some(box => rect.left >= box.left && rect.right <= box.right && rect.top >= box.top - 1 && rect.bottom <= box.bottom + 1)) faults.push(name.textContent + " leaves its box");
			const own = 13 * document.querySelector("#canvas > svg").getScreenCTM().a, now = parseFloat(getComputedStyle(name).fontSize) * document.querySelector("#canvas > svg").getScreenCTM().a;
			if (now < 1.5 * own) faults.push(name.textContent + " is " + now + " px high");
		}
		return names.length === 0 ? ["there are no names"] : faults.slice(0, 5);
	})()`)
	for _, fault := range faults {
		v.T.Error(fault)
	}
}

// A table that is selected in the outline is not covered by the map or the
// tools.
func TestChosenTableIsClearOfTheMap(t *testing.T) {
	v := browser.Walk(t)
	v.Open("import")
	v.Fill("#import-text", browser.ScriptOfTables(40))
	v.ExpectLoad(func() { v.Click(".import-form button.primary") })
	v.ExpectLoad(func() { v.Click(v.ButtonIn(".import-preview", "Create model")) })
	v.ReduceMotion()
	v.Open(filepath.Dir(v.Path()) + "/physical?keyspace=ks_0")
	v.Click("#zoom-actual")
	for table := 0; table < 40; table += 2 {
		name := fmt.Sprintf("table_%d", table)
		v.Pick(name)
		v.Wait(`document.querySelector("#canvas .table.selected text")?.textContent === ¿`, name)
		if over := browser.Ask[string](v, `(box => ["minimap", "zoom", "display-shown"].filter(id => {
			const part = document.getElementById(id).getBoundingClientRect();
			return part.width > 0 && box.left < part.right && part.left < box.right && box.top < part.bottom && part.top < box.bottom;
		}).join(" "))(document.querySelector("#canvas .table.selected").getBoundingClientRect())`); over != "" {
			v.Picture("under-" + over)
			t.Errorf("%s lies under %s", name, over)
		}
	}
}
