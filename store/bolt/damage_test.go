package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"syscall"
	"testing"

	"go.etcd.io/bbolt"

	"widerow/store"
	"widerow/store/storetest"
)

const revisions = 2*storetest.SnapshotEvery + 3

func openFilled(t testing.TB) *Store {
	t.Helper()
	s, err := Open(filepath.Join(t.TempDir(), "widerow.db"), Options{Options: storetest.Options()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	if _, err := s.Create(context.Background(), storetest.First("hotel")); err != nil {
		t.Fatal(err)
	}
	for base := uint64(1); base < revisions; base++ {
		if _, err := s.Save(context.Background(), storetest.Edit("hotel", base)); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// place is the place of a value in the file.
type place struct {
	buckets [][]byte
	key     []byte
}

func (p place) String() string {
	return fmt.Sprintf("%s/%q", bytes.Join(p.buckets, []byte("/")), p.key)
}

func (p place) in(tx *bbolt.Tx) *bbolt.Bucket {
	bucket := tx.Bucket(p.buckets[0])
	for _, name := range p.buckets[1:] {
		bucket = bucket.Bucket(name)
	}
	return bucket
}

// redundant reports whether the value can be missing without any loss.
func (p place) redundant() bool {
	last := p.buckets[len(p.buckets)-1]
	return bytes.Equal(last, bucketSnapshots) && !bytes.Equal(p.key, numberKey(1))
}

// set stores a value, or removes it if it is nil, and returns the old one.
func (p place) set(t *testing.T, db *bbolt.DB, value []byte) (old []byte) {
	t.Helper()
	err := db.Update(func(tx *bbolt.Tx) error {
		old = bytes.Clone(p.in(tx).Get(p.key))
		if value == nil {
			return p.in(tx).Delete(p.key)
		}
		return p.in(tx).Put(p.key, value)
	})
	if err != nil {
		t.Fatal(err)
	}
	return old
}

// places lists all values of the model and its operations.
func places(t *testing.T, db *bbolt.DB) (all []place) {
	t.Helper()
	hotel := []byte("hotel")
	err := db.View(func(tx *bbolt.Tx) error {
		for _, buckets := range [][][]byte{
			{bucketModels, hotel}, {bucketModels, hotel, bucketRevisions},
			{bucketModels, hotel, bucketSnapshots}, {bucketOperations}, {bucketRecent},
		} {
			place{buckets: buckets}.in(tx).ForEach(func(key, value []byte) error {
				if value != nil {
					all = append(all, place{buckets, bytes.Clone(key)})
				}
				return nil
			})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Every stored byte is changed in turn. Verify must detect it, and no method
// may return anything but what was saved.
func TestFlippedBits(t *testing.T) {
	s := openFilled(t)
	s.db.NoSync = true
	want := readAll(t, s)
	flips := 0
	for _, place := range places(t, s.db) {
		value := place.set(t, s.db, nil)
		if err := compare(s, want, store.ErrCorrupt); err != nil {
			t.Errorf("%s removed: %v", place, err)
		}
		// Without a later snapshot, the one before it is used.
		if err := s.Verify(context.Background(), "hotel"); err == nil && !place.redundant() {
			t.Errorf("%s removed: Verify returns nil", place)
		}
		for i := range value {
			flipped := bytes.Clone(value)
			flipped[i] ^= 1 << rand.IntN(8)
			place.set(t, s.db, flipped)
			wantDamage(t, s, want, fmt.Sprintf("%s, byte %d", place, i))
			flips++
		}
		place.set(t, s.db, value)
	}
	if flips < 2500 {
		t.Errorf("only %d bits were flipped", flips)
	}
	if err := s.Verify(context.Background(), "hotel"); err != nil {
		t.Errorf("after every value is restored: %v", err)
	}
}

type saved struct {
	document []byte
	revision store.Revision
}

func readAll(t testing.TB, s *Store) (all []saved) {
	t.Helper()
	for number := uint64(1); number <= revisions; number++ {
		document, revision, err := s.At(context.Background(), "hotel", number)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, saved{document, revision})
	}
	return all
}

func wantDamage(t *testing.T, s *Store, want []saved, what string) {
	t.Helper()
	if err := s.Verify(context.Background(), "hotel"); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("%s: Verify returns %v", what, err)
	}
	if err := compare(s, want, store.ErrCorrupt); err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

// compare reads everything and checks that each result is right or one of the
// allowed errors.
func compare(s *Store, want []saved, allowed ...error) error {
	ctx := context.Background()
	check := func(document []byte, revision store.Revision, err error, number uint64) error {
		for _, allow := range allowed {
			if errors.Is(err, allow) {
				return nil
			}
		}
		if err != nil {
			return err
		}
		right := want[number-1]
		if revision.Hash != right.revision.Hash || revision.Sum() != revision.Hash ||
			document != nil && !bytes.Equal(document, right.document) {
			return fmt.Errorf("revision %d is wrong: %+v, document %q", number, revision, document)
		}
		return nil
	}
	document, revision, err := s.Head(ctx, "hotel")
	errs := []error{check(document, revision, err, uint64(len(want)))}
	for number := uint64(1); number <= uint64(len(want)); number++ {
		document, revision, err := s.At(ctx, "hotel", number)
		errs = append(errs, check(document, revision, err, number))
		revision, found, err := s.FindOperation(ctx, want[number-1].revision.Operation)
		if found || err != nil {
			errs = append(errs, check(nil, revision, err, number))
		}
	}
	page, err := s.History(ctx, "hotel", 0, 0)
	if err != nil {
		errs = append(errs, check(nil, store.Revision{}, err, 1))
	}
	for i, revision := range page {
		errs = append(errs, check(nil, revision, nil, uint64(len(want)-i)))
	}
	list, err := s.List(ctx, "", 10)
	for _, summary := range list.Models {
		if !summary.Damaged && summary.Revision != uint64(len(want)) {
			errs = append(errs, fmt.Errorf("list shows %+v", summary))
		}
	}
	if err != nil {
		errs = append(errs, check(nil, store.Revision{}, err, 1))
	}
	return errors.Join(errs...)
}

// After a failed commit, the error depends on its cause and on whether the
// revision is visible.
func TestCommitFails(t *testing.T) {
	ctx := context.Background()
	change := storetest.Edit("hotel", revisions)
	undone := func(err error) func(*bbolt.Tx) error {
		return func(tx *bbolt.Tx) error {
			tx.Rollback()
			return err
		}
	}
	for _, test := range []struct {
		name    string
		commit  func(*bbolt.Tx) error
		want    error
		stopped bool
	}{
		{"no space", undone(syscall.ENOSPC), store.ErrFull, false},
		{"quota", undone(fmt.Errorf("file resize error: %s", syscall.EDQUOT)), store.ErrFull, false},
		{"read-only", undone(syscall.EROFS), store.ErrReadOnly, false},
		{"disk error", undone(syscall.EIO), store.ErrUnknownOutcome, true},
		{"no space, but done", func(tx *bbolt.Tx) error {
			return errors.Join(tx.Commit(), syscall.ENOSPC)
		}, store.ErrUnknownOutcome, true},
		{"panic", func(*bbolt.Tx) error { panic("page 7 already freed") }, store.ErrUnknownOutcome, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := openFilled(t)
			s.commit = test.commit
			_, err := s.Save(ctx, change)
			if !errors.Is(err, test.want) {
				t.Fatalf("save: error %v, want %v", err, test.want)
			}
			s.commit = (*bbolt.Tx).Commit
			_, found, err := s.FindOperation(ctx, change.Operation)
			if found || errors.Is(err, store.ErrUnknownOutcome) != test.stopped {
				t.Errorf("find operation: %v, error %v", found, err)
			}
			_, err = s.Save(ctx, change)
			if (err != nil) != test.stopped || test.stopped && !errors.Is(err, store.ErrReadOnly) {
				t.Errorf("next save: %v; stopped %v", err, test.stopped)
			}
			if err := s.Ping(ctx); (err != nil) != test.stopped {
				t.Errorf("ping: %v", err)
			}
			if _, _, err := s.At(ctx, "hotel", revisions); err != nil {
				t.Errorf("read: %v", err)
			}
			if test.stopped {
				wantRenewed(t, s, change)
			}
		})
	}
}

// wantRenewed checks that a store whose write has failed accepts writes again, that
// it then knows what was saved, and that nothing is left beside its file.
func wantRenewed(t *testing.T, s *Store, change store.Save) {
	t.Helper()
	for s.broken.Load() != nil {
		if err := s.renew(t.Context()); err != nil && !errors.Is(err, store.ErrClosed) {
			t.Fatal(err)
		}
	}
	if err := s.Ping(t.Context()); err != nil {
		t.Errorf("ping: %v", err)
	}
	revision, err := s.Save(t.Context(), change)
	if err != nil || revision.Number != revisions+1 {
		t.Errorf("the repeated save: revision %d, %v", revision.Number, err)
	}
	if err := s.Verify(t.Context(), "hotel"); err != nil {
		t.Error(err)
	}
	if _, err := s.Scrub(t.Context(), 0); err != nil {
		t.Error(err)
	}
	kept, err := filepath.Glob(s.path + ".[dn]*")
	if len(kept) > 0 || err != nil {
		t.Errorf("beside the file are %q, %v", kept, err)
	}
}
