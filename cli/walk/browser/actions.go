package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

func (v *Window) Do(steps ...chromedp.Action[chromedp.Void]) {
	v.T.Helper()
	limited, cancel := context.WithTimeout(v.Ctx, Patience)
	defer cancel()
	if err := chromedp.Do(limited, steps...); err != nil {
		v.Fail("%v", err)
	}
}

// Fail ends the test and takes a screenshot of the page.
func (v *Window) Fail(format string, arguments ...any) {
	v.T.Helper()
	address := ""
	if !v.crashed() {
		v.screenshot(strings.ReplaceAll(v.T.Name(), "/", "-") + "-failed")
		address, _ = chromedp.Run(v.Ctx, chromedp.Location())
	}
	v.T.Fatalf("at %s: %s", address, fmt.Sprintf(format, arguments...))
}

// crashed reports whether the browser has lost the page.
func (v *Window) crashed() bool {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	return slices.Contains(v.faults, pageCrashed)
}

// Picture saves a screenshot of the window in the folder artifacts if somebody
// asks for it: taking it is a quarter of the time of a look at a page.
func (v *Window) Picture(name string) {
	v.T.Helper()
	if os.Getenv("WIDEROW_SCREENSHOTS") != "" {
		v.screenshot(name)
	}
}

// screenshot saves a screenshot of the window in the folder artifacts. Compressing
// it well would take longer than most tests have to wait for a page.
func (v *Window) screenshot(name string) {
	v.T.Helper()
	fast := true
	shot, err := chromedp.Call(v.Ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{OptimizeForSpeed: &fast})
	if err != nil {
		v.T.Logf("take a screenshot: %v", err)
		return
	}
	folder := pictureFolder
	if err := os.MkdirAll(folder, 0o755); err != nil {
		v.T.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".png"), shot.Data, 0o644); err != nil {
		v.T.Fatal(err)
	}
}

// Ask evaluates JavaScript in the page. Each ¿ in code is replaced by an
// argument.
func Ask[T any](in opened, code string, arguments ...any) T {
	v := in.window()
	v.T.Helper()
	for _, argument := range arguments {
		text, err := json.Marshal(argument)
		if err != nil {
			v.T.Fatal(err)
		}
		code = strings.Replace(code, "¿", string(text), 1)
	}
	limited, cancel := context.WithTimeout(v.Ctx, Patience)
	defer cancel()
	value, err := chromedp.Run(limited, chromedp.Evaluate[T](code))
	if err != nil {
		v.Fail("%s: %v", code, err)
	}
	return value
}

// Wait waits until code evaluates to true. An exception counts as not yet: right after a
// page was opened, Chromium may still answer for the one before it.
func (v *Window) Wait(code string, arguments ...any) {
	v.T.Helper()
	for end := time.Now().Add(Patience); time.Now().Before(end) && !v.crashed(); time.Sleep(10 * time.Millisecond) {
		if Ask[bool](v, "(() => { try { return Boolean("+code+"); } catch { return false; } })()", arguments...) {
			return
		}
	}
	v.Fail("waited in vain for %s %v", code, arguments)
}

// Soon reports whether a condition becomes true. The limit is for what never comes.
func Soon(isTrue func() bool) bool {
	for end := time.Now().Add(Patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if isTrue() {
			return true
		}
	}
	return isTrue()
}

// Want waits until code has a value.
func Want[T comparable](in opened, code string, want T, arguments ...any) {
	v := in.window()
	v.T.Helper()
	var got T
	if !Soon(func() bool { got = Ask[T](v, code, arguments...); return got == want }) {
		v.Fail("%s is %v, want %v", code, got, want)
	}
}

// Open navigates to a path of the site.
func (v *Window) Open(path string) {
	v.T.Helper()
	v.Do(chromedp.Navigate(v.Site + path))
}

// Path returns the path of the current page, relative to the site.
func (v *Window) Path() string {
	v.T.Helper()
	address, err := chromedp.Run(v.Ctx, chromedp.Location())
	if err != nil {
		v.Fail("%v", err)
	}
	return strings.TrimPrefix(address, v.Site)
}

