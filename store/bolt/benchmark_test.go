package bolt_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"

	"widerow/store"
	"widerow/store/bolt"
	"widerow/store/storetest"
)

// benchmarkStore holds a model of 60 KB, the size of about 30 tables, which is
// changed by patches of 300 bytes.
type benchmarkStore struct {
	*bolt.Store
	document []byte
	number   uint64
}

func newBenchmarkStore(b *testing.B) *benchmarkStore {
	b.Helper()
	options := storetest.Options()
	options.SnapshotEvery = 0 // as in production
	line := bytes.Repeat([]byte("x"), 300)
	g := &benchmarkStore{
		Store:    open(b, filepath.Join(b.TempDir(), "widerow.db"), options),
		document: bytes.TrimSuffix(bytes.Repeat(append(line, '\n'), 200), []byte("\n")),
		number:   1,
	}
	b.Cleanup(func() { close(b, g.Store) })
	first := storetest.First("hotel")
	first.Document = g.document
	if _, err := g.Create(ctx, first); err != nil {
		b.Fatal(err)
	}
	return g
}

// next returns the save of the revision after the newest.
func (g *benchmarkStore) next(b *testing.B) store.Save {
	b.Helper()
	change := storetest.Edit("hotel", g.number)
	g.number++
	change.Patch = fmt.Appendf(nil, "%d=%0296d", g.number%200, g.number)
	document, err := storetest.Apply(g.document, change.Patch)
	if err != nil {
		b.Fatal(err)
	}
	change.Document, g.document = document, document
	return change
}

func (g *benchmarkStore) save(b *testing.B, change store.Save) {
	b.Helper()
	revision, err := g.Save(ctx, change)
	if err != nil || revision.Patch == nil {
		b.Fatalf("save: %+v, error %v; want a patch", revision, err)
	}
}

func BenchmarkSave(b *testing.B) {
	g := newBenchmarkStore(b)
	for b.Loop() {
		b.StopTimer()
		change := g.next(b)
		b.StartTimer()
		g.save(b, change)
	}
}

func BenchmarkHead(b *testing.B) {
	g := newBenchmarkStore(b)
	for range 100 {
		g.save(b, g.next(b))
	}
	for b.Loop() {
		if _, _, err := g.Head(ctx, "hotel"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAtRevision10000 opens revisions near the 10,000th. Revision 10,000
// is the slowest: it is 49 patches after a snapshot.
func BenchmarkAtRevision10000(b *testing.B) {
	g := newBenchmarkStore(b)
	for g.number < 10_050 {
		g.save(b, g.next(b))
	}
	for _, number := range []uint64{10, 10_000, 10_001} {
		b.Run(fmt.Sprint(number), func(b *testing.B) {
			for b.Loop() {
				if _, _, err := g.At(ctx, "hotel", number); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("history", func(b *testing.B) {
		for b.Loop() {
			if page, err := g.History(ctx, "hotel", 0, 50); err != nil || len(page) != 50 {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkVerify1000(b *testing.B) {
	g := newBenchmarkStore(b)
	for g.number < 1000 {
		g.save(b, g.next(b))
	}
	for b.Loop() {
		if err := g.Verify(ctx, "hotel"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOpen opens a store of 300 models of 60 KB each, 54 MB with their
// snapshots. Open checks all pages of the tree.
func BenchmarkOpen(b *testing.B) {
	path := filepath.Join(b.TempDir(), "widerow.db")
	s := open(b, path, storetest.Options())
	for number := range 300 {
		first := storetest.First(store.ModelID(fmt.Sprint("hotel", number)))
		first.Operation = fmt.Sprint("create", number)
		first.Document = bytes.Repeat([]byte("x"), 60_000)
		if _, err := s.Create(ctx, first); err != nil {
			b.Fatal(err)
		}
	}
	close(b, s)
	for b.Loop() {
		close(b, open(b, path, storetest.Options()))
	}
}
