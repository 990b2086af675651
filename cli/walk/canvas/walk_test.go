// Package canvas has only tests: people who draw on the canvas: by mouse, keys and touch.
package canvas

import (
	"testing"

	"widerow/cli/walk/browser"
)

func TestMain(m *testing.M) { browser.Main(m) }
