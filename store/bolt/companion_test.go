package bolt_test

import (
	"os"
	"path/filepath"
	"testing"

	"widerow/store"
	"widerow/store/bolt"
	"widerow/store/storetest"
)

// A discussion is in a backup, in a check and in what is salvaged, and does not
// count as a model.
func TestCompanionInCopies(t *testing.T) {
	path := filepath.Join(t.TempDir(), "widerow.db")
	s := open(t, path, storetest.Options())
	discussion := store.ModelID("hotel").Companion(store.Discussion)
	for _, id := range []store.ModelID{"hotel", discussion} {
		if _, err := s.Create(t.Context(), storetest.First(id)); err != nil {
			t.Fatal(err)
		}
		for base := uint64(1); base < 9; base++ {
			if _, err := s.Save(t.Context(), storetest.Edit(id, base)); err != nil {
				t.Fatal(err)
			}
		}
	}
	copied, err := os.Create(filepath.Join(t.TempDir(), "copy.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	if _, err := s.Backup(t.Context(), copied); err != nil {
		t.Fatal(err)
	}
	close(t, s)

	salvagedPath := filepath.Join(t.TempDir(), "salvaged.db")
	salvaged, err := bolt.Salvage(t.Context(), path, salvagedPath, storetest.Options())
	if err != nil || salvaged.Whole != 1 || len(salvaged.Repaired)+len(salvaged.Lost)+len(salvaged.Damage) > 0 {
		t.Errorf("salvaged %+v, error %v; want 1 whole model", salvaged, err)
	}
	for _, path := range []string{path, copied.Name(), salvagedPath} {
		report, err := bolt.Check(t.Context(), path, storetest.Options())
		if err != nil || len(report.Damage) > 0 || report.Models != 1 || report.Revisions != 18 {
			t.Errorf("%s: %s, damage %v, error %v; want 1 model, 18 revisions", path, report.Counts(), report.Damage, err)
		}
		s := open(t, path, storetest.Options())
		if document, head, err := s.Head(t.Context(), discussion); err != nil || head.Number != 9 || string(document) != string(storetest.Document(9)) {
			t.Errorf("%s: head %d %q, error %v", path, head.Number, document, err)
		}
		close(t, s)
	}
}
