//go:build !unix || aix || solaris

package bolt

import "os"

// tryLock does nothing: here only bbolt's own lock protects a file.
func tryLock(*os.File) error { return nil }

func unlock(*os.File) {}
