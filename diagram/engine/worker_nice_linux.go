package engine

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
	level, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	if err != nil {
		return // the worker works just as well
	}
	const highest = 20 // the system call returns it less the niceness
	step := min(lowest, highest-level+niceness)
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, step)
	threads, _ := os.ReadDir("/proc/self/task")
	for _, thread := range threads {
		if id, err := strconv.Atoi(thread.Name()); err == nil {
			_ = syscall.Setpriority(syscall.PRIO_PROCESS, id, step)
		}
	}
}
