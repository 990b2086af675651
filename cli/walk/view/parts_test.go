package view

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"widerow/cli/walk/browser"
)

// TestPartsHaveRoom checks that no control of the details covers another, that a
// long name breaks after an underscore, and that the "+" of the canvas covers no
// label.
func TestPartsHaveRoom(t *testing.T) {
	v := browser.Walk(t)
	model := v.MakeHotel()
	v.Open(model + "/physical?select=photelsbyid")
	v.Click("#canvas-plus")
	v.Wait(`document.activeElement.matches(".over input")`)
	v.ExpectSave(func() { v.Keys("stars"); v.EnterKey() })
	for _, width := range []int64{1280, 1100, 390} {
		v.Do(chromedp.EmulateViewport(width, 844))
		for _, path := range []string{"physical?select=photelsbyid", "physical?select=pavailablerooms", "logical?select=availablerooms", "concepts?select=hotel", "concepts?select=has", "queries?select=q4"} {
			v.Open(model + "/" + path)
			v.Wait(`document.querySelector("#inspector .part-row")`)
			for _, pair := range browser.Ask[[]string](v, overlapping) {
				t.Errorf("%s at %d px: %s", path, width, pair)
			}
			if tall := browser.Ask[[]string](v, tallColumns); len(tall) > 0 {
				t.Errorf("%s at %d px: these columns take more than a line: %v", path, width, tall)
			}
		}
	}
	v.Do(chromedp.EmulateViewport(1280, 844))
	v.Open(model + "/physical?select=pavailablerooms")
	if lines := browser.Ask[[]string](v, linesOfHeading); len(lines) < 2 {
		t.Errorf("the heading is %q, want several lines", lines)
	} else {
		for _, line := range lines[:len(lines)-1] {
			if line[len(line)-1] != '_' {
				t.Errorf("a line of the heading ends in %q", line)
			}
		}
	}
	v.Open(model + "/physical?select=photelsbyid")
	v.Wait(`document.getElementById("canvas-plus")`)
	if hidden := browser.Ask[[]string](v, labelsUnderPlus); len(hidden) > 0 {
		t.Errorf("the + covers %v", hidden)
	}
	v.Click("#zoom-selection")
	v.Wait(fmt.Sprintf(`(%s)(document.getElementById("canvas-plus"))`, insideCanvas))
}

// tallColumns lists the columns of a table whose row is higher than one control, although the name and the
// type fit into it.
const tallColumns = `[...document.querySelectorAll(":is(#list-column, #list-relation-column) > .part-row")]
	.filter(row => !row.matches(innerWidth > 900 ? ".long" : ".long, .long-on-phone"))
	.filter(row => row.offsetHeight > row.querySelector(".cell.name input:not([type=hidden])").offsetHeight + 8).map(row => row.id)`

// overlapping lists the controls of a row that overlap.
const overlapping = `[...document.querySelectorAll("#inspector .part-row")].flatMap((row) => {
	const parts = [...row.querySelectorAll("input:not([type=hidden]), select, button, a.button, span.added, .note")].filter((part) => (part.closest(".check") ?? part).checkVisibility({ opacityProperty: true }) && !part.closest(".hidden"));
	const boxes = parts.map((part) => part.getBoundingClientRect());
	const name = (part) => part.id || part.textContent;
	return parts.flatMap((one, i) => parts.slice(i + 1).filter((other, k) => {
		const a = boxes[i], b = boxes[i + 1 + k];
		return !one.contains(other) && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
	}).map((other) => name(one) + " lies on " + name(other)));
})`

// linesOfHeading returns the lines of the heading of the details.
const linesOfHeading = `((heading) => {
	const lines = [], walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT), range = document.createRange();
	let top = null;
	for (let text = walker.nextNode(); text; text = walker.nextNode()) {
		for (let i = 0; i < text.length; i++) {
			range.setStart(text, i);
			range.setEnd(text, i + 1);
			const box = range.getClientRects()[0];
			if (!box || !text.data[i].trim()) continue;
			if (top === null || box.top > top + 4) lines.push("");
			top = box.top;
			lines[lines.length - 1] += text.data[i];
		}
	}
	return lines;
})(document.querySelector("#inspector h2"))`

const labelsUnderPlus = `((plus) => [...document.querySelectorAll("#canvas .label")].filter((label) => {
	const box = label.getBoundingClientRect();
	return box.left < plus.right && plus.left < box.right && box.top < plus.bottom && plus.top < box.bottom;
}).map((label) => label.textContent))(document.getElementById("canvas-plus").getBoundingClientRect())`

const insideCanvas = `(element) => {
	const box = element.getBoundingClientRect(), canvas = document.getElementById("canvas").getBoundingClientRect();
	return box.left >= canvas.left && box.right <= canvas.right && box.top >= canvas.top && box.bottom <= canvas.bottom;
}`
