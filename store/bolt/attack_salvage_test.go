package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"widerow/store"
	"widerow/store/storetest"
)

// span is a part of a file.
type span struct{ from, to int64 }

// spansOf returns, for each model, the parts of the file that hold its records
// and documents: keys, values, and the lists of entries of their pages and
// buckets.
func spansOf(t *testing.T, whole []byte) map[store.ModelID][]span {
	t.Helper()
	s, err := surveyFile(bytes.NewReader(whole), int64(len(whole)), storetest.Options(), false)
	if err != nil {
		t.Fatal(err)
	}
	spans := map[store.ModelID][]span{}
	for id, f := range s.models {
		document := map[uint64]entry{0: *f.document}
		for _, entries := range []map[uint64]entry{f.revisions, f.snapshots, document} {
			spans[id] = append(spans[id], s.spansOf(whole, entries)...)
		}
	}
	return spans
}

// spansOf returns the parts of the file that lead to the entries of one bucket.
// An inline bucket has its list of entries right before the first of its keys.
func (s *survey) spansOf(whole []byte, entries map[uint64]entry) (spans []span) {
	size := int64(s.tree.meta.pageSize)
	firstKey, counts := map[int64]int64{}, map[int64]int64{}
	for _, e := range entries {
		page := e.at / size
		for !s.tree.walked[page] {
			page--
		}
		key := e.at - int64(len(e.key))
		if counts[page]++; firstKey[page] == 0 || key < firstKey[page] {
			firstKey[page] = key
		}
		spans = append(spans, span{key, e.at + int64(e.size)})
	}
	for page, key := range firstKey {
		listed := int64(binary.NativeEndian.Uint16(whole[page*size+10:]))
		spans = append(spans, span{page * size, page*size + pageHeader + listed*entrySize},
			span{key - bucketHeader - pageHeader - counts[page]*entrySize, key})
	}
	return spans
}

// readable reports whether none of the parts was changed.
func readable(whole, damaged []byte, spans []span) bool {
	for _, s := range spans {
		if s.to > int64(len(damaged)) || !bytes.Equal(whole[s.from:s.to], damaged[s.from:s.to]) {
			return false
		}
	}
	return true
}

// Files are damaged in one to twelve places each, or also cut off. Every model
// whose records and documents can still be read comes back whole, whatever
// happened to the pages that lead to them.
func TestAttackSalvage(t *testing.T) {
	whole, models := attacked(t)
	spans := spansOf(t, whole)
	random := rand.New(rand.NewPCG(3, 4))
	back, gone := outcome{}, 0
	n := rounds(25, 200)
	for number := range n {
		data, what := whole, ""
		for range 1 + random.IntN(12) {
			var one string
			data, one = hit(random, data)
			what += one + ", "
		}
		if random.IntN(8) == 0 {
			data = data[:len(data)-random.IntN(len(data)/3)]
			what += fmt.Sprintf("cut off at %d", len(data))
		}
		folder := t.TempDir()
		damaged, salvaged := filepath.Join(folder, "damaged.db"), filepath.Join(folder, "salvaged.db")
		if err := os.WriteFile(damaged, data, 0o600); err != nil {
			t.Fatal(err)
		}
		options := storetest.Options()
		report, err := Salvage(context.Background(), damaged, salvaged, options)
		if err != nil {
			t.Errorf("file %d, %s: %v", number, what, err)
			continue
		}
		if after, _ := os.ReadFile(damaged); !bytes.Equal(after, data) {
			t.Errorf("file %d: the damaged file was changed", number)
		}
		s, err := Open(salvaged, Options{Options: options})
		if err != nil {
			t.Errorf("file %d, %s: open what was salvaged: %v", number, what, err)
			continue
		}
		s.db.NoSync = true
		for id, documents := range models {
			if readable(whole, data, spans[id]) {
				if err := wantWhole(s, id, documents); err != nil {
					t.Errorf("file %d, %s: %v; %+v", number, what, err, report)
				}
				back.whole++
			} else {
				gone++
			}
		}
		count, err := compareModels(s, models)
		if err != nil {
			t.Errorf("file %d, %s: %v", number, what, err)
		}
		back.repaired, back.lost = back.repaired+count.repaired, back.lost+count.lost
		s.Close()
		os.RemoveAll(folder)
	}
	t.Logf("%d files: %d readable models came back whole; of %d others, %d lost some revisions and %d all", n, back.whole, gone, back.repaired, back.lost)
	if back.whole < n || gone < n {
		t.Error("the damage was too weak or too strong to test anything")
	}
}

// wantWhole checks that every document of a model is there.
func wantWhole(s *Store, id store.ModelID, documents [][]byte) error {
	for number, want := range documents {
		document, _, err := s.At(context.Background(), id, uint64(number+1))
		if err != nil || !bytes.Equal(document, want) {
			return fmt.Errorf("model %s, revision %d: %w", id, number+1, err)
		}
	}
	return nil
}

// Damage appears while the store is in use: the models that are read meet it or
// not, all others are saved as if nothing had happened, and a check ends it.
func TestAttackDamageWhileOpen(t *testing.T) {
	if checksPointers {
		t.Skip("checkptr, a part of the race detector, ends the process on damaged lengths")
	}
	whole, models := attacked(t)
	random := rand.New(rand.NewPCG(5, 6))
	n, total := rounds(30, 300), outcome{}
	for number := range n {
		path := filepath.Join(t.TempDir(), "widerow.db")
		if err := os.WriteFile(path, whole, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Open(path, Options{Options: storetest.Options(), Rebuild: true})
		if err != nil {
			t.Fatal(err)
		}
		s.db.NoSync = true
		data, what := hit(random, whole)
		if err := os.WriteFile(path, data, 0o600); err != nil { // the same file, in place
			t.Fatal(err)
		}
		if random.IntN(2) == 0 {
			s.Head(context.Background(), "model1") // a request may meet it first
		}
		if _, err := s.Scrub(context.Background(), 0); err != nil && !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("round %d, %s: scrub: %v", number, what, err)
		}
		count, err := compareModels(s, models)
		if err != nil {
			t.Errorf("round %d, %s: %v", number, what, err)
		}
		if count.repaired+count.lost > 1 {
			t.Errorf("round %d, %s: %+v", number, what, count)
		}
		total.whole, total.repaired, total.lost = total.whole+count.whole, total.repaired+count.repaired, total.lost+count.lost
		if err := s.Close(); err != nil {
			t.Errorf("round %d, %s: close: %v", number, what, err)
		}
		os.RemoveAll(filepath.Dir(path))
	}
	t.Logf("%d rounds; models: %+v", n, total)
}
