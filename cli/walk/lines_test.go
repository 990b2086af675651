package walk

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestColumnsAsLines edits a table of 40 columns as a grid: pasted at once, one
// line each, from line to line by arrow keys, and a new one after Enter.
func TestColumnsAsLines(t *testing.T) {
	v := walk(t)
	v.allowClipboard()
	v.open(v.makeHotel() + "/physical?select=photelsbyid")
	before := v.rows()
	var names, lines []string
	for i := range 36 {
		names = append(names, fmt.Sprintf("measure_%02d", i))
		lines = append(lines, names[i]+"\tdecimal")
	}
	lines[0] = "measure_00 map<text, int>,"
	v.expectSave(func() { v.paste("#new-relation-column-name", strings.Join(lines, "\n")) })
	v.wantRows(before + " " + strings.Join(names, " "))
	if got := ask[string](v, `document.querySelector(¿).value`, v.cell("measure_00", "type")); got != "map<text, int>" {
		t.Errorf("a pasted line made the type %q", got)
	}
	if got := ask[string](v, `document.querySelector(¿).value`, v.cell("measure_35", "type")); got != "decimal" {
		t.Errorf("a pasted line of a spreadsheet made the type %q", got)
	}
	if tall := ask[float64](v, `Math.max(...[...document.querySelectorAll("#list-relation-column > li")].map(row => row.offsetHeight))`); tall > 34 {
		t.Errorf("a column takes %v px, want one line", tall)
	}

	// Arrow keys keep to their column of the grid, also of the types.
	name := func(row string) string { return strings.TrimPrefix(v.cell(row, "name"), "#") }
	v.do(chromedp.Focus("#" + name("measure_10")))
	v.press(kb.ArrowDown)
	v.wantFocus(name("measure_11"))
	v.press(kb.Tab)
	v.press(kb.ArrowUp)
	v.wantFocus(strings.TrimPrefix(v.cell("measure_10", "type"), "#"))

	// Alt and an arrow key move the line, Enter saves it and begins a new one.
	v.do(chromedp.Focus("#" + name("measure_10")))
	v.expectSave(func() { v.press(kb.ArrowUp, chromedp.ModifierAlt) })
	v.wantFocus(name("measure_10"))
	if got := v.rows(); !strings.Contains(got, "measure_10 measure_09") {
		t.Errorf("after Alt+↑ the columns are %s", got)
	}
	v.press("a", chromedp.ModifierCtrl)
	v.expectSave(func() { v.keys("first"); v.enterKey() })
	v.wantFocus("new-relation-column-name")
	if got := v.rows(); !strings.Contains(got, "first measure_09") {
		t.Errorf("Enter did not save the name: %s", got)
	}

	// The letter of a role follows its choice, and a clustering column has an arrow.
	v.setIn("first", "role", "C clustering")
	if got := v.reads(v.cell("first", "role") + "-letter"); got != "C" {
		t.Errorf("the letter of a clustering column is %q", got)
	}
	v.setIn("first", "descending", "yes")
	if got := ask[string](v, `getComputedStyle(document.querySelector(¿).parentElement.querySelector(".arrow"), "::before").content`, v.cell("first", "descending")); got != `"↓"` {
		t.Errorf("the arrow of a descending column is %s", got)
	}
}

// TestLinesThatAreRefused pastes lines of which one cannot be a column: none is
// added, and the text stays with the number of the line.
func TestLinesThatAreRefused(t *testing.T) {
	v := walk(t)
	v.expect(422)
	v.allowClipboard()
	v.open(v.makeHotel() + "/physical?select=photelsbyid")
	before, revision := v.rows(), v.revision()
	v.expectUpdate(func() { v.paste("#new-relation-column-name", "stars int\nname text\nrooms int\n") })
	v.wantRows(before)
	if v.revision() != revision {
		t.Error("a part of the lines was added")
	}
	if got := v.reads("#new-relation-column-lines-problem"); !strings.HasPrefix(got, "Line 2: ") {
		t.Errorf("the problem is %q", got)
	}
	v.fill("#new-relation-column-lines", "stars int\nrooms int")
	v.expectSave(func() { v.click("#add-lines-relation-column") })
	v.wantRows(before + " stars rooms")
	if got := ask[string](v, `document.getElementById("new-relation-column-lines").value`); got != "" {
		t.Errorf("after the save the text is still %q", got)
	}
}

// TestWideDetails drags the edge of the details and moves it by keys. The browser
// remembers the width, and the diagram keeps some room.
func TestWideDetails(t *testing.T) {
	v := walk(t)
	model := v.makeHotel()
	v.open(model + "/physical?select=photelsbyid")
	width := func() float64 { return ask[float64](v, `document.getElementById("inspector").offsetWidth`) }
	before := width()
	x, y := v.middle("#inspector-edge")
	v.drag(x, y, x-160, y)
	if got := width(); got < before+158 || got > before+162 {
		t.Errorf("a drag by 160 px made %v px of %v", got, before)
	}
	v.press(kb.ArrowLeft)
	if got := width(); got < before+174 || got > before+178 {
		t.Errorf("← made %v px of %v, want 16 more", got, before+160)
	}
	wide := width()
	v.open(model + "/concepts?select=hotel")
	if got := width(); got != wide {
		t.Errorf("another page has details of %v px, want %v", got, wide)
	}
	v.do(chromedp.Focus("#inspector-edge"))
	v.press(kb.End)
	if room := ask[float64](v, `document.getElementById("canvas").offsetWidth`); room < 319 {
		t.Errorf("the widest details leave %v px for the diagram", room)
	}
	v.doubleClick("#inspector-edge")
	if got := width(); got != before {
		t.Errorf("after a double click the details have %v px, want %v", got, before)
	}
}

// paste puts text into the clipboard and presses Ctrl+V in an input.
func (v *walker) paste(selector, text string) {
	v.t.Helper()
	v.click(selector)
	quoted, _ := json.Marshal(text)
	v.evaluated("navigator.clipboard.writeText(" + string(quoted) + ")")
	command(v, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: "v", Code: "KeyV", Modifiers: 2, WindowsVirtualKeyCode: 86, Commands: []string{"paste"}})
	command(v, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyUp, Key: "v", Code: "KeyV", Modifiers: 2, WindowsVirtualKeyCode: 86})
}
