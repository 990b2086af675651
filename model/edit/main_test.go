package edit

import (
	"os"
	"runtime/debug"
	"testing"
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // the tests allocate much but retain little
	os.Exit(m.Run())
}
