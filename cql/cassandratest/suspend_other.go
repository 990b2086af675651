//go:build !unix

package cassandratest

import (
	"errors"
	"os"
)

var errNoSignals = errors.New("this system cannot stop a process for a while")

func suspend(*os.Process) error { return errNoSignals }

func resume(*os.Process) error { return nil }
