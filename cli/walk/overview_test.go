package walk

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestWalkOverview zooms out on a schema of 200 tables, finds a table, and
// navigates with the minimap.
func TestWalkOverview(t *testing.T) {
	v := walk(t)
	v.open("import")
	v.fill("#import-text", scriptOfTables(200))
	v.expectLoad(func() { v.click(".import-form button.primary") })
	v.expectLoad(func() { v.click(v.buttonIn(".import-preview", "Create model")) })
	big := filepath.Dir(v.path())
	v.open(big + "/physical")
	v.wantLevel("near")
	if ask[bool](v, `document.getElementById("minimap").hidden`) {
		t.Error("there is no map of a drawing that is seen in part")
	}
	if ask[bool](v, mapCovers) {
		t.Error("the map covers a part of the drawing beside the outline")
	}
	if drawn, all := ask[int](v, columnsDrawn), ask[int](v, `document.querySelectorAll("#canvas .column").length`); drawn == 0 || drawn > all/2 || all != 800 {
		t.Errorf("%d of %d columns are drawn, want only the visible ones", drawn, all)
	}

	// When zoomed out, names are large and columns are hidden.
	v.click("#zoom-fit")
	for range 5 {
		v.click("#zoom-out")
	}
	v.wantLevel("far")
	if names := ask[string](v, `[...document.querySelectorAll("#canvas .of-container")].filter(text => text.checkVisibility()).map(text => text.textContent).join(" ")`); names != "ks_0 ks_1" {
		t.Errorf("the keyspaces read %q", names)
	}
	if drawn := ask[int](v, columnsDrawn); drawn != 0 {
		t.Errorf("%d columns are drawn when zoomed out", drawn)
	}
	v.picture("overview-far")
	for ask[string](v, `document.getElementById("canvas").dataset.level`) == "far" {
		v.click("#zoom-in")
	}
	v.wantLevel("names")
	v.wantReadable()
	v.picture("overview-names")

	// Choosing in the palette zooms to the element, at a readable scale.
	v.click("#zoom-fit")
	v.openPalette()
	v.search("table_157", "table_157 physical table")
	v.expectUpdate(func() { v.enterKey() })
	v.wait(`document.getElementById("canvas").dataset.level === "near"`)
	v.wait(`(box => {
		const canvas = document.getElementById("canvas").getBoundingClientRect();
		return box && box.left >= canvas.left && box.right <= canvas.right && box.top >= canvas.top && box.bottom <= canvas.bottom && box.width > 100;
	})(document.querySelector("#canvas .table.selected")?.getBoundingClientRect())`)
	if title := v.reads("#inspector h2"); title != "table_157" {
		t.Errorf("found %q", title)
	}

	// A click on the map moves the view to the other end.
	before := ask[string](v, `document.querySelector("#canvas > svg").getAttribute("viewBox")`)
	place := ask[[]float64](v, `(box => [box.left + 4, box.top + 4])(document.querySelector("#minimap svg").getBoundingClientRect())`)
	v.do(chromedp.MouseClickXY(place[0], place[1]))
	v.wait(`document.querySelector("#canvas > svg").getAttribute("viewBox") !== ¿`, before)
	v.wait(`(box => box.left < innerWidth && box.top < innerHeight && box.right > 0 && box.bottom > 0)(document.querySelector("#canvas .table").getBoundingClientRect())`)

	// The whole diagram also fits a small screen, and cannot be zoomed out further.
	v.do(chromedp.EmulateViewport(360, 280))
	v.click("#pane-canvas")
	ask[bool](v, `(document.getElementById("canvas").focus(), true)`) // the screen is too small for its buttons
	v.press("f")
	v.wait(`(canvas => [...document.querySelectorAll("#canvas .container")].map(group => group.getBoundingClientRect())
		.every(group => group.left >= canvas.left && group.right <= canvas.right && group.top >= canvas.top && group.bottom <= canvas.bottom))(document.getElementById("canvas").getBoundingClientRect())`)
	fitted := v.percent()
	v.press("-")
	if got := v.percent(); got != fitted {
		t.Errorf("zooming out of the full view at %d %% leads to %d %%", fitted, got)
	}

	// Zooming to an entity also shows its attributes.
	hotel := v.makeHotel()
	v.do(chromedp.EmulateViewport(390, 844))
	v.open(hotel + "/concepts")
	v.wait(`(canvas => [...document.querySelectorAll("#canvas [data-owner]")].every(part => part.getBoundingClientRect().left >= canvas.left))(document.getElementById("canvas").getBoundingClientRect())`)

	// On a phone the map leaves the drawing when the view is at rest.
	v.open(hotel + "/physical")
	ask[bool](v, `(document.getElementById("canvas").focus(), true)`) // the tools have no button for it here
	v.press("1")
	v.wait(`!document.getElementById("minimap").hidden && !(` + mapCovers + `)`)

	// A drawing that is seen as a whole has no map.
	v.do(chromedp.EmulateViewport(1280, 900))
	v.open(hotel + "/physical")
	v.click("#zoom-fit")
	if !ask[bool](v, `document.getElementById("minimap").hidden`) {
		t.Error("the whole hotel has a map")
	}
}

