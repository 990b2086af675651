package bolt

import (
	"fmt"
	"os"
	"strings"
	"time"

	"widerow/store"
)

// lockSuffix is the end of the name of the lock file beside a data file.
// bbolt's own lock belongs to the data file itself, and is lost with it when
// somebody removes or replaces that file while a server runs.
const lockSuffix = ".lock"

const lockPause = 20 * time.Millisecond

// lockBeside takes the lock for a data file, and waits for it up to timeout. If
// this user cannot create files in the folder, there is no lock file, and
// bbolt's lock must do. release removes the file.
func lockBeside(path string, timeout time.Duration) (release func(), err error) {
	name := path + lockSuffix
	for deadline := time.Now().Add(timeout); ; time.Sleep(lockPause) {
		file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			return func() {}, nil
		}
		err = tryLock(file)
		if err == nil && isFile(file, name) {
			file.Truncate(0)
			fmt.Fprintln(file, os.Getpid())
			return func() { os.Remove(name); file.Close() }, nil
		}
		file.Close()
		if err != nil && time.Now().After(deadline) {
			return nil, fmt.Errorf("%w%s", store.ErrLocked, processIn(name))
		}
	}
}

// isFile reports whether the file is the one that now has this name. The
// process that held the lock may have removed it in the meantime.
func isFile(file *os.File, name string) bool {
	opened, err := file.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(name)
	return err == nil && os.SameFile(opened, named)
}

// processIn returns the process that a lock file names, as " (process 123)".
func processIn(name string) string {
	text, err := os.ReadFile(name)
	if number := strings.TrimSpace(string(text)); err == nil && number != "" && len(number) < 12 {
		return " (process " + number + ")"
	}
	return ""
}

// lockFor takes the lock of an existing data file for a verb that must not run
// beside a server. It creates no file. The message of its error names the file
// and says what to do.
func lockFor(path, verb string) (release func(), err error) {
	if beside, err := os.Open(path + lockSuffix); err == nil {
		err = tryLock(beside)
		beside.Close()
		if err != nil {
			return nil, explain(verb, path, fmt.Errorf("%w%s", store.ErrLocked, processIn(path+lockSuffix)))
		}
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, explain(verb, path, err)
	}
	if err := tryLock(file); err != nil {
		file.Close()
		return nil, explain(verb, path, fmt.Errorf("%w%s", store.ErrLocked, lockHolder(path)))
	}
	return func() { file.Close() }, nil
}
