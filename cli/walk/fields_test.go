package walk

import (
	"strings"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// fill sets the value of a control: it types, ticks, or selects by the label.
func (v *walker) fill(selector, value string) {
	v.t.Helper()
	v.expectElement(selector)
	switch ask[string](v, `(e => e.type === "checkbox" ? "checkbox" : e.localName)(document.querySelector(¿))`, selector) {
	case "checkbox":
		if ask[bool](v, "document.querySelector(¿).checked", selector) != (value == "yes") {
			v.click(selector)
		}
	case "select":
		v.choose(selector, value)
	default:
		v.click(selector)
		v.press("a", chromedp.ModifierCtrl)
		if value == "" {
			v.press(kb.Backspace)
		} else {
			command(v, input.InsertText, input.InsertTextParams{Text: value})
		}
	}
}

// choose selects an option of a list by its label.
func (v *walker) choose(selector, label string) {
	v.t.Helper()
	found := ask[bool](v, `(list => {
		const option = [...list.options].find(o => o.label.trim() === ¿);
		if (!option) return false;
		list.focus();
		option.selected = true;
		list.dispatchEvent(new Event("input", {bubbles: true}));
		list.dispatchEvent(new Event("change", {bubbles: true}));
		return true;
	})(document.querySelector(¿))`, label, selector)
	if !found {
		v.fail("%s does not offer %q but %s", selector, label, ask[string](v, `[...document.querySelector(¿).options].map(o => o.label).join(", ")`, selector))
	}
}

// enter fills a control of a form that saves automatically, and leaves it.
func (v *walker) enter(selector, value string) {
	v.t.Helper()
	v.reveal(selector)
	if !v.scripts {
		v.fill(selector, value)
		v.expectSave(func() { v.click("#inspector-save") })
		return
	}
	v.expectSave(func() {
		v.fill(selector, value)
		if ask[bool](v, "document.querySelector(¿).matches('input:not([type=checkbox]), textarea')", selector) {
			v.press(kb.Tab)
		}
	})
}

// refused enters an invalid value. The page must show the reason beside the
// field and keep the value.
func (v *walker) refused(field, value, problem string) {
	v.t.Helper()
	v.expect(422)
	revision, selector := v.revision(), v.field(field)
	v.reveal(selector)
	v.expectUpdate(func() {
		v.fill(selector, value)
		v.press(kb.Tab)
	})
	if got := v.saved(); !strings.HasPrefix(got, "Not saved") || v.revision() != revision {
		v.fail("%s = %s was taken: %q", field, value, got)
	}
	if got := v.problems(); got != problem {
		v.fail("the problems are %q, want %q", got, problem)
	}
}

func (v *walker) fillNew(kind string, fields ...string) {
	v.t.Helper()
	for i := 0; i+1 < len(fields); i += 2 {
		v.fill("#new-"+kind+"-"+fields[i], fields[i+1])
	}
}

// set changes a field of the selected element.
func (v *walker) set(field, value string) {
	v.t.Helper()
	v.enter(v.field(field), value)
}

func (v *walker) field(name string) string {
	v.t.Helper()
	id := ask[string](v, `document.querySelector("#inspector .field[id^='set-'][id$='-" + ¿ + "-field']")?.querySelector("[name^='set.']")?.id ?? ""`, name)
	if id == "" {
		v.fail("the form has no field %s", name)
	}
	return "#" + id
}

// setIn changes a field of a part. row is the title of the part's row.
func (v *walker) setIn(row, field, value string) {
	v.t.Helper()
	v.enter(v.cell(row, field), value)
}

// setType sets the type of a column that does not have it already by the name of
// its attribute.
func (v *walker) setType(row, value string) {
	v.t.Helper()
	if ask[string](v, `document.querySelector(¿).value`, v.cell(row, "type")) != value {
		v.setIn(row, "type", value)
	}
}

func (v *walker) cell(row, field string) string {
	v.t.Helper()
	id := ask[string](v, `[...document.querySelectorAll("#workbench .part-row .cell")].find(cell => cell.classList.contains(¿) &&
		cell.closest(".part-row").querySelector("button[aria-label^='Remove ']")?.getAttribute("aria-label") === "Remove " + ¿ &&
		cell.querySelector("[name^='set.']"))?.querySelector("[name^='set.']").id ?? ""`, field, row)
	if id == "" {
		v.fail("there is no row %q with a field %s", row, field)
	}
	return "#" + id
}

// rows returns the titles of the parts, in their order.
func (v *walker) rows() string {
	v.t.Helper()
	return ask[string](v, `[...document.querySelectorAll("#inspector .part-row button[data-move=up]")].map(b => b.getAttribute("aria-label").slice(5, -3)).join(" ")`)
}

// reads returns the text of an element, with single spaces.
func (v *walker) reads(selector string) string {
	v.t.Helper()
	return ask[string](v, `(document.querySelector(¿)?.innerText ?? "").replace(/\s+/g, " ").trim()`, selector)
}
