//go:build !linux

package cassandratest

import (
	"os"
	"os/exec"
)

// endWithParent does nothing: the server of a killed test run must be ended by
// hand.
func endWithParent(*exec.Cmd) {}

// parentFolder returns the folder for the server's files.
func parentFolder() string { return os.TempDir() }
