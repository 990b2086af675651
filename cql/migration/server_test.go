package migration_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	gocql "github.com/apache/cassandra-gocql-driver/v2"

	"widerow/cql"
	"widerow/cql/apply"
	"widerow/cql/cassandratest"
	"widerow/cql/migration"
	"widerow/cql/schematest"
	"widerow/cql/syntax"
	"widerow/model"
)

var serverRounds = flag.Int("migration.server", 15, "how many pairs of random schemas Cassandra migrates")

func TestMain(m *testing.M) { os.Exit(cassandratest.Main(m)) }

// Cassandra executes every statement of plans between random schemas, ends with the
// intended schema, and keeps the rows of each table that was neither dropped nor
// replaced.
func TestCassandraMigrates(t *testing.T) {
	session := cassandratest.Session(t)
	for round := range *serverRounds {
		random := rand.New(rand.NewPCG(11, uint64(round)))
		before, after := onServer(t, random), onServer(t, random)
		after = apply.Pair(before, after, false)
		create(t, session, before)
		rows := fill(t, session, before)
		plan := migration.New(before, after)
		for _, step := range plan.Steps {
			if err := execute(session, step.Statement); err != nil {
				t.Fatalf("round %d: %v\n%s\nthe plan:\n%s", round, err, step.Statement, plan.Script(true))
			}
		}
		checkRows(t, session, plan, before, rows)
		got := described(t, session, plan.Target)
		drop(t, session, before, plan.Target)
		create(t, session, plan.Target)
		if want := described(t, session, plan.Target); got != want {
			t.Fatalf("round %d: after the plan the server has\n%s\nwant\n%s\nthe plan:\n%s", round, got, want, plan.Script(true))
		}
		drop(t, session, plan.Target)
	}
}

func onServer(t *testing.T, random *rand.Rand) *model.Model {
	t.Helper()
	script := schematest.Random(random)
	for _, datacenter := range []string{"'dc0'", "'dc1'"} {
		script = strings.ReplaceAll(script, datacenter, "'"+cassandratest.Datacenter+"'")
	}
	return imported(t, script)
}

func execute(session *gocql.Session, statement string) error {
	if statement == "" {
		return nil
	}
	return session.Query(strings.TrimSuffix(statement, ";")).Exec()
}

func create(t *testing.T, session *gocql.Session, m *model.Model) {
	t.Helper()
	for _, definition := range cql.Definitions(m) {
		if err := execute(session, definition.Text); err != nil {
			t.Fatalf("%v\n%s", err, definition.Text)
		}
	}
}

func drop(t *testing.T, session *gocql.Session, models ...*model.Model) {
	t.Helper()
	for _, m := range models {
		for _, keyspace := range m.Physical.Keyspaces {
			cassandratest.Run(t, session, "DROP KEYSPACE IF EXISTS "+keyspace.Name)
		}
	}
}

// fill writes three rows into each table and returns the tables.
func fill(t *testing.T, session *gocql.Session, m *model.Model) map[model.ID]string {
	t.Helper()
	filled := map[model.ID]string{}
	for id, relation := range m.Physical.Relations {
		if relation.Kind != model.Table {
			continue
		}
		name := m.Physical.Keyspaces[relation.Keyspace].Name + "." + syntax.QuoteName(relation.Name)
		var names, values []string
		for _, column := range relation.SortedColumns() {
			if value, found := map[string]string{"int": "%d", "text": "'x%d'"}[m.TypeText(column.Value.Type)]; found {
				names, values = append(names, syntax.QuoteName(column.Value.Name)), append(values, value)
			}
		}
		for row := range 3 {
			numbers := slices.Repeat([]any{row}, len(values))
			cassandratest.Run(t, session, fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", name, strings.Join(names, ", "), fmt.Sprintf(strings.Join(values, ", "), numbers...)))
		}
		filled[id] = name
	}
	return filled
}

func checkRows(t *testing.T, session *gocql.Session, plan *migration.Plan, before *model.Model, filled map[model.ID]string) {
	t.Helper()
	for _, id := range slices.Sorted(maps.Keys(filled)) {
		kept := plan.Target.Physical.Relations[id]
		if kept == nil || kept.Name != before.Physical.Relations[id].Name {
			continue
		}
		var count int
		if err := session.Query("SELECT count(*) FROM " + filled[id]).Scan(&count); err != nil || count != 3 {
			t.Errorf("%s has %d rows after the plan, want 3: %v\n%s", filled[id], count, err, plan.Script(true))
		}
	}
}

// described returns the server's description of all keyspaces as a set of lines,
// since an added column is last in it.
func described(t *testing.T, session *gocql.Session, m *model.Model) string {
	t.Helper()
	var names []string
	for _, keyspace := range m.Physical.Keyspaces {
		names = append(names, keyspace.Name)
	}
	slices.Sort(names)
	var all []string
	for _, name := range names {
		lines := strings.Split(cassandratest.Describe(t, session, name), "\n")
		for i, line := range lines {
			lines[i] = strings.TrimRight(strings.TrimSpace(line), ",")
		}
		slices.Sort(lines)
		all = append(all, strings.Join(lines, "\n"))
	}
	return strings.Join(all, "\n")
}
