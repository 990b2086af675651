package journey

import (
	"strings"
	"testing"
	"time"

	"widerow/cli/walk/browser"
)

// TestContentSecurityPolicy checks that each page allows only its own scripts
// and styles. Every browser test fails on a violation; this one checks that
// violations are noticed.
func TestContentSecurityPolicy(t *testing.T) {
	v := browser.Walk(t)
	for _, path := range []string{"", "import", "you", "help", "m/nosuchmodel"} {
		response, _ := v.Server.Get(path)
		policy := response.Header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "script-src 'self'") || strings.Contains(policy, "unsafe") {
			t.Errorf("/%s has the policy %q", path, policy)
		}
		if got := response.Header.Get("X-Content-Type-Options"); got != "nosniff" {
			t.Errorf("/%s has X-Content-Type-Options %q", path, got)
		}
	}
	v.Open("")
	if faults := v.TakeFaults(); len(faults) > 0 {
		t.Errorf("the home page: %s", strings.Join(faults, "\n"))
	}
	for what, code := range map[string]string{
		"an inline script":  `document.body.append(Object.assign(document.createElement("script"), {textContent: "window.broken = true"}))`,
		"a style attribute": `document.body.setAttribute("style", "color: red")`,
		"a foreign picture": `document.body.append(Object.assign(new Image(), {src: "http://127.0.0.1:9/x.png"}))`,
	} {
		browser.Ask[bool](v, code+", true")
		if !faultSoon(v, "Content Security Policy") {
			t.Errorf("%s violated no policy", what)
		}
	}
	if browser.Ask[bool](v, "Boolean(window.broken)") {
		t.Error("an inline script was run")
	}
	browser.Ask[bool](v, `console.error("a message of the test"), true`)
	if !faultSoon(v, "a message of the test") {
		t.Error("a message on the console was not noticed")
	}
	t.Cleanup(func() { v.TakeFaults() }) // the blocked picture is reported twice, at any time
}

// faultSoon waits for a fault with a text.
func faultSoon(v *browser.Walker, text string) bool {
	for end := time.Now().Add(browser.Patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if strings.Contains(strings.Join(v.TakeFaults(), "\n"), text) {
			return true
		}
	}
	return false
}
