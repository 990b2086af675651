//go:build !linux

package cassandratest

import (
	"os"
	"os/exec"
)

// endWithParent can do nothing here: a server whose test run was killed has
// to be ended by hand.
func endWithParent(*exec.Cmd) {}

// parentFolder holds the server's files.
func parentFolder() string { return os.TempDir() }
