package browser

import (
	"os"
	"slices"
	"strings"
	"testing"
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
