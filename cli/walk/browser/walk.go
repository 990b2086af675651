// Package browser runs Chromium for tests: people who use the pages of a running
// widerow by mouse, by keys and by touch. Tests that begin with Walk run beside each
// other, each in a browser of its own. Read walk.go first, then actions.go, what a
// person does, and fields.go, how they fill in forms.
package browser

import (
	"fmt"
	"os"

	"widerow/cli/clitest"
)

// Main runs the tests of a package and stops what they share. Each package whose tests
// call the rest of this package calls it from TestMain.
func Main(tests interface{ Run() int }) { clitest.Main(tests, cleanUp) }

// cleanUp stops and removes what the tests share, and writes the page of the screenshots.
func cleanUp() {
	if os.Getenv("WIDEROW_SCREENSHOTS") != "" {
		if err := writeStates(); err != nil {
			fmt.Fprintln(os.Stderr, "write the page of states:", err)
		}
	}
	for _, b := range browsers.free {
		b.stop()
	}
	if compiled.folder != "" {
		os.RemoveAll(compiled.folder)
	}
}
