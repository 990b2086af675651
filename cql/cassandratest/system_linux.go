package cassandratest

import (
	"os"
	"os/exec"
	"syscall"
)

// endWithParent makes the kernel end the server when a test run is killed and
// cannot stop it.
func endWithParent(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}

// memoryNeeded is the size of a server's files in the longest test run, with a
// large reserve. Containers often limit /dev/shm to 64 MB.
const memoryNeeded = 2 << 30

// parentFolder returns the folder for the server's files: in memory if there is enough space,
// because a server that drops many tables waits for its disk.
func parentFolder() string {
	const memory = "/dev/shm"
	var space syscall.Statfs_t
	if os.Getenv("TMPDIR") != "" || syscall.Statfs(memory, &space) != nil || space.Bavail*uint64(space.Bsize) < memoryNeeded {
		return os.TempDir()
	}
	return memory
}
