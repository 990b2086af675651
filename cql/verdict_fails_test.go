package cql_test

import (
	"testing"

	"widerow/cql"
	"widerow/cql/parse"
	"widerow/model"
)

// A statement that the server prepares and rejects each time it is run is not accepted.
func TestVerdictFails(t *testing.T) {
	m, _ := cql.Import("CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"+
		"CREATE TABLE k.t (a int, b int, c int, PRIMARY KEY (a, b));", "fails")
	for statement, fails := range map[string]bool{
		"SELECT * FROM k.t WHERE a IN ? ORDER BY b":           true,
		"SELECT * FROM k.t WHERE a IN (?, ?) ORDER BY b DESC": true,
		"SELECT max(b) FROM k.t WHERE a IN ? ORDER BY b":      true,
		"SELECT * FROM k.t WHERE a = ? ORDER BY b":            false,
		"SELECT * FROM k.t WHERE a IN ?":                      false,
	} {
		verdicts := cql.JudgeStatements(m, parse.ParseFor(model.Cassandra50, statement), "k")
		if len(verdicts) != 1 || verdicts[0].Fails != fails {
			t.Errorf("%s: %+v, want fails %v", statement, verdicts, fails)
		}
	}
}
