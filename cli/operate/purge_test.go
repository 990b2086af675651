package operate

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"widerow/model/diff"
	"widerow/store"
	"widerow/store/bolt"
)

func TestKeepFlag(t *testing.T) {
	for text, want := range map[string]time.Duration{"30d": 30 * 24 * time.Hour, "12h": 12 * time.Hour, "90m": 90 * time.Minute, "forever": 0, "36500d": 36500 * 24 * time.Hour} {
		var keep keepFlag
		if err := keep.UnmarshalText([]byte(text)); err != nil || time.Duration(keep) != want {
			t.Errorf("%q is %v, error %v; want %v", text, time.Duration(keep), err, want)
		}
	}
	for _, text := range []string{"", "30", "0", "0d", "-1d", "1s", "d", "1.5d", "for ever", "30 d", "36501d", "99999999999999999999d"} {
		var keep keepFlag
		if err := keep.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is taken as %v", text, time.Duration(keep))
		}
	}
}

// What is purged is logged, with who deleted it.
func TestPurgeIsLogged(t *testing.T) {
	models, err := bolt.Open(filepath.Join(t.TempDir(), "widerow.db"), bolt.Options{Options: store.Options{Apply: diff.Apply}})
	if err != nil {
		t.Fatal(err)
	}
	defer models.Close()
	now := time.Now()
	for id, ago := range map[store.ModelID]time.Duration{"long-ago": 31 * 24 * time.Hour, "lately": 29 * 24 * time.Hour} {
		at := now.Add(-ago)
		created := store.Save{Model: id, Operation: "made " + string(id), At: at, Kind: store.KindCreate, Title: string(id), Document: []byte("{}")}
		if _, err := models.Create(t.Context(), created); err != nil {
			t.Fatal(err)
		}
		if _, err := models.Delete(t.Context(), store.Deletion{Model: id, Base: 1, Operation: "gone " + string(id), At: at, Author: store.Author{Name: "Ada"}}); err != nil {
			t.Fatal(err)
		}
	}
	purger := store.Purger{Keep: 30 * 24 * time.Hour}
	purger.At(now, 0)
	var log bytes.Buffer
	purgeDue(t.Context(), models, &purger, slog.New(slog.NewTextHandler(&log, nil)))
	if text := log.String(); !strings.Contains(text, "purged a deleted model") || !strings.Contains(text, "model=long-ago") || !strings.Contains(text, "by=Ada") || strings.Contains(text, "lately") {
		t.Errorf("the log:\n%s", text)
	}
}

// How long models have been due survives a restart. A damaged file counts as a missing
// one.
func TestDueIsKept(t *testing.T) {
	data := filepath.Join(t.TempDir(), "widerow.db")
	log := slog.New(slog.DiscardHandler)
	due := store.Due{At: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), Models: []store.DueModel{{Model: "hotel", Revision: 3, Waited: 5 * time.Hour}}}
	writeDue(data, due, log)
	if read := readDue(data); !reflect.DeepEqual(read, due) {
		t.Errorf("read %v, want %v", read, due)
	}
	if err := os.WriteFile(duePath(data), []byte(`{"at": "now`), 0o600); err != nil {
		t.Fatal(err)
	}
	left := filepath.Join(filepath.Dir(data), ".widerow.db.due.7Q2XAB5K.tmp")
	if err := os.WriteFile(left, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if read := readDue(data); len(read.Models) > 0 {
		t.Errorf("read %v from a damaged file", read)
	}
	if _, err := os.Stat(left); !os.IsNotExist(err) {
		t.Errorf("what a killed server has left is still there: %v", err)
	}
	writeDue(data, store.Due{}, log)
	if _, err := os.Stat(duePath(data)); !os.IsNotExist(err) {
		t.Errorf("nothing is due, but the file is there: %v", err)
	}
}
