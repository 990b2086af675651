//go:build !linux

package cassandratest

import (
	"os"
	"os/exec"
)

// endWithParent does nothing: the server of a killed test run must be ended by
// hand.
func endWithParent(*exec.Cmd) {}

// parentFolder is where the server's files are.
func parentFolder() string { return os.TempDir() }
