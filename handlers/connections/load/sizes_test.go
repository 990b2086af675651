package load_test

import (
	"fmt"
	"strings"
	"testing"

	"widerow/cql/cassandratest"
	"widerow/cql/sample"
	"widerow/handlers/connections/load"
	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/sizing"
	"widerow/store/cluster"
)

// TestSizesAreAsEstimated loads examples, writes their tables to disk without compression, and compares the bytes
// with the estimates for as many partitions and rows.
func TestSizesAreAsEstimated(t *testing.T) {
	session, own := open(t), cassandratest.Session(t)
	compared := 0
	for _, slug := range []string{"hotel", "supermarket", "videos"} {
		m := exampleOf(t, slug)
		naming := sample.Naming{Keyspace: "sized_" + slug}
		filled(t, session, m, load.Job{Rows: 4000, Seed: 2, Naming: naming})
		schema, err := sample.NewSchema(m, naming)
		if err != nil {
			t.Fatal(err)
		}
		sizes := mapping.Sizes(schema.Model, sizing.Disk)
		for _, item := range model.Sorted(schema.Model.Physical.Relations) {
			if item.Value.Kind != model.Table {
				continue
			}
			keyspace := schema.Model.Physical.Keyspaces[item.Value.Keyspace].Name
			name := keyspace + "." + item.Value.Name
			var key []string
			for _, column := range item.Value.SortedColumns() {
				if column.Value.Role == model.Partition {
					key = append(key, column.Value.Name)
				}
			}
			partitions := count(t, session, fmt.Sprintf("SELECT DISTINCT %s FROM %s", strings.Join(key, ", "), name))
			rows := count(t, session, fmt.Sprintf("SELECT %s FROM %s", key[0], name))
			cassandratest.Run(t, own, "ALTER TABLE "+name+" WITH compression = {'enabled': false}")
			length, whole := cassandratest.Flush(t, own, keyspace, item.Value.Name)
			if !whole {
				continue
			}
			size := sizes[item.ID]
			wanted := size.At(rows/partitions, false).Bytes * partitions
			const least = 50 // rows: with fewer, single lengths matter
			compared++
			t.Logf("%s: %.0f partitions, %.0f rows, %d bytes, estimated %.0f: %.2f", name, partitions, rows, length, wanted, float64(length)/wanted)
			if off := float64(length) / wanted; rows >= least && (off < 0.8 || off > 1.2) {
				t.Errorf("%s has %d bytes, the estimate is %.0f", name, length, wanted)
			}
		}
	}
	if compared < 10 {
		t.Errorf("only %d tables were compared", compared)
	}
}

func count(t *testing.T, session *cluster.Session, text string) (rows float64) {
	t.Helper()
	statement := cluster.Statement{Text: text, PageSize: 5000}
	for {
		result, err := session.Run(t.Context(), statement)
		if err != nil {
			t.Fatal(err)
		}
		rows += float64(len(result.Rows))
		if statement.PageState = result.PageState; len(statement.PageState) == 0 {
			return rows
		}
	}
}
