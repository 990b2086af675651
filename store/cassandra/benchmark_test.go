package cassandra

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"widerow/store"
	"widerow/store/bolt"
	"widerow/store/storetest"
)

// BenchmarkSaves saves patches of 300 bytes in 20 models of 60 KB, here and in a file: by one editor, by 50 who make
// 100 saves a second together, and by 50 who never rest. Half of what they do is reading. It reports percentiles of a
// save and of a read in milliseconds.
func BenchmarkSaves(b *testing.B) {
	for _, load := range []struct {
		name    string
		editors int
		pause   time.Duration // between two saves of all
	}{{"1", 1, 0}, {"50 resting", 50, 10 * time.Millisecond}, {"50", 50, 0}} {
		for _, backend := range []struct {
			name string
			open func(*testing.B, store.Options) store.Store
		}{
			{"cassandra", func(b *testing.B, options store.Options) store.Store { return openStore(b, newStore(b), options) }},
			{"bolt", func(b *testing.B, options store.Options) store.Store {
				s, err := bolt.Open(filepath.Join(b.TempDir(), "widerow.db"), bolt.Options{Options: options})
				if err != nil {
					b.Fatal(err)
				}
				b.Cleanup(func() { s.Close() })
				return s
			}},
		} {
			b.Run(backend.name+"/"+load.name, func(b *testing.B) {
				options := storetest.Options()
				options.SnapshotEvery = 0 // as in production
				benchmarkSaves(b, backend.open(b, options), load.editors, load.pause)
			})
		}
	}
}

const benchmarkModels = 20

// bench is what the editors of a benchmark share.
type bench struct {
	store.Store
	first []byte
	mutex [benchmarkModels]sync.Mutex
	heads [benchmarkModels]uint64
	text  [benchmarkModels][]byte
}

func benchmarkSaves(b *testing.B, s store.Store, editors int, pause time.Duration) {
	line := bytes.Repeat([]byte("x"), 300)
	g := &bench{Store: s, first: bytes.TrimSuffix(bytes.Repeat(append(line, '\n'), 200), []byte("\n"))}
	for number := range benchmarkModels {
		change := storetest.First(modelName(number))
		change.Document = g.first
		if _, err := g.Create(b.Context(), change); err != nil {
			b.Fatal(err)
		}
		g.heads[number], g.text[number] = 1, g.first
	}
	var mutex sync.Mutex
	var saves, reads []time.Duration
	var group sync.WaitGroup
	work := make(chan int)
	for range editors {
		group.Go(func() {
			for number := range work {
				saved, read := g.edit(b, number)
				mutex.Lock()
				saves, reads = append(saves, saved), append(reads, read)
				mutex.Unlock()
			}
		})
	}
	begun := time.Now()
	for b.Loop() {
		time.Sleep(pause)
		work <- rand.N(benchmarkModels)
	}
	close(work)
	group.Wait()
	b.ReportMetric(float64(len(saves))/time.Since(begun).Seconds(), "saves/s")
	for name, all := range map[string][]time.Duration{"save": saves, "read": reads} {
		slices.Sort(all)
		b.ReportMetric(milliseconds(all[len(all)/2]), name+"-p50-ms")
		b.ReportMetric(milliseconds(all[len(all)*99/100]), name+"-p99-ms")
	}
}

func modelName(number int) store.ModelID { return store.ModelID(fmt.Sprint("model-", number)) }

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// edit reads another model, and saves the next revision of one. Editors of one model wait for each other, as in a server;
// that counts as part of the save.
func (g *bench) edit(b *testing.B, number int) (saved, read time.Duration) {
	begun := time.Now()
	if _, _, err := g.Head(context.Background(), modelName(rand.N(benchmarkModels))); err != nil {
		b.Error(err)
	}
	read = time.Since(begun)
	begun = time.Now()
	g.mutex[number].Lock()
	defer g.mutex[number].Unlock()
	change := storetest.Edit(modelName(number), g.heads[number])
	change.Patch = fmt.Appendf(nil, "%d=%0296d", g.heads[number]%200, g.heads[number])
	document, err := storetest.Apply(g.text[number], change.Patch)
	if err != nil {
		b.Error(err)
	}
	change.Document = document
	if _, err := g.Save(context.Background(), change); err != nil {
		b.Error(err)
	}
	g.heads[number], g.text[number] = change.Base+1, document
	return time.Since(begun), read
}

// BenchmarkList reads a page of the list of 10,000 models.
func BenchmarkList(b *testing.B) {
	s := openStore(b, newStore(b), storetest.Options())
	group, ctx := errgroup.WithContext(b.Context())
	group.SetLimit(parallel)
	for number := range 10_000 {
		revision := store.Revision{Model: modelName(number), Number: 1, Title: "A model of that number", At: time.UnixMilli(int64(number))}
		group.Go(func() error { return s.summaries.put(ctx, lineOf(newID(time.Now()), revision.At, revision)) })
	}
	if err := group.Wait(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if page, err := s.List(b.Context(), "", 0); err != nil || len(page.Models) != store.DefaultPage {
			b.Fatalf("%d models, error %v", len(page.Models), err)
		}
	}
}