// mapCovers reports whether the map is seen over the canvas.
const mapCovers = `(map => map.checkVisibility({visibilityProperty: true}) &&
	map.getBoundingClientRect().right > document.getElementById("canvas").getBoundingClientRect().left)(document.getElementById("minimap"))`

const columnsDrawn = `[...document.querySelectorAll("#canvas .column")].filter(column => column.checkVisibility()).length`

// scriptOfTables returns a script with count tables of four columns, in two
// keyspaces.
func scriptOfTables(count int) string {
	var script strings.Builder
	for keyspace := range 2 {
		fmt.Fprintf(&script, "CREATE KEYSPACE ks_%d WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n", keyspace)
	}
	for table := range count {
		fmt.Fprintf(&script, "CREATE TABLE ks_%d.table_%d (id uuid, at timestamp, name text, amount int, PRIMARY KEY (id, at));\n", table%2, table)
	}
	return script.String()
}

func (v *walker) wantLevel(level string) {
	v.t.Helper()
	if got := ask[string](v, `document.getElementById("canvas").dataset.level ?? ""`); got != level {
		v.fail("the diagram is seen at level %q, want %q", got, level)
	}
}

// wantReadable checks that the names in the overview fit in their boxes and are
// larger than those of the drawing would be.
func (v *walker) wantReadable() {
	v.t.Helper()
	faults := ask[[]string](v, `(() => {
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
		v.t.Error(fault)
	}
}

// A table that is selected in the outline is not covered by the map or the
// tools.
func TestChosenTableIsClearOfTheMap(t *testing.T) {
	v := walk(t)
	v.open("import")
	v.fill("#import-text", scriptOfTables(40))
	v.expectLoad(func() { v.click(".import-form button.primary") })
	v.expectLoad(func() { v.click(v.buttonIn(".import-preview", "Create model")) })
	v.reduceMotion()
	v.open(filepath.Dir(v.path()) + "/physical?keyspace=ks_0")
	v.click("#zoom-actual")
	for table := 0; table < 40; table += 2 {
		name := fmt.Sprintf("table_%d", table)
		v.pick(name)
		v.wait(`document.querySelector("#canvas .table.selected text")?.textContent === ¿`, name)
		if over := ask[string](v, `(box => ["minimap", "zoom", "display-shown"].filter(id => {
			const part = document.getElementById(id).getBoundingClientRect();
			return part.width > 0 && box.left < part.right && part.left < box.right && box.top < part.bottom && part.top < box.bottom;
		}).join(" "))(document.querySelector("#canvas .table.selected").getBoundingClientRect())`); over != "" {
			v.picture("under-" + over)
			t.Errorf("%s lies under %s", name, over)
		}
	}
}
