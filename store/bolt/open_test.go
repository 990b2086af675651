package bolt_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"widerow/store"
	"widerow/store/bolt"
	"widerow/store/storetest"
)

// wantOpenError tries to open a file that must be rejected. It checks the error
// and its message, and that the file is unchanged.
func wantOpenError(t *testing.T, path string, want error, texts ...string) {
	t.Helper()
	before, _ := os.ReadFile(path)
	s, err := bolt.Open(path, bolt.Options{Options: storetest.Options(), LockTimeout: 100 * time.Millisecond})
	if err == nil {
		s.Close()
	}
	if !errors.Is(err, want) {
		t.Fatalf("open: error %v, want %v", err, want)
	}
	for _, text := range append(texts, path) {
		if !strings.Contains(err.Error(), text) {
			t.Errorf("message %q lacks %q", err, text)
		}
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("message %q has several lines", err)
	}
	if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
		t.Error("the file was changed")
	}
}

func TestReopen(t *testing.T) {
	path := filled(t, 20)
	s := open(t, path, storetest.Options())
	defer close(t, s)
	document, head, err := s.Head(ctx, "hotel")
	if err != nil || head.Number != 20 || !bytes.Equal(document, storetest.Document(20)) {
		t.Errorf("head %d, document %q, error %v", head.Number, document, err)
	}
	if err := s.Verify(ctx, "hotel"); err != nil {
		t.Error(err)
	}
	folder, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(folder) != 1 {
		t.Errorf("the folder holds %v, error %v; want only the store", folder, err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file has mode %v, error %v; want 0600", info.Mode(), err)
	}
}

// Another SnapshotEvery must not make old revisions unreadable.
func TestReopenWithOtherOptions(t *testing.T) {
	path := filled(t, 20)
	options := storetest.Options()
	options.SnapshotEvery = 3
	s := open(t, path, options)
	defer close(t, s)
	for number := uint64(1); number <= 20; number++ {
		document, _, err := s.At(ctx, "hotel", number)
		if err != nil || !bytes.Equal(document, storetest.Document(number)) {
			t.Errorf("revision %d: %q, %v", number, document, err)
		}
	}
	if err := s.Verify(ctx, "hotel"); err != nil {
		t.Error(err)
	}
}

func TestOpenLocked(t *testing.T) {
	path := filled(t, 1)
	s := open(t, path, storetest.Options())
	process := fmt.Sprintf("(process %d)", os.Getpid())
	if _, err := os.Stat("/proc/locks"); err != nil {
		process = ""
	}
	wantOpenError(t, path, store.ErrLocked, process, "stop that process")
	close(t, s)
	close(t, open(t, path, storetest.Options()))
}

// Two processes that start at once in an empty folder use the same file.
func TestCreateTwice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "widerow.db")
	results := make(chan error)
	for number := range 2 {
		go func() {
			s, err := bolt.Open(path, bolt.Options{Options: storetest.Options()})
			if err == nil {
				_, err = s.Create(ctx, storetest.First(store.ModelID(fmt.Sprint("m", number))))
				err = errors.Join(err, s.Close())
			}
			results <- err
		}()
	}
	if err := errors.Join(<-results, <-results); err != nil {
		t.Fatal(err)
	}
	s := open(t, path, storetest.Options())
	defer close(t, s)
	if page, err := s.List(ctx, "", 0); err != nil || len(page.Models) != 2 {
		t.Errorf("list %+v, error %v; want both models", page, err)
	}
}

func TestOpenNotAStore(t *testing.T) {
	folder := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	whole, err := os.ReadFile(filled(t, 3))
	if err != nil {
		t.Fatal(err)
	}
	page := os.Getpagesize()
	spoilt := func(at int) []byte {
		data := bytes.Clone(whole)
		data[at] ^= 1
		return data
	}
	const left = "the file was not changed"
	wantOpenError(t, write("empty", nil), store.ErrCorrupt, "not a Widerow store", left)
	wantOpenError(t, write("text", []byte("CREATE TABLE")), store.ErrCorrupt, "not a Widerow store", left)
	wantOpenError(t, write("zeroes", make([]byte, 1<<20)), store.ErrCorrupt, "not a Widerow store", left)
	wantOpenError(t, write("random", bytes.Repeat([]byte("\xed\xda\x0c\xed"), 1<<18)), store.ErrCorrupt, left)
	wantOpenError(t, write("cut", whole[:3*page]), store.ErrCorrupt, "truncated and has only 3 of", left)
	wantOpenError(t, write("short", whole[:page/2]), store.ErrCorrupt, left)
	wantOpenError(t, write("first meta", spoilt(16+48)), store.ErrCorrupt, "last save", "revert-meta-page", left)
	wantOpenError(t, write("second meta", spoilt(page+16+48)), store.ErrCorrupt, "last save", left)
	wantOpenError(t, folder, syscall.EISDIR, "choose a file in it")
}

func TestOpenOtherDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "other.db")
	change := func(fn func(*bbolt.Tx) error) {
		t.Helper()
		db, err := bbolt.Open(path, 0o600, nil)
		if err == nil {
			err = errors.Join(db.Update(fn), db.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	change(func(*bbolt.Tx) error { return nil })
	wantOpenError(t, path, store.ErrCorrupt, "not a Widerow store")
	change(func(tx *bbolt.Tx) error {
		meta, err := tx.CreateBucket([]byte("meta"))
		return errors.Join(err, meta.Put([]byte("format"), []byte("one")))
	})
	wantOpenError(t, path, store.ErrCorrupt, "not a Widerow store")
	change(func(tx *bbolt.Tx) error { return tx.Bucket([]byte("meta")).Put([]byte("format"), []byte("1")) })
	wantOpenError(t, path, store.ErrCorrupt, "bucket models is missing")
}

func TestOpenNewerFormat(t *testing.T) {
	path := filled(t, 1)
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error { return tx.Bucket([]byte("meta")).Put([]byte("format"), []byte("2")) })
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	wantOpenError(t, path, store.ErrNewerFormat, "newer Widerow", "format 2")
}

func TestOpenWrongPlace(t *testing.T) {
	folder := t.TempDir()
	wantOpenError(t, filepath.Join(folder, "missing", "widerow.db"), fs.ErrNotExist, filepath.Join(folder, "missing")+" does not exist")
	file := filepath.Join(folder, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	wantOpenError(t, filepath.Join(file, "widerow.db"), syscall.ENOTDIR, file+" is not a folder")
}

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

// openFolder makes a folder that every user can enter, unlike t.TempDir.
func openFolder(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "widerow-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	return folder
}

// copyOfTest copies the test binary to a folder where every user can start it.
func copyOfTest(t *testing.T) string {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(openFolder(t), "test")
	if err := os.WriteFile(copied, data, 0o755); err != nil {
		t.Fatal(err)
	}
	return copied
}
