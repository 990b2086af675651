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
// ConnectTo asks a server of another version, which runs beside the first.
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

// Datacenter is the only datacenter of the server, as its SimpleSnitch names it.
// Replication by NetworkTopologyStrategy must use this name.
const Datacenter = "datacenter1"

// instance is the server of one version in a test run. Main stops it.
type instance struct {
	version string
	tried   bool
	server  *server
	session *gocql.Session
	err     error
}

// running are the servers of a test run, by their versions.
var running = struct {
	mutex     sync.Mutex
	instances map[string]*instance
	lasting   []string // keyspaces
}{instances: map[string]*instance{}}

// Main runs the tests of a package, then stops the servers that tests have started.
// It returns the exit code for os.Exit.
func Main(m *testing.M) int {
	code := m.Run()
	running.mutex.Lock()
	defer running.mutex.Unlock()
	for _, i := range running.instances {
		if i.session != nil {
			if i.server.process == nil { // it goes on without the tests
				for _, name := range running.lasting {
					_ = i.session.Query("DROP KEYSPACE IF EXISTS " + name).Exec()
				}
			}
			i.session.Close()
		}
		if i.server != nil {
			i.server.stop()
		}
	}
	return code
}

// Session returns a session with the server, shared by all tests, which must not
// close it. With -short it skips the test.
func Session(t testing.TB) *gocql.Session {
	t.Helper()
	return started(t, Version()).session
}

// Address returns the address of the server for clients, host:port.
func Address(t testing.TB) string {
	t.Helper()
	return started(t, Version()).server.address()
}

// started returns the server of a version, which it starts at first use.
func started(t testing.TB, version string) *instance {
	t.Helper()
	if testing.Short() {
		t.Skip("asking a Cassandra takes long")
	}
	running.mutex.Lock()
	defer running.mutex.Unlock()
	i := running.instances[version]
	if i == nil {
		i = &instance{version: version}
		running.instances[version] = i
	}
	if !i.tried {
		i.tried = true
		i.start(t)
	}
	switch missing := (*missingError)(nil); {
	case errors.As(i.err, &missing) && !required():
		t.Skipf("no Cassandra to ask: %v", i.err)
	case i.err != nil:
		t.Fatalf("start Cassandra %s: %v", version, i.err)
	}
	return i
}

// missingError reports that this machine lacks a program that the server needs.
type missingError struct{ program, why string }

func (e *missingError) Error() string { return e.program + " is missing: " + e.why }

func required() bool {
	return slices.Contains(strings.Split(os.Getenv("WIDEROW_REQUIRE"), ","), "cassandra")
}

func (i *instance) start(t testing.TB) {
	begun := time.Now()
	if i.server, i.err = start(i.version); i.err != nil {
		return
	}
	if strings.Contains(i.version, withUsers) {
		return // no driver asks it
	}
	if i.session, i.err = i.server.connect(); i.err != nil {
		i.server.stop()
		i.server = nil
		return
	}
	t.Logf("Cassandra %s is up after %.1f s", i.version, time.Since(begun).Seconds())
}

var keyspaces atomic.Int64

// Keyspace creates a keyspace for one test and drops it afterwards. Its name is a
// plain lower-case identifier.
func Keyspace(t testing.TB, session *gocql.Session) string {
	t.Helper()
	name := newKeyspace(t, session)
	DropAfter(t, session, name)
	return name
}

// LastingKeyspace creates a keyspace that several tests use, one after the other. It is dropped once all tests have run.
func LastingKeyspace(t testing.TB, session *gocql.Session) string {
	t.Helper()
	name := newKeyspace(t, session)
	running.mutex.Lock()
	defer running.mutex.Unlock()
	running.lasting = append(running.lasting, name)
	return name
}

func newKeyspace(t testing.TB, session *gocql.Session) string {
	t.Helper()
	name := fmt.Sprintf("test_%d", keyspaces.Add(1))
	Run(t, session, "CREATE KEYSPACE "+name+" WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}")
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

// tracer keeps the id of the last trace.
type tracer struct{ id []byte }

func (t *tracer) Trace(id []byte) { t.id = id }

// Reads executes a SELECT that reads one partition, and returns what its trace says of that: "Read 1 live rows and 0
// tombstone cells".
func Reads(t testing.TB, session *gocql.Session, statement string) string {
	t.Helper()
	var traced tracer
	if err := session.Query(statement).Trace(&traced).Iter().Close(); err != nil {
		t.Fatalf("Cassandra refuses a statement: %v\n%s", err, statement)
	}
	for range 100 { // the trace is written after the answer
		events := session.Query("SELECT activity FROM system_traces.events WHERE session_id = ?", traced.id).Iter()
		for activity := ""; events.Scan(&activity); {
			if strings.HasPrefix(activity, "Read ") {
				return activity
			}
		}
		if err := events.Close(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("the trace does not say what is read: %s", statement)
	return ""
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

// Port returns the port of the server on 127.0.0.1, for programs that connect by themselves.
func Port(t testing.TB) int {
	t.Helper()
	return started(t, Version()).server.ports.native
}
