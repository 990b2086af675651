package cql_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
)

// TestWholeScriptIsRead: however many findings a script has, its last statement is
// checked too.
func TestWholeScriptIsRead(t *testing.T) {
	const keyspace = "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
	const table = "CREATE TABLE k.last (a int PRIMARY KEY);\n"
	for _, test := range []struct {
		name, part, judged, imported string
	}{
		{"rows", "INSERT INTO k.t (a) VALUES (1);\n", "2001 more findings are not listed", "12000 statements on rows, from here on, are not part of the schema."},
		{"refusals", "DROP KEYSPACE nowhere;\n", "2001 more findings are not listed", "2001 more findings are not listed"},
		{"syntax errors", "CREATE TABEL t;\n", "11000 more syntax errors", "11000 more syntax errors"},
		{"all", "CREATE TABEL t; USE nowhere; INSERT INTO k.t (a) VALUES (1);\n", "15002 more findings are not listed", "11000 more syntax errors"},
	} {
		script := keyspace + strings.Repeat(test.part, 12_000) + table + "DROP TABLE k.none;"
		findings := cql.Judge(parse.Parse(script))
		if got := findings[len(findings)-1].Message; !slices.ContainsFunc(findings, func(f cql.Finding) bool { return f.Message == test.judged }) {
			t.Errorf("%s: the last finding is %q, want %q", test.name, got, test.judged)
		}
		m, imported := cql.ImportFindings(model.Cassandra50, script, "last")
		if !slices.ContainsFunc(imported, func(f cql.Finding) bool { return strings.HasSuffix(f.Message, test.imported) }) {
			t.Errorf("%s: the last finding of the import is %q, want %q", test.name, imported[len(imported)-1].Message, test.imported)
		}
		if !slices.ContainsFunc(model.Sorted(m.Physical.Relations), func(r model.Item[*model.Relation]) bool { return r.Value.Name == "last" }) {
			t.Errorf("%s: the table after them is missing", test.name)
		}
	}
}

// TestNoLimits: without limits every finding is listed, and a statement may be
// long.
func TestNoLimits(t *testing.T) {
	const count = 12_000
	script := strings.Repeat("CREATE TABEL t;\nUSE nowhere;\n", count) + strings.Repeat("--\n", 300_000) +
		"CREATE TABLE k.t (a int PRIMARY KEY, b int); SELECT a FROM k.t WHERE a IN (" + strings.Repeat("1, ", 200_000) + "1);"
	parsed := parse.ParseWithin(syntax.Limits{}, model.Cassandra50, script)
	findings := cql.Judge(parsed)
	if got, want := len(findings), 2*count+2; got != want {
		t.Errorf("%d findings, want %d: %s", got, want, fmt.Sprint(findings[len(findings)-1].Message))
	}
	if last := findings[len(findings)-1]; last.Message != "keyspace k does not exist" {
		t.Errorf("the last finding is %q", last.Message)
	}
}
