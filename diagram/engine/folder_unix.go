//go:build unix

package engine

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// processorSeconds limits the processor time of a worker. The server kills a
// late worker; this limit ends one whose server died during an endless job. A
// worker runs at most 100 jobs of 3 s.
const processorSeconds = 400

func limitProcessorTime() {
	// The worker does not depend on the limit.
	_ = syscall.Setrlimit(syscall.RLIMIT_CPU, &syscall.Rlimit{Cur: processorSeconds, Max: processorSeconds})
}

// checkOwner rejects a folder that belongs to another user.
func checkOwner(path string, info fs.FileInfo) error {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if ok && int(stat.Uid) != os.Geteuid() {
		return fmt.Errorf("%s belongs to user %d, not to user %d who runs this process; name a folder of your own", path, stat.Uid, os.Geteuid())
	}
	return nil
}

// othersMayWrite reports whether any of the mode bits mask is set.
func othersMayWrite(info fs.FileInfo, mask fs.FileMode) bool { return info.Mode().Perm()&mask != 0 }
