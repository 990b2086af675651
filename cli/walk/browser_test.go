package walk

import (
	"context"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// requiresChromium reports whether tests must fail, and not be skipped, without
// a browser.
func requiresChromium() bool {
	return slices.Contains(strings.Split(os.Getenv("WIDEROW_REQUIRE"), ","), "chromium")
}

// failOrSkip ends a test that cannot run on this machine.
func failOrSkip(t *testing.T, what string) {
	t.Helper()
	if requiresChromium() {
		t.Fatalf("WIDEROW_REQUIRE names chromium, and there is %s", what)
	}
	t.Skipf("there is %s: the pages are not tried in a browser", what)
}

// browsers are the running ones. Starting one takes longer than many tests, so that
// a test uses one that another has left. Meanwhile no other test uses it: clicks were
// lost when tests shared one. All who walk in one test, with its subtests, share it.
// Each walker has their own cookies, storage and cache.
var browsers struct {
	sync.Mutex
	free []*chromium
	used map[string]*chromium // by the name of the test
}

// chromium is a running Chromium.
type chromium struct {
	context context.Context
	stop    func()
	users   int // calls of openBrowser by tests that have not ended
}

// unusedFeatures are those of chromedp's defaults, and others that take more time for each
// new window than the page in it: two pages for the suggestions of the address bar, and a
// process for the next page.
const unusedFeatures = "Translate,BlinkGenPropertyTrees,WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess"

// openBrowser returns the browser of a test, which it keeps until it ends.
func openBrowser(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: tests in a browser take long")
	}
	browsers.Lock()
	defer browsers.Unlock()
	name, _, _ := strings.Cut(t.Name(), "/")
	b := browsers.used[name]
	for ; b == nil && len(browsers.free) > 0; browsers.free = browsers.free[1:] {
		if chromedp.Do(browsers.free[0].context, chromedp.Navigate("about:blank")) == nil {
			b = browsers.free[0]
		} else {
			browsers.free[0].stop()
		}
	}
	if b == nil {
		b = startBrowser(t)
	}
	if browsers.used == nil {
		browsers.used = map[string]*chromium{}
	}
	browsers.used[name] = b
	b.users++
	t.Cleanup(func() { closeBrowser(name) })
	return b.context
}

// closeBrowser leaves the browser of a test to others when nobody uses it any more.
func closeBrowser(name string) {
	browsers.Lock()
	defer browsers.Unlock()
	b := browsers.used[name]
	if b.users--; b.users == 0 {
		delete(browsers.used, name)
		browsers.free = append(browsers.free, b)
	}
}

func startBrowser(t *testing.T) *chromium {
	t.Helper()
	var path string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		failOrSkip(t, "no chromium in the PATH")
	}
	folder, err := os.MkdirTemp("", "widerow-chromium-")
	if err != nil {
		t.Fatal(err)
	}
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(folder),
		chromedp.Flag("disable-features", unusedFeatures),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.WindowSize(1280, 900))
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, leave := chromedp.NewContext(allocator)
	b := &chromium{context: ctx, stop: func() { leave(); stop(); os.RemoveAll(folder) }}
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		b.stop()
		t.Fatal(err)
	}
	return b
}

// walker is a user with their own window and cookies. Faults behind the page
// fail the test: a violation of the content security policy, a message on the
// console, a failed request, a dialog.
type walker struct {
	t       *testing.T
	ctx     context.Context
	server  *program
	site    string
	scripts bool
	touched bool // a finger is on the screen
	theme   string

	mutex  sync.Mutex
	faults []string
	// expected holds the error statuses that the test causes on purpose.
	expected map[int64]bool
}

// patience limits each wait for a page, and lifetime the time of one walker. The
// limits are for a page that never comes, not for a machine that is busy.
const (
	patience = time.Minute
	lifetime = 20 * time.Minute
)

// walk starts the program and opens a window on it. The test runs beside others:
// a page waits for the server, or the server for a page.
func walk(t *testing.T, arguments ...string) *walker {
	t.Helper()
	if !strings.Contains(t.Name(), "/") {
		t.Parallel()
	}
	return walkAlone(t, arguments...)
}

// walkAlone is walk for a test that runs beside no other, as its subtests run
// beside each other.
func walkAlone(t *testing.T, arguments ...string) *walker {
	t.Helper()
	openBrowser(t) // skips the test without a browser
	return newWalker(t, startProgram(t, arguments...))
}

func newWalker(t *testing.T, server *program) *walker {
	t.Helper()
	return openWindow(t, openBrowser(t), server, countRequests+alone, chromedp.WithNewBrowserContext())
}

