package walk

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// The methods in this file do what a user does: look, click, type, press keys.
// They find elements by the text on the page (labels, titles, names), and form
// fields by their name in the document.

func (v *walker) do(steps ...chromedp.Action[chromedp.Void]) {
	v.t.Helper()
	limited, cancel := context.WithTimeout(v.ctx, patience)
	defer cancel()
	if err := chromedp.Do(limited, steps...); err != nil {
		v.fail("%v", err)
	}
}

// fail ends the test and takes a screenshot of the page.
func (v *walker) fail(format string, arguments ...any) {
	v.t.Helper()
	address := ""
	if !v.crashed() {
		v.screenshot(strings.ReplaceAll(v.t.Name(), "/", "-") + "-failed")
		address, _ = chromedp.Run(v.ctx, chromedp.Location())
	}
	v.t.Fatalf("at %s: %s", address, fmt.Sprintf(format, arguments...))
}

// crashed reports whether the browser has lost the page.
func (v *walker) crashed() bool {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	return slices.Contains(v.faults, pageCrashed)
}

// picture saves a screenshot of the window in the folder artifacts if somebody
// asks for it: taking it is a quarter of the time of a look at a page.
func (v *walker) picture(name string) {
	v.t.Helper()
	if os.Getenv("WIDEROW_SCREENSHOTS") != "" {
		v.screenshot(name)
	}
}

// screenshot saves a screenshot of the window in the folder artifacts. Compressing
// it well would take longer than most tests have to wait for a page.
func (v *walker) screenshot(name string) {
	v.t.Helper()
	fast := true
	shot, err := chromedp.Call(v.ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{OptimizeForSpeed: &fast})
	if err != nil {
		v.t.Logf("take a screenshot: %v", err)
		return
	}
	folder := filepath.Join("..", "..", "artifacts")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		v.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".png"), shot.Data, 0o644); err != nil {
		v.t.Fatal(err)
	}
}

// ask evaluates JavaScript in the page. Each ¿ in code is replaced by an
// argument.
func ask[T any](v *walker, code string, arguments ...any) T {
	v.t.Helper()
	for _, argument := range arguments {
		text, err := json.Marshal(argument)
		if err != nil {
			v.t.Fatal(err)
		}
		code = strings.Replace(code, "¿", string(text), 1)
	}
	limited, cancel := context.WithTimeout(v.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(limited, chromedp.Evaluate[T](code))
	if err != nil {
		v.fail("%s: %v", code, err)
	}
	return value
}

// wait waits until code evaluates to true. An exception counts as not yet: right after a
// page was opened, Chromium may still answer for the one before it.
func (v *walker) wait(code string, arguments ...any) {
	v.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end) && !v.crashed(); time.Sleep(10 * time.Millisecond) {
		if ask[bool](v, "(() => { try { return Boolean("+code+"); } catch { return false; } })()", arguments...) {
			return
		}
	}
	v.fail("waited in vain for %s %v", code, arguments)
}

// open navigates to a path of the site.
func (v *walker) open(path string) {
	v.t.Helper()
	v.do(chromedp.Navigate(v.site + path))
}

// path returns the path of the current page, relative to the site.
func (v *walker) path() string {
	v.t.Helper()
	address, err := chromedp.Run(v.ctx, chromedp.Location())
	if err != nil {
		v.fail("%v", err)
	}
	return strings.TrimPrefix(address, v.site)
}

// expectLoad runs act and waits until another page has loaded.
func (v *walker) expectLoad(act func()) {
	v.t.Helper()
	before := ask[float64](v, "performance.timeOrigin")
	act()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		origin, err := chromedp.Run(v.ctx, chromedp.Evaluate[float64](`document.readyState === "complete" ? performance.timeOrigin : 0`))
		if err == nil && origin > 0 && origin != before {
			return
		}
	}
	v.fail("no other page came")
}

// expectUpdate runs act and waits until all of its changes to the page are done.
func (v *walker) expectUpdate(act func()) {
	v.t.Helper()
	if !v.scripts {
		v.expectLoad(act)
		return
	}
	before := ask[int](v, "walk.asked")
	act()
	v.wait(`walk.asked > ¿ && walk.done === walk.asked`, before)
}

// expectSave runs act and waits until it has made a new revision.
func (v *walker) expectSave(act func()) {
	v.t.Helper()
	before := v.revision()
	v.expectUpdate(act)
	if state := v.saved(); !strings.HasPrefix(state, "Saved · r") || v.revision() <= before {
		v.fail("the page says %q after revision %d; problems: %s", state, before, v.problems())
	}
}

func (v *walker) saved() string {
	v.t.Helper()
	return ask[string](v, `document.getElementById("saved").textContent.trim()`)
}

