package cassandratest

import (
	"os/exec"
	"syscall"
)

// endWithParent makes the kernel end the server when a test run is killed
// and so cannot stop it.
func endWithParent(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
