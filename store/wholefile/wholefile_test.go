package wholefile_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"widerow/store/wholefile"
)

func text(content string) func(io.Writer) error {
	return func(to io.Writer) error {
		_, err := io.WriteString(to, content)
		return err
	}
}

var errHalf = errors.New("the content ends early")

// half writes a part and fails.
func half(to io.Writer) error {
	if _, err := io.WriteString(to, "ha"); err != nil {
		return err
	}
	return errHalf
}

// expect compares the whole content of a folder, so that no temporary file is
// left.
func expect(t *testing.T, folder string, want map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		content, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if wanted, known := want[entry.Name()]; !known || string(content) != wanted {
			t.Errorf("%s contains %q, want %q", entry.Name(), content, wanted)
		}
	}
	if len(entries) != len(want) {
		t.Errorf("%d files, want %d", len(entries), len(want))
	}
}

func TestReplace(t *testing.T) {
	folder := t.TempDir()
	file, link := filepath.Join(folder, "a.svg"), filepath.Join(folder, "b.svg")
	if err := os.Symlink("a.svg", link); err != nil {
		t.Skip(err)
	}
	for _, test := range []struct {
		path    string
		content func(io.Writer) error
		fails   error
		want    string
	}{
		{file, text("one"), nil, "one"},
		{file, half, errHalf, "one"},
		{link, text("two"), nil, "two"},
		{file, text(""), nil, ""},
	} {
		if err := wholefile.Replace(test.path, test.content); !errors.Is(err, test.fails) {
			t.Errorf("%s: %v, want %v", test.path, err, test.fails)
		}
		expect(t, folder, map[string]string{"a.svg": test.want, "b.svg": test.want})
	}
	if found, err := os.Lstat(link); err != nil || found.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link was replaced: %v", err)
	}
}

func TestReplaceKeepsPermissions(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.svg")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, 0o622); err != nil { // more than a umask lets a new file have
		t.Fatal(err)
	}
	if err := wholefile.Replace(file, text("x")); err != nil {
		t.Fatal(err)
	}
	if found, err := os.Stat(file); err != nil || found.Mode().Perm() != 0o622 {
		t.Errorf("permissions %v, want 0622 (%v)", found.Mode().Perm(), err)
	}
}

func TestReplaceWritesDevices(t *testing.T) {
	before, err := os.Stat(os.DevNull)
	if err != nil || before.Mode().IsRegular() {
		t.Skip("no null device")
	}
	if err := wholefile.Replace(os.DevNull, text("x")); err != nil {
		t.Error(err)
	}
	if after, err := os.Stat(os.DevNull); err != nil || !os.SameFile(before, after) {
		t.Errorf("the device was replaced: %v", err)
	}
}

func TestReplaceRefusesFolders(t *testing.T) {
	folder := t.TempDir()
	if err := wholefile.Replace(folder, text("x")); err == nil {
		t.Error("a folder was replaced")
	}
	if err := wholefile.Replace(filepath.Join(folder, "none", "a"), text("x")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("in a folder that does not exist: %v", err)
	}
	expect(t, folder, nil)
}

// Only the temporary files of the named file are removed.
func TestRemoveLeft(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{".a.json.ABCDEFG7.tmp", ".a.json.short.tmp", ".b.json.ABCDEFG7.tmp", "a.json", ".a.json.abcdefgh.tmp"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	removed := wholefile.RemoveLeft(filepath.Join(folder, "a.json"))
	if want := []string{filepath.Join(folder, ".a.json.ABCDEFG7.tmp")}; !slices.Equal(removed, want) {
		t.Errorf("removed %q, want %q", removed, want)
	}
	expect(t, folder, map[string]string{".a.json.short.tmp": "", ".b.json.ABCDEFG7.tmp": "", "a.json": "", ".a.json.abcdefgh.tmp": ""})
}
