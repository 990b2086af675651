// Package cassandratest starts a real Apache Cassandra 5.0, with whose verdicts
// tests compare ours. Only tests may import it.
//
// The server is assembled from its published jars (Maven), which are kept in the
// user's cache folder. For each test run it has its data in a new folder and
// listens on free ports of the loopback address:
//
//	func TestMain(m *testing.M) { os.Exit(cassandratest.Main(m)) }
//
//	func TestSomething(t *testing.T) {
//		session := cassandratest.Session(t) // starts the server at first use
//		keyspace := cassandratest.Keyspace(t, session)
//
// To run tests repeatedly without waiting for the server to start, set
// WIDEROW_CASSANDRA_PORT to the port of a running server.
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

// Datacenter is the only datacenter of the server, as its SimpleSnitch names it.
// Replication by NetworkTopologyStrategy must use this name.
const Datacenter = "datacenter1"

// The one server of a test run. Main stops it.
var running struct {
	mutex   sync.Mutex
	tried   bool
	server  *server
	session *gocql.Session
	err     error
}

// Main runs the tests of a package, then stops the server if a test has started it.
// It returns the exit code for os.Exit.
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

// Session returns a session with the server, shared by all tests, which must not
// close it. With -short it skips the test.
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

// missingError reports that this machine lacks a program that the server needs.
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

// Keyspace creates a keyspace for one test and drops it afterwards. Its name is a
// plain lower-case identifier.
func Keyspace(t testing.TB, session *gocql.Session) string {
	t.Helper()
	name := fmt.Sprintf("test_%d", keyspaces.Add(1))
	Run(t, session, "CREATE KEYSPACE "+name+" WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}")
	DropAfter(t, session, name)
	return name
}

// DropAfter drops a keyspace, named as in CQL, at the end of the test.
func DropAfter(t testing.TB, session *gocql.Session, keyspace string) {
	t.Cleanup(func() {
		if err := session.Query("DROP KEYSPACE IF EXISTS " + keyspace).Exec(); err != nil {
			t.Errorf("drop keyspace %s: %v", keyspace, err)
		}
	})
}

// Run executes one statement, which the server must accept.
func Run(t testing.TB, session *gocql.Session, statement string) {
	t.Helper()
	if err := session.Query(statement).Exec(); err != nil {
		t.Fatalf("Cassandra refuses a statement: %v\n%s", err, statement)
	}
}

// Describe returns the server's description of a keyspace, named as in CQL.
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