// ExpectLoad runs act and waits until another page has loaded. The page of a job that runs does not count: its answer follows.
func (v *Window) ExpectLoad(act func()) {
	v.T.Helper()
	v.expectPage(act, `!document.querySelector(".job-state")`)
}

// ExpectJob runs act and waits for the page of the job that it starts.
func (v *Window) ExpectJob(act func()) {
	v.T.Helper()
	v.expectPage(act, `document.querySelector(".job-state")`)
}

// expectPage runs act and waits until another page has loaded for which the condition holds.
func (v *Window) expectPage(act func(), condition string) {
	v.T.Helper()
	before := Ask[float64](v, "performance.timeOrigin")
	act()
	loaded := `document.readyState === "complete" && ` + condition + ` ? performance.timeOrigin : 0`
	for end := time.Now().Add(Patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		origin, err := chromedp.Run(v.Ctx, chromedp.Evaluate[float64](loaded))
		if err == nil && origin > 0 && origin != before {
			return
		}
	}
	v.Fail("no other page came")
}

// ExpectUpdate runs act and waits until all of its changes to the page are done.
func (v *Window) ExpectUpdate(act func()) {
	v.T.Helper()
	if !v.Scripts {
		v.ExpectLoad(act)
		return
	}
	before := Ask[int](v, "walk.asked")
	act()
	v.Wait(`walk.asked > ¿ && walk.done === walk.asked`, before)
}

// ExpectSave runs act and waits until it has made a new revision.
func (v *Walker) ExpectSave(act func()) {
	v.T.Helper()
	before := v.Revision()
	v.ExpectUpdate(act)
	if state := v.Saved(); !strings.HasPrefix(state, "Saved · r") || v.Revision() <= before {
		v.Fail("the page says %q after revision %d; problems: %s", state, before, v.Problems())
	}
}

func (v *Walker) Saved() string {
	v.T.Helper()
	return Ask[string](v, `document.getElementById("saved").textContent.trim()`)
}

func (v *Walker) Revision() int {
	v.T.Helper()
	return Ask[int](v, `Number(document.getElementById("saved").dataset.revision)`)
}

func (v *Walker) Problems() string {
	return Ask[string](v, `[...document.querySelectorAll(".error, [role=alert]")].map(e => e.textContent.trim()).filter(Boolean).join(" | ")`)
}

func (v *Window) Click(selector string) {
	v.T.Helper()
	v.expectElement(selector)
	v.askDetails(selector)
	v.Do(chromedp.Click(selector))
}

// expectElement waits for such an element: right after a page was opened, Chromium
// may still answer for the one before it.
func (v *Window) expectElement(selector string) {
	v.T.Helper()
	v.Wait("document.querySelector(¿)", selector)
}

// askDetails shows the details if a control in them is meant: a narrow window
// hides them while nothing is selected.
func (v *Window) askDetails(selector string) {
	v.T.Helper()
	if v.Scripts &&
		Ask[bool](v,
			`(details => Boolean(details) && !details.checkVisibility())(document.querySelector(¿).closest("#inspector[data-idle]"))`, selector) {
		v.Do(chromedp.Click("#model-name"))
	}
}

// Press sends keys as if typed.
func (v *Window) Press(keys string, modifiers ...chromedp.Modifier) {
	v.T.Helper()
	v.Do(chromedp.KeyEvent(keys, chromedp.KeyModifiers(modifiers...)))
}

// EnterKey presses Enter.
func (v *Window) EnterKey() {
	v.T.Helper()
	v.Stroke(input.DispatchKeyEventParams{Key: "Enter", Code: "Enter", Text: "\r", WindowsVirtualKeyCode: 13})
}

// Stroke presses and releases a key. key.Text is inserted unless the page
// prevents the key's default action.
func (v *Window) Stroke(key input.DispatchKeyEventParams) {
	v.T.Helper()
	key.Type = input.DispatchKeyEventTypeKeyDown
	Command(v, input.DispatchKeyEvent, key)
	key.Type, key.Text = input.DispatchKeyEventTypeKeyUp, ""
	Command(v, input.DispatchKeyEvent, key)
}

