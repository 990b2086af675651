package bolt_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"widerow/store"
	"widerow/store/bolt"
)

// A store with a limit grows up to it, refuses what would exceed it, keeps
// everything else, and accepts saves again with a higher limit.
func TestAttackFillsTheStore(t *testing.T) {
	const most, step = 4 << 20, 16 << 20 // bbolt grows a file by steps
	path := filepath.Join(t.TempDir(), "widerow.db")
	options := bolt.Options{Options: store.Options{Apply: diffless}, MaxSize: most}
	s, err := bolt.Open(path, options)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.NewChaCha8([32]byte{})
	document := make([]byte, 100<<10)
	fill := func(number int) error {
		random.Read(document)
		_, err := s.Create(t.Context(), store.Save{Kind: store.KindCreate, Operation: fmt.Sprint("operation", number), Model: store.ModelID(fmt.Sprint("model", number)), Document: document})
		return err
	}
	saved := 0
	for err == nil {
		if err = fill(saved); err == nil {
			saved++
		}
		if saved > 300 {
			t.Fatal("the store grows above its limit")
		}
	}
	if !errors.Is(err, store.ErrLimit) || !errors.Is(err, store.ErrFull) {
		t.Fatalf("after %d saves: %v, want ErrLimit", saved, err)
	}
	info, statErr := os.Stat(path)
	if statErr != nil || info.Size() > most+step+1<<20 || saved < 10 {
		t.Errorf("%d saves in %d bytes, %v", saved, info.Size(), statErr)
	}
	for number := range saved {
		if _, _, err := s.Head(t.Context(), store.ModelID(fmt.Sprint("model", number))); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, options.MaxSize = range []int64{1 << 20, most + 4*step} { // the first is less than the file has
		if s, err = bolt.Open(path, options); err != nil {
			t.Fatal(err)
		}
		if err := fill(saved); (err == nil) != (options.MaxSize > most) {
			t.Errorf("limit %d: %v", options.MaxSize, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// diffless is for documents that no patch makes.
func diffless([]byte, ...[]byte) ([]byte, error) { return nil, errors.New("no patches here") }
