package cassandratest

import (
	"os"
	"os/exec"
	"syscall"
)

// endWithParent makes the kernel end the server when a test run is killed
// and so cannot stop it.
func endWithParent(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}

// memoryNeeded is what a server's files take in the longest of our test runs,
// with much to spare. Containers often give /dev/shm 64 MB only.
const memoryNeeded = 2 << 30

// parentFolder holds the server's files: a folder in memory if there is one
// with room, because a server that drops many tables waits for its disk.
func parentFolder() string {
	const memory = "/dev/shm"
	var space syscall.Statfs_t
	if os.Getenv("TMPDIR") != "" || syscall.Statfs(memory, &space) != nil || space.Bavail*uint64(space.Bsize) < memoryNeeded {
		return os.TempDir()
	}
	return memory
}
