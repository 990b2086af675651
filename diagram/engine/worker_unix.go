//go:build unix

package engine

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// processorSeconds is the life of a worker in processor time. The server kills
// a worker that is late; this ends one whose server died in the middle of a
// job that never ends. 100 jobs of 3 s are the most that a worker can run.
const processorSeconds = 400

func limitProcessorTime() {
	// Without the limit the worker works just as well.
	_ = syscall.Setrlimit(syscall.RLIMIT_CPU, &syscall.Rlimit{Cur: processorSeconds, Max: processorSeconds})
}

// checkOwner refuses a folder that belongs to another user.
func checkOwner(path string, info fs.FileInfo) error {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if ok && int(stat.Uid) != os.Geteuid() {
		return fmt.Errorf("%s belongs to user %d, not to user %d who runs this process; name a folder of your own", path, stat.Uid, os.Geteuid())
	}
	return nil
}

func othersMayWrite(info fs.FileInfo) bool { return info.Mode().Perm()&0o022 != 0 }
