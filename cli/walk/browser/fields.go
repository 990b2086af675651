package browser

import (
	"strings"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Fill sets the value of a control: it types, ticks, or selects by the label.
func (v *Walker) Fill(selector, value string) {
	v.T.Helper()
	v.expectElement(selector)
	switch Ask[string](v, `(e => e.type === "checkbox" ? "checkbox" : e.localName)(document.querySelector(¿))`, selector) {
	case "checkbox":
		if Ask[bool](v, "document.querySelector(¿).checked", selector) != (value == "yes") {
			v.Click(selector)
		}
	case "select":
		v.Choose(selector, value)
	default:
		v.Click(selector)
		v.Press("a", chromedp.ModifierCtrl)
		if value == "" {
			v.Press(kb.Backspace)
		} else {
			Command(v, input.InsertText, input.InsertTextParams{Text: value})
		}
	}
}

// Choose selects an option of a list by its label.
func (v *Walker) Choose(selector, label string) {
	v.T.Helper()
	found := Ask[bool](v, `(list => {
		const option = [...list.options].find(o => o.label.trim() === ¿);
		if (!option) return false;
		list.focus();
		option.selected = true;
		list.dispatchEvent(new Event("input", {bubbles: true}));
		list.dispatchEvent(new Event("change", {bubbles: true}));
		return true;
	})(document.querySelector(¿))`, label, selector)
	if !found {
		v.Fail("%s does not offer %q but %s", selector, label, Ask[string](v, `[...document.querySelector(¿).options].map(o => o.label).join(", ")`, selector))
	}
}

// Enter fills a control of a form that saves automatically, and leaves it.
func (v *Walker) Enter(selector, value string) {
	v.T.Helper()
	v.Reveal(selector)
	if !v.Scripts {
		v.Fill(selector, value)
		v.ExpectSave(func() { v.Click("#inspector-save") })
		return
	}
	v.ExpectSave(func() {
		v.Fill(selector, value)
		if Ask[bool](v, "document.querySelector(¿).matches('input:not([type=checkbox]), textarea')", selector) {
			v.Press(kb.Tab)
		}
	})
}

// Refused enters an invalid value. The page must show the reason beside the
// field and keep the value.
func (v *Walker) Refused(field, value, problem string) {
	v.T.Helper()
	v.Expect(422)
	revision, selector := v.Revision(), v.Field(field)
	v.Reveal(selector)
	v.ExpectUpdate(func() {
		v.Fill(selector, value)
		v.Press(kb.Tab)
	})
	if got := v.Saved(); !strings.HasPrefix(got, "Not saved") || v.Revision() != revision {
		v.Fail("%s = %s was taken: %q", field, value, got)
	}
	if got := v.Problems(); got != problem {
		v.Fail("the problems are %q, want %q", got, problem)
	}
}

func (v *Walker) FillNew(kind string, fields ...string) {
	v.T.Helper()
	for i := 0; i+1 < len(fields); i += 2 {
		v.unfold("#new-" + kind + "-" + fields[i])
		v.Fill("#new-"+kind+"-"+fields[i], fields[i+1])
	}
}

// unfold shows the details if they hide a field.
func (v *Walker) unfold(field string) {
	v.T.Helper()
	if Ask[bool](v, `document.querySelector(¿)?.closest(".inspector")?.checkVisibility() === false
		&& Boolean(document.querySelector("#fold-inspector")?.checkVisibility())`, field) {
		v.Click("#fold-inspector")
	}
}

// Set changes a field of the selected element.
func (v *Walker) Set(field, value string) {
	v.T.Helper()
	v.Enter(v.Field(field), value)
}

func (v *Walker) Field(name string) string {
	v.T.Helper()
	id := Ask[string](v, `document.querySelector("#inspector .field[id^='set-'][id$='-" + ¿ + "-field']")?.querySelector("[name^='set.']")?.id ?? ""`, name)
	if id == "" {
		v.Fail("the form has no field %s", name)
	}
	return "#" + id
}

// SetIn changes a field of a part. row is the title of the part's row.
func (v *Walker) SetIn(row, field, value string) {
	v.T.Helper()
	v.Enter(v.Cell(row, field), value)
}

// SetType sets the type of a column that does not have it already by the name of
// its attribute.
func (v *Walker) SetType(row, value string) {
	v.T.Helper()
	if Ask[string](v, `document.querySelector(¿).value`, v.Cell(row, "type")) != value {
		v.SetIn(row, "type", value)
	}
}

func (v *Walker) Cell(row, field string) string {
	v.T.Helper()
	id := Ask[string](v, `[...document.querySelectorAll("#workbench .part-row .cell")].find(cell => cell.classList.contains(¿) &&
		cell.closest(".part-row").querySelector("button[aria-label^='Remove ']")?.getAttribute("aria-label") === "Remove " + ¿ &&
		cell.querySelector("[name^='set.']"))?.querySelector("[name^='set.']").id ?? ""`, field, row)
	if id == "" {
		v.Fail("there is no row %q with a field %s", row, field)
	}
	return "#" + id
}

// Rows returns the titles of the parts, in their order.
func (v *Walker) Rows() string {
	v.T.Helper()
	return Ask[string](v,
		`[...document.querySelectorAll("#inspector .part-row button[data-move=up]")].map(b => b.getAttribute("aria-label").slice(5, -3)).join(" ")`)
}

// Reads returns the text of an element, with single spaces.
func (v *Walker) Reads(selector string) string {
	v.T.Helper()
	return Ask[string](v, `(document.querySelector(¿)?.innerText ?? "").replace(/\s+/g, " ").trim()`, selector)
}

func (v *Walker) WantRows(want string) {
	v.T.Helper()
	if got := v.Rows(); got != want {
		v.Fail("the rows are %q, want %q", got, want)
	}
}

func (v *Walker) QueryText() string {
	v.T.Helper()
	return Ask[string](v, `document.querySelector("#inspector textarea[data-query-text]").value`)
}
