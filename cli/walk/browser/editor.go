package browser

import (
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Editing focuses the editor of the page and deletes its text.
func (v *Walker) Editing() {
	v.T.Helper()
	v.Wait(`document.querySelector(".cm-content")`)
	v.Do(chromedp.Focus(".cm-content"))
	v.Press("a", chromedp.ModifierCtrl)
	v.Press(kb.Delete)
}

// HoverOver moves the mouse over a word of the editor.
func (v *Walker) HoverOver(word string) {
	v.T.Helper()
	box := Ask[[]float64](v, `(word => {
		const box = [...document.querySelectorAll(".cm-line span")].find((span) => span.textContent === word).getBoundingClientRect();
		return [box.left + box.width / 2, box.top + box.height / 2];
	})(¿)`, word)
	for _, offset := range []float64{3, 0} {
		Command(v, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: box[0] + offset, Y: box[1]})
	}
	v.Wait(`document.querySelector(".cm-hover")`)
}

// Script enters a text on the CQL tab, in the editor or the plain text area.
func (v *Walker) Script(text string) {
	v.T.Helper()
	if v.Scripts {
		v.Wait(`document.querySelector(".cm-content")`)
	}
	Ask[bool](v, `(area => {
		area.value = ¿;
		area.dispatchEvent(new Event("input", {bubbles: true}));
		return true;
	})(document.getElementById("script-text"))`, text)
}

func (v *Walker) ScriptText() string {
	v.T.Helper()
	return Ask[string](v, `document.getElementById("script-text").value`)
}
