// Package cluster has only tests: connections to a Cassandra, its schema as a model, drift and the console.
package cluster

import (
	"testing"

	"widerow/cli/walk/browser"
	"widerow/cql/cassandratest"
)

func TestMain(m *testing.M) { browser.Main(withCassandra{m}) }

// withCassandra stops the Cassandra of the tests after them.
type withCassandra struct{ tests *testing.M }

func (w withCassandra) Run() int { return cassandratest.Main(w.tests) }
