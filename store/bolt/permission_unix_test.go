//go:build unix

package bolt_test

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"widerow/store/storetest"
)

// Root ignores file permissions, so an unprivileged child opens the store.
func TestOpenWithoutPermissions(t *testing.T) {
	folder := openFolder(t)
	path := filepath.Join(folder, "widerow.db")
	close(t, open(t, path, storetest.Options()))
	if err := errors.Join(os.Chmod(path, 0o444), os.Chmod(folder, 0o555)); err != nil {
		t.Fatal(err)
	}
	var other *syscall.SysProcAttr
	var binary []string
	if os.Getuid() == 0 {
		other = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65532, Gid: 65532}}
		binary = []string{copyOfTest(t)}
	}
	for path, text := range map[string]string{
		path:       "open store " + path + ": " + path + " is read-only for user id ",
		path + "2": "create store " + path + "2: folder " + folder + " is read-only for user id ",
	} {
		c := start(t, "open", path, other, binary...)
		var lines []string
		for c.out.Scan() {
			lines = append(lines, c.out.Text())
		}
		if c.Wait() == nil {
			t.Errorf("%s was opened", path)
		}
		wantLine(t, lines, "error", text)
	}
}
