// Package sight has only tests: that names can be read when a diagram is first seen.
package sight

import (
	"testing"

	"widerow/cli/walk/browser"
)

func TestMain(m *testing.M) { browser.Main(m) }
