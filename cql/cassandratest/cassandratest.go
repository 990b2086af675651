// Package cassandratest gives tests a real Apache Cassandra 5.0 as the judge
// of our CQL. Only tests may import it.
//
// The server is put together from its published jars (Maven), kept in the
// user's cache folder, and runs with its data in a new folder for each test
// run, on free ports of the loopback address:
//
//	func TestMain(m *testing.M) { os.Exit(cassandratest.Main(m)) }
//
//	func TestSomething(t *testing.T) {
//		session := cassandratest.Session(t) // starts the server at first use
//		keyspace := cassandratest.Keyspace(t, session)
//
// A hunter who runs tests again and again spares the start: with
// WIDEROW_CASSANDRA_PORT they ask a server that is already running.
//
// Without a JDK or Maven such a test is skipped, or fails if the environment
// variable WIDEROW_REQUIRE names cassandra.
package cassandratest

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

// Version is the version of the server.
const Version = "5.0.5"

// Datacenter is the one datacenter of the server, as its SimpleSnitch calls
// it: replication by NetworkTopologyStrategy has to name it.
const Datacenter = "datacenter1"

// The one server of a test run. Main stops it.
var running struct {
	mutex   sync.Mutex
	tried   bool
	server  *server
	session *gocql.Session
	err     error
}

// Main runs the tests of a package and then stops the server, if a test has
// started it. It returns what goes to os.Exit.
func Main(m *testing.M) int {
	code := m.Run()
	running.mutex.Lock()
	defer running.mutex.Unlock()
	if running.session != nil {
		running.session.Close()
	}
	if running.server != nil {
		running.server.stop()
	}
	return code
}

// Session returns a session with the server, the same for all tests. It must
// not be closed. Short tests skip: they ask for speed, and one statement
// after another has no race to find.
func Session(t testing.TB) *gocql.Session {
	t.Helper()
	if testing.Short() {
		t.Skip("asking a Cassandra takes long")
	}
	running.mutex.Lock()
	defer running.mutex.Unlock()
	if !running.tried {
		running.tried = true
		running.server, running.session, running.err = startWithSession(t)
	}
	switch missing := (*missingError)(nil); {
	case errors.As(running.err, &missing) && !required():
		t.Skipf("no Cassandra to ask: %v", running.err)
	case running.err != nil:
		t.Fatalf("start Cassandra: %v", running.err)
	}
	return running.session
}

// missingError: this machine lacks a program that the server needs.
type missingError struct{ program, why string }

func (e *missingError) Error() string { return e.program + " is missing: " + e.why }

func required() bool {
	return slices.Contains(strings.Split(os.Getenv("WIDEROW_REQUIRE"), ","), "cassandra")
}

func startWithSession(t testing.TB) (*server, *gocql.Session, error) {
	started := time.Now()
	server, err := start()
	if err != nil {
		return nil, nil, err
	}
	session, err := server.connect()
	if err != nil {
		server.stop()
		return nil, nil, err
	}
	t.Logf("Cassandra %s is up after %.1f s", Version, time.Since(started).Seconds())
	return server, session, nil
}

var keyspaces atomic.Int64

// Keyspace makes a keyspace for one test and drops it after the test. Its
// name is a plain lower-case identifier.
func Keyspace(t testing.TB, session *gocql.Session) string {
	t.Helper()
	name := fmt.Sprintf("test_%d", keyspaces.Add(1))
	Run(t, session, "CREATE KEYSPACE "+name+" WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}")
	DropAfter(t, session, name)
	return name
}

// DropAfter drops a keyspace, named as in CQL, when the test has ended.
func DropAfter(t testing.TB, session *gocql.Session, keyspace string) {
	t.Cleanup(func() {
		if err := session.Query("DROP KEYSPACE IF EXISTS " + keyspace).Exec(); err != nil {
			t.Errorf("drop keyspace %s: %v", keyspace, err)
		}
	})
}

// Run carries out one statement, which the server must accept.
func Run(t testing.TB, session *gocql.Session, statement string) {
	t.Helper()
	if err := session.Query(statement).Exec(); err != nil {
		t.Fatalf("Cassandra refuses a statement: %v\n%s", err, statement)
	}
}

// Describe returns the server's own script of a keyspace, named as in CQL:
// what it understood of the statements that made it.
func Describe(t testing.TB, session *gocql.Session, keyspace string) string {
	t.Helper()
	var script strings.Builder
	rows := session.Query("DESCRIBE KEYSPACE " + keyspace).Iter()
	var in, kind, name, statement string
	for rows.Scan(&in, &kind, &name, &statement) {
		script.WriteString(statement + "\n\n")
	}
	if err := rows.Close(); err != nil {
		t.Fatalf("describe keyspace %s: %v", keyspace, err)
	}
	return script.String()
}
