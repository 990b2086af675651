package view

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
)

// TestSplitter moves the bar between the script and the diagram by mouse, touch
// and keyboard. The browser remembers its position.
func TestSplitter(t *testing.T) {
	v := browser.Walk(t)
	model := v.MakeHotel()
	v.Open(model + "/cql")
	wantShare(v, 55)
	v.Click("#script-splitter")
	v.Open(model + "/cql")
	wantShare(v, 55)

	x, y := v.Middle("#script-splitter")
	width := browser.Ask[float64](v, `document.getElementById("canvas").clientWidth`)
	v.Drag(x, y, x-0.2*width, y+50)
	wantShare(v, 35)
	if got := browser.Ask[string](v, `getComputedStyle(document.getElementById("script-splitter")).outline`); !strings.Contains(got, "none") && !strings.Contains(got, "rgba(0, 0, 0, 0)") {
		t.Errorf("the bar that was dragged has the outline %q", got)
	}
	v.Open(model + "/statements")
	wantShare(v, 35)

	v.Do(chromedp.Focus("#script-splitter"))
	v.Press(kb.ArrowRight)
	wantShare(v, 37)
	v.Press(kb.Home)
	wantShare(v, 25)
	v.Press(kb.End)
	wantShare(v, 75)
	cut := browser.Ask[string](v, `(canvas => [...document.querySelectorAll("#zoom .button")].filter(button => button.getBoundingClientRect().right > canvas.right).map(button => button.id).join(" "))(document.querySelector(".script > .canvas").getBoundingClientRect())`)
	if cut != "" {
		t.Errorf("beside a wide script the diagram cuts off %s", cut)
	}
	v.Press(kb.ArrowRight)
	wantShare(v, 75)

	browser.Command(v, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true, MaxTouchPoints: 5})
	x, y = v.Middle("#script-splitter")
	v.Fingers(browser.At(x, y))
	v.Fingers(browser.At(x-0.05*width, y))
	v.Fingers(browser.At(x-0.1*width, y))
	v.Fingers()
	wantShare(v, 65)
	v.ExpectUpdate(func() { v.Click("#pane-cql") })
	wantShare(v, 65)

	v.DoubleClick("#script-splitter")
	wantShare(v, 55)
	v.Open(model + "/cql")
	wantShare(v, 55)
	v.Click("#fold-script-diagram")
	v.Wait(`!document.getElementById("script-splitter").checkVisibility()`)
}

// wantShare waits until the script has this share of the width, in percent, and
// the bar reports it.
func wantShare(v *browser.Walker, percent int) {
	v.T.Helper()
	v.Wait(`((text, all, bar) => Math.round(100 * text / all) === ¿ && Number(bar.getAttribute("aria-valuenow")) === ¿)(
		document.querySelector(".script-text").offsetWidth, document.getElementById("canvas").clientWidth, document.getElementById("script-splitter"))`, percent, percent)
}
