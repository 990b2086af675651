package view

import (
	"testing"

	"widerow/cli/walk/browser"
)

// TestEditKeepsOtherBoxes renames a table, moves one, selects another and renames that, and undoes it: boxes that
// do not differ stay the same elements, whatever scripts did to them, and the drawing is the one of a page that
// is loaded anew.
func TestEditKeepsOtherBoxes(t *testing.T) {
	v := browser.Walk(t)
	v.Open(v.MakeHotel() + "/physical?select=photelsbyid")
	const guests = `document.querySelector("#canvas [data-box=pguestsbyid]")`
	browser.Ask[bool](v, guests+`.ours = true`)
	if v.Evaluated(differences) != "" {
		t.Fatal("the drawing differs before any edit")
	}
	browser.Ask[bool](v, `((text) => { text.setAttribute("x", "7"); text.textContent = "Ours"; return true; })(`+guests+`.querySelector("text"))`)
	if v.Evaluated(differences) == "" {
		t.Fatal("the comparison does not see a text that a script has changed")
	}
	stays := func(step string) {
		t.Helper()
		if differs := v.Evaluated(differences); differs != "" {
			t.Errorf("after %s: the drawing differs from that of a page that is loaded anew:\n%s", step, differs)
		}
		if !browser.Ask[bool](v, guests+`.ours === true`) {
			t.Errorf("after %s: another table was drawn again", step)
		}
	}
	v.ExpectSave(func() { v.Set("name", "hotels_with_a_long_name") })
	stays("a rename")
	x, y := v.Middle("#canvas [data-box=ppoisbyhotel] text")
	v.ExpectSave(func() { v.Drag(x, y, x+60, y+40) })
	stays("a move")
	v.Pick("hotels_by_poi")
	v.ExpectSave(func() { v.Set("name", "hotels_at") })
	stays("a rename of another selected table")
	v.ExpectSave(func() { v.Click("#undo-button") })
	stays("an undo")
}

// differences compares the drawing with that of the page loaded anew, but for what scripts add to it.
const differences = `(async () => {
	const fresh = new DOMParser().parseFromString(await (await fetch(location)).text(), "text/html").querySelector("#canvas > svg");
	const names = ["id", "class", "href", "d", "x", "y", "width", "height", "data-at", "data-box", "data-owner", "data-edge"];
	const state = /\b(here|hovered|marked|near|far|faded|traced|pressed)\b/g;
	const seen = (element) => element.localName + names.map((name) => (element.getAttribute(name) ?? "").replace(name === "class" ? state : "", "").trim()).join("|") +
		(element.children.length ? "" : element.textContent);
	const parts = (svg) => [...svg.children].filter((part) => !part.matches(".overview, .guide, .linking, .band")).map((part) => [part, ...part.querySelectorAll("*")].map(seen).join("\n"));
	const is = parts(document.querySelector("#canvas > svg")), want = parts(fresh);
	return want.concat(is.slice(want.length)).flatMap((part, i) => part === is[i] ? [] : [is[i] + "\nwant\n" + want[i]]).slice(0, 2).join("\n\n");
})()`
