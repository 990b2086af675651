// Package walk has only tests: people who use the pages of a running widerow in
// Chromium, by mouse, by keys and by touch. Tests that begin with walk run beside
// each other, each in a browser of its own.
package walk

import (
	"os"
	"testing"

	"widerow/cli/clitest"
)

func TestMain(m *testing.M) { clitest.Main(m, cleanUp) }

// cleanUp stops and removes what the tests share.
func cleanUp() {
	for _, b := range browsers.free {
		b.stop()
	}
	if compiled.folder != "" {
		os.RemoveAll(compiled.folder)
	}
}
