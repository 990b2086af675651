package assets_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// tab is a page in Chromium. A message on its console fails the test, also one about the content security policy.
type tab struct {
	t   *testing.T
	ctx context.Context
}

func newTab(t *testing.T) *tab {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: drives scripts in a browser")
	}
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		if slices.Contains(strings.Split(os.Getenv("WIDEROW_REQUIRE"), ","), "chromium") {
			t.Fatal("WIDEROW_REQUIRE names chromium, and no chromium is in the PATH")
		}
		t.Skip("no chromium in the PATH: the scripts are not tried in a browser")
	}
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(1280, 800))
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	return watched(t, ctx)
}

// another is a second tab of the same browser.
func (p *tab) another() *tab {
	p.t.Helper()
	ctx, cancel := chromedp.NewContext(p.ctx)
	p.t.Cleanup(cancel)
	return watched(p.t, ctx)
}

func watched(t *testing.T, ctx context.Context) *tab {
	t.Helper()
	p := &tab{t, ctx}
	p.do(chromedp.Navigate("about:blank"))
	limited, cancel := context.WithTimeout(ctx, 5*patience)
	t.Cleanup(cancel)
	p.ctx = limited
	messages := chromedp.Console(p.ctx)
	go func() {
		for message, err := range messages {
			if err != nil {
				return
			}
			if message.Source != "network" && p.ctx.Err() == nil { // as about answers with 4xx or 5xx
				t.Errorf("console: %s (%s:%d)", message, message.URL, message.Line+1)
			}
		}
	}()
	return p
}

func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.t.Fatal(err)
	}
}

// script runs JavaScript and returns its value as a string.
func (p *tab) script(code string) string {
	p.t.Helper()
	got, err := p.evaluate(code)
	if err != nil {
		p.t.Fatalf("%s: %v", code, err)
	}
	return got
}

func (p *tab) evaluate(code string) (string, error) {
	return chromedp.Run(p.ctx, chromedp.Evaluate[string]("String((() => { return "+code+" })())"))
}

// patience limits a wait. It is for what never comes, not for a machine that is busy.
const patience = time.Minute

// expect waits until a JavaScript expression has the value. An error is taken as not yet:
// the page may be on its way to another one.
func (p *tab) expect(expression, want string) {
	p.t.Helper()
	var got string
	var err error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if got, err = p.evaluate(expression); err == nil && got == want {
			return
		}
	}
	p.t.Fatalf("%s is %q (%v), want %q", expression, got, err, want)
}

// press sends keys as a user types them.
func (p *tab) press(keys string, modifiers ...chromedp.Modifier) {
	p.t.Helper()
	p.do(chromedp.KeyEvent(keys, chromedp.KeyModifiers(modifiers...)))
}

// openModel opens the model page and waits for the scripts.
func openModel(t *testing.T) (*gallery, *tab) {
	t.Helper()
	p := newTab(t)
	g, server := newGallery(t)
	p.do(chromedp.Navigate(server.URL + "/model"))
	p.expect("document.querySelector('#edit').hasAttribute('data-htmx-powered') && document.querySelector('#edit')._htmx.initialized", "true")
	return g, p
}

// WIDEROW_SCREENSHOTS=folder keeps pictures of the pages, narrow and wide, in both themes.
func TestScreenshots(t *testing.T) {
	folder := os.Getenv("WIDEROW_SCREENSHOTS")
	if folder == "" {
		t.Skip("WIDEROW_SCREENSHOTS names no folder")
	}
	p := newTab(t)
	_, server := newGallery(t)
	pages := map[string]string{"details": "model?", "diagram": "model?pane=canvas&", "parts": "parts?"}
	for _, width := range []int64{1280, 390} {
		for _, theme := range []string{"light", "dark"} {
			for name, path := range pages {
				p.do(chromedp.EmulateViewport(width, 800), chromedp.Navigate(server.URL+"/"+path+"theme="+theme))
				p.script("sessionStorage.clear()")
				p.do(chromedp.Reload(), chromedp.Sleep(500*time.Millisecond))
				capture := chromedp.CaptureScreenshot()
				if name == "parts" {
					capture = chromedp.FullScreenshot(100)
				}
				picture, err := chromedp.Run(p.ctx, capture)
				if err != nil {
					t.Fatal(err)
				}
				file := filepath.Join(folder, fmt.Sprintf("%s-%d-%s.png", name, width, theme))
				if err := os.WriteFile(file, picture, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
