package cassandratest

import (
	"errors"
	"testing"
)

// Node is a server of one test, which can be stopped for a while.
type Node struct {
	server *server
	t      testing.TB
}

// StartNode starts a server for one test, which is skipped where there can be none.
func StartNode(t testing.TB) *Node {
	t.Helper()
	if testing.Short() {
		t.Skip("asking a Cassandra takes long")
	}
	classes, err := fetchLibrary(Version())
	var started *server
	if err == nil {
		started, err = startIn(parentFolder(), classes, Version())
	}
	switch missing := (*missingError)(nil); {
	case errors.As(err, &missing) && !required():
		t.Skipf("no Cassandra to ask: %v", err)
	case err != nil:
		t.Fatalf("start Cassandra: %v", err)
	}
	t.Cleanup(func() {
		_ = resume(started.process)
		started.stop()
	})
	return &Node{started, t}
}

// Address returns the address of the server for clients, host:port.
func (n *Node) Address() string { return n.server.address() }

// Stop lets the server do nothing until Continue, as if its machine had stopped.
func (n *Node) Stop() {
	if err := suspend(n.server.process); err != nil {
		n.t.Errorf("stop Cassandra: %v", err)
	}
}

// Continue lets the server go on.
func (n *Node) Continue() {
	if err := resume(n.server.process); err != nil {
		n.t.Errorf("let Cassandra go on: %v", err)
	}
}

// Stop lets a node do nothing until Continue, and Continue lets it go on.
func (r *Ring) Stop(node int) { (&Node{r.nodes[node], r.t}).Stop() }

func (r *Ring) Continue(node int) { (&Node{r.nodes[node], r.t}).Continue() }
