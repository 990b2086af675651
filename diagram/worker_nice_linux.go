package diagram

import (
	"os"
	"runtime"
	"strconv"
	"syscall"
)

// stepBack lowers the priority of all threads (Linux knows it by thread), which
// those to come inherit. It stays so: only root may raise it again.
func stepBack() {
	runtime.LockOSThread() // the one that works, at least, where there is no /proc
	// Without it the worker works just as well.
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, niceness)
	threads, _ := os.ReadDir("/proc/self/task")
	for _, thread := range threads {
		if id, err := strconv.Atoi(thread.Name()); err == nil {
			_ = syscall.Setpriority(syscall.PRIO_PROCESS, id, niceness)
		}
	}
}
