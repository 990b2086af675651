package handlers_test

import (
	"os"
	"runtime/debug"
	"testing"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == childVerb {
		child()
	}
	debug.SetGCPercent(400) // the tests allocate much and hold little
	os.Exit(m.Run())
}
