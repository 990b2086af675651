package browser

import (
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// Middle returns the centre of an element of the diagram, in the window.
func (v *Window) Middle(selector string) (x, y float64) {
	v.T.Helper()
	at := v.atRest(`document.querySelector(¿)`, selector)
	if len(at) == 0 {
		v.Fail("the diagram has no %s", selector)
	}
	return at[0], at[1]
}

// atRest returns the centre of the element that code finds, once it is at one place in
// two frames: the view may be on its way. Without an element it returns nothing.
func (v *Window) atRest(code string, arguments ...any) []float64 {
	v.T.Helper()
	centre := "(box => box ? [box.x + box.width / 2, box.y + box.height / 2] : [])((" + code + ")?.getBoundingClientRect())"
	if !v.Scripts {
		return Ask[[]float64](v, centre, arguments...)
	}
	Ask[bool](v, `(() => {
		delete window.restingAt;
		let last = "";
		const look = () => {
			const now = `+centre+`;
			if (String(now) === last) window.restingAt = now;
			else { last = String(now); requestAnimationFrame(look); }
		};
		requestAnimationFrame(look);
		return true;
	})()`, arguments...)
	v.Wait("window.restingAt")
	return Ask[[]float64](v, "window.restingAt")
}

func (v *Window) DoubleClick(selector string) {
	v.T.Helper()
	x, y := v.Middle(selector)
	v.Do(chromedp.MouseClickXY(x, y), chromedp.MouseClickXY(x, y, chromedp.ClickCount(2)))
}

// Drag presses the mouse button, moves the mouse and releases the button.
func (v *Window) Drag(x, y, toX, toY float64) {
	v.T.Helper()
	v.DragTo(x, y, toX, toY)
	v.Mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseReleased, X: toX, Y: toY})
}

// DragTo presses the mouse button and moves the mouse in steps.
func (v *Window) DragTo(x, y, toX, toY float64) {
	v.T.Helper()
	const steps = 8
	v.Mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMousePressed, X: x, Y: y})
	for i := 1.0; i <= steps; i++ {
		v.Mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: x + (toX-x)*i/steps, Y: y + (toY-y)*i/steps})
	}
}

func (v *Window) Mouse(event input.DispatchMouseEventParams) {
	v.T.Helper()
	event.Button, event.ClickCount = input.MouseButtonLeft, 1
	Command(v, input.DispatchMouseEvent, event)
}

// ReduceMotion makes the page move the view at once, so that no box moves under
// the pointer of a test.
func (v *Window) ReduceMotion() {
	v.T.Helper()
	Command(v, emulation.SetEmulatedMedia,
		emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}})
}

func (v *Walker) WantLevel(level string) {
	v.T.Helper()
	if got := Ask[string](v, `document.getElementById("canvas").dataset.level ?? ""`); got != level {
		v.Fail("the diagram is seen at level %q, want %q", got, level)
	}
}

func (v *Window) Height(selector string) float64 {
	v.T.Helper()
	return Ask[float64](v, `document.querySelector(¿)?.getBoundingClientRect().height ?? 0`, selector)
}
