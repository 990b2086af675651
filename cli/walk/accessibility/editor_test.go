package accessibility

import (
	"fmt"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
)

// stateOfEditor shows the popups over the text, in both widths.
func stateOfEditor(v *browser.Walker, axe string) {
	v.T.Helper()
	model := v.MakeHotel()
	for _, width := range []int64{1280, 390} {
		v.Do(chromedp.EmulateViewport(width, 844))
		v.Open(model + "/cql")
		name := func(state string) string { return fmt.Sprintf("editor-%s-%d", state, width) }
		v.Editing()
		v.Keys("CREATE TABLE hotel.x (a tx, b int, PRIMARY KEY (a)) WITH g")
		v.Wait(`document.querySelector(".cm-tooltip-autocomplete li[aria-selected]") && document.querySelector(".cm-completionInfo")`)
		v.Inspect(axe, name("completion"))
		v.Keys("c_grace_seconds = 1;")
		v.Wait(`document.querySelector(".cm-lintRange-error")`)
		v.Press(kb.F8)
		v.Wait(`document.querySelector(".cm-tooltip-lint")`)
		v.Inspect(axe, name("problem"))
		v.Press("f", chromedp.ModifierCtrl)
		v.Wait(`document.querySelector(".cm-search")`)
		v.Inspect(axe, name("find"))
		v.Press(kb.Escape)
		if width > 1000 { // the wide window has a mouse
			v.HoverOver("PRIMARY")
			v.Inspect(axe, name("hover"))
		}
	}
	v.Editing()
	v.Do(chromedp.EmulateViewport(1280, 900))
}
