package cassandratest_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	gocql "github.com/apache/cassandra-gocql-driver/v2"

	"widerow/cql/cassandratest"
)

func TestMain(m *testing.M) { os.Exit(cassandratest.Main(m)) }

func TestServerJudgesAndDescribes(t *testing.T) {
	session := cassandratest.Session(t)
	var version string
	if err := session.Query("SELECT release_version FROM system.local").Scan(&version); err != nil {
		t.Fatal(err)
	}
	if version != cassandratest.Version() {
		t.Errorf("server of version %s, want %s", version, cassandratest.Version())
	}
	keyspace := cassandratest.Keyspace(t, session)
	cassandratest.Run(t, session, "CREATE TABLE "+keyspace+".hotels (id text PRIMARY KEY, name text)")
	if script := cassandratest.Describe(t, session, keyspace); !strings.Contains(script, "CREATE TABLE "+keyspace+".hotels (") {
		t.Errorf("DESCRIBE KEYSPACE %s lacks the table:\n%s", keyspace, script)
	}
	err := session.Query("CREATE TABLE " + keyspace + ".rooms (number int)").Exec()
	if refusal := (gocql.RequestError)(nil); !errors.As(err, &refusal) {
		t.Errorf("a table without a primary key gives %v, want a refusal by the server", err)
	}
}
