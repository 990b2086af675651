package bolt

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"widerow/store"
	"widerow/store/storetest"
)

// A file that was written by many saves, deletions and purges has no damage.
// Whatever bbolt does with its pages, Check must not take it for damage.
func TestCheckFindsNothing(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "widerow.db")
	s, err := Open(path, Options{Options: storetest.Options(), Rebuild: true})
	if err != nil {
		t.Fatal(err)
	}
	s.db.NoSync = true
	random := rand.New(rand.NewPCG(1, 9))
	heads, made := map[store.ModelID]uint64{}, 0
	for step := range 3000 {
		id := store.ModelID(fmt.Sprint("m", random.IntN(12), "-", step/600))
		switch head := heads[id]; {
		case head == 0:
			_, err = s.Create(ctx, numbered(id, 1, random.IntN(9000)))
			heads[id], made = 1, made+1
		case random.IntN(40) == 0:
			_, err = s.Delete(ctx, store.Deletion{Model: id, Base: head, Operation: fmt.Sprint("delete-", id, "-", step)})
			if err == nil {
				err = s.Purge(ctx, id, head+1)
			}
			delete(heads, id)
		default:
			change := numbered(id, head+1, random.IntN(9000))
			change.Operation = fmt.Sprint(id, "-", step)
			change.Patch = nil
			_, err = s.Save(ctx, change)
			heads[id]++
		}
		if err != nil {
			t.Fatal(err)
		}
		if step%500 == 499 {
			report, err := s.Scrub(ctx, 0)
			if err != nil || len(report.Damage) > 0 || report.Models != len(heads) {
				t.Fatalf("step %d: %d models of %d, damage %v, error %v", step, report.Models, len(heads), report.Damage, err)
			}
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	report, err := Check(ctx, path, storetest.Options())
	if err != nil || len(report.Damage) > 0 {
		t.Errorf("damage %v, error %v", report.Damage, err)
	}
	t.Logf("%d models made, %d left with %d revisions, %d bytes", made, report.Models, report.Revisions, report.Bytes)
}
