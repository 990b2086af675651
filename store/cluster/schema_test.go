package cluster_test

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/apply"
	"widerow/cql/cassandratest"
	"widerow/cql/compare"
	"widerow/cql/schematest"
	"widerow/model"
)

var schemas = flag.Int("cluster.schemas", 12, "how many random schemas are read in both ways")

// TestRowsMatchDescription reads random schemas from the rows of system_schema, as before
// 4.0, and compares them with the server's own description.
func TestRowsMatchDescription(t *testing.T) {
	connection, session := cassandratest.Connect(t), open(t, nil)
	for number := range uint64(*schemas) {
		script := schematest.NewVaried(rand.New(rand.NewPCG(7, number))).Script()
		for statement := range strings.SplitSeq(strings.TrimSuffix(script, ";\n"), ";\n") {
			if !strings.HasPrefix(statement, "USE ") {
				if err := connection.Run(statement); err != nil {
					t.Fatalf("schema %d: %v\n%s", number, err, statement)
				}
			}
		}
		described, _, err := session.Schema(t.Context(), schematest.Keyspace)
		rows, failed := session.SchemaFromRows(t.Context(), schematest.Keyspace)
		if err := connection.Run("DROP KEYSPACE " + schematest.Keyspace); err != nil {
			t.Fatal(err)
		}
		if err != nil || failed != nil {
			t.Fatalf("schema %d: %v, %v", number, err, failed)
		}
		before, after := modelOf(t, described), modelOf(t, rows)
		for _, change := range compare.Models(before, apply.Pair(before, after, false), false) {
			if change.Field == "cdc" { // a server without change data capture does not store the option
				continue
			}
			t.Errorf("schema %d: %+v\n%s\n=>\n%s", number, change, described, rows)
		}
	}
}

func modelOf(t *testing.T, script string) *model.Model {
	t.Helper()
	m, findings := cql.ImportWith(script, cql.ImportOptions{Name: "Shop", Target: model.Cassandra50})
	for _, finding := range findings {
		if finding.Severity == cql.Error {
			t.Fatalf("%v\n%s", finding, script)
		}
	}
	return &model.Model{Target: m.Target, Physical: m.Physical}
}
