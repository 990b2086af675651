package bolt_test

import (
	"io"
	"os"
	"strings"
	"testing"

	"widerow/store/bolt"
	"widerow/store/storetest"
)

// After a restart the store still knows its last backup and check, also of a
// backup that was made while no server ran.
func TestStatusAfterRestart(t *testing.T) {
	path := filled(t, 3)
	s := open(t, path, storetest.Options())
	if before := s.Status(); before.Backup != nil || before.Scrub != nil || before.Clean != nil {
		t.Errorf("a new store knows of %+v", before)
	}
	backup, err := s.Backup(t.Context(), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	report, err := s.Scrub(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	close(t, s)

	s = open(t, path, storetest.Options())
	after := s.Status()
	if after.Backup == nil || !after.Backup.Ended.Equal(backup.Ended) || after.Backup.SHA256 != backup.SHA256 || after.Backup.Bytes != backup.Bytes {
		t.Errorf("the backup is %+v, want %+v", after.Backup, backup)
	}
	for name, check := range map[string]int64{"check": after.Scrub.Ended.UnixNano(), "check without damage": after.Clean.Ended.UnixNano()} {
		if check != report.Ended.UnixNano() {
			t.Errorf("the last %s is of %d, want %d", name, check, report.Ended.UnixNano())
		}
	}
	if after.Scrub.Models != report.Models || after.Scrub.Revisions != report.Revisions {
		t.Errorf("the check is %+v, want %+v", after.Scrub, report)
	}
	close(t, s)

	offline, err := bolt.BackupFile(t.Context(), path, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	s = open(t, path, storetest.Options())
	defer close(t, s)
	if now := s.Status(); !now.Backup.Ended.Equal(offline.Ended) || now.Scrub == nil {
		t.Errorf("after a backup without a server: %+v", now)
	}
}

// A rebuild is shown until the operator has moved the damaged file away.
func TestRebuiltAfterRestart(t *testing.T) {
	path := filled(t, 3)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := strings.Index(string(data), "format check")
	data[at] ^= 1
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	restart := func() (kept string) {
		t.Helper()
		s, err := bolt.Open(path, bolt.Options{Options: storetest.Options(), Rebuild: true})
		if err != nil {
			t.Fatal(err)
		}
		defer close(t, s)
		if _, err := s.Scrub(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		if rebuilt := s.Status().Rebuilt; rebuilt != nil {
			return rebuilt.Kept
		}
		return ""
	}
	kept := restart()
	if kept == "" || restart() != kept {
		t.Errorf("the rebuild is forgotten at the restart; the damaged file is %q", kept)
	}
	if err := os.Remove(kept); err != nil {
		t.Fatal(err)
	}
	if again := restart(); again != "" {
		t.Errorf("the rebuild is shown although %s is gone", again)
	}
}

// What is beside the data file is only for display: damage there is no damage.
func TestStatusOfADamagedRecord(t *testing.T) {
	path := filled(t, 1)
	if err := os.WriteFile(path+".checks", []byte(`{"backup": 7`), 0o600); err != nil {
		t.Fatal(err)
	}
	s := open(t, path, storetest.Options())
	defer close(t, s)
	if status := s.Status(); status.Backup != nil || status.Scrub != nil {
		t.Errorf("status of a damaged record: %+v", status)
	}
}
