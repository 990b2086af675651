package cassandratest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

const flushTimeout = time.Minute

// Flush has the server write a new table to disk, and returns the length of its
// Data.db. Names are plain lower-case identifiers. It reports false if the server
// ran out of memory before and has written the table as several files. The test is
// skipped if the server is not one that a test has started, since its files are
// then elsewhere.
func Flush(t testing.TB, session *gocql.Session, keyspace, table string) (length int64, whole bool) {
	t.Helper()
	data := dataFolder(t)
	if data == "" {
		t.Skip("the server keeps its files elsewhere")
	}
	// Another kind of memtable makes the server write the one in use. Its nodetool
	// needs what makes changes of the schema slow.
	Run(t, session, "ALTER TABLE "+keyspace+"."+table+" WITH memtable = 'skiplist'")
	folder := filepath.Join(data, keyspace, table+"-*")
	for deadline := time.Now().Add(flushTimeout); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		unfinished, _ := filepath.Glob(filepath.Join(folder, "*_txn_*.log"))
		finished, _ := filepath.Glob(filepath.Join(folder, "*-TOC.txt"))
		written, _ := filepath.Glob(filepath.Join(folder, "*-Data.db"))
		if len(finished) == 0 || len(written) != len(finished) || len(unfinished) > 0 {
			continue
		}
		if len(written) > 1 {
			return 0, false
		}
		file, err := os.Stat(written[0])
		if err != nil {
			t.Fatalf("read the length of the flushed file: %v", err)
		}
		return file.Size(), true
	}
	t.Fatalf("%s.%s is not on disk after %v", keyspace, table, flushTimeout)
	return 0, false
}

// dataFolder returns the folder to which the server writes its tables, "" if it is not known.
func dataFolder(t testing.TB) string {
	t.Helper()
	folder := started(t, Version()).server.folder
	if folder == "" {
		return ""
	}
	return filepath.Join(folder, "data")
}

// Files returns the lengths of the files of a table that Flush has written, by what
// follows the name of the format: "Data.db", "SAI+ba+index+Meta.db". Those of a
// secondary index have its name before them, ".index/Data.db".
func Files(t testing.TB, keyspace, table string) map[string]int64 {
	t.Helper()
	found := map[string]int64{}
	tables, _ := filepath.Glob(filepath.Join(dataFolder(t), keyspace, table+"-*"))
	for _, folder := range tables {
		err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
			name := strings.SplitN(filepath.Base(path), "-", 4)
			if err != nil || entry.IsDir() || len(name) < 4 {
				return err
			}
			information, err := entry.Info()
			if err != nil {
				return err
			}
			inside, _ := filepath.Rel(folder, filepath.Dir(path))
			if inside != "." {
				inside += "/"
			} else {
				inside = ""
			}
			found[inside+name[3]] += information.Size()
			return nil
		})
		if err != nil {
			t.Fatalf("list the files of %s.%s: %v", keyspace, table, err)
		}
	}
	return found
}
