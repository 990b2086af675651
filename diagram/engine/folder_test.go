package engine

import (
	"os"
	"path/filepath"
	"testing"
)

func TestPrivateFolder(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{filepath.Join(dir, "new", "folder"), folder(t, dir, "readable", 0o755), folder(t, dir, "private", 0o700)} {
		got, err := PrivateFolder(path)
		if err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(got)
		if err != nil {
			t.Fatal(err)
		}
		if mode := info.Mode().Perm(); mode != 0o700 {
			t.Errorf("%s has mode %o, want 700", got, mode)
		}
	}
}

// A folder that another user could have written to, or could replace, holds
// code that is not ours.
func TestAttackFoldersOfOtherUsersAreNotTrusted(t *testing.T) {
	dir := t.TempDir()
	link, file := filepath.Join(dir, "link"), filepath.Join(dir, "file")
	if err := os.Symlink(folder(t, dir, "target", 0o700), link); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	refused := []string{"", link, file, folder(t, dir, "open", 0o777), folder(t, dir, "group", 0o770),
		filepath.Join(folder(t, dir, "parent", 0o777), "inside")}
	if os.Geteuid() == 0 {
		foreign := folder(t, dir, "foreign", 0o700)
		if err := os.Chown(foreign, 12345, 12345); err != nil {
			t.Fatal(err)
		}
		refused = append(refused, foreign)
	}
	for _, path := range refused {
		if got, err := PrivateFolder(path); err == nil {
			t.Errorf("folder %q was accepted as %q", path, got)
		}
		t.Setenv(cacheEnv, path)
		if got := ownCache(); got != "" {
			t.Errorf("a worker accepts folder %q", got)
		}
	}
}

func folder(t *testing.T, parent, name string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(parent, name)
	if err := os.Mkdir(path, mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil { // the umask may have removed bits
		t.Fatal(err)
	}
	return path
}
