// Package journey has only tests: whole journeys through the pages, and tests of all of them.
package journey

import (
	"testing"

	"widerow/cli/walk/browser"
)

func TestMain(m *testing.M) { browser.Main(m) }
