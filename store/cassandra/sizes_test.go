package cassandra

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"os"
	"testing"
	"time"

	"widerow/cql/cassandratest"
	"widerow/model"
	"widerow/model/example"
	"widerow/model/mapping"
	"widerow/model/sizing"
	"widerow/store"
	"widerow/store/storetest"
)

// sizesDocument is the length of a document in TestSizes.
const sizesDocument = 20_000

// documentAfter is the Apply of TestSizes: a patch that makes a document of that length.
func documentAfter(_ []byte, patches ...[]byte) ([]byte, error) {
	last := patches[len(patches)-1]
	return append(bytes.Repeat([]byte("x"), sizesDocument-len(last)), last...), nil
}

// filled is a store with a model of many revisions, and others of one, and the average lengths of what they store.
type filled struct {
	*Store
	revisions, models         int
	records, operations, rest int // bytes of the revisions of the first model, and of one of the others
}

// fillModel makes a model with revisions.
func (f *filled) fillModel(t *testing.T) {
	first := storetest.First("hotel")
	first.Document, _ = documentAfter(nil, nil)
	if _, err := f.Create(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	for base := uint64(1); base < uint64(f.revisions); base++ {
		change := storetest.Edit("hotel", base)
		change.Operation = fmt.Sprintf("operation-%014d", base) // 24 bytes
		change.Document, _ = documentAfter(nil, change.Patch)
		saved, err := f.Save(t.Context(), change)
		if err != nil {
			t.Fatal(err)
		}
		f.records += len(saved.Encode())
		f.operations += len(change.Operation)
	}
}

// addModels makes the other models. Their ids, titles and operations have the same lengths.
func (f *filled) addModels(t *testing.T) {
	for number := range f.models {
		change := storetest.First(store.ModelID(fmt.Sprintf("m%04d", number)))
		change.Operation = fmt.Sprintf("operation-%014d", number+f.revisions)
		change.Document = []byte("{}")
		saved, err := f.Create(t.Context(), change)
		if err != nil {
			t.Fatal(err)
		}
		f.rest = len(saved.Encode())
	}
}

// TestSizes: after 1,000 revisions, or 10,000 with WIDEROW_ATTACK, and with 160 other models, the files of Cassandra
// have the partitions and bytes that the example of this schema estimates, to 5 %.
func TestSizes(t *testing.T) {
	address := newStore(t)
	options := storetest.Options()
	options.Apply, options.SnapshotEvery, options.MaxDocument = documentAfter, 0, 2*sizesDocument
	f := &filled{Store: openStore(t, address, options), revisions: 1000, models: 160}
	if os.Getenv("WIDEROW_ATTACK") != "" {
		f.revisions = 10_000
	}
	asked, keyspace := cassandratest.Session(t), address.Cluster.Keyspace
	for _, name := range []string{"revisions", "operations", "chunks", "clock", "heads", "summaries", "creations"} {
		cassandratest.Run(t, asked, "ALTER TABLE "+keyspace+"."+name+" WITH compression = {'enabled': false}")
	}
	begun := time.Now()
	f.fillModel(t)
	const days = 100
	for number := range days {
		if err := f.clock.advance(t.Context(), storetest.Start.AddDate(0, 0, -number).Add(time.Duration(number)*time.Hour/5)); err != nil {
			t.Fatal(err)
		}
	}
	span := time.Since(begun)
	wantSizes(t, keyspace, span, map[string]string{"models": "1", "chains_per_model": "1", "revisions_per_chain": fmt.Sprint(f.revisions), "days": fmt.Sprint(days),
		"slices_of_document": "1", "parts_of_slice": "1", "bytes_of_part": fmt.Sprint(sizesDocument)},
		map[string]string{"model": "5", "record": fmt.Sprint(f.records / f.revisions), "operation": fmt.Sprint(f.operations / f.revisions)},
		"revisions", "operations", "chunks", "clock")
	begun = time.Now()
	f.addModels(t)
	wantSizes(t, keyspace, time.Since(begun), map[string]string{"models": fmt.Sprint(f.models + 1), "chains_per_model": "1"},
		map[string]string{"model": "5", "root": "5", "record": fmt.Sprint(f.rest), "operation": "24", "title": "11", "author_id": "2", "author_name": "3"},
		"heads", "summaries", "creations")
}

// wantSizes compares partitions and bytes of tables with the estimates of the example for these quantities and lengths, and
// for the time within which they were written.
func wantSizes(t *testing.T, keyspace string, span time.Duration, quantities, lengths map[string]string, tables ...string) {
	t.Helper()
	m, err := example.Load("store")
	if err != nil {
		t.Fatal(err)
	}
	for _, quantity := range m.Quantities {
		if number := quantities[quantity.Name]; number != "" {
			quantity.Typical, quantity.Worst = m.BindExpression(number), ""
		}
	}
	asked := cassandratest.Session(t)
	for _, name := range tables {
		length, whole := cassandratest.Flush(t, asked, keyspace, name)
		if !whole { // the server needed memory meanwhile
			length = cassandratest.Files(t, keyspace, name)["Data.db"]
		}
		partitions, size := estimateOf(t, m, name, span, lengths)
		there := countPartitions(t, keyspace, name)
		t.Logf("%s: %d partitions of %d bytes, %.1f of %.0f by the model", name, there, length, partitions, size)
		if isOff(partitions, float64(there)) || isOff(size, float64(length)) {
			t.Errorf("%s: %d partitions of %d bytes, %.1f of %.0f by the model", name, there, length, partitions, size)
		}
	}
}

// isOff reports that an estimate is more than 5 % off, and more than half of one.
func isOff(estimate, is float64) bool {
	return math.Abs(estimate/is-1) > 0.05 && math.Abs(estimate-is) > 0.5
}

// countPartitions counts the partitions of a table.
func countPartitions(t *testing.T, keyspace, table string) (count int) {
	t.Helper()
	key := map[string]string{"revisions": "model, life, bucket", "operations": "operation", "chunks": "model, life, attempt, kind, slice",
		"clock": "day", "heads": "root", "summaries": "shard", "creations": "operation"}[table]
	rows := cassandratest.Session(t).Query("SELECT DISTINCT " + key + " FROM " + keyspace + "." + table).Iter()
	for row := map[string]any{}; rows.MapScan(row); row = map[string]any{} {
		count++
	}
	if err := rows.Close(); err != nil {
		t.Fatal(err)
	}
	return count
}

// estimateOf returns the partitions of a table of the example, and the bytes of all.
func estimateOf(t *testing.T, m *model.Model, name string, span time.Duration, lengths map[string]string) (partitions, size float64) {
	t.Helper()
	for id, relation := range m.Physical.Relations {
		if relation.Name != name {
			continue
		}
		for _, column := range relation.Columns {
			if length := lengths[column.Name]; length != "" {
				column.Length = m.BindExpression(length)
			}
		}
		count, _, err := m.Evaluate(relation.Partitions)
		if err != nil {
			t.Fatal(err)
		}
		storage := sizing.DefaultStorage
		storage.Span, storage.Written = span.Seconds(), cmp.Or(sizing.Written(relation.Written), sizing.Insert)
		sizes := mapping.SizesBy(m, sizing.Options{Formula: sizing.Disk, Storage: &storage})
		return count.Typical, sizes[id].Typical.Bytes * count.Typical
	}
	t.Fatalf("the example has no table %s", name)
	return 0, 0
}
