package cassandratest

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

// place holds the addresses and the token of a server in its cluster.
type place struct {
	address, seed, token string
	// settle is the time in ms that it waits for others, recorder the seconds between two
	// estimates of sizes; 0 for none.
	settle, recorder int
}

var alone = place{address: "127.0.0.1", seed: "127.0.0.1", token: "0"}

// Ring is a cluster of three nodes for one test.
type Ring struct {
	Addresses []string // host:port of each node
	nodes     []*server
	t         testing.TB
}

// StartRing starts three nodes on loopback addresses, which takes 20 s and 2.5 GB: it is for
// one test, which is skipped where Cassandra is not required.
func StartRing(t testing.TB) *Ring {
	t.Helper()
	if testing.Short() || !required() {
		t.Skip("three nodes of Cassandra take long: set WIDEROW_REQUIRE=cassandra")
	}
	classes, err := fetchLibrary(Version())
	if err != nil {
		t.Fatal(err)
	}
	ring := &Ring{t: t}
	t.Cleanup(func() {
		for _, node := range ring.nodes {
			_ = resume(node.process) // or it does not end
			node.stop()
		}
	})
	common, err := freePorts()
	if err != nil {
		t.Fatal(err)
	}
	for i, token := range []string{"-9223372036854775808", "-3074457345618258603", "3074457345618258602"} {
		at := place{address: fmt.Sprint("127.0.1.", i+1), seed: "127.0.1.1", token: token, settle: 2000, recorder: 1}
		node, err := launchAt(parentFolder(), classes, at, common)
		if err != nil {
			t.Fatal(err)
		}
		ring.nodes = append(ring.nodes, node)
		ring.Addresses = append(ring.Addresses, node.address())
	}
	return ring
}

// launchAt starts a node of a cluster, whose nodes have the same ports but for JMX.
func launchAt(parent, classes string, at place, common ports) (*server, error) {
	own, err := freePorts()
	if err != nil {
		return nil, err
	}
	common.jmx = own.jmx
	return launchServer(parent, classes, Version(), at, &common)
}

// Connect returns a session with a node.
func (r *Ring) Connect(t testing.TB, node int) *gocql.Session {
	t.Helper()
	session, err := r.nodes[node].connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(session.Close)
	return session
}

// Kill ends a node at once.
func (r *Ring) Kill(node int) {
	_ = r.nodes[node].process.Signal(syscall.SIGKILL)
	<-r.nodes[node].exited
}

// Flush has all nodes write a new table to disk.
func (r *Ring) Flush(t testing.TB, session *gocql.Session, keyspace, table string) {
	t.Helper()
	Run(t, session, "ALTER TABLE "+keyspace+"."+table+" WITH memtable = 'skiplist'")
	for i, node := range r.nodes {
		for deadline := time.Now().Add(flushTimeout); ; time.Sleep(20 * time.Millisecond) {
			finished, _ := filepath.Glob(filepath.Join(node.folder, "data", keyspace, table+"-*", "*-TOC.txt"))
			if len(finished) > 0 {
				break
			}
			if time.Now().After(deadline) {
				t.Fatal(errors.New("node " + strconv.Itoa(i) + " has not written " + keyspace + "." + table))
			}
		}
	}
}
