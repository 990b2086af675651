package cql_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"

	"widerow/cql"
	"widerow/cql/cassandratest"
	"widerow/model"
	"widerow/model/sizing"
	"widerow/model/sizing/disk"
)

// filedTable is a table whose files around Data.db are compared.
type filedTable struct {
	name, columns    string
	more             []string
	partitions, rows int
	lengths          map[string]model.Expression
	values           func(r *rand.Rand, partition, row int) string
	chunk            float64
	distinct         map[string]float64 // values of the indexed columns
	within           map[disk.File]float64
}

// filedTables are one of many partitions with indexes of each kind, not compressed, and
// one of partitions that are larger than a block of the index.
var filedTables = []filedTable{
	{
		name: "singles", columns: "(k uuid PRIMARY KEY, few int, many bigint, word text, name text) WITH compression = {'enabled': false}",
		more: []string{
			"CREATE INDEX filed_few ON %s (few)", "CREATE INDEX filed_many ON %s (many) USING 'sai'",
			"CREATE INDEX filed_word ON %s (word) USING 'sai'", "CREATE INDEX filed_name ON %s (name) USING 'sai'",
		},
		partitions: 3000, rows: 1, lengths: map[string]model.Expression{"word": "4", "name": "20"},
		values: func(r *rand.Rand, _, _ int) string {
			return fmt.Sprintf("uuid(), %d, %d, 'w%03d', '%020d'", r.IntN(100), r.Int64(), r.IntN(50), r.Int64())
		},
		distinct: map[string]float64{"few": 100, "many": 3000, "word": 50, "name": 3000},
		within: map[disk.File]float64{
			disk.DataFile: 0.01, disk.IndexFile: 0.01, disk.FilterFile: 0, disk.SummaryFile: 0, disk.StatisticsFile: 0.1,
			sizing.SecondaryIndexFiles: 0.05, sizing.AttachedIndexFiles: 0.1, sizing.AttachedRowFiles: 0.05,
		},
	},
	{
		name: "wide", columns: "(k int, c bigint, v text, PRIMARY KEY (k, c))",
		partitions: 3, rows: 1200, lengths: map[string]model.Expression{"v": "80"},
		values: func(r *rand.Rand, partition, _ int) string {
			return fmt.Sprintf("%d, %d, '%080d'", partition, r.Int64(), r.Int64())
		},
		chunk:  16 << 10,
		within: map[disk.File]float64{disk.IndexFile: 0.05, disk.FilterFile: 0, disk.SummaryFile: 0, disk.CompressionFile: 0.02, disk.StatisticsFile: 0.1},
	},
}

// filesAreCassandras compares the files around Data.db with those that Cassandra writes.
func filesAreCassandras(t *testing.T, session *gocql.Session, keyspace string) {
	for i := range filedTables {
		table := &filedTables[i]
		start := time.Now()
		table.write(t, session, keyspace)
		written := time.Since(start)
		if _, whole := cassandratest.Flush(t, session, keyspace, table.name); !whole {
			t.Logf("%s is in several files: left out", table.name)
			continue
		}
		real := table.files(t, keyspace)
		for _, file := range table.estimate(t, keyspace, written) {
			within, compared := table.within[file.File]
			if !compared {
				continue
			}
			want := real(file)
			t.Logf("%s: %s %s %.0f bytes, Cassandra's %.0f", table.name, file.File, indexName(file.Index), file.Bytes.Typical, want)
			if off := math.Abs(file.Bytes.Typical - want); off > within*want {
				t.Errorf("%s: the %s %s has %.0f bytes, want %.0f within %v", table.name, file.File, indexName(file.Index), file.Bytes.Typical, want, within)
			}
		}
	}
}

func indexName(index *model.Index) string {
	if index == nil {
		return ""
	}
	return index.Name
}

// statements returns the statements of the schema, with the name of the table.
func (f *filedTable) statements(name string) []string {
	statements := []string{"CREATE TABLE " + name + " " + f.columns}
	for _, more := range f.more {
		statements = append(statements, fmt.Sprintf(more, name))
	}
	return statements
}

