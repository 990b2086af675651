//go:build unix

package cassandratest

import (
	"os"
	"syscall"
)

func suspend(process *os.Process) error { return process.Signal(syscall.SIGSTOP) }

func resume(process *os.Process) error { return process.Signal(syscall.SIGCONT) }
