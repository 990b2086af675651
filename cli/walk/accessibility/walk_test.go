// Package accessibility has only tests: that axe-core finds no fault on any page, in any state.
package accessibility

import (
	"testing"

	"widerow/cli/walk/browser"
)

func TestMain(m *testing.M) { browser.Main(m) }
