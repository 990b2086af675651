package walk

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestAccessibilityOfStates runs axe-core on page states that have no URL:
// previews, error messages, menus, deleted models, and each pane of a narrow
// window. Each state has its own browser window.
func TestAccessibilityOfStates(t *testing.T) {
	openBrowser(t) // skips the test without a browser
	axe, server := axeCore(t), startProgram(t)
	for name, visit := range map[string]func(v *walker, axe string){
		"home": (*walker).stateOfHome, "import": (*walker).stateOfImport, "forms": (*walker).stateOfForms, "editor": (*walker).stateOfEditor,
		"canvas": (*walker).stateOfCanvas, "display": (*walker).stateOfDisplay, "past": (*walker).stateOfPast, "query": (*walker).stateOfQuery,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // each axe-core keeps one processor busy
			visit(newWalker(t, server), axe)
		})
	}
}

// stateOfPast shows an old revision with a selected element, and a deleted
// model.
func (v *walker) stateOfPast(axe string) {
	v.t.Helper()
	hotel := v.makeHotel()
	v.open(hotel + "/physical?rev=1")
	v.pick("guests")
	v.look(axe, "old-selected")
	v.open(hotel + "/delete")
	v.expectLoad(func() { v.click(".button.danger") })
	v.expect(404)
	v.expect(410)
	v.open(hotel + "/physical")
	v.look(axe, "deleted")
	v.open("deleted")
	v.look(axe, "deleted-models")
}

// stateOfHome shows the error for a model without a name, and then the cards of
// models.
func (v *walker) stateOfHome(axe string) {
	v.t.Helper()
	v.expect(422)
	v.open("")
	v.fill("#new-name", "a\x01b")
	v.expectLoad(func() { v.click(".new-model button") })
	if v.problems() == "" {
		v.fail("a name with a control character was taken")
	}
	v.look(axe, "home-refused")
	v.open("?find=hotel&sort=name")
	v.look(axe, "home-found")
}

// stateOfImport shows a preview with statements that are applied, rejected and
// left out, and the message for an empty text.
func (v *walker) stateOfImport(axe string) {
	v.t.Helper()
	v.expect(422)
	v.open("import")
	v.expectLoad(func() { v.click(".import-form button") })
	if v.problems() == "" {
		v.fail("an import of nothing was taken")
	}
	v.look(axe, "import-refused")
	v.fill("#import-text", `CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TABLE shop.orders (id uuid PRIMARY KEY, total decimal);
INSERT INTO shop.orders (id) VALUES (uuid());
CREATE TABLE broken (;`)
	v.expectLoad(func() { v.click(".import-form button") })
	v.look(axe, "import-preview")
}

// stateOfForms shows the forms of parts of a table, a formula, and a form with
// an error.
func (v *walker) stateOfForms(axe string) {
	v.t.Helper()
	v.openHotel("physical")
	v.pick("hotels_by_poi")
	v.expectUpdate(func() { v.click(v.button("All fields of phone")) })
	v.look(axe, "physical-column")
	v.pick("hotels_by_poi")
	v.expect(422)
	selector := v.cell("phone", "type")
	v.expectUpdate(func() { v.fill(selector, "txt"); v.press("\t") })
	if v.problems() == "" {
		v.fail("the type txt was taken")
	}
	v.look(axe, "physical-refused")
	v.expectUpdate(func() { v.fill(selector, "text"); v.press("\t") })
	v.tab("sizes")
	if formula := ask[string](v, `document.querySelector("#canvas a[href*='formula=']")?.id ?? ""`); formula != "" {
		v.expectUpdate(func() { v.click("#" + formula) })
	}
	v.pick("hotels_by_poi")
	v.look(axe, "sizes-selected")
	v.expectUpdate(func() { v.click("#size-ledger") })
	v.look(axe, "ledger")
}

// stateOfCanvas shows marked boxes, the path to a query, and the inputs over the
// diagram for renaming and for adding a column.
func (v *walker) stateOfCanvas(axe string) {
	v.t.Helper()
	v.openHotel("logical")
	v.pick("hotels")
	v.click("#canvas-plus")
	v.wait(`document.querySelector(".over input")`)
	v.look(axe, "canvas-add")
	v.press(kb.Escape)
	ask[bool](v, `(document.getElementById("canvas").focus(), true)`)
	v.press(kb.Tab)
	v.press(" ")
	v.wait(`"traced" in document.querySelector("#canvas > svg").dataset`)
	v.picture("canvas-marked")
	v.press(kb.F2)
	v.wait(`document.querySelector(".over input")`)
	v.look(axe, "canvas-rename")
	v.press(kb.Escape)
}

// stateOfDisplay shows a view that hides elements, with its menu open; a view
// that hides all of them; an overview; and the menu of pictures while the side
// panels are hidden.
func (v *walker) stateOfDisplay(axe string) {
	v.t.Helper()
	hotel := v.makeHotel()
	v.open(hotel + "/physical?collapse=hotelks&columns=keys&legend=1")
	v.click("#display-button")
	v.look(axe, "display-menu")
	v.open(hotel + "/physical?keyspace=hotelks&query=q9")
	v.look(axe, "display-empty")
	v.open(hotel + "/physical")
	for range 4 {
		v.click("#zoom-out")
	}
	v.wantLevel("names")
	v.look(axe, "overview")
	v.click("#fold-outline")
	v.click("#fold-inspector")
	v.click("#picture-button")
	v.look(axe, "picture-menu")
}

// look inspects the page in both widths, in the narrow window each pane in the theme
// that the window has: a state has the colours that it has in a wide window.
func (v *walker) look(axe, name string) {
	v.t.Helper()
	v.do(chromedp.EmulateViewport(1280, 800))
	v.inspect(axe, name+"-1280")
	v.do(chromedp.EmulateViewport(390, 844))
	panes := ask[[]string](v, `[...document.querySelectorAll(".panes input")].map(input => input.value)`)
	for _, pane := range panes {
		ask[bool](v, `(document.getElementById("pane-" + ¿).checked = true)`, pane)
		v.inspectIn(v.themes()[:1], axe, name+"-"+pane+"-390")
	}
	if len(panes) == 0 {
		v.inspectIn(v.themes()[:1], axe, name+"-390")
	}
	v.do(chromedp.EmulateViewport(1280, 900))
}