// newLiveWalker is a walker who sees at once what others do.
func newLiveWalker(t *testing.T, server *program) *walker {
	t.Helper()
	return openWindow(t, openBrowser(t), server, countRequests, chromedp.WithNewBrowserContext())
}

// openWindow opens a window in which a script runs before those of each page.
func openWindow(t *testing.T, browser context.Context, server *program, script string, options ...chromedp.ContextOption) *walker {
	t.Helper()
	limited, cancel := context.WithTimeout(browser, lifetime)
	t.Cleanup(cancel)
	ctx, leave := chromedp.NewContext(limited, options...)
	t.Cleanup(leave)
	v := &walker{t: t, ctx: ctx, server: server, site: server.url, scripts: true, expected: map[int64]bool{}}
	// The first action opens the window, which lives as long as its context.
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Listen(ctx, v.notice); err != nil {
		t.Fatal(err)
	}
	command(v, network.Enable, network.EnableParams{})
	// Otherwise only one of several windows has the focus.
	command(v, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	command(v, page.Enable, page.EnableParams{})
	command(v, inspector.Enable, cdp.Empty{})
	command(v, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
	go v.console(chromedp.Console(ctx))
	t.Cleanup(v.report)
	return v
}

// countRequests counts the running requests, so that a test can wait until the
// page has been updated.
const countRequests = `
	window.walk = {asked: 0, done: 0};
	document.addEventListener("htmx:before:request", () => walk.asked++);
	document.addEventListener("htmx:finally:request", () => walk.done++);`

// alone gives the pages a stream that says nothing: what a test does to a model behind
// a page arrives there only when the test wants it to, and nobody is told who is there.
const alone = `
	window.EventSource = class {
		constructor() {
			this.readyState = 0;
			this.beats = setInterval(() => this.beat(), 20000);
			setTimeout(() => this.beat());
		}
		beat() {
			if (this.readyState === 2) return;
			this.readyState = 1;
			this.onmessage?.({data: "{}"});
		}
		close() {
			this.readyState = 2;
			clearInterval(this.beats);
		}
	};
	Object.assign(EventSource, {CONNECTING: 0, OPEN: 1, CLOSED: 2});
	const aloneFetch = window.fetch;
	window.fetch = (address, ...rest) => /\/live(\?|$)/.test(address) ? Promise.resolve(new Response(null, {status: 204})) : aloneFetch(address, ...rest);
	navigator.sendBeacon = () => true;`

// withoutScripts turns off JavaScript in this window.
func (v *walker) withoutScripts() *walker {
	v.scripts = false
	command(v, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	return v
}

// command runs a command of the Chrome DevTools Protocol.
func command[P, R any](v *walker, method cdp.Command[P, R], params P) R {
	v.t.Helper()
	result, err := chromedp.Call(v.ctx, method, params)
	if err != nil {
		v.t.Fatalf("%s: %v", method.Method, err)
	}
	return result
}

// console records the messages on the console as faults, except those about
// failed requests, which notice records.
func (v *walker) console(messages iter.Seq2[chromedp.ConsoleMessage, error]) {
	for message, err := range messages {
		if err != nil || v.ctx.Err() != nil {
			return
		}
		if message.Source != "network" {
			v.fault("console: %s (%s:%d)", message, message.URL, message.Line+1)
		}
	}
}

const pageCrashed = "the page crashed"

func (v *walker) notice(event any) {
	switch event := event.(type) {
	case *inspector.EventTargetCrashed:
		v.fault(pageCrashed)
	case *page.EventJavascriptDialogOpening:
		v.fault("dialog: %s %q", event.Type, event.Message)
		go chromedp.Call(v.ctx, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: true})
	case *network.EventResponseReceived:
		if status := int64(event.Response.Status); status >= 400 && !v.expects(status) {
			v.fault("%d for %s", status, event.Response.URL)
		}
	case *network.EventLoadingFailed:
		if !event.Canceled && v.t.Context().Err() == nil { // afterwards the server is gone
			v.fault("request failed: %s %s %s", event.Type, event.ErrorText, event.BlockedReason)
		}
	}
}

func (v *walker) fault(format string, arguments ...any) {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	v.faults = append(v.faults, fmt.Sprintf(format, arguments...))
}

func (v *walker) expects(status int64) bool {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	return v.expected[status]
}

// expect allows responses with a status until the end of the test.
func (v *walker) expect(status int64) {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	v.expected[status] = true
}

// takeFaults returns the faults so far and clears them.
func (v *walker) takeFaults() []string {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	faults := v.faults
	v.faults = nil
	return faults
}

func (v *walker) report() {
	for _, fault := range v.takeFaults() {
		v.t.Errorf("behind the page: %s", fault)
	}
}
