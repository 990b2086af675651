// Package view has only tests: what of the page and the diagram is in view, and where.
package view

import (
	"testing"

	"widerow/cli/walk/browser"
)

func TestMain(m *testing.M) { browser.Main(m) }
