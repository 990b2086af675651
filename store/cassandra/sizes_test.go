package cassandra

import (
	"fmt"
	"math"
	"os"
	"testing"

	"widerow/cql/cassandratest"
	"widerow/model"
	"widerow/model/example"
	"widerow/model/mapping"
	"widerow/model/sizing"
	"widerow/store/storetest"
)

// TestSizes: after 1,000 revisions, or 10,000 with WIDEROW_ATTACK, the files of Cassandra have the bytes that the example
// of this schema estimates, to 5 %.
func TestSizes(t *testing.T) {
	address := newStore(t)
	s := openStore(t, address, storetest.Options())
	asked, keyspace := cassandratest.Session(t), address.Cluster.Keyspace
	for _, name := range []string{"revisions", "operations"} {
		cassandratest.Run(t, asked, "ALTER TABLE "+keyspace+"."+name+" WITH compression = {'enabled': false}")
	}
	revisions := 1000
	if os.Getenv("WIDEROW_ATTACK") != "" {
		revisions = 10_000
	}
	if _, err := s.Create(t.Context(), storetest.First("hotel")); err != nil {
		t.Fatal(err)
	}
	recordBytes, operationBytes := 0, 0
	for base := uint64(1); base < uint64(revisions); base++ {
		change := storetest.Edit("hotel", base)
		change.Operation = fmt.Sprintf("operation-%014d", base) // 24 bytes
		saved, err := s.Save(t.Context(), change)
		if err != nil {
			t.Fatal(err)
		}
		recordBytes += len(saved.Encode())
		operationBytes += len(change.Operation)
	}
	m, err := example.Load("store")
	if err != nil {
		t.Fatal(err)
	}
	lengths := map[string]string{"model": "5", "record": fmt.Sprint(recordBytes / revisions), "operation": fmt.Sprint(operationBytes / revisions)}
	buckets := fmt.Sprint(bucketOf(uint64(revisions)) + 1)
	rows := map[string][2]string{"revisions": {fmt.Sprint(revisions) + " / " + buckets, buckets}, "operations": {"1", fmt.Sprint(revisions)}}
	for name, counts := range rows {
		length, whole := cassandratest.Flush(t, asked, keyspace, name)
		if !whole { // the server needed memory meanwhile
			length = cassandratest.Files(t, keyspace, name)["Data.db"]
		}
		estimate := estimateOf(t, m, name, counts, lengths)
		t.Logf("%s: %d bytes on disk, %.0f by the model", name, length, estimate)
		if off := math.Abs(estimate/float64(length) - 1); off > 0.05 {
			t.Errorf("%s: %d bytes on disk, %.0f by the model: %.1f %% off", name, length, estimate, 100*off)
		}
	}
}

// estimateOf returns the bytes of all partitions of a table of the example, with other numbers.
func estimateOf(t *testing.T, m *model.Model, name string, counts [2]string, lengths map[string]string) float64 {
	t.Helper()
	for id, relation := range m.Physical.Relations {
		if relation.Name != name {
			continue
		}
		relation.Rows, relation.Partitions = m.BindExpression(counts[0]), m.BindExpression(counts[1])
		for _, column := range relation.Columns {
			if length := lengths[column.Name]; length != "" {
				column.Length = m.BindExpression(length)
			}
		}
		partitions, _, err := m.Evaluate(relation.Partitions)
		if err != nil {
			t.Fatal(err)
		}
		return mapping.SizeOf(m, id, sizing.Disk).Typical.Bytes * partitions.Typical
	}
	t.Fatalf("the example has no table %s", name)
	return 0
}
