package fields

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
)

// TestColumnsAsLines edits a table of 40 columns as a grid: pasted at once, one
// line each, from line to line by arrow keys, and a new one after Enter.
func TestColumnsAsLines(t *testing.T) {
	v := browser.Walk(t)
	v.AllowClipboard()
	v.Open(v.MakeHotel() + "/physical?select=photelsbyid")
	before := v.Rows()
	var names, lines []string
	for i := range 36 {
		names = append(names, fmt.Sprintf("measure_%02d", i))
		lines = append(lines, names[i]+"\tdecimal")
	}
	lines[0] = "measure_00 map<text, int>,"
	v.ExpectSave(func() { paste(v, "#new-relation-column-name", strings.Join(lines, "\n")) })
	v.WantRows(before + " " + strings.Join(names, " "))
	if got := browser.Ask[string](v, `document.querySelector(¿).value`, v.Cell("measure_00", "type")); got != "map<text, int>" {
		t.Errorf("a pasted line made the type %q", got)
	}
	if got := browser.Ask[string](v, `document.querySelector(¿).value`, v.Cell("measure_35", "type")); got != "decimal" {
		t.Errorf("a pasted line of a spreadsheet made the type %q", got)
	}
	if tall := browser.Ask[float64](v, `Math.max(...[...document.querySelectorAll("#list-relation-column > li:not(.long)")].map(row => row.offsetHeight))`); tall > 34 {
		t.Errorf("a column with a short type takes %v px, want one line", tall)
	}

	// Arrow keys keep to their column of the grid, also of the types.
	name := func(row string) string { return strings.TrimPrefix(v.Cell(row, "name"), "#") }
	v.Do(chromedp.Focus("#" + name("measure_10")))
	v.Press(kb.ArrowDown)
	v.WantFocus(name("measure_11"))
	v.Press(kb.Tab)
	v.Press(kb.ArrowUp)
	v.WantFocus(strings.TrimPrefix(v.Cell("measure_10", "type"), "#"))

	// Alt and an arrow key move the line, Enter saves it and begins a new one.
	v.Do(chromedp.Focus("#" + name("measure_10")))
	v.ExpectSave(func() { v.Press(kb.ArrowUp, chromedp.ModifierAlt) })
	v.WantFocus(name("measure_10"))
	if got := v.Rows(); !strings.Contains(got, "measure_10 measure_09") {
		t.Errorf("after Alt+↑ the columns are %s", got)
	}
	v.Press("a", chromedp.ModifierCtrl)
	v.ExpectSave(func() { v.Keys("first"); v.EnterKey() })
	v.WantFocus("new-relation-column-name")
	if got := v.Rows(); !strings.Contains(got, "first measure_09") {
		t.Errorf("Enter did not save the name: %s", got)
	}

	// The letter of a role follows its choice, and a clustering column has an arrow.
	v.SetIn("first", "role", "C clustering")
	if got := v.Reads(v.Cell("first", "role") + "-letter"); got != "C" {
		t.Errorf("the letter of a clustering column is %q", got)
	}
	v.SetIn("first", "descending", "yes")
	if got := browser.Ask[string](v, `getComputedStyle(document.querySelector(¿).parentElement.querySelector(".arrow"), "::before").content`, v.Cell("first", "descending")); got != `"↓"` {
		t.Errorf("the arrow of a descending column is %s", got)
	}
}

// TestLinesThatAreRefused pastes lines of which one cannot be a column: none is
// added, and the text stays with the number of the line.
func TestLinesThatAreRefused(t *testing.T) {
	v := browser.Walk(t)
	v.Expect(422)
	v.AllowClipboard()
	v.Open(v.MakeHotel() + "/physical?select=photelsbyid")
	before, revision := v.Rows(), v.Revision()
	v.ExpectUpdate(func() { paste(v, "#new-relation-column-name", "stars int\nname text\nrooms int\n") })
	v.WantRows(before)
	if v.Revision() != revision {
		t.Error("a part of the lines was added")
	}
	if got := v.Reads("#new-relation-column-lines-problem"); !strings.HasPrefix(got, "Line 2: ") {
		t.Errorf("the problem is %q", got)
	}
	v.Fill("#new-relation-column-lines", "stars int\nrooms int")
	v.ExpectSave(func() { v.Click("#add-lines-relation-column") })
	v.WantRows(before + " stars rooms")
	if got := browser.Ask[string](v, `document.getElementById("new-relation-column-lines").value`); got != "" {
		t.Errorf("after the save the text is still %q", got)
	}
}

// TestWideDetails drags the edge of the details and moves it by keys. The browser
// remembers the width, and the diagram keeps some room.
func TestWideDetails(t *testing.T) {
	v := browser.Walk(t)
	model := v.MakeHotel()
	v.Open(model + "/physical?select=photelsbyid")
	width := func() float64 { return browser.Ask[float64](v, `document.getElementById("inspector").offsetWidth`) }
	before := width()
	x, y := v.Middle("#inspector-edge")
	v.Drag(x, y, x-160, y)
	if got := width(); got < before+158 || got > before+162 {
		t.Errorf("a drag by 160 px made %v px of %v", got, before)
	}
	v.Press(kb.ArrowLeft)
	if got := width(); got < before+174 || got > before+178 {
		t.Errorf("← made %v px of %v, want 16 more", got, before+160)
	}
	wide := width()
	v.Open(model + "/concepts?select=hotel")
	if got := width(); got != wide {
		t.Errorf("another page has details of %v px, want %v", got, wide)
	}
	v.Do(chromedp.Focus("#inspector-edge"))
	v.Press(kb.End)
	if room := browser.Ask[float64](v, `document.getElementById("canvas").offsetWidth`); room < 319 {
		t.Errorf("the widest details leave %v px for the diagram", room)
	}
	v.DoubleClick("#inspector-edge")
	if got := width(); got != before {
		t.Errorf("after a double click the details have %v px, want %v", got, before)
	}
}

// paste puts text into the clipboard and presses Ctrl+V in an input.
func paste(v *browser.Walker, selector, text string) {
	v.T.Helper()
	v.Click(selector)
	quoted, _ := json.Marshal(text)
	v.Evaluated("navigator.clipboard.writeText(" + string(quoted) + ")")
	browser.Command(v, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: "v", Code: "KeyV", Modifiers: 2, WindowsVirtualKeyCode: 86, Commands: []string{"paste"}})
	browser.Command(v, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyUp, Key: "v", Code: "KeyV", Modifiers: 2, WindowsVirtualKeyCode: 86})
}
