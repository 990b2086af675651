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
	// datacenter is the name of one of several, "" for the only one.
	datacenter string
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
	ring.start(classes, "127.0.1.", []place{{token: "-9223372036854775808", recorder: 1}, {token: "-3074457345618258603", recorder: 1},
		{token: "3074457345618258602", recorder: 1}})
	return ring
}

// StartDatacenters starts a node in each of two datacenters, for one test like StartRing.
func StartDatacenters(t testing.TB, one, other string) *Ring {
	t.Helper()
	if testing.Short() || !required() {
		t.Skip("two datacenters of Cassandra take long: set WIDEROW_REQUIRE=cassandra")
	}
	classes, err := fetchLibrary(Version())
	if err != nil {
		t.Fatal(err)
	}
	ring := &Ring{t: t}
	ring.start(classes, "127.0.2.", []place{{token: "0", datacenter: one}, {token: "1", datacenter: other}})
	return ring
}

// start starts the nodes at addresses of a network, one after the other.
func (r *Ring) start(classes, network string, nodes []place) {
	r.t.Helper()
	r.t.Cleanup(func() {
		for _, node := range r.nodes {
			_ = resume(node.process) // or it does not end
			node.stop()
		}
	})
	common, err := freePorts()
	if err != nil {
		r.t.Fatal(err)
	}
	for i, at := range nodes {
		at.address, at.seed, at.settle = fmt.Sprint(network, i+1), network+"1", 2000
		node, err := launchAt(parentFolder(), classes, at, common)
		if err != nil {
			r.t.Fatal(err)
		}
		r.nodes = append(r.nodes, node)
		r.Addresses = append(r.Addresses, node.address())
	}
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
