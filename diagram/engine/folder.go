package engine

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// cacheEnv names the folder of compiled code in a worker's environment.
const cacheEnv = "WIDEROW_LAYOUT_CACHE"

// PrivateFolder creates or checks a folder for code that is executed: only this user may be able to
// change it, now and since it was made. It returns the absolute path, or the reason why the folder
// cannot be trusted.
func PrivateFolder(path string) (string, error) {
	if path == "" {
		return "", errors.New("no folder is named")
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(path, 0o700); err != nil {
		return "", err
	}
	parent, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return "", err
	}
	path = filepath.Join(parent, filepath.Base(path))
	if err := checkPrivate(path); err != nil {
		return "", err
	}
	return path, os.Chmod(path, 0o700)
}

// ownCache returns the folder that the pool names to this worker, or "" if it
// cannot be trusted. A worker checks it too, since it executes what is inside.
func ownCache() string {
	path := os.Getenv(cacheEnv)
	if path == "" || checkPrivate(path) != nil {
		return ""
	}
	return path
}

// checkPrivate rejects a link, a folder of another user, one that others may
// have written to, and one that any user could replace by another.
func checkPrivate(path string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("%s is not a folder (a link is not accepted either)", path)
	}
	if err := checkOwner(path, info); err != nil {
		return err
	}
	if othersMayWrite(info, 0o022) {
		return fmt.Errorf("%s can be changed by other users; remove it, and it is made again with mode 0700", path)
	}
	for above := filepath.Dir(path); ; above = filepath.Dir(above) {
		info, err := os.Stat(above)
		if err != nil {
			return err
		}
		if anyoneMayReplace(info) {
			return fmt.Errorf("%s is in %s, where any user may replace folders; name a folder elsewhere", path, above)
		}
		if above == filepath.Dir(above) {
			return nil
		}
	}
}

// anyoneMayReplace reports whether all users may rename what is in a folder. In
// a folder with the sticky bit, such as /tmp, only the owners may.
func anyoneMayReplace(info fs.FileInfo) bool {
	return othersMayWrite(info, 0o002) && info.Mode()&fs.ModeSticky == 0
}
