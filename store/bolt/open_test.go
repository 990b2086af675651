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
	if err != nil || len(folder) != 2 {
		t.Errorf("the folder holds %v, error %v; want only the store and its lock", folder, err)
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
	wantOpenError(t, write("first meta", spoilt(16+48)), store.ErrCorrupt, "last save", "widerow salvage", left)
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
	sum := store.HashOf([]byte("format 3"))
	changeMeta(t, path, func(meta *bbolt.Bucket) error {
		return errors.Join(meta.Put([]byte("format"), []byte("3")), meta.Put([]byte("format check"), sum[:]))
	})
	wantOpenError(t, path, store.ErrNewerFormat, "newer Widerow", "format 3")
	if _, err := bolt.Check(t.Context(), path, storetest.Options()); !errors.Is(err, store.ErrNewerFormat) {
		t.Errorf("check: %v", err)
	}
}

// A damaged number of the format is no newer version: verify finds it, and the
// store is rebuilt with all models.
func TestOpenDamagedFormat(t *testing.T) {
	for name, damage := range map[string]func(*bbolt.Bucket) error{
		"a higher number":  func(meta *bbolt.Bucket) error { return meta.Put([]byte("format"), []byte("3")) },
		"no number":        func(meta *bbolt.Bucket) error { return meta.Put([]byte("format"), []byte("q")) },
		"a damaged check":  func(meta *bbolt.Bucket) error { return meta.Put([]byte("format check"), []byte("x")) },
		"no number at all": func(meta *bbolt.Bucket) error { return meta.Delete([]byte("format")) },
	} {
		t.Run(name, func(t *testing.T) {
			path := filled(t, 3)
			changeMeta(t, path, damage)
			wantOpenError(t, path, store.ErrCorrupt)
			report, err := bolt.Check(t.Context(), path, storetest.Options())
			if err != nil || len(report.Damage) != 1 {
				t.Errorf("check: %v, error %v", report.Damage, err)
			}
			s, err := bolt.Open(path, bolt.Options{Options: storetest.Options(), Rebuild: true})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if rebuilt := s.Status().Rebuilt; rebuilt == nil || rebuilt.Whole != report.Models || len(rebuilt.Lost) > 0 {
				t.Errorf("rebuilt: %+v", rebuilt)
			}
			if report, err := s.Scrub(t.Context(), 0); err != nil || len(report.Damage) > 0 {
				t.Errorf("after the rebuild: %v, error %v", report.Damage, err)
			}
		})
	}
}

// A file of an old version has no check of its format; opening it adds one.
func TestOpenAddsFormatCheck(t *testing.T) {
	path := filled(t, 1)
	changeMeta(t, path, func(meta *bbolt.Bucket) error { return meta.Delete([]byte("format check")) })
	close(t, open(t, path, storetest.Options()))
	changeMeta(t, path, func(meta *bbolt.Bucket) error { return meta.Put([]byte("format"), []byte("3")) })
	wantOpenError(t, path, store.ErrCorrupt, "format is damaged")
}

func changeMeta(t *testing.T, path string, change func(meta *bbolt.Bucket) error) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error { return change(tx.Bucket([]byte("meta"))) })
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
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

// A file in which roles are kept can no longer be opened by a program of format 1,
// which would show every model to everybody.
func TestOpenGuarded(t *testing.T) {
	for _, id := range []store.ModelID{store.People, store.ModelID("model-1").Companion(store.Sharing)} {
		path := filled(t, 1)
		formatOf := func() (number string) {
			changeMeta(t, path, func(meta *bbolt.Bucket) error {
				number = string(meta.Get([]byte("format")))
				return nil
			})
			return number
		}
		if got := formatOf(); got != "1" {
			t.Errorf("without roles the format is %s", got)
		}
		s := open(t, path, storetest.Options())
		if _, err := s.Create(t.Context(), storetest.First("model-1")); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Create(t.Context(), storetest.First(id)); err != nil {
			t.Fatal(err)
		}
		close(t, s)
		if got := formatOf(); got != "2" {
			t.Errorf("with %s the format is %s", id, got)
		}
		salvaged := filepath.Join(t.TempDir(), "salvaged.db")
		if _, err := bolt.Salvage(t.Context(), path, salvaged, storetest.Options()); err != nil {
			t.Fatal(err)
		}
		if path = salvaged; formatOf() != "2" {
			t.Errorf("salvaged with %s the format is %s", id, formatOf())
		}
		if report, err := bolt.Check(t.Context(), path, storetest.Options()); err != nil || len(report.Damage) > 0 {
			t.Errorf("check: %v, %v", report.Damage, err)
		}
	}
}
