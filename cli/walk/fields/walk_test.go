// Package fields has only tests: people who fill in the fields beside a diagram and in its tables.
package fields

import (
	"testing"

	"widerow/cli/walk/browser"
)

func TestMain(m *testing.M) { browser.Main(m) }
