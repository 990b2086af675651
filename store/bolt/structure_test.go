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

// Bits are flipped and pages lost anywhere in the file, also in bbolt's own
// structures. The store may reject the file or a model, but must not return
// wrong data or end the process.
func TestDamagedFile(t *testing.T) {
	if checksPointers {
		t.Skip("checkptr, a part of the race detector, ends the process on damaged lengths")
	}
	whole, path, want := filledFile(t)
	rounds := 600
	if testing.Short() {
		rounds = 100
	}
	random := rand.New(rand.NewPCG(1, 2))
	refused, noticed := 0, 0
	for number := range rounds {
		data := bytes.Clone(whole)
		what := spoil(random, &data)
		path := fmt.Sprint(path, number)
		defer os.Remove(path)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Open(path, Options{Options: storetest.Options()})
		if err != nil {
			if !errors.Is(err, store.ErrCorrupt) {
				t.Errorf("round %d, %s: open: %v", number, what, err)
			}
			refused++
			continue
		}
		// With a flipped bit in its key, a model is not found.
		if err := compare(s, want, store.ErrCorrupt, store.ErrNotFound); err != nil {
			t.Errorf("round %d, %s: %v", number, what, err)
		}
		if s.Verify(context.Background(), "hotel") != nil {
			noticed++
		}
		writeInto(s)
		if err := s.Close(); err != nil {
			t.Errorf("round %d, %s: %v", number, what, err)
		}
		wantFree(t, path)
	}
	t.Logf("of %d damaged files %d were rejected when opened, %d when verified", rounds, refused, noticed)
	if refused == 0 || noticed == 0 {
		t.Error("the damage was too weak to test anything")
	}
}

// filledFile returns the used bytes of a store's file, its path, and its
// revisions. The order of the pages differs from run to run, since bbolt's free
// list is a map.
func filledFile(t testing.TB) (whole []byte, path string, want []saved) {
	t.Helper()
	s := openFilled(t)
	want = readAll(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(s.path)
	if err != nil {
		t.Fatal(err)
	}
	meta, err := newestMeta(bytes.NewReader(whole))
	if err != nil {
		t.Fatal(err)
	}
	return whole[:meta.pages*uint64(meta.pageSize)], s.path, want
}

// One flipped bit can lead from a page to an older copy of another, in which all
// hashes match: the last saves would be lost without an error. The test flips
// every such bit: in the page numbers of branches and buckets, and in the part
// of a key's offset that counts pages.
func TestOlderCopies(t *testing.T) {
	if checksPointers {
		t.Skip("checkptr, a part of the race detector, ends the process on damaged lengths")
	}
	files := 12
	if testing.Short() {
		files = 2
	}
	flips := 0
	for range files {
		whole, path, want := filledFile(t)
		for _, at := range pointers(whole) {
			for bit := range 8 {
				data := bytes.Clone(whole)
				data[at.offset] ^= 1 << bit
				wantNothingWrong(t, path, data, want, fmt.Sprintf("bit %d of %s at %d flipped", bit, at.what, at.offset))
				flips++
			}
		}
	}
	if flips < 200*files {
		t.Errorf("only %d bits were flipped", flips)
	}
}

// wantNothingWrong opens a file with this content. The store may reject it, but
// must not return wrong data.
func wantNothingWrong(t *testing.T, path string, data []byte, want []saved, what string) {
	t.Helper()
	os.Remove(path) // some file systems write a file to disk when it is overwritten
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Open(path, Options{Options: storetest.Options()})
	if err != nil {
		return
	}
	defer s.Close()
	s.db.NoSync = true // the file does not have to survive a crash
	if err := compare(s, want, store.ErrCorrupt, store.ErrNotFound); err != nil {
		t.Errorf("%s: %v", what, err)
	}
	writeInto(s)
}

// pointer is a byte that determines which page is read.
type pointer struct {
	what   string
	offset int // in the file
}

// pointers lists all such bytes. See checkStructure.
func pointers(whole []byte) (all []pointer) {
	const branch, leaf, bucket = 1, 2, 1
	order, size := binary.NativeEndian, os.Getpagesize()
	for start := 2 * size; start < len(whole); start += size {
		flags, count := order.Uint16(whole[start+8:]), int(order.Uint16(whole[start+10:]))
		if flags != branch && flags != leaf {
			continue
		}
		for i := range min(count, (size-pageHeader)/16) {
			at := start + pageHeader + 16*i
			if flags == branch {
				all = append(all, pointer{"a branch's page", at + 8})
				continue
			}
			all = append(all, pointer{"a key's distance", at + 5})
			value := at + int(order.Uint32(whole[at+4:])) + int(order.Uint32(whole[at+8:]))
			if order.Uint32(whole[at:]) == bucket && value < len(whole) {
				all = append(all, pointer{"a bucket's page", value})
			}
		}
	}
	return all
}

// FuzzFile changes two bytes of a file. No change may make the store return
// wrong data, hang or end the process, whether it is read or written.
func FuzzFile(f *testing.F) {
	if checksPointers {
		f.Skip("checkptr, a part of the race detector, ends the process on damaged lengths")
	}
	whole, path, want := filledFile(f)
	for _, at := range pointers(whole)[:8] {
		f.Add(uint32(at.offset), byte(1), uint32(at.offset+8), byte(0))
	}
	f.Fuzz(func(t *testing.T, first uint32, one byte, second uint32, other byte) {
		data := bytes.Clone(whole)
		data[first%uint32(len(data))] ^= one
		data[second%uint32(len(data))] ^= other
		path := filepath.Join(t.TempDir(), filepath.Base(path))
		wantNothingWrong(t, path, data, want, "two bytes changed")
	})
}

// wantFree checks that the file is not locked.
func wantFree(t *testing.T, path string) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := tryLock(file); err != nil {
		t.Errorf("%s is still locked: %v", path, err)
	}
}

func spoil(random *rand.Rand, data *[]byte) string {
	page := os.Getpagesize()
	switch at := random.IntN(len(*data)); random.IntN(4) {
	case 0:
		*data = (*data)[:at]
		return fmt.Sprintf("cut off at %d", at)
	case 1:
		at -= at % page
		clear((*data)[at : at+page])
		return fmt.Sprintf("page at %d zeroed", at)
	default:
		// Damage to a page's header or first entries has the worst effects.
		at -= at%page - random.IntN(200)
		bit := random.IntN(8)
		(*data)[at] ^= 1 << bit
		return fmt.Sprintf("bit %d of byte %d flipped", bit, at)
	}
}

// writeInto tries some writes. Their results do not matter.
func writeInto(s *Store) {
	s.Create(context.Background(), storetest.First("other"))
	s.Save(context.Background(), storetest.Edit("hotel", revisions))
}
