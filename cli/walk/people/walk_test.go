// Package people has only tests: several people who use one model: comments, proposals, what others see.
package people

import (
	"testing"

	"widerow/cli/walk/browser"
)

func TestMain(m *testing.M) { browser.Main(m) }
