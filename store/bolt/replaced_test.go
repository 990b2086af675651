package bolt_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"widerow/store"
	"widerow/store/bolt"
	"widerow/store/storetest"
)

// wantRefused checks that the store reports why it is not ready, acknowledges no save, and does not
// claim that an earlier save is there.
func wantRefused(t *testing.T, s *bolt.Store, texts ...string) {
	t.Helper()
	_, err := s.Save(ctx, storetest.Edit("hotel", 3))
	if !errors.Is(err, store.ErrReplaced) {
		t.Errorf("save: error %v, want ErrReplaced", err)
	}
	if _, found, err := s.FindOperation(ctx, storetest.Edit("hotel", 2).Operation); found || !errors.Is(err, store.ErrUnknownOutcome) {
		t.Errorf("find operation: %v, error %v", found, err)
	}
	err = s.Ping(ctx)
	if !errors.Is(err, store.ErrReplaced) {
		t.Fatalf("ping: error %v, want ErrReplaced", err)
	}
	for _, text := range texts {
		if !strings.Contains(err.Error(), text) {
			t.Errorf("the message lacks %q: %v", text, err)
		}
	}
}

func TestAttackRemovedFile(t *testing.T) {
	path := filled(t, 3)
	s := open(t, path, storetest.Options())
	defer s.Close()
	away := path + ".away"
	if err := os.Rename(path, away); err != nil {
		t.Fatal(err)
	}
	wantRefused(t, s, "removed or moved", "widerow backup", "widerow restore")
	if _, _, err := s.Head(ctx, "hotel"); err != nil {
		t.Errorf("models can still be read: %v", err)
	}
	// A second server beside it would create a new file.
	_, err := bolt.Open(path, bolt.Options{Options: storetest.Options(), LockTimeout: 50 * time.Millisecond})
	if !errors.Is(err, store.ErrLocked) {
		t.Errorf("a second store: error %v, want ErrLocked", err)
	}
	// The models are rescued by a backup.
	var copied bytes.Buffer
	if _, err := s.Backup(ctx, &copied); err != nil {
		t.Fatal(err)
	}
	rescued := filepath.Join(t.TempDir(), "rescued.db")
	if err := os.WriteFile(rescued, copied.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	report, err := bolt.Check(ctx, rescued, storetest.Options())
	if err != nil || len(report.Damage) > 0 || report.Models != 1 || report.Revisions != 3 {
		t.Errorf("the rescued file: %+v, %v", report, err)
	}
	if err := os.Rename(away, path); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Save(ctx, storetest.Edit("hotel", 3)); err != nil {
		t.Errorf("after the file is back: %v", err)
	}
}

func TestAttackReplacedFile(t *testing.T) {
	path, other := filled(t, 3), filled(t, 5)
	s := open(t, path, storetest.Options())
	defer s.Close()
	if err := os.Rename(other, path); err != nil {
		t.Fatal(err)
	}
	wantRefused(t, s, "another file was put in its place")
}

// A file that is copied over keeps its name and its identity, but is cut off. What
// is read then is beyond its end.
func TestAttackCutFile(t *testing.T) {
	for _, pages := range []int64{0, 1, 2, 3, 5} {
		path := filled(t, 3)
		s := open(t, path, storetest.Options())
		if err := os.Truncate(path, pages*int64(os.Getpagesize())); err != nil {
			t.Fatal(err)
		}
		wantRefused(t, s, "the file was cut off to", "restore a backup or run `widerow salvage`")
		if _, _, err := s.Head(ctx, "hotel"); err != nil && !errors.Is(err, store.ErrReplaced) {
			t.Errorf("%d pages: reading gives %v", pages, err)
		}
		s.Close()
	}
}

// A file whose first pages were overwritten while it is open does not stop the
// server, and its models are still in the other pages.
func TestAttackOverwrittenFile(t *testing.T) {
	for _, pages := range []int{2, 4} {
		path := filled(t, 60)
		s := open(t, path, storetest.Options())
		file, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.Write(bytes.Repeat([]byte("spoiled!"), pages*os.Getpagesize()/8)); err != nil {
			t.Fatal(err)
		}
		file.Close()
		wantRefused(t, s, "the first pages of the file were overwritten", "widerow salvage")
		if _, _, err := s.Head(ctx, "hotel"); !errors.Is(err, store.ErrReplaced) {
			t.Errorf("reading gives %v", err)
		}
		s.Close()
		salvaged, err := bolt.Salvage(ctx, path, filepath.Join(t.TempDir(), "salvaged.db"), storetest.Options())
		if err != nil || len(salvaged.Damage) == 0 {
			t.Errorf("%d pages: salvaged %+v, %v", pages, salvaged, err)
		}
	}
}

// The file may be removed between the check before a save and its commit.
func TestAttackRemovedDuringSave(t *testing.T) {
	path := filled(t, 3)
	options := storetest.Options()
	apply := options.Apply
	options.Apply = func(document []byte, patches ...[]byte) ([]byte, error) {
		os.Remove(path)
		return apply(document, patches...)
	}
	s := open(t, path, options)
	defer s.Close()
	if _, err := s.Save(ctx, storetest.Edit("hotel", 3)); !errors.Is(err, store.ErrUnknownOutcome) {
		t.Errorf("error %v, want ErrUnknownOutcome", err)
	}
}

func TestRestore(t *testing.T) {
	backup, path := filled(t, 4), filled(t, 2)
	s := open(t, path, storetest.Options())
	if _, _, err := bolt.Restore(ctx, backup, path, storetest.Options()); !errors.Is(err, store.ErrLocked) {
		t.Errorf("over a file in use: error %v, want ErrLocked", err)
	}
	close(t, s)
	report, kept, err := bolt.Restore(ctx, backup, path, storetest.Options())
	if err != nil || report.Revisions != 4 || kept == "" {
		t.Fatalf("%+v, kept %q, error %v", report, kept, err)
	}
	for file, want := range map[string]uint64{path: 4, kept: 2} {
		s := open(t, file, storetest.Options())
		if _, head, err := s.Head(ctx, "hotel"); err != nil || head.Number != want {
			t.Errorf("%s: revision %d, error %v, want %d", file, head.Number, err, want)
		}
		close(t, s)
	}
	fresh := filepath.Join(t.TempDir(), "fresh.db")
	if _, kept, err := bolt.Restore(ctx, backup, fresh, storetest.Options()); err != nil || kept != "" {
		t.Errorf("to a new file: kept %q, error %v", kept, err)
	}
	data, err := os.ReadFile(backup)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.LastIndex(data, storetest.Document(4))
	data[at] ^= 1
	damaged := filepath.Join(t.TempDir(), "damaged.db")
	if err := os.WriteFile(damaged, data, 0o600); err != nil {
		t.Fatal(err)
	}
	report, _, err = bolt.Restore(ctx, damaged, fresh, storetest.Options())
	if err != nil || len(report.Damage) == 0 {
		t.Errorf("a damaged backup: %+v, %v", report, err)
	}
	folder, err := os.ReadDir(filepath.Dir(fresh))
	if err != nil || len(folder) != 1 {
		t.Errorf("the folder holds %v, %v", folder, err)
	}
}

// Copies are made while a writer saves. Each is a whole store of one moment,
// and no save fails.
func TestBackupWhileSaving(t *testing.T) {
	path := filled(t, 1)
	s := open(t, path, storetest.Options())
	defer close(t, s)
	stop, ended := context.WithCancel(ctx)
	failed := make(chan error, 1)
	go func() {
		defer func() { failed <- nil }()
		for base := uint64(1); stop.Err() == nil; base++ {
			if _, err := s.Save(ctx, storetest.Edit("hotel", base)); err != nil {
				failed <- err
				return
			}
		}
	}()
	last := 0
	for number := range 10 {
		copied := filepath.Join(t.TempDir(), "copy.db")
		file, err := os.Create(copied)
		if err != nil {
			t.Fatal(err)
		}
		backup, err := s.Backup(ctx, file)
		if err := errors.Join(err, file.Close()); err != nil {
			t.Fatal(err)
		}
		report, err := bolt.Check(ctx, copied, storetest.Options())
		if err != nil || len(report.Damage) > 0 || report.Revisions < last || report.Bytes != backup.Bytes {
			t.Fatalf("copy %d: %+v, %v", number, report, err)
		}
		last = report.Revisions
	}
	ended()
	if err := <-failed; err != nil {
		t.Error(err)
	}
	if last < 5 {
		t.Errorf("only %d revisions were saved meanwhile", last)
	}
}
