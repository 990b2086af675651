package compare_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/apply"
	"widerow/cql/cassandratest"
	"widerow/cql/compare"
	"widerow/cql/schematest"
	"widerow/model"
)

var (
	described     = flag.Int("compare.schemas", 20, "how many random schemas are compared with what Cassandra describes of them")
	describedSeed = flag.Uint64("compare.seed", 1, "seed of these schemas")
)

func TestMain(m *testing.M) { os.Exit(cassandratest.Main(m)) }

// A random script does not differ from what Cassandra describes after it, and one random
// change of the script is the only difference then.
func TestCassandraDescribes(t *testing.T) {
	session, connection := cassandratest.Session(t), cassandratest.Connect(t)
	t.Logf("seed %d", *describedSeed)
	for number := range uint64(*described) {
		schema := schematest.NewVaried(rand.New(rand.NewPCG(*describedSeed, number)))
		script := schema.Script()
		for statement := range strings.SplitSeq(strings.TrimSuffix(script, ";\n"), ";\n") {
			if strings.HasPrefix(statement, "USE ") {
				continue
			}
			if err := connection.Run(statement); err != nil {
				t.Fatalf("schema %d: %v\n%s", number, err, statement)
			}
		}
		server := schemaOf(t, cassandratest.Describe(t, session, schematest.Keyspace))
		if err := connection.Run("DROP KEYSPACE " + schematest.Keyspace); err != nil {
			t.Fatal(err)
		}
		if found := words(between(server, schemaOf(t, script))); found != "" {
			t.Errorf("schema %d differs from its description:\n%s\n%s", number, found, script)
		}
		expected := schema.Change()
		if found := between(server, schemaOf(t, schema.Script())); len(found) != 1 || !is(found[0], expected) {
			t.Errorf("schema %d: want %+v, found\n%s\n%s=>\n%s", number, expected, words(found), script, schema.Script())
		}
	}
}

func schemaOf(t *testing.T, script string) *model.Model {
	t.Helper()
	m, report := cql.ImportWith(script, cql.ImportOptions{Name: "Shop", Target: target()})
	for _, finding := range report {
		if finding.Severity == cql.Error {
			t.Fatalf("%v\n%s", finding, script)
		}
	}
	return &model.Model{Target: m.Target, Physical: m.Physical}
}

// target is the version of the server, which WIDEROW_CASSANDRA_VERSION sets.
func target() model.Target {
	if strings.HasPrefix(cassandratest.Version(), "6.") {
		return model.Cassandra60
	}
	return model.Cassandra50
}

func between(before, after *model.Model) []compare.Change {
	return compare.Models(before, apply.Pair(before, after, false), false)
}

// is reports whether a change is the expected one. Of fields that changed places, either
// may have moved, and the name of an index without one is the server's.
func is(change compare.Change, expected schematest.Expected) bool {
	named := change.Element == expected.Element || expected.Kind == "moved" || strings.HasSuffix(expected.Element, ".")
	return named && string(change.Kind) == expected.Kind && change.Type == expected.Type && change.Field == expected.Field
}
