package migration_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	gocql "github.com/apache/cassandra-gocql-driver/v2"

	"widerow/cql"
	"widerow/cql/apply"
	"widerow/cql/cassandratest"
	"widerow/cql/compare"
	"widerow/cql/migration"
	"widerow/cql/schematest"
	"widerow/cql/syntax"
	"widerow/model"
)

var (
	serverRounds = flag.Int("migration.server", 5, "how many pairs of random schemas Cassandra migrates")
	serverSeed   = flag.Uint64("migration.seed", 11, "seed of these pairs")
)

func TestMain(m *testing.M) { os.Exit(cassandratest.Main(m)) }

// Cassandra executes every statement of plans between random schemas, ends with the
// intended schema, and keeps the rows.
func TestCassandraMigrates(t *testing.T) {
	session := cassandratest.Session(t)
	for round := range *serverRounds {
		random := rand.New(rand.NewPCG(*serverSeed, uint64(round)))
		before, after := randomPair(t, random, cassandratest.Datacenter)
		if migrate(t, session, before, after); t.Failed() {
			t.Fatalf("seed %d, round %d", *serverSeed, round)
		}
	}
}

// randomPair returns two random schemas, paired by name, or two versions of a
// document, paired by ID.
func randomPair(t *testing.T, random *rand.Rand, datacenter string) (before, after *model.Model) {
	t.Helper()
	script := func() string {
		return strings.NewReplacer("'dc0'", "'"+datacenter+"'", "'dc1'", "'"+datacenter+"'").Replace(schematest.Random(random))
	}
	before = imported(t, script())
	if random.IntN(3) == 0 {
		after = edited(random, before)
		return before, apply.Pair(before, after, true)
	}
	return before, apply.Pair(before, imported(t, script()), false)
}

// migrate executes a plan on tables with rows and checks the outcome.
func migrate(t *testing.T, session *gocql.Session, before, after *model.Model) {
	t.Helper()
	connection := cassandratest.Connect(t)
	drop(t, connection, before, after)
	create(t, connection, before)
	fill(t, connection, before)
	plan := migration.New(before, after)
	kept := keptRows(t, session, before, plan)
	for _, step := range plan.Steps {
		for _, statement := range instructed.FindAllString(step.Instruction, -1) {
			if err := connection.Prepare(strings.TrimSuffix(statement, ";")); err != nil {
				t.Errorf("%v\n%s\nthe plan:\n%s", err, statement, plan.Script(true))
			}
		}
		if step.Kind == migration.Backfill {
			backfill(t, session, connection, before, plan, step)
		}
		if step.Statement == "" {
			continue
		}
		if err := connection.Run(strings.TrimSuffix(step.Statement, ";")); err != nil {
			t.Fatalf("%v\n%s\nbefore:\n%s\nthe plan:\n%s", err, step.Statement, cql.PrintModel(before, cql.PrintOptions{}), plan.Script(true))
		}
	}
	kept.check(t, session, plan)
	got := described(t, session, plan.Target)
	drop(t, connection, before, plan.Target)
	create(t, connection, plan.Target)
	if want := described(t, session, plan.Target); got != want {
		t.Fatalf("after the plan the server has\n%s\nwant\n%s\nthe plan:\n%s", got, want, plan.Script(true))
	}
	drop(t, connection, plan.Target)
}

// instructed are the statements in an instruction.
var instructed = regexp.MustCompile(`\b(SELECT|INSERT|UPDATE|DELETE) [^;]*;`)

func create(t *testing.T, connection *cassandratest.Connection, m *model.Model) {
	t.Helper()
	for _, definition := range cql.Definitions(m) {
		if err := connection.Run(strings.TrimSuffix(definition.Text, ";")); err != nil {
			t.Fatalf("%v\n%s", err, definition.Text)
		}
	}
}

func drop(t *testing.T, connection *cassandratest.Connection, models ...*model.Model) {
	t.Helper()
	for _, m := range models {
		for _, keyspace := range m.Physical.Keyspaces {
			if err := connection.Run("DROP KEYSPACE IF EXISTS " + syntax.QuoteName(keyspace.Name)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// described returns the server's description of all keyspaces as a set of lines,
// since an added column is last in it.
func described(t *testing.T, session *gocql.Session, m *model.Model) string {
	t.Helper()
	var all []string
	for _, id := range model.SortedIDs(m.Physical.Keyspaces) {
		lines := strings.Split(cassandratest.Describe(t, session, syntax.QuoteName(m.Physical.Keyspaces[id].Name)), "\n")
		for i, line := range lines {
			lines[i] = strings.ReplaceAll(strings.TrimRight(strings.TrimSpace(line), ","), "'StorageAttachedIndex'", "'sai'")
		}
		slices.Sort(lines)
		all = append(all, strings.Join(lines, "\n"))
	}
	return strings.Join(all, "\n")
}

// tableNamed returns the table that a step names in the target, or of which it
// names a column.
func tableNamed(m *model.Model, element string) (id model.ID, column string) {
	for id := range m.Physical.Relations {
		if name := compare.Name(m, id); name == element {
			return id, ""
		} else if rest, found := strings.CutPrefix(element, name+"."); found {
			return id, rest
		}
	}
	return "", ""
}
