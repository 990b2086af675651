package bolt_test

import (
	"bytes"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"widerow/store/bolt"
	"widerow/store/storetest"
)

// leave writes what a killed process leaves beside path.
func leave(t *testing.T, path, name string, content []byte) string {
	t.Helper()
	left := filepath.Join(filepath.Dir(path), name)
	if err := os.WriteFile(left, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return left
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// What a killed process has left of a file is removed when the file is written or
// opened next. Files of other names are not touched.
func TestLeftFilesAreRemoved(t *testing.T) {
	path := filled(t, 3)
	backup := filepath.Join(t.TempDir(), "backup.db")
	fill := func(w io.Writer) error { _, err := bolt.BackupFile(ctx, path, w); return err }
	keep := func(name string) error {
		_, _, err := bolt.KeepBackup(ctx, name, storetest.Options(), fill)
		return err
	}
	for verb, act := range map[string]func(beside string) error{
		"backup": func(beside string) error { return keep(beside) },
		"restore": func(beside string) error {
			_, _, err := bolt.Restore(ctx, path, beside, storetest.Options())
			return err
		},
		"salvage": func(beside string) error { _, err := bolt.Salvage(ctx, path, beside, storetest.Options()); return err },
		"open": func(beside string) error {
			s, err := bolt.Open(beside, bolt.Options{Options: storetest.Options()})
			if err == nil {
				err = s.Close()
			}
			return err
		},
	} {
		beside := filepath.Join(t.TempDir(), "widerow.db")
		left, probe := leave(t, beside, "widerow.db.new-3046173981", []byte("half of a")), leave(t, beside, "widerow.db.probe-7", []byte("x"))
		checks := leave(t, beside, ".widerow.db.checks.7Q2XAB5K.tmp", []byte("{"))
		others := []string{
			leave(t, beside, ".widerow.db.checks.mine.tmp", nil), leave(t, beside, ".other.db.checks.7Q2XAB5K.tmp", nil),
			leave(t, beside, "widerow.db.new-idea", nil), leave(t, beside, "other.db.new-12", nil), leave(t, beside, "widerow.db.newer", nil),
		}
		if err := act(beside); err != nil {
			t.Errorf("%s: %v", verb, err)
		}
		if exists(left) || exists(probe) || exists(checks) {
			t.Errorf("%s leaves one of %s, %s and %s", verb, left, probe, checks)
		}
		if slices.ContainsFunc(others, func(other string) bool { return !exists(other) }) {
			t.Errorf("%s has removed a file of another name", verb)
		}
		if exists(beside + ".lock") {
			t.Errorf("%s leaves its lock", verb)
		}
	}
	// Another backup to the same name, at the same time, is refused.
	err := keepWhile(t, backup, fill, func() {
		if err := keep(backup); err == nil || !strings.Contains(err.Error(), "in use") {
			t.Errorf("a second backup to the same file: %v", err)
		}
	})
	if err != nil {
		t.Error(err)
	}
}

func keepWhile(t *testing.T, path string, fill func(io.Writer) error, during func()) error {
	t.Helper()
	_, _, err := bolt.KeepBackup(ctx, path, storetest.Options(), func(w io.Writer) error {
		during()
		return fill(w)
	})
	return err
}

// Unfinished backups of other names are named, once nobody writes them any more.
func TestLeftBackupsAreNamed(t *testing.T) {
	path := filled(t, 3)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	backup := filepath.Join(t.TempDir(), "tuesday.db")
	old := time.Now().Add(-time.Hour)
	want := leave(t, backup, "monday.db.new-99", whole[:len(whole)/2])
	notes := leave(t, backup, "notes.new-1", []byte("no store"))
	for _, name := range []string{want, notes} {
		if err := os.Chtimes(name, old, old); err != nil {
			t.Fatal(err)
		}
	}
	leave(t, backup, "now.db.new-98", whole)
	if left := bolt.LeftBeside(backup); !slices.Equal(left, []string{want}) {
		t.Errorf("%v are left, want %s", left, want)
	}
}

// The log of a start names the files that restores have replaced.
func TestReplacedFilesAreNamed(t *testing.T) {
	path := filled(t, 3)
	backup := filepath.Join(t.TempDir(), "backup.db")
	fill := func(w io.Writer) error { _, err := bolt.BackupFile(ctx, path, w); return err }
	if _, _, err := bolt.KeepBackup(ctx, backup, storetest.Options(), fill); err != nil {
		t.Fatal(err)
	}
	_, kept, err := bolt.Restore(ctx, backup, path, storetest.Options())
	if err != nil || kept == "" {
		t.Fatal(kept, err)
	}
	var log bytes.Buffer
	s, err := bolt.Open(path, bolt.Options{Options: storetest.Options(), Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if !strings.Contains(log.String(), kept) {
		t.Errorf("the log does not name %s:\n%s", kept, &log)
	}
}
