package browser

import (
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TabTo presses Tab until an element has the focus, and checks that the focus
// is visible.
func (v *Window) TabTo(id string) {
	v.T.Helper()
	for presses := range 400 {
		if v.Focus() == id {
			if presses > 0 {
				v.WantFocusSeen()
			}
			return
		}
		v.Press(kb.Tab)
	}
	v.Fail("Tab never comes to %s", id)
}

func (v *Window) Focus() string {
	v.T.Helper()
	return Ask[string](v, "document.activeElement?.id ?? ''")
}

func (v *Window) WantFocus(id string) {
	v.T.Helper()
	if got := v.Focus(); got != id {
		v.Fail("the focus is at %q, want %q", got, id)
	}
}

// WantFocusSeen checks that the element with the focus has an outline, a border
// in the accent colour or a shadow, and is inside the window.
func (v *Window) WantFocusSeen() {
	v.T.Helper()
	if !Ask[bool](v, `(focused => {
		const element = focused.matches("[data-letters]") ? focused.previousElementSibling : focused; // a list that shows only a letter
		const style = getComputedStyle(element), box = element.getBoundingClientRect();
		const marked = (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1) || style.boxShadow !== "none";
		return marked && box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
	})(document.activeElement)`) {
		v.Fail("the focus at %s is not seen", v.Focus())
	}
}

// Keys presses one key after another.
func (v *Window) Keys(text string) {
	v.T.Helper()
	for _, key := range text {
		v.Press(string(key))
	}
}

// OpenPalette opens the command palette by Ctrl+K and waits for the elements of
// the model.
func (v *Walker) OpenPalette() {
	v.T.Helper()
	v.Stroke(input.DispatchKeyEventParams{Key: "k", Code: "KeyK", Modifiers: int64(chromedp.ModifierCtrl), WindowsVirtualKeyCode: 75})
	v.Wait(`document.getElementById("palette").open && document.activeElement.id === "palette-input"`)
}

// Search types into the palette and waits until a result comes first.
func (v *Walker) Search(query, first string) {
	v.T.Helper()
	v.Keys(query)
	const shown = `document.querySelector("#palette-list > li[aria-selected=true]")?.innerText.replace(/\s+/g, " ").trim()`
	v.Wait(shown+`?.startsWith(¿)`, first)
}
