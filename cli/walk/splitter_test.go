package walk

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestSplitter moves the bar between the script and the diagram by mouse, touch
// and keyboard. The browser remembers its position.
func TestSplitter(t *testing.T) {
	v := walk(t)
	model := v.makeHotel()
	v.open(model + "/cql")
	v.wantShare(55)
	v.click("#script-splitter")
	v.open(model + "/cql")
	v.wantShare(55)

	x, y := v.middle("#script-splitter")
	width := ask[float64](v, `document.getElementById("canvas").clientWidth`)
	v.drag(x, y, x-0.2*width, y+50)
	v.wantShare(35)
	if got := ask[string](v, `getComputedStyle(document.getElementById("script-splitter")).outline`); !strings.Contains(got, "none") && !strings.Contains(got, "rgba(0, 0, 0, 0)") {
		t.Errorf("the bar that was dragged has the outline %q", got)
	}
	v.open(model + "/statements")
	v.wantShare(35)

	v.do(chromedp.Focus("#script-splitter"))
	v.press(kb.ArrowRight)
	v.wantShare(37)
	v.press(kb.Home)
	v.wantShare(25)
	v.press(kb.End)
	v.wantShare(75)
	cut := ask[string](v, `(canvas => [...document.querySelectorAll("#zoom .button")].filter(button => button.getBoundingClientRect().right > canvas.right).map(button => button.id).join(" "))(document.querySelector(".script > .canvas").getBoundingClientRect())`)
	if cut != "" {
		t.Errorf("beside a wide script the diagram cuts off %s", cut)
	}
	v.press(kb.ArrowRight)
	v.wantShare(75)

	command(v, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true, MaxTouchPoints: 5})
	x, y = v.middle("#script-splitter")
	v.fingers(point{x, y})
	v.fingers(point{x - 0.05*width, y})
	v.fingers(point{x - 0.1*width, y})
	v.fingers()
	v.wantShare(65)
	v.expectUpdate(func() { v.click("#pane-cql") })
	v.wantShare(65)

	v.doubleClick("#script-splitter")
	v.wantShare(55)
	v.open(model + "/cql")
	v.wantShare(55)
	v.click("#fold-script-diagram")
	v.wait(`!document.getElementById("script-splitter").checkVisibility()`)
}

// wantShare waits until the script has this share of the width, in percent, and
// the bar reports it.
func (v *walker) wantShare(percent int) {
	v.t.Helper()
	v.wait(`((text, all, bar) => Math.round(100 * text / all) === ¿ && Number(bar.getAttribute("aria-valuenow")) === ¿)(
		document.querySelector(".script-text").offsetWidth, document.getElementById("canvas").clientWidth, document.getElementById("script-splitter"))`, percent, percent)
}
