package diagram

import (
	"runtime"
	"syscall"
)

// stepBack lowers the priority of the thread that works (Linux knows it by
// thread). It stays so: only root may raise it again.
func stepBack() {
	runtime.LockOSThread()
	// Without it the worker works just as well.
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, niceness)
}
