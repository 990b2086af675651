// Package servers has tests only: several servers of one store in Cassandra, as processes, while
// servers, nodes and connections fail.
package servers

import (
	"os"
	"testing"

	"widerow/cli/walk/browser"
	"widerow/cql/cassandratest"
)

func TestMain(m *testing.M) { browser.Main(tests{m}) }

// tests stop the Cassandra that they share at their end.
type tests struct{ *testing.M }

func (t tests) Run() int {
	defer func() {
		if clockFolder != "" {
			os.RemoveAll(clockFolder)
		}
	}()
	return cassandratest.Main(t.M)
}

// long reports that the whole attacks are asked for.
func long() bool { return os.Getenv("WIDEROW_ATTACK") != "" }