func (f *filedTable) write(t *testing.T, session *gocql.Session, keyspace string) {
	t.Helper()
	name := keyspace + "." + f.name
	for _, statement := range f.statements(name) {
		cassandratest.Run(t, session, statement)
	}
	inserts := make(chan string)
	var wait sync.WaitGroup
	for range writers {
		wait.Go(func() {
			for statement := range inserts {
				if err := session.Query(statement).Exec(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	r := rand.New(rand.NewPCG(18, 0))
	columns := map[string]string{"singles": "k, few, many, word, name", "wide": "k, c, v"}[f.name]
	for partition := range f.partitions {
		for row := range f.rows {
			inserts <- "INSERT INTO " + name + " (" + columns + ") VALUES (" + f.values(r, partition, row) + ")"
		}
	}
	close(inserts)
	wait.Wait()
}

// files waits for the files of all indexes and returns the lengths of those of a kind.
func (f *filedTable) files(t *testing.T, keyspace string) func(sizing.FileSize) float64 {
	t.Helper()
	var all map[string]int64
	for deadline := time.Now().Add(5 * time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		all = cassandratest.Files(t, keyspace, f.name)
		if len(f.more) == 0 || all[".filed_few/TOC.txt"] > 0 {
			break
		}
	}
	names := map[disk.File]string{
		disk.DataFile: "Data.db", disk.IndexFile: "Index.db", disk.FilterFile: "Filter.db", disk.SummaryFile: "Summary.db",
		disk.StatisticsFile: "Statistics.db", disk.CompressionFile: "CompressionInfo.db",
	}
	return func(file sizing.FileSize) float64 {
		total := 0.0
		for name, length := range all {
			switch inIndex := strings.HasPrefix(name, "."); {
			case names[file.File] == name,
				file.File == sizing.SecondaryIndexFiles && inIndex && strings.HasSuffix(name, ".db"),
				file.File == sizing.AttachedIndexFiles && strings.HasPrefix(name, "SAI+") && strings.Contains(name, "+"+indexName(file.Index)+"+"),
				file.File == sizing.AttachedRowFiles && strings.HasPrefix(name, "SAI+") && !strings.Contains(name, "+filed_"):
				total += float64(length)
			}
		}
		return total
	}
}

// estimate computes the files from averages.
func (f *filedTable) estimate(t *testing.T, keyspace string, written time.Duration) []sizing.FileSize {
	t.Helper()
	script := "CREATE KEYSPACE " + keyspace + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n" + strings.Join(f.statements(keyspace+"."+f.name), ";\n") + ";"
	m, _ := cql.Import(script, "files")
	for id, relation := range m.Physical.Relations {
		relation.Rows = model.Expression(fmt.Sprint(f.rows))
		for _, column := range relation.Columns {
			column.Length = f.lengths[column.Name]
		}
		storage := sizing.Storage{Written: sizing.Insert, Span: written.Seconds(), Writes: float64(f.partitions * f.rows), Format: disk.NB}
		size := sizing.Options{Formula: sizing.Disk, Storage: &storage}.Of(m, id)
		if size.Err != nil || len(size.Assumed) > 0 {
			t.Fatalf("%s: %v, assumed %v", f.name, size.Err, size.Assumed)
		}
		around := sizing.Around{Partitions: same(float64(f.partitions)), Compression: same(1), FalsePositives: 0.01, Chunk: f.chunk, Storage: storage}
		distinct := func(index *model.Index) model.Value { return same(f.distinct[relation.Columns[index.Column].Name]) }
		files := size.Around(relation, around, distinct)
		// A flush of a secondary index compares times with the year 2015, not with the
		// oldest one (EncodingStats.NO_STATS).
		around.Storage.Span, around.Storage.Writes = 11*365*24*3600, 0
		for i, file := range size.Around(relation, around, distinct) {
			if file.File == sizing.SecondaryIndexFiles {
				files[i] = file
			}
		}
		return files
	}
	t.Fatalf("no table in the model of %s", f.name)
	return nil
}

func same(number float64) model.Value { return model.Value{Typical: number, Worst: number} }