func (v *walker) revision() int {
	v.t.Helper()
	return ask[int](v, `Number(document.getElementById("saved").dataset.revision)`)
}

func (v *walker) problems() string {
	return ask[string](v, `[...document.querySelectorAll(".error, [role=alert]")].map(e => e.textContent.trim()).filter(Boolean).join(" | ")`)
}

func (v *walker) click(selector string) {
	v.t.Helper()
	v.expectElement(selector)
	v.askDetails(selector)
	v.do(chromedp.Click(selector))
}

// expectElement waits for such an element: right after a page was opened, Chromium
// may still answer for the one before it.
func (v *walker) expectElement(selector string) {
	v.t.Helper()
	v.wait("document.querySelector(¿)", selector)
}

// askDetails shows the details if a control in them is meant: a narrow window
// hides them while nothing is selected.
func (v *walker) askDetails(selector string) {
	v.t.Helper()
	if v.scripts && ask[bool](v, `(details => Boolean(details) && !details.checkVisibility())(document.querySelector(¿).closest("#inspector[data-idle]"))`, selector) {
		v.do(chromedp.Click("#model-name"))
	}
}

// press sends keys as if typed.
func (v *walker) press(keys string, modifiers ...chromedp.Modifier) {
	v.t.Helper()
	v.do(chromedp.KeyEvent(keys, chromedp.KeyModifiers(modifiers...)))
}

// enterKey presses Enter.
func (v *walker) enterKey() {
	v.t.Helper()
	v.stroke(input.DispatchKeyEventParams{Key: "Enter", Code: "Enter", Text: "\r", WindowsVirtualKeyCode: 13})
}

// stroke presses and releases a key. key.Text is inserted unless the page
// prevents the key's default action.
func (v *walker) stroke(key input.DispatchKeyEventParams) {
	v.t.Helper()
	key.Type = input.DispatchKeyEventTypeKeyDown
	command(v, input.DispatchKeyEvent, key)
	key.Type, key.Text = input.DispatchKeyEventTypeKeyUp, ""
	command(v, input.DispatchKeyEvent, key)
}

// reveal opens the collapsed parts of the page around a control.
func (v *walker) reveal(selector string) {
	v.t.Helper()
	if ask[bool](v, `Boolean(document.querySelector(¿)?.closest("details:not([open])"))`, selector) {
		v.click("#" + ask[string](v, `document.querySelector(¿).closest("details").id`, selector) + " > summary")
	}
}

// tab opens a tab of the model.
func (v *walker) tab(name string) {
	v.t.Helper()
	v.expectUpdate(func() { v.click("#tab-" + name) })
}

// pick selects an element by its name in the outline.
func (v *walker) pick(name string) {
	v.t.Helper()
	id := ask[string](v, `[...document.querySelectorAll("#outline-list a")].find(a => a.textContent.trim() === ¿)?.id ?? ""`, name)
	if id == "" {
		v.fail("the outline has no %q but %s", name, ask[string](v, `[...document.querySelectorAll("#outline-list a")].map(a => a.textContent.trim()).join(", ")`))
	}
	v.expectUpdate(func() { v.click("#" + id) })
}

// point selects an element by clicking a text in the diagram.
func (v *walker) point(text string) {
	v.t.Helper()
	at := ask[[]float64](v, `(text => {
		if (!text) return [];
		const box = text.getBoundingClientRect();
		return [box.x + box.width / 2, box.y + box.height / 2];
	})([...document.querySelectorAll("#diagram text, #canvas svg.diagram text")].find(t => t.textContent.trim() === ¿))`, text)
	if len(at) == 0 {
		v.fail("the diagram has no text %q", text)
	}
	v.expectUpdate(func() { v.do(chromedp.MouseClickXY(at[0], at[1])) })
}

// unselect clears the selection and shows the forms for new elements.
func (v *walker) unselect() {
	v.t.Helper()
	if !v.scripts || ask[bool](v, `!document.querySelector("#inspector[data-idle]")`) {
		v.expectUpdate(func() { v.click("#model-name") })
	}
}

// add creates an element. fields alternate names and values.
func (v *walker) add(kind string, fields ...string) {
	v.t.Helper()
	v.fillNew(kind, fields...)
	v.expectSave(func() { v.click("#add-" + kind) })
}

// button returns a selector for a button, by its text or its label.
func (v *walker) button(label string) string {
	v.t.Helper()
	id := ask[string](v, `[...document.querySelectorAll("button, a.button")].find(b => (b.getAttribute("aria-label") ?? b.textContent.trim()) === ¿)?.id ?? ""`, label)
	if id == "" {
		v.fail("there is no button %q", label)
	}
	return `[id="` + id + `"]`
}
