// Package script has only tests: the CQL tab, and models that come from a script.
package script

import (
	"testing"

	"widerow/cli/walk/browser"
)

func TestMain(m *testing.M) { browser.Main(m) }
