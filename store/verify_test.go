package store_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"widerow/store"
	"widerow/store/storetest"
)

// A changed revision with a recomputed hash no longer matches the parent hash
// in the next revision, or the hash of the head.
func TestVerifierFindsForgery(t *testing.T) {
	ctx := context.Background()
	options := storetest.Options()
	memory := store.NewMemory(options)
	if _, err := memory.Create(ctx, storetest.First("hotel")); err != nil {
		t.Fatal(err)
	}
	for base := uint64(1); base < 10; base++ {
		if _, err := memory.Save(ctx, storetest.Edit("hotel", base)); err != nil {
			t.Fatal(err)
		}
	}
	history, err := memory.History(ctx, "hotel", 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	head := history[0]
	verify := func(change func(number uint64, revision *store.Revision, snapshot *[]byte)) error {
		verifier := store.Verifier{Options: options, Model: "hotel"}
		for number := uint64(1); number <= 10; number++ {
			revision := history[10-number]
			var snapshot []byte
			if (number-1)%storetest.SnapshotEvery == 0 {
				snapshot = storetest.Document(number)
			}
			change(number, &revision, &snapshot)
			if err := verifier.Next(revision, snapshot); err != nil {
				return err
			}
		}
		return verifier.End(head.Hash, storetest.Document(10))
	}
	if err := verify(func(uint64, *store.Revision, *[]byte) {}); err != nil {
		t.Fatalf("untouched: %v", err)
	}
	for _, test := range []struct {
		name  string
		at    uint64 // the revision that is changed
		found uint64 // the revision that is reported
		forge func(*store.Revision, *[]byte)
	}{
		{"words", 4, 5, func(r *store.Revision, _ *[]byte) { r.Words = "nothing"; r.Hash = r.Sum() }},
		{"words of the head", 10, 10, func(r *store.Revision, _ *[]byte) { r.Words = "nothing"; r.Hash = r.Sum() }},
		{"words, old hash", 4, 4, func(r *store.Revision, _ *[]byte) { r.Words = "nothing" }},
		{"patch", 4, 4, func(r *store.Revision, _ *[]byte) { r.Patch = []byte("0=x"); r.Hash = r.Sum() }},
		{"patch that does not fit", 4, 4, func(r *store.Revision, _ *[]byte) { r.Patch = []byte("9=x"); r.Hash = r.Sum() }},
		{"patch that panics", 4, 4, func(r *store.Revision, _ *[]byte) { r.Patch = []byte("panic"); r.Hash = r.Sum() }},
		{"no patch", 4, 4, func(r *store.Revision, _ *[]byte) { r.Patch = nil; r.Hash = r.Sum() }},
		{"snapshot", 8, 8, func(_ *store.Revision, s *[]byte) { *s = []byte("x") }},
		{"first document", 1, 1, func(_ *store.Revision, s *[]byte) { *s = nil }},
		{"left out", 4, 4, func(r *store.Revision, _ *[]byte) { *r = history[10-5] }},
		{"another model", 4, 4, func(r *store.Revision, _ *[]byte) { r.Model = "other"; r.Hash = r.Sum() }},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := verify(func(number uint64, revision *store.Revision, snapshot *[]byte) {
				if number == test.at {
					test.forge(revision, snapshot)
				}
			})
			var corrupt *store.Corrupt
			if !errors.As(err, &corrupt) || !errors.Is(err, store.ErrCorrupt) {
				t.Fatalf("error %v, want a *Corrupt", err)
			}
			if corrupt.Model != "hotel" || corrupt.Revision != test.found {
				t.Errorf("%v; want revision %d", err, test.found)
			}
		})
	}
}

func TestReplayDamaged(t *testing.T) {
	options := storetest.Options()
	wrong := store.Revision{Model: "hotel", Number: 7, Patch: []byte("0=x"), DocumentHash: store.HashOf([]byte("y"))}
	_, err := options.Replay([]byte("a"), []store.Revision{wrong})
	const want = `model "hotel" is damaged at revision 7: its document does not match the hash`
	if !errors.Is(err, store.ErrCorrupt) || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// TestReplayNamesTheDamagedRevision: patches are applied at once, and one after another
// if the last document is not what it was.
func TestReplayNamesTheDamagedRevision(t *testing.T) {
	options := storetest.Options()
	revision := func(number uint64, patch, document string) store.Revision {
		return store.Revision{Model: "hotel", Number: number, Patch: []byte(patch), DocumentHash: store.HashOf([]byte(document))}
	}
	revisions := []store.Revision{revision(2, "0=b", "b"), revision(3, "0=c", "c"), revision(4, "0=d", "d")}
	if got, err := options.Replay([]byte("a"), revisions); err != nil || string(got) != "d" {
		t.Errorf("%q, error %v, want d", got, err)
	}
	revisions[1].Patch = []byte("7=c")
	revisions[2].DocumentHash = store.HashOf([]byte("x"))
	if _, err := options.Replay([]byte("a"), revisions); err == nil || !strings.Contains(err.Error(), "damaged at revision 3") {
		t.Errorf("error %v, want one about revision 3", err)
	}
}
