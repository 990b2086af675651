//go:build unix && !aix && !solaris

package bolt

import (
	"os"
	"syscall"
)

// tryLock takes the same lock as bbolt. It ends with the process or when the
// file is closed.
func tryLock(file *os.File) error {
	return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}

func unlock(file *os.File) { syscall.Flock(int(file.Fd()), syscall.LOCK_UN) }
