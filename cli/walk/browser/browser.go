package browser

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

// unusedFeatures lists the features that chromedp disables by default, and others that take more
// time for each new window than the page in it: two pages for the suggestions of the address bar,
// and a process for the next page.
const unusedFeatures = "Translate,BlinkGenPropertyTrees,WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess"

// OpenBrowser returns the browser of a test, which it keeps until it ends.
func OpenBrowser(t *testing.T) context.Context {
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

// Walker is a user of Widerow with their own window and cookies.
type Walker struct{ *Window }

// opened is a window, or a walker in one.
type opened interface{ window() *Window }

func (v *Window) window() *Window { return v }

// Window is a window of the browser. Faults behind the page fail the test: a violation
// of the content security policy, a message on the console, a failed request, a dialog.
type Window struct {
	T       *testing.T
	Ctx     context.Context
	Server  *Program
	Site    string
	Scripts bool
	touched bool // a finger is on the screen
	theme   string
	bars    map[string]string // where the tools of the top bar were, see inspectGeometry

	mutex  sync.Mutex
	faults []string
	// expected holds the error statuses that the test causes on purpose.
	expected map[int64]bool
}

// Patience limits each wait for a page, and lifetime the time of one walker. The
// limits are for a page that never comes, not for a machine that is busy.
const (
	Patience = time.Minute
	Lifetime = 20 * time.Minute
)

// Walk starts the program and opens a window on it. The test runs beside others:
// a page waits for the server, or the server for a page.
func Walk(t *testing.T, arguments ...string) *Walker {
	t.Helper()
	if !strings.Contains(t.Name(), "/") {
		t.Parallel()
	}
	return WalkAlone(t, arguments...)
}

// WalkAlone is walk for a test that runs beside no other, as its subtests run
// beside each other.
func WalkAlone(t *testing.T, arguments ...string) *Walker {
	t.Helper()
	OpenBrowser(t) // skips the test without a browser
	return NewWalker(t, StartProgram(t, arguments...))
}

func NewWalker(t *testing.T, server *Program) *Walker {
	t.Helper()
	return OpenWindow(t, OpenBrowser(t), server, CountRequests+alone, chromedp.WithNewBrowserContext())
}

// NewLiveWalker is a walker who sees at once what others do.
func NewLiveWalker(t *testing.T, server *Program) *Walker {
	t.Helper()
	return OpenWindow(t, OpenBrowser(t), server, CountRequests, chromedp.WithNewBrowserContext())
}

// OpenWindow opens a window in which a script runs before those of each page.
func OpenWindow(t *testing.T, browser context.Context, server *Program, script string, options ...chromedp.ContextOption) *Walker {
	t.Helper()
	limited, cancel := context.WithTimeout(browser, Lifetime)
	t.Cleanup(cancel)
	ctx, leave := chromedp.NewContext(limited, options...)
	t.Cleanup(leave)
	v := &Walker{&Window{T: t, Ctx: ctx, Server: server, Site: server.Url, Scripts: true, expected: map[int64]bool{}}}
	// The first action opens the window, which lives as long as its context.
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Listen(ctx, v.notice); err != nil {
		t.Fatal(err)
	}
	Command(v, network.Enable, network.EnableParams{})
	// Otherwise only one of several windows has the focus.
	Command(v, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	Command(v, page.Enable, page.EnableParams{})
	Command(v, inspector.Enable, cdp.Empty{})
	Command(v, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
	go v.console(chromedp.Console(ctx))
	t.Cleanup(v.report)
	return v
}

// CountRequests counts the running requests, so that a test can wait until the
// page has been updated.
const CountRequests = `
	window.walk = {asked: 0, done: 0};
	document.addEventListener("htmx:before:request", () => walk.asked++);
	document.addEventListener("htmx:finally:request", () => walk.done++);`

// alone gives the pages a stream without messages: a test's change behind a page arrives there only
// when the test wants it to, and no page learns of other visitors.
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

// WithoutScripts turns off JavaScript in this window.
func (v *Walker) WithoutScripts() *Walker {
	v.Scripts = false
	Command(v, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	return v
}

// Command runs a command of the Chrome DevTools Protocol.
func Command[P, R any](in opened, method cdp.Command[P, R], params P) R {
	v := in.window()
	v.T.Helper()
	result, err := chromedp.Call(v.Ctx, method, params)
	if err != nil {
		v.T.Fatalf("%s: %v", method.Method, err)
	}
	return result
}

// console records the messages on the console as faults, except those about
// failed requests, which notice records.
func (v *Window) console(messages iter.Seq2[chromedp.ConsoleMessage, error]) {
	for message, err := range messages {
		if err != nil || v.Ctx.Err() != nil {
			return
		}
		if message.Source != "network" {
			v.fault("console: %s (%s:%d)", message, message.URL, message.Line+1)
		}
	}
}

const pageCrashed = "the page crashed"

func (v *Window) notice(event any) {
	switch event := event.(type) {
	case *inspector.EventTargetCrashed:
		v.fault(pageCrashed)
	case *page.EventJavascriptDialogOpening:
		v.fault("dialog: %s %q", event.Type, event.Message)
		go chromedp.Call(v.Ctx, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: true})
	case *network.EventResponseReceived:
		if status := int64(event.Response.Status); status >= 400 && !v.expects(status) {
			v.fault("%d for %s", status, event.Response.URL)
		}
	case *network.EventLoadingFailed:
		if !event.Canceled && v.T.Context().Err() == nil { // afterwards the server is gone
			v.fault("request failed: %s %s %s", event.Type, event.ErrorText, event.BlockedReason)
		}
	}
}

func (v *Window) fault(format string, arguments ...any) {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	v.faults = append(v.faults, fmt.Sprintf(format, arguments...))
}

func (v *Window) expects(status int64) bool {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	return v.expected[status]
}

// Expect allows responses with a status until the end of the test.
func (v *Window) Expect(status int64) {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	v.expected[status] = true
}

// TakeFaults returns the faults so far and clears them.
func (v *Window) TakeFaults() []string {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	faults := v.faults
	v.faults = nil
	return faults
}

func (v *Window) report() {
	for _, fault := range v.TakeFaults() {
		v.T.Errorf("behind the page: %s", fault)
	}
}
