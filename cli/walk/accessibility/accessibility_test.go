package accessibility

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
)

// TestAccessibilityOfStates runs axe-core on page states that have no URL:
// previews, error messages, menus, deleted models, and each pane of a narrow
// window. Each state has its own browser window.
func TestAccessibilityOfStates(t *testing.T) {
	browser.OpenBrowser(t) // skips the test without a browser
	axe, server := browser.AxeCore(t), browser.StartProgram(t)
	for name, visit := range map[string]func(v *browser.Walker, axe string){
		"home": stateOfHome, "import": stateOfImport, "forms": stateOfForms, "editor": stateOfEditor,
		"canvas": stateOfCanvas, "display": stateOfDisplay, "past": stateOfPast, "query": stateOfQuery,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // each axe-core keeps one processor busy
			visit(browser.NewWalker(t, server), axe)
		})
	}
}

// stateOfPast shows an old revision with a selected element, and a deleted
// model.
func stateOfPast(v *browser.Walker, axe string) {
	v.T.Helper()
	hotel := v.MakeHotel()
	v.Open(hotel + "/physical?rev=1")
	v.Pick("guests")
	v.Look(axe, "old-selected")
	v.Open(hotel + "/delete")
	v.ExpectLoad(func() { v.Click(".button.danger") })
	v.Expect(404)
	v.Expect(410)
	v.Open(hotel + "/physical")
	v.Look(axe, "deleted")
	v.Open("deleted")
	v.Look(axe, "deleted-models")
}

// stateOfHome shows the error for a model without a name, and then the cards of
// models.
func stateOfHome(v *browser.Walker, axe string) {
	v.T.Helper()
	v.Expect(422)
	v.Open("")
	v.Fill("#new-name", "a\x01b")
	v.ExpectLoad(func() { v.Click(".new-model button") })
	if v.Problems() == "" {
		v.Fail("a name with a control character was taken")
	}
	v.Look(axe, "home-refused")
	v.Open("?find=hotel&sort=name")
	v.Look(axe, "home-found")
}

// stateOfImport shows a preview with statements that are applied, rejected and
// left out, and the message for an empty text.
func stateOfImport(v *browser.Walker, axe string) {
	v.T.Helper()
	v.Expect(422)
	v.Open("import")
	v.ExpectLoad(func() { v.Click(".import-form button") })
	if v.Problems() == "" {
		v.Fail("an import of nothing was taken")
	}
	v.Look(axe, "import-refused")
	v.Fill("#import-text", `CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TABLE shop.orders (id uuid PRIMARY KEY, total decimal);
INSERT INTO shop.orders (id) VALUES (uuid());
CREATE TABLE broken (;`)
	v.ExpectLoad(func() { v.Click(".import-form button") })
	v.Look(axe, "import-preview")
}

// stateOfForms shows the forms of parts of a table, a formula, and a form with
// an error.
func stateOfForms(v *browser.Walker, axe string) {
	v.T.Helper()
	v.OpenHotel("physical")
	v.Pick("hotels_by_poi")
	v.ExpectUpdate(func() { v.Click(v.Button("All fields of phone")) })
	v.Look(axe, "physical-column")
	v.Pick("hotels_by_poi")
	v.Expect(422)
	selector := v.Cell("phone", "type")
	v.ExpectUpdate(func() { v.Fill(selector, "txt"); v.Press("\t") })
	if v.Problems() == "" {
		v.Fail("the type txt was taken")
	}
	v.Look(axe, "physical-refused")
	v.ExpectUpdate(func() { v.Fill(selector, "text"); v.Press("\t") })
	v.Tab("sizes")
	if formula := browser.Ask[string](v, `document.querySelector("#canvas a[href*='formula=']")?.id ?? ""`); formula != "" {
		v.ExpectUpdate(func() { v.Click("#" + formula) })
	}
	v.Pick("hotels_by_poi")
	v.Look(axe, "sizes-selected")
	v.ExpectUpdate(func() { v.Click("#size-ledger") })
	v.Look(axe, "ledger")
}

// stateOfCanvas shows marked boxes, the path to a query, and the inputs over the
// diagram for renaming and for adding a column.
func stateOfCanvas(v *browser.Walker, axe string) {
	v.T.Helper()
	v.OpenHotel("logical")
	v.Pick("hotels")
	v.Click("#canvas-plus")
	v.Wait(`document.querySelector(".over input")`)
	v.Look(axe, "canvas-add")
	v.Press(kb.Escape)
	browser.Ask[bool](v, `(document.getElementById("canvas").focus(), true)`)
	v.Press(kb.Tab)
	v.Press(" ")
	v.Wait(`"traced" in document.querySelector("#canvas > svg").dataset`)
	v.Picture("canvas-marked")
	v.Press(kb.F2)
	v.Wait(`document.querySelector(".over input")`)
	v.Look(axe, "canvas-rename")
	v.Press(kb.Escape)
}

// stateOfDisplay shows a view that hides elements, with its menu open; a view
// that hides all of them; an overview; and the menu of pictures while the side
// panels are hidden.
func stateOfDisplay(v *browser.Walker, axe string) {
	v.T.Helper()
	hotel := v.MakeHotel()
	v.Open(hotel + "/physical?collapse=hotelks&columns=keys&legend=1")
	v.Click("#display-button")
	v.Look(axe, "display-menu")
	v.Open(hotel + "/physical?keyspace=hotelks&query=q9")
	v.Look(axe, "display-empty")
	v.Open(hotel + "/physical")
	for range 4 {
		v.Click("#zoom-out")
	}
	v.WantLevel("names")
	v.Look(axe, "overview")
	v.Click("#fold-outline")
	v.Click("#fold-inspector")
	v.Click("#picture-button")
	v.Look(axe, "picture-menu")
}
