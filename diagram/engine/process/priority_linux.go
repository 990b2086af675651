package process

import (
	"os"
	"runtime"
	"strconv"
	"syscall"
)

// lowest is the end of the scale of niceness.
const lowest = 19

// LowerPriority lowers the priority of all threads by some steps of niceness, since Linux keeps it per
// thread. New threads inherit it. Only root may raise it again.
func LowerPriority(by int) {
	runtime.LockOSThread() // without /proc, at least the working thread
	level, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	if err != nil {
		return // the process does not depend on it
	}
	const highest = 20 // the system call returns highest minus the niceness
	step := min(lowest, highest-level+by)
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, step)
	threads, _ := os.ReadDir("/proc/self/task")
	for _, thread := range threads {
		if id, err := strconv.Atoi(thread.Name()); err == nil {
			_ = syscall.Setpriority(syscall.PRIO_PROCESS, id, step)
		}
	}
}
