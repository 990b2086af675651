package cql_test

import (
	"flag"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cql"
	"widerow/cql/cassandratest"
	"widerow/model"
)

var (
	roundTrips    = flag.Int("round-trips", 30, "how many random schemas make the round trip through a real Cassandra")
	roundTripSeed = flag.Uint64("round-trip-seed", 1, "seed of these schemas")
)

// soundWorld returns a small legal schema in one keyspace, made with ALTER and DROP
// too.
func soundWorld(seed, number uint64) *world {
	w := newWorld(seed, number)
	w.sound, w.taken = true, ""
	w.home, w.other = "trip", "nosuch"
	w.take(keyspaceStatement(w.home))
	for range 2 + w.IntN(2) {
		w.keep(w.createTable)
	}
	for _, write := range []func() string{w.createType, w.createTable, w.createIndex, w.createIndex, w.alterTable, w.createView, w.alterView, w.alterKeyspace, w.createFunction,
		w.createFunction, w.createAggregate} {
		if w.chance(60) {
			w.keep(write)
		}
	}
	return w
}

// keep keeps a statement if our rules accept it.
func (w *world) keep(write func() string) {
	if statement := write(); w.judge(statement) == "ok" {
		w.take(statement)
	}
}

// TestRoundTripOnCassandra: a random schema is exported, executed by a real server
// and described by it, and importing the description gives the same schema.
func TestRoundTripOnCassandra(t *testing.T) {
	session := cassandratest.Session(t)
	connection := cassandratest.Connect(t)
	t.Logf("seed %d", *roundTripSeed)
	relations := 0
	for number := range uint64(*roundTrips) {
		w := soundWorld(*roundTripSeed, number)
		relations += len(w.there.Physical.Relations)
		for _, statement := range statements(t, cql.PrintModel(w.there, cql.PrintOptions{})) {
			if err := connection.Run(statement); err != nil {
				t.Errorf("schema %d: %v\n%s", number, err, statement)
			}
		}
		compareEffective(t, w.there, cassandratest.Describe(t, session, w.home))
		if err := connection.Run("DROP KEYSPACE " + w.home); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d schemas with %d tables and views", *roundTrips, relations)
}

// compareEffective compares a model with what a server describes.
func compareEffective(t *testing.T, asked *model.Model, dump string) {
	t.Helper()
	has := importDump(t, dump)
	if difference := cmp.Diff(effective(asked), effective(has)); difference != "" {
		t.Errorf("the server has another schema than the model (-model +server):\n%s\n%s", difference, withoutOptions(dump))
	}
}

// withoutOptions shortens a dump for a message.
func withoutOptions(dump string) string {
	var lines []string
	for line := range strings.SplitSeq(dump, "\n") {
		if !strings.HasPrefix(line, "    AND ") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}