// Reveal opens the collapsed parts of the page around a control.
func (v *Walker) Reveal(selector string) {
	v.T.Helper()
	if Ask[bool](v, `Boolean(document.querySelector(¿)?.closest("details:not([open])"))`, selector) {
		v.Click("#" + Ask[string](v, `document.querySelector(¿).closest("details").id`, selector) + " > summary")
	}
}

// Tab opens a tab of the model.
func (v *Walker) Tab(name string) {
	v.T.Helper()
	v.ExpectUpdate(func() { v.Click("#tab-" + name) })
}

// Pick selects an element by its name in the outline.
func (v *Walker) Pick(name string) {
	v.T.Helper()
	id := Ask[string](v, `[...document.querySelectorAll("#outline-list a")].find(a => a.textContent.trim() === ¿)?.id ?? ""`, name)
	if id == "" {
		v.Fail("the outline has no %q but %s", name, Ask[string](v, `[...document.querySelectorAll("#outline-list a")].map(a => a.textContent.trim()).join(", ")`))
	}
	v.ExpectUpdate(func() { v.Click("#" + id) })
}

// Point selects an element by clicking a text in the diagram, of which it shows all if
// the text is out of view.
func (v *Walker) Point(text string) {
	v.T.Helper()
	const found = `[...document.querySelectorAll("#diagram text, #canvas svg.diagram text")].find(t => t.textContent.trim() === ¿)`
	at := v.atRest(found, text)
	if v.Scripts && len(at) > 0 && Ask[bool](v, `!document.elementFromPoint(...¿)?.closest("#canvas")`, at) {
		v.Click("#zoom-fit")
		at = v.atRest(found, text)
	}
	if len(at) == 0 {
		v.Fail("the diagram has no text %q", text)
	}
	v.ExpectUpdate(func() { v.Do(chromedp.MouseClickXY(at[0], at[1])) })
}

// Unselect clears the selection and shows the forms for new elements.
func (v *Walker) Unselect() {
	v.T.Helper()
	if !v.Scripts || Ask[bool](v, `!document.querySelector("#inspector[data-idle]")`) {
		v.ExpectUpdate(func() { v.Click("#model-name") })
	}
}

// Add creates an element. fields alternate names and values.
func (v *Walker) Add(kind string, fields ...string) {
	v.T.Helper()
	v.FillNew(kind, fields...)
	v.ExpectSave(func() { v.Click("#add-" + kind) })
}

// Button returns a selector for a button, by its text or its label.
func (v *Walker) Button(label string) string {
	v.T.Helper()
	id := Ask[string](v,
		`[...document.querySelectorAll("button, a.button")].find(b => (b.getAttribute("aria-label") ?? b.textContent.trim()) === ¿)?.id ?? ""`, label)
	if id == "" {
		v.Fail("there is no button %q", label)
	}
	return `[id="` + id + `"]`
}

// Evaluated returns the result of asynchronous code.
func (v *Window) Evaluated(code string) string {
	v.T.Helper()
	value, err := chromedp.Run(v.Ctx, chromedp.Evaluate[string]("(async () => String(await ("+code+")))()", chromedp.EvalAwaitPromise))
	if err != nil {
		v.Fail("%s: %v", code, err)
	}
	return value
}

// AllowClipboard grants all pages access to the clipboard.
func (v *Window) AllowClipboard() {
	v.T.Helper()
	for _, permission := range []string{"clipboard-read", "clipboard-write"} {
		if _, err := chromedp.CallBrowser(v.Ctx, browser.SetPermission, browser.SetPermissionParams{
			Permission: &browser.PermissionDescriptor{Name: permission}, Setting: browser.PermissionSettingGranted,
			BrowserContextID: chromedp.FromContext(v.Ctx).BrowserContextID,
		}); err != nil {
			v.T.Fatal(err)
		}
	}
}

// ButtonIn returns a selector for a button without an id, by its label.
func (v *Walker) ButtonIn(place, label string) string {
	v.T.Helper()
	if got := v.Reads(place + " button.primary"); got != label {
		v.Fail("the button in %s says %q, want %q", place, got, label)
	}
	return place + " button.primary"
}
